// Calculates when the addressee of a query is chased, and when that has been done in vain; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { afterWorkingDays, onDay } from '../deadlines/deadline-schedule.ts';
import type { Addressee } from './query.ts';

type Settings = Pick<AccountSettings, 'candidateChaseWorkingDays' | 'clientChaseWorkingDays' | 'chasesAtMost'>;

const intervals = { candidate: 'candidateChaseWorkingDays', client: 'clientChaseWorkingDays' } as const;

export const nextChaseAt = (addressee: Addressee, now: Date, settings: Settings, calendar: Calendar): Date =>
  afterWorkingDays(now, settings[intervals[addressee]], calendar);

/** When the day by which an answer was asked for has passed without one: on the working day after it. */
export const afterDueOn = (now: Date, dueOn: IsoDate, calendar: Calendar): Date =>
  afterWorkingDays(onDay(now, dueOn), 1, calendar);

/** Whether the chases so far were all: nothing more is done than to give the query up, once its day has passed. */
export const isExhausted = (chases: number, { chasesAtMost }: Settings): boolean => chases >= chasesAtMost;

/** The day by which an answer is asked for unless the screener says otherwise: that of the second chase. */
export const usualDueOn = (addressee: Addressee, now: Date, settings: Settings, calendar: Calendar): IsoDate =>
  ukDateOf(afterWorkingDays(now, 2 * settings[intervals[addressee]], calendar));

/**
 * Not after the first day of work that is to come, when an answer is of little use; the day by which the report is due moves
 * on while somebody is asked. @param today where the report is
 */
export const dueOnBeforeStart = (usual: IsoDate, today: IsoDate, startsOn: IsoDate | null): IsoDate =>
  startsOn !== null && startsOn > today ? earlierOf(usual, startsOn) : usual;

/** For the post, and for what an authority takes longer than it says. */
const CERTIFICATE_GRACE_DAYS = 10;

/**
 * By when a certificate should be there for which the candidate applies, and when they are first reminded: to apply, or once
 * its issuer has had its time.
 */
export function certificateDays(
  now: Date,
  { appliedOn, workingDays }: { readonly appliedOn: IsoDate | undefined; readonly workingDays: number },
  settings: Settings,
  calendar: Calendar,
): { readonly dueOn: IsoDate; readonly chaseAt: Date } {
  const from = appliedOn === undefined ? now : onDay(now, appliedOn);
  const atLeast = nextChaseAt('candidate', now, settings, calendar);
  const isThere = afterWorkingDays(from, workingDays, calendar);
  const due = afterWorkingDays(from, workingDays + CERTIFICATE_GRACE_DAYS, calendar);
  return {
    dueOn: laterOf(ukDateOf(due), ukDateOf(atLeast)),
    chaseAt: appliedOn !== undefined && isThere > atLeast ? isThere : atLeast,
  };
}
