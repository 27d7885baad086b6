// By when a request about somebody's data must be answered (UK GDPR Art. 12(3)); pure.
import { bankHolidays } from '../../lib/bank-holidays.ts';
import { addDays, addMonths, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';
import type { DataRequestStep } from './data-request.ts';

const MONTHS = 1;
const MONTHS_LONGER = 2;

/**
 * The same day of a later month, its last day if it is shorter, and the next working day after a weekend or bank
 * holiday, as the ICO counts a month.
 */
export const answerBy = (from: IsoDate, months = MONTHS): IsoDate =>
  nextWorkingDay(addMonths(from, months), bankHolidays.england_and_wales);

type Steps = readonly Pick<DataRequestStep, 'step' | 'on'>[];

const dayOf = (steps: Steps, step: DataRequestStep['step']) => steps.findLast((one) => one.step === step)?.on;

/** From which day the time counts; null while the person has not shown who they are. */
function startOf(receivedOn: IsoDate, steps: Steps): IsoDate | null {
  if (dayOf(steps, 'identity_asked') === undefined) return receivedOn;
  return dayOf(steps, 'identity_confirmed') ?? null;
}

/** Null while the time does not count. */
export function dueOn(receivedOn: IsoDate, steps: Steps): IsoDate | null {
  const start = startOf(receivedOn, steps);
  const isLonger = dayOf(steps, 'extended') !== undefined;
  return start && answerBy(start, isLonger ? MONTHS + MONTHS_LONGER : MONTHS);
}

/** Once, while the first month lasts: the person is told within it. */
export const mayExtend = (due: IsoDate | null, steps: Steps, today: IsoDate): boolean =>
  due !== null && today <= due && dayOf(steps, 'extended') === undefined;

/** While the identity is not confirmed, and nobody has asked for it. */
export const mayAskIdentity = (steps: Steps): boolean =>
  dayOf(steps, 'identity_asked') === undefined && dayOf(steps, 'identity_confirmed') === undefined;

export const isIdentityAwaited = (receivedOn: IsoDate, steps: Steps): boolean => startOf(receivedOn, steps) === null;

/** So long before it is due, a request comes forward at the desk. */
export const SOON_DAYS = 7;

/** Of an open request. */
export const urgencyOf = (due: IsoDate | null, today: IsoDate): 'late' | 'soon' | undefined => {
  if (due === null) return undefined;
  if (due < today) return 'late';
  return due <= addDays(today, SOON_DAYS) ? 'soon' : undefined;
};
