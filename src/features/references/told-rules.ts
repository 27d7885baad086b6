// What a request tells its referee of the candidate besides the name, so that they find them in their records; pure.
import { type DayOrMonth, daysOf, formatDate, type IsoDate } from '../../lib/dates.ts';
import { sayText } from '../../messages/say.ts';
import { type ToldDays, toldDaysText } from '../../messages/told-days.ts';
import type { Sentence } from '../../messages/welsh/welsh.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import { type Activity, type ApplicantFacts, givenDob, type PreviousName } from '../facts/facts.ts';
import { firstNameThen, withoutHiddenNames } from '../facts/previous-name-rules.ts';
import { placeAsked } from './claim-rules.ts';
import type { ReferenceRequest } from './reference.ts';

export const toldLabels = {
  former_name: 'Name at that time',
  dob: 'Date of birth',
  agency: 'Worked through',
  payroll_number: 'Payroll or staff number',
  student_number: 'Student number',
  course: 'Course',
  job_title: 'Job title',
  dates: 'Dates',
  job: 'Job that they are checked for',
} as const satisfies Readonly<Record<string, Sentence>>;
export type ToldKind = keyof typeof toldLabels;

/** As it was told: a fact that is corrected later changes nothing of it. */
export interface Told {
  readonly of: ToldKind;
  readonly text: string;
  /** What a text of dates says, so that the referee reads them in their language. */
  readonly days?: ToldDays;
  readonly born?: IsoDate;
}

export interface ToldChoice extends Told {
  /** Told unless a screener says otherwise: under another name nobody is found. */
  readonly isUsual: boolean;
  /** The referee is asked about it, and then confirms it instead of stating it. */
  readonly isAsked: boolean;
}

type Period = readonly [from: IsoDate | null, to: IsoDate | null];
type Qualification = ApplicantFacts['qualifications'][number];

/** Whether somebody had the name on any day of the period. */
const wasUsed = ({ known_from: since, known_to: until }: PreviousName, [from, to]: Period): boolean =>
  (since === null || to === null || since <= to) && (until === null || from === null || until >= from);

const nameText = (name: PreviousName, { first_name }: ApplicantFacts): string =>
  [firstNameThen(name, first_name), name.middle_name, name.last_name].filter((part) => part).join(' ');

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What people write where they had no other name, or nothing. */
const noName: ReadonlySet<string> = new Set(
  '|na|n a|no|nil|none|same|same name|the same|same as now|same as above|as above|as now|not applicable'.split('|'),
);

/** Undefined where it is the name of today, or the first name alone: nobody is found by these. */
function otherName(used: string | null | undefined, { first_name, middle_name, last_name }: ApplicantFacts) {
  const [first, middle, last] = [first_name, middle_name ?? '', last_name].map(plain);
  const ofToday = [first, last, `${first} ${last}`, `${first} ${middle} ${last}`, `${last} ${first}`];
  const name = plain(used ?? '');
  return noName.has(name) || ofToday.includes(name) ? undefined : used!;
}

/**
 * The name that the candidate says they used there, and the former names of the period. Where no period is known, the one
 * they used, else all of them, which a screener then looks at.
 */
function formerNames(
  facts: ApplicantFacts,
  period: Period,
  used?: string | null,
): Pick<ToldChoice, 'text' | 'isUsual'> {
  const other = otherName(used, facts);
  const isKnown = period.some((day) => day !== null);
  if (other !== undefined && !isKnown) return { text: other, isUsual: true };
  const former = facts.previous_names.filter((name) => !isKnown || wasUsed(name, period));
  const names = [other ?? [], ...former.map((name) => nameText(name, facts))].flat();
  const once = names.filter((name, at) => names.findIndex((one) => plain(one) === plain(name)) === at);
  return { text: once.join(', or '), isUsual: isKnown };
}

const orNull = <T extends string>(value: T | null): T | null => (value === '' ? null : value);

const choice = (of: ToldKind, text: string | null, isAsked = false): ToldChoice => ({
  ...{ of, text: text ?? '', isUsual: false, isAsked },
});

const ofDays = (from: DayOrMonth | null, until: DayOrMonth | null, awarded: DayOrMonth | null = null): ToldChoice => {
  const days = { ...(from && { from }), ...(until && { until }), ...(awarded && { awarded }) };
  return { ...choice('dates', toldDaysText(days), true), days };
};

function ofBirth({ dob }: ApplicantFacts): ToldChoice {
  const born = givenDob(dob);
  return { ...choice('dob', born && formatDate(born)), ...(born && { born }) };
}

function ofActivity(facts: ApplicantFacts, activity: Activity): ToldChoice[] {
  const period: Period = [orNull(activity.start_date), activity.end_date];
  return [
    { ...choice('former_name', null), ...formerNames(facts, period, activity.name_used) },
    // The referee is of the agency, which sends people to many employers.
    { ...choice('agency', activity.agency), isUsual: true },
    ofBirth(facts),
    choice('payroll_number', activity.payroll_number),
    choice('job_title', activity.job_title, true),
    ofDays(orNull(statedValue(activity, 'start_date')), statedValue(activity, 'end_date')),
  ];
}

function ofQualification(facts: ApplicantFacts, one: Qualification): ToldChoice[] {
  const { level, course, student_number: number } = one;
  const [from, to, awarded] = (['start_date', 'end_date', 'graduated_on'] as const).map(
    (field) => statedValue(one, field) || null,
  ) as [DayOrMonth | null, DayOrMonth | null, DayOrMonth | null];
  const [first, last] = [from ?? awarded, awarded ?? to];
  const period: Period = [first && daysOf(first)[0], last && daysOf(last)[1]];
  return [
    { ...choice('former_name', null), ...formerNames(facts, period, one.name_used) },
    ofBirth(facts),
    choice('student_number', number),
    choice('course', `${level} ${course}`.trim(), true),
    ofDays(from, to, awarded),
  ];
}

/** The job for which the candidate is checked; absent where the client does not let referees learn it. */
export interface AskedForJob {
  /** Empty if the order names none. */
  readonly title: string;
  /** The questionnaire asks whether the candidate is suitable for it. */
  readonly isAskedAbout: boolean;
}

/** Empty where the referee is not told it. */
export const jobTold = ({ told = [] }: { readonly told?: readonly Told[] }): string =>
  told.find(({ of }) => of === 'job')?.text ?? '';

/**
 * What can be told, of what the candidate stated. An employer, a school and a university look somebody up in records;
 * whoever knows the candidate or let a home to them needs the name alone.
 */
export function toldChoices(entryKey: string, stated: ApplicantFacts, job?: AskedForJob): ToldChoice[] {
  const facts = withoutHiddenNames(stated);
  const [list, at] = entryKey.split('-');
  const activity = list === 'activities' ? facts.activities[Number(at)] : undefined;
  const qualification = list === 'qualifications' ? facts.qualifications[Number(at)] : undefined;
  const choices = [
    ...(activity === undefined ? [] : ofActivity(facts, activity)),
    ...(qualification === undefined ? [] : ofQualification(facts, qualification)),
    ...(job === undefined ? [] : [{ ...choice('job', job.title), isUsual: job.isAskedAbout }]),
  ];
  return choices.filter(({ text }) => text !== '');
}

/**
 * What a mail says of what the referee is asked about: the employer or school, whose own the referee is, and of what they
 * are told the name at that time and the dates. A home, a date of birth and numbers stay behind the code.
 */
export function mailedOf({ claim, which = '', told = [] }: Pick<ReferenceRequest, 'claim' | 'which' | 'told'>) {
  const textOf = (kind: ToldKind) => told.find(({ of }) => of === kind)?.text ?? '';
  const days = told.find(({ of }) => of === 'dates')?.days;
  const place = claim.list === 'addresses' ? '' : (placeAsked(claim) ?? '');
  const agency = place === '' ? '' : textOf('agency');
  return {
    which,
    place,
    agency,
    formerName: textOf('former_name'),
    dates: textOf('dates'),
    ...(days && { days }),
  };
}

/** As the referee reads it, who does so in another language than was stored. */
function toldText({ text, days, born }: Told): string {
  if (born !== undefined) return formatDate(born);
  return days === undefined ? text : toldDaysText(days);
}

/** As rows, for the referee and the desk. */
export const toldRows = ({ told = [] }: { readonly told?: readonly Told[] }) =>
  told.map((one) => ({ label: sayText(toldLabels[one.of]), text: toldText(one) }));

/** @param chosen the kinds that a screener chose; undefined where nobody was asked */
export const toldOf = (
  entryKey: string,
  facts: ApplicantFacts,
  { chosen, job }: { readonly chosen?: readonly string[] | undefined; readonly job?: AskedForJob | undefined } = {},
): Told[] =>
  toldChoices(entryKey, facts, job)
    .filter(({ of, isUsual }) => chosen?.includes(of) ?? isUsual)
    .map(({ isUsual, isAsked, ...told }) => told);
