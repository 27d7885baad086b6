// What the candidate stated that a reference is to confirm, entry by entry, and the questionnaire that fits it; pure.
import { type DayOrMonth, formatDate } from '../../lib/dates.ts';
import { isMeantBy } from '../directory/organisation-rules.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { Address, ApplicantFacts } from '../facts/facts.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { askedBy } from '../requirements/requirement-rules.ts';
import { contactTimings, employedStatuses } from '../value-sets/employment-values.ts';
import { type QuestionnaireId, questionnaires } from './questionnaires.ts';

/** The lists of the candidate's facts whose entries somebody can confirm. */
export const entryLists = ['activities', 'qualifications', 'references', 'addresses'] as const;
export type EntryList = (typeof entryLists)[number];

/** What the candidate stated; null where they did not, or where the entry has nothing of the kind. */
export interface Claim {
  readonly list: EntryList;
  /** The employer, the institution, the address, or how the referee knows the candidate. */
  readonly subject: string;
  readonly role: string | null;
  readonly from: DayOrMonth | null;
  /** null also for what goes on. */
  readonly to: DayOrMonth | null;
  readonly reason: string | null;
  readonly course: string | null;
  readonly classification: string | null;
  readonly awarded: DayOrMonth | null;
  /** By which the employer is found; absent where nothing is stated. */
  readonly place?: string;
  /** The agency through which they worked, which is asked in place of the employer. */
  readonly agency?: string;
}

/** Whose word the answers are: of agency work those of the agency, `Reed (agency), about Acme Ltd`. */
export const wordOf = ({ subject, agency }: Pick<Claim, 'subject' | 'agency'>): string =>
  agency === undefined ? subject : `${agency} (agency), about ${subject},`;

export interface Referee {
  readonly name: string;
  readonly jobTitle: string;
  readonly organisation: string;
  readonly email: string;
  readonly telephone: string;
}

/** An entry of the candidate's history to which a reference can be asked. */
export interface Entry {
  /** Its list and number, `activities-0`. */
  readonly key: string;
  readonly claim: Claim;
  /** As far as the candidate named one, first with the job itself; the screener corrects it. */
  readonly referee: Referee;
  /** A personal referee of the same organisation, where the job names somebody itself. */
  readonly second?: Referee | undefined;
  /** How to reach somebody, in the candidate's words. */
  readonly stated: string;
  /** When the employer may be contacted, where that is not at once. */
  readonly contactOnly: string | undefined;
}

const nothing = { role: null, from: null, to: null, reason: null, course: null, classification: null, awarded: null };
const nobody: Referee = { name: '', jobTitle: '', organisation: '', email: '', telephone: '' };
const orNull = <T extends string>(value: T | null): T | null => (value === '' ? null : value);

/**
 * What the referee is asked about besides the person: the employer, the institution or the address; undefined for a
 * person who knows the candidate and is asked about nothing else. It gives away nothing that the referee is to state.
 */
export const placeAsked = ({ list, subject }: Claim): string | undefined =>
  list === 'references' ? undefined : subject;

/** Tells entries apart: two friends, or two jobs at one employer. */
export const entryLabel = ({ list, subject, course, from }: Claim, referee: Referee): string => {
  const person = list === 'references' ? referee.name || referee.organisation : '';
  return [person, subject, course ?? '', from === null ? '' : `from ${formatDate(from)}`]
    .filter((part) => part !== '')
    .join(', ');
};

type Found = Omit<Entry, 'key'>;

/** The first address in what the candidate wrote about whom to ask. */
const emailIn = (text: string): string =>
  text.split(/[\s<>(),;:]/).find((word) => /^[^@]+@[^@]+$/.test(word) && /[^.]\.[^.]/.test(word)) ?? '';

/** The first telephone number in it, as it was written; by its length alone, as the screener dials it. */
const telephoneIn = (text: string): string =>
  (text.match(/[+(]?\d[\d\s()./-]{5,}\d/g) ?? []).find((one) => {
    const digits = one.replaceAll(/\D/g, '').length;
    return digits >= 9 && digits <= 15;
  }) ?? '';

const MOST_WORDS_OF_NAME = 5;

/** The first part that names a person or a department: no number, no address, no sentence. */
const nameIn = (text: string): string =>
  text
    .split(/[,;:()<>\n]|\s[-–]\s/)
    .map((part) => part.trim())
    .find((part) => /^\p{L}[^\d@]*$/u.test(part) && part.split(/\s+/).length <= MOST_WORDS_OF_NAME) ?? '';

/** Whom to ask, in the candidate's words: `Jan Nowak, hr@acme.example, 01248 555 123`. */
function contactIn(text: string): Pick<Referee, 'name' | 'email' | 'telephone'> {
  return { name: nameIn(text), email: emailIn(text), telephone: telephoneIn(text) };
}

function ofActivity(activity: ApplicantFacts['activities'][number], { references }: ApplicantFacts): Found {
  const { employer, job_title: role, reason_for_leaving: reason, place, agency } = activity;
  const organisation = agency || employer;
  const named = references.find(({ organisation: of }) =>
    // Of an agency the town is asked for beside its name.
    agency ? isMeantBy(of ?? '', [agency]) : of?.toLowerCase() === employer.toLowerCase(),
  );
  const timing = contactTimings.find(({ value }) => value === activity.contact_timing);
  const person = named && { ...ofPerson(named).referee, organisation };
  const reached = { ...nobody, organisation, ...contactIn(activity.referee ?? '') };
  const isReached = reached.email !== '' || reached.telephone !== '';
  return {
    claim: {
      ...nothing,
      list: 'activities',
      subject: employer,
      role: orNull(role),
      from: orNull(statedValue(activity, 'start_date')),
      to: statedValue(activity, 'end_date'),
      reason: orNull(reason),
      ...(place && { place }),
      ...(agency && { agency }),
    },
    // Whom the job names may be at the place of work: of a job through an agency, who is listed of the agency comes first.
    ...(isReached && person !== undefined && !agency
      ? { referee: reached, second: person }
      : { referee: isReached && !agency ? reached : (person ?? reached) }),
    stated: activity.referee ?? '',
    contactOnly: timing === undefined || timing.value === 'Immediately' ? undefined : timing.name,
  };
}

function ofQualification(qualification: ApplicantFacts['qualifications'][number]): Found {
  const { institution, level, course, classification } = qualification;
  return {
    claim: {
      ...nothing,
      list: 'qualifications',
      subject: institution,
      from: orNull(statedValue(qualification, 'start_date') ?? null),
      to: orNull(statedValue(qualification, 'end_date') ?? null),
      course: `${level} ${course}`.trim(),
      classification: orNull(classification),
      awarded: statedValue(qualification, 'graduated_on'),
    },
    referee: { ...nobody, organisation: institution },
    stated: '',
    contactOnly: undefined,
  };
}

function ofPerson(person: ApplicantFacts['references'][number]): Found {
  const { name, relationship, organisation, email, telephone, reached_by: reach } = person;
  return {
    claim: { ...nothing, list: 'references', subject: relationship },
    referee: { name, jobTitle: '', organisation: organisation ?? '', email: email ?? '', telephone: telephone ?? '' },
    stated: reach && reach !== telephone ? reach : '',
    contactOnly: undefined,
  };
}

const lineOf = ({ flat_number, building_number, building_name, street, town, postcode }: Address): string =>
  [flat_number, building_name, `${building_number ?? ''} ${street ?? ''}`.trim(), town, postcode]
    .filter((part) => part !== null && part !== '')
    .join(', ');

const ofAddress = (address: Address): Found => ({
  claim: {
    ...nothing,
    list: 'addresses',
    subject: lineOf(address),
    from: orNull(statedValue(address, 'start_date')),
    to: orNull(statedValue(address, 'end_date')),
  },
  referee: nobody,
  stated: '',
  contactOnly: undefined,
});

const isLandlordReference = ({ name, variant }: Pick<ReportType, 'name' | 'variant'>) =>
  name === 'tenant' && variant === 'landlord_reference';

const listsAskedBy = { activity_history: 'activities', education: 'qualifications', references: 'references' } as const;

/** The lists whose entries a report of this type must confirm. */
export function listsToConfirm(type: ReportType): EntryList[] {
  const asked = new Set(askedBy(type.requires).map(({ id }) => id));
  const lists = (Object.keys(listsAskedBy) as (keyof typeof listsAskedBy)[])
    .filter((id) => asked.has(id))
    .map((id) => listsAskedBy[id]);
  return isLandlordReference(type) ? ['addresses', ...lists] : lists;
}

/** The lists to whose entries a report of this type asks references; none where no reference belongs to it. */
export function listsOf(type: ReportType): EntryList[] {
  const lists = listsToConfirm(type);
  // Those who can speak to an employment are often listed as persons.
  const isWithPersons = lists.length > 0 && !lists.includes('references') && !isLandlordReference(type);
  return isWithPersons ? [...lists, 'references'] : lists;
}

const numbered = (list: EntryList, entries: readonly Found[]): Entry[] =>
  entries.map((entry, index) => ({ ...entry, key: `${list}-${index}` })).filter(({ claim }) => claim.subject !== '');

export function entriesIn(list: EntryList, facts: ApplicantFacts): Entry[] {
  switch (list) {
    case 'activities': {
      const employed = facts.activities.map(({ status }) => employedStatuses.has(status) || status === 'SelfEmployed');
      return numbered(
        list,
        facts.activities.map((one) => ofActivity(one, facts)),
      ).filter(({ key }) => employed[Number(key.slice(list.length + 1))]);
    }
    case 'qualifications':
      return numbered(list, facts.qualifications.map(ofQualification));
    case 'references':
      return numbered(list, facts.references.map(ofPerson));
    case 'addresses':
      return numbered(list, facts.addresses.map(ofAddress));
  }
}

/** The entries of the candidate's history to which a report of this type asks references. */
export const entriesOf = (type: ReportType, facts: ApplicantFacts): Entry[] =>
  listsOf(type).flatMap((list) => entriesIn(list, facts));

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/**
 * `the earlier of two employments`, where the candidate worked for one employer more than once; undefined otherwise. It
 * gives away neither dates nor role, which the referee is to state.
 */
export function whichEmployment({ key, claim }: Pick<Entry, 'key' | 'claim'>, entries: readonly Entry[]) {
  if (claim.list !== 'activities') return undefined;
  const same = entries
    .filter((one) => one.claim.list === 'activities' && samePlace(one.claim.subject, claim.subject))
    .sort((one, other) => (one.claim.from ?? '').localeCompare(other.claim.from ?? ''));
  const at = same.findIndex((one) => one.key === key);
  if (same.length < 2 || at < 0) return undefined;
  if (same.length === 2) return `the ${at === 0 ? 'earlier' : 'later'} of two employments`;
  return `the ${at === same.length - 1 ? 'last' : (ordinals[at] ?? `${at + 1}th`)} of ${same.length} employments`;
}

const samePlace = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

const byVariant: Readonly<Record<string, QuestionnaireId>> = {
  regulated_sysc22: 'regulated',
  safer_recruitment: 'safer_recruitment',
};
const byName: Readonly<Record<string, QuestionnaireId>> = {
  character_reference: 'character',
  gap_reference: 'character',
  client_reference: 'standard',
  academic_reference: 'academic',
  education: 'qualification',
};
const byList: Readonly<Record<EntryList, QuestionnaireId>> = {
  activities: 'standard',
  qualifications: 'qualification',
  references: 'character',
  addresses: 'landlord',
};

/** The questionnaire that fits the report's type, then the entry. The screener may choose another. */
export function questionnaireFor(
  { name, variant }: Pick<ReportType, 'name' | 'variant'>,
  list: EntryList,
): QuestionnaireId {
  if (isLandlordReference({ name, variant })) return 'landlord';
  const ofVariant = variant === null ? undefined : byVariant[variant];
  if (ofVariant !== undefined) return ofVariant;
  if (name === 'employment_history') return 'standard';
  return byName[name] ?? byList[list];
}

/** The choice as radios of a form. */
export const questionnaireChoices = Object.entries(questionnaires).map(([value, { label, hint }]) => ({
  value: value as QuestionnaireId,
  text: label,
  hint,
}));
