// By when a request about somebody's data must be answered (UK GDPR Art. 12(3)), and how it may end; pure.
import { bankHolidays } from '../../lib/bank-holidays.ts';
import { addDays, addMonths, addWorkingDays, daysBetween, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { monitoredReports } from '../monitoring/monitor-rules.ts';
import {
  type DataRequest,
  type DataRequestStep,
  isOfCopy,
  isRefusal,
  type Outcome,
  OWN_COPY_DAYS,
  type RequestAct,
  type RequestKind,
} from './data-request.ts';

const MONTHS = 1;
const MONTHS_LONGER = 2;

/**
 * The same day of a later month, its last day if it is shorter, and the next working day after a weekend or bank
 * holiday, as the ICO counts a month. @param notCounted days that do not count
 */
export const answerBy = (from: IsoDate, months = MONTHS, notCounted = 0): IsoDate =>
  nextWorkingDay(addDays(addMonths(from, months), notCounted), bankHolidays.england_and_wales);

type Steps = readonly Pick<DataRequestStep, 'step' | 'on'>[];

const dayOf = (steps: Steps, step: DataRequestStep['step']) => steps.findLast((one) => one.step === step)?.on;

/** From which day the time counts; null while the person has not shown who they are. */
function startOf(receivedOn: IsoDate, steps: Steps): IsoDate | null {
  if (dayOf(steps, 'identity_asked') === undefined) return receivedOn;
  return dayOf(steps, 'identity_confirmed') ?? null;
}

/**
 * The days that do not count because they were asked what they mean: from the day on which they were asked to that of
 * their answer, both included (Art. 12A(5)); null while they have not answered.
 */
function daysNotCounted(steps: Steps): number | null {
  const asked = dayOf(steps, 'clarification_asked');
  if (asked === undefined) return 0;
  const said = dayOf(steps, 'clarified');
  return said === undefined ? null : daysBetween(asked, said) + 1;
}

export const isMeaningAwaited = (steps: Steps): boolean => daysNotCounted(steps) === null;

/** Once, of a request for a copy, while the time lasts. */
export const mayAskMeaning = (kind: RequestKind, due: IsoDate | null, steps: Steps, today: IsoDate): boolean =>
  kind === 'access' && due !== null && today <= due && dayOf(steps, 'clarification_asked') === undefined;

/** The days in which a complaint is acknowledged; that of its receipt is the first (Data Protection Act 2018 s. 164A). */
export const ACKNOWLEDGE_DAYS = 30;

const acknowledgeBy = (receivedOn: IsoDate): IsoDate => addDays(receivedOn, ACKNOWLEDGE_DAYS - 1);

export const isAcknowledged = (steps: Steps): boolean => dayOf(steps, 'acknowledged') !== undefined;

/** By when something is to be done: of a complaint first to acknowledge it. Null while the time does not count. */
export function dueOn(receivedOn: IsoDate, steps: Steps, kind?: RequestKind): IsoDate | null {
  const start = startOf(receivedOn, steps);
  const isLonger = dayOf(steps, 'extended') !== undefined;
  const notCounted = daysNotCounted(steps);
  const isCounting = start !== null && notCounted !== null;
  const answer = isCounting ? answerBy(start, isLonger ? MONTHS + MONTHS_LONGER : MONTHS, notCounted) : null;
  const acknowledgement = acknowledgeBy(receivedOn);
  const comesFirst = answer === null || acknowledgement < answer;
  return kind === 'complaint' && !isAcknowledged(steps) && comesFirst ? acknowledgement : answer;
}

/** Once, while the first month lasts: the person is told within it. */
export const mayExtend = (due: IsoDate | null, steps: Steps, today: IsoDate): boolean =>
  due !== null && today <= due && dayOf(steps, 'extended') === undefined;

/** Once, while nobody has confirmed it; not after the time to answer, which would begin anew. */
export const mayAskIdentity = (due: IsoDate | null, steps: Steps, today: IsoDate): boolean =>
  due !== null &&
  today <= due &&
  dayOf(steps, 'identity_asked') === undefined &&
  dayOf(steps, 'identity_confirmed') === undefined;

export const isIdentityAwaited = (receivedOn: IsoDate, steps: Steps): boolean => startOf(receivedOn, steps) === null;

/** So long before it is due, a request comes forward at the desk. */
export const SOON_DAYS = 7;

/** Of an open request. */
export const urgencyOf = (due: IsoDate | null, today: IsoDate): 'late' | 'soon' | undefined => {
  if (due === null) return undefined;
  if (due < today) return 'late';
  return due <= addDays(today, SOON_DAYS) ? 'soon' : undefined;
};

/** So many working days before it is due, the desk is told by mail, and again on that day. */
const TOLD_WORKING_DAYS = 3;

/** Whether the desk is to be told today. @param told the day on which it was last; a mail that is late is sent once */
export function isToldOfDue(due: IsoDate, told: IsoDate | null, today: IsoDate): boolean {
  const soon = addWorkingDays(due, -TOLD_WORKING_DAYS, bankHolidays.england_and_wales);
  const last = today >= due ? due : soon;
  return today >= last && (told === null || told < last);
}

/** The last day on which they may take the copy from their own page; undefined where it is not put there. */
export function ownCopyUntil(steps: readonly Pick<DataRequestStep, 'code' | 'on'>[]): IsoDate | undefined {
  const given = steps.findLast(({ code }) => code === ('given_own_page' satisfies RequestAct));
  return given && addDays(given.on, OWN_COPY_DAYS);
}

type Ending = Pick<DataRequest, 'kind' | 'receivedOn' | 'steps'>;

/** Why it is not true yet that what they ask is done. */
function undone({ kind, steps }: Ending, check: Pick<Check, 'status' | 'reports'> | undefined): string | undefined {
  const lacks = (act: RequestAct) => steps.every(({ code }) => code !== act);
  if (isOfCopy({ kind }) && lacks('copied')) return 'Make the copy first';
  // Of who is no candidate, somebody does by hand what they ask, and says it.
  if (check === undefined) return undefined;
  if (kind === 'erasure' && lacks('erased')) return 'Erase the person first: that ends this request';
  if (kind === 'withdrawal' && (isOngoing(check.status) || monitoredReports(check).length > 0))
    return 'End the order and its monitoring first';
  return undefined;
}

/** Why it cannot end so now; undefined if it can. @param check undefined of somebody about whom nothing is kept */
export function keepsFromEnding(
  asked: Ending,
  check: Pick<Check, 'status' | 'reports'> | undefined,
  outcome: Outcome,
): string | undefined {
  if (isRefusal(outcome) || outcome === 'taken_back') return undefined;
  if (isIdentityAwaited(asked.receivedOn, asked.steps))
    return 'They have not shown who they are: confirm that first, refuse it, or choose that they took it back';
  const isCopied = asked.steps.some(({ code }) => code === ('copied' satisfies RequestAct));
  if (outcome === 'no_data' && (check !== undefined || isCopied))
    return 'Data about them are kept: choose another answer';
  const isPartOfCopy = outcome === 'partly_done' && isOfCopy(asked);
  return outcome === 'done' || isPartOfCopy ? undone(asked, check) : undefined;
}
