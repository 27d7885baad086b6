// The rules of one entry of work, education and memberships: dates in order and no contradictions; pure.
import { ageOn } from '../../lib/dates.ts';
import { emailFaults } from '../../lib/email-addresses.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import type { FactsOf } from './fact.ts';
import { type EntryRule, type Fault, type Finding, type Holder, isBlank, missingOf } from './finding.ts';
import type { activityFacts, membershipFacts, qualificationFacts, referenceFacts } from './history-facts.ts';
import { timeFindings } from './time-rules.ts';

type Activity = FactsOf<typeof activityFacts>;

/** A reason for leaving needs an end date; `StillEmployed` must not have one. */
function leavingFindings({ end_date, reason_for_leaving: reason }: Activity): Finding[] {
  if (isBlank(reason)) return [];
  const isStill = reason === 'StillEmployed';
  if (end_date !== null) {
    return isStill
      ? [{ at: 'reason_for_leaving', code: 'leaving_has_ended', other: 'end_date', moment: 'placed' }]
      : [];
  }
  return isStill ? [] : [{ at: 'reason_for_leaving', code: 'leaving_goes_on', other: 'end_date', moment: 'placed' }];
}

/**
 * The years of age before which it is hardly possible, and those before which it cannot be. Children may work from 13
 * (Children and Young Persons Act 1933, section 18; younger ones perform by a licence alone).
 */
const youngest = {
  work: { asked: 13, refused: 10 },
  school: { asked: 4, refused: 3 },
  qualification: { asked: 12, refused: 10 },
} as const;

/** The screener is told, and the candidate only where a year or the birth date must be mistyped. */
function ageFindings(of: keyof typeof youngest, at: string, day: string | null, { dob }: Holder): Finding[] {
  if (isBlank(day) || isBlank(dob) || day! < dob) return [];
  const age = ageOn(day!, dob);
  const { asked, refused: impossible } = youngest[of];
  if (age >= asked) return [];
  const moments = age < impossible ? (['examined', 'answered'] as const) : (['examined'] as const);
  return moments.map((moment) => ({ at, code: 'at_early_age', params: { least: age }, moment }));
}

export const activityRule: EntryRule<Activity> = (activity, holder) => [
  ...missingOf(activity, ['status', 'start_date'], 'placed'),
  ...(employedStatuses.has(activity.status) ? missingOf(activity, ['employer', 'job_title'], 'placed') : []),
  ...(activity.status === 'SelfEmployed' ? missingOf(activity, ['self_employed_status'], 'placed') : []),
  ...(activity.status === 'Other' ? missingOf(activity, ['explanation'], 'placed') : []),
  ...timeFindings({ from: ['start_date', activity.start_date], to: ['end_date', activity.end_date] }, holder),
  ...leavingFindings(activity),
  ...(employedStatuses.has(activity.status) ? ageFindings('work', 'start_date', activity.start_date, holder) : []),
  ...(activity.status === 'Education' ? ageFindings('school', 'start_date', activity.start_date, holder) : []),
  ...(activity.status !== 'SelfEmployed' && holdsOwnAddress(activity.referee, holder)
    ? refused('referee', 'referee_is_candidate')
    : []),
];

export const qualificationRule: EntryRule<FactsOf<typeof qualificationFacts>> = (qualification, holder) => [
  ...missingOf(qualification, ['institution', 'course', 'level'], 'placed'),
  ...timeFindings({ from: ['graduated_on', qualification.graduated_on] }, holder),
  ...ageFindings('qualification', 'graduated_on', qualification.graduated_on, holder),
  ...timeFindings(
    { from: ['start_date', qualification.start_date ?? null], to: ['end_date', qualification.end_date ?? null] },
    holder,
  ),
];

export const membershipRule: EntryRule<FactsOf<typeof membershipFacts>> = (membership) =>
  missingOf(membership, ['body', 'status'], 'placed');

/** Stops the candidate's own form; of an order that leaves it as it is, the screener is told. */
const refused = (at: string, code: Fault['code']): Finding[] =>
  (['examined', 'answered'] as const).map((moment) => ({ at, code, moment }));

const holdsOwnAddress = (text: string | null, { email }: Holder): boolean =>
  email !== '' &&
  (text ?? '')
    .toLowerCase()
    .split(/[\s<>(),;:]+/)
    .includes(email.toLowerCase());

const kin = new Set(
  'mother mum mom mummy father dad daddy parent parents brother sister sibling husband wife spouse partner fiance fiancee boyfriend girlfriend son daughter child uncle auntie aunty aunt cousin nephew niece grandmother grandfather grandparent grandma grandpa gran granny nan nana grandad granddad grandson granddaughter relative relation family'.split(
    ' ',
  ),
);

/** Family and nothing else: a father who is also the employer is named with both, and judged by the screener. */
function isFamily(relationship: string): boolean {
  const words = relationship
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  const whole = words
    .replace(/^(?:he |she )?(?:is )?(?:my |a |the )?/, '')
    .replace(/ in law$/, '')
    .replace(/^family member$/, 'family');
  return kin.has(whole) || kin.has(whole.replace(/^(?:step|half|great|grand|foster) ?/, ''));
}

export const referenceRule: EntryRule<FactsOf<typeof referenceFacts>> = (reference, holder) => [
  ...(holdsOwnAddress(reference.email, holder) ? refused('email', 'referee_is_candidate') : []),
  ...(isFamily(reference.relationship) ? refused('relationship', 'referee_is_family') : []),
  ...missingOf(reference, ['name', 'relationship'], 'placed'),
  // A referee is asked by mail; only a candidate can say how else, and no order of a program.
  ...(isBlank(reference.reached_by) ? missingOf(reference, ['email'], 'placed') : []),
  ...(isBlank(reference.email) ? [] : emailFaults(reference.email ?? '')).map(
    (fault): Finding => ({ ...fault, at: 'email', moment: 'placed' }),
  ),
];
