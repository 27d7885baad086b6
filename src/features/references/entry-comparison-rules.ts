// Compares the confirmed values of an entry for a job, which people correct, with what the candidate stated; pure.
import { stillEmployed } from '../report-types/breakdown.ts';
import type { Answers } from './answer-rules.ts';
import type { Claim } from './claim-rules.ts';
import { type ComparedBy, type Comparison, compareWithClaim } from './discrepancy-rules.ts';
import { questionnaires } from './questionnaires.ts';

export type Listed = Readonly<Record<string, unknown>>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What the candidate stated of the job, as far as the entry says. */
export const claimIn = (entry: Listed): Claim => ({
  list: 'activities',
  subject: String(entry.employer ?? ''),
  role: textOrNull(entry.role),
  from: textOrNull(entry.from),
  to: textOrNull(entry.to),
  reason: textOrNull(entry.reason),
  course: null,
  classification: null,
  awarded: null,
});

/** The confirmed values as a referee would have given them. */
function answersIn(entry: Listed): Answers {
  const to = textOrNull(entry.confirmed_to);
  const given = {
    from: textOrNull(entry.confirmed_from),
    still_there: to === null ? null : to === stillEmployed ? 'yes' : 'no',
    to: to === stillEmployed ? null : to,
    role: textOrNull(entry.confirmed_role),
    reason: textOrNull(entry.confirmed_reason),
  };
  return Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => one[1] !== null));
}

export const compareEntry = (entry: Listed, claim: Claim, by: ComparedBy): Comparison[] =>
  compareWithClaim(claim, { questionnaire: questionnaires.standard, scope: 'whole', answers: answersIn(entry) }, by);

/** What differs, as the entry names it. */
export const differing = (comparisons: readonly Comparison[]): Comparison['of'][] =>
  comparisons.filter(({ verdict }) => verdict === 'differs').map(({ of }) => of);

/** By how many days the dates differ; null where no number says it: of a month, or an end that one side alone states. */
export function differenceInDays(comparisons: readonly Comparison[]): number | null {
  const compared = comparisons.filter(({ of }) => of === 'from' || of === 'to');
  const days = compared.flatMap((one) => one.days ?? []);
  const isUncounted = compared.some((one) => one.verdict === 'differs' && one.days === undefined);
  return days.length === 0 || isUncounted ? null : Math.max(...days.map(Math.abs));
}
