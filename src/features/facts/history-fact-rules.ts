// The rules of one entry of work, education and memberships: dates in order and no contradictions; pure.
import { emailFaults } from '../../lib/email-addresses.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import type { FactsOf } from './fact.ts';
import { type EntryRule, type Finding, isBlank, missingOf } from './finding.ts';
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

export const activityRule: EntryRule<Activity> = (activity, holder) => [
  ...missingOf(activity, ['status', 'start_date'], 'placed'),
  ...(employedStatuses.has(activity.status) ? missingOf(activity, ['employer', 'job_title'], 'placed') : []),
  ...(activity.status === 'SelfEmployed' ? missingOf(activity, ['self_employed_status'], 'placed') : []),
  ...(activity.status === 'Other' ? missingOf(activity, ['explanation'], 'placed') : []),
  ...timeFindings({ from: ['start_date', activity.start_date], to: ['end_date', activity.end_date] }, holder),
  ...leavingFindings(activity),
];

export const qualificationRule: EntryRule<FactsOf<typeof qualificationFacts>> = (qualification, holder) => [
  ...missingOf(qualification, ['institution', 'course', 'level'], 'placed'),
  ...timeFindings({ from: ['graduated_on', qualification.graduated_on] }, holder),
  ...timeFindings(
    { from: ['start_date', qualification.start_date ?? null], to: ['end_date', qualification.end_date ?? null] },
    holder,
  ),
];

export const membershipRule: EntryRule<FactsOf<typeof membershipFacts>> = (membership) =>
  missingOf(membership, ['body', 'status'], 'placed');

export const referenceRule: EntryRule<FactsOf<typeof referenceFacts>> = (reference) => [
  ...missingOf(reference, ['name', 'relationship', 'email'], 'placed'),
  // A referee is asked by mail.
  ...(isBlank(reference.email) ? [] : emailFaults(reference.email ?? '')).map(
    (fault): Finding => ({ ...fault, at: 'email', moment: 'placed' }),
  ),
];
