// When the nightly erasure runs, what keeps a person from it, and which settings of an account bring it nearer; pure.
import type { AccountSettings } from '../accounts/account-settings.ts';

const DAY_MS = 86_400_000;
const AT = { hours: 2, minutes: 41 };

export const erasureCrontab = `${AT.minutes} ${AT.hours} * * * erase_due_people`;

/** When the people are erased who are due by then. */
export function nextErasure(now: Date): Date {
  const next = new Date(now).setUTCHours(AT.hours, AT.minutes, 0, 0);
  return new Date(next <= now.getTime() ? next + DAY_MS : next);
}

/** Longer than any account keeps anybody. */
export const EVER_DAYS = 10_000;

/** What is open about a person, and keeps them although their time is over; as a reason in a list and in a sentence. */
export const openMatters = {
  data_request: 'a request about their data is not answered',
  message: 'they reported a problem, which nobody has answered',
  decision: 'the client has not decided about their results',
} as const;

export type OpenMatter = keyof typeof openMatters;

export type ErasureSettings = Pick<AccountSettings, 'eraseAfterDays' | 'neverHiredDays' | 'keepsStaff' | 'legalHold'>;

/** Whether people of an account are erased earlier with the settings after than with those before. */
export const erasesEarlier = (before: ErasureSettings, after: ErasureSettings): boolean => {
  const forever = (days: number) => (days === 0 ? Number.POSITIVE_INFINITY : days);
  const daysOf = ({ eraseAfterDays, legalHold }: ErasureSettings) =>
    legalHold ? Number.POSITIVE_INFINITY : forever(eraseAfterDays);
  const neverHired = (one: ErasureSettings) =>
    one.legalHold ? Number.POSITIVE_INFINITY : forever(one.neverHiredDays || one.eraseAfterDays);
  const losesStaff = before.keepsStaff && !after.keepsStaff && Number.isFinite(daysOf(after));
  return daysOf(after) < daysOf(before) || neverHired(after) < neverHired(before) || losesStaff;
};

/** The days of a month of a renewal, the longest. */
const MONTH_DAYS = 31;

/** Whether staff may be erased before a report of theirs is renewed. @param months the longest agreed time of a renewal */
export const erasesBeforeRenewal = (
  { eraseAfterDays, keepsStaff }: Pick<ErasureSettings, 'eraseAfterDays' | 'keepsStaff'>,
  months: number,
): boolean => !keepsStaff && eraseAfterDays > 0 && eraseAfterDays < months * MONTH_DAYS;
