// Which appointments may be offered, taken and recorded; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf, ukMoment } from '../../lib/uk-times.ts';
import { type AppointmentWay, appointmentWays } from '../../messages/en-appointments.ts';
import { afterWorkingDays } from '../deadlines/deadline-schedule.ts';
import type { Appointment } from './appointment.ts';

export const MOST_TIMES = 5;
const longestPlace = 500;
const longestText = 2000;
const HOUR_MS = 3_600_000;

/** What a screener types. */
export interface TypedOffer {
  readonly way: string;
  readonly place: string;
  readonly bring: string;
  readonly text: string;
  /** `2026-12-08T10:15` by the clocks of the UK; the empty ones are left out. */
  readonly times: readonly string[];
  /** The candidate has agreed to the only time. */
  readonly isAgreed: boolean;
  /** By when the candidate chooses. */
  readonly dueOn: string;
}

export interface Offer {
  readonly way: AppointmentWay;
  readonly place: string;
  readonly bring: string;
  readonly text: string;
  readonly times: readonly Date[];
  readonly isAgreed: boolean;
  readonly dueOn: IsoDate;
}

const isAppointmentWay = (text: string): text is AppointmentWay => text in appointmentWays;

/** In their order. */
const timesOf = ({ times }: Pick<TypedOffer, 'times'>): Date[] =>
  times.flatMap((one) => ukMoment(one) ?? []).sort((one, other) => one.getTime() - other.getTime());

function timeProblem(typed: string, seen: Set<number>, now: Date): string | undefined {
  const at = ukMoment(typed);
  if (at === undefined) return 'Enter a day and a time';
  if (at <= now) return 'Enter a time that is to come';
  if (ukDateOf(at) > addYears(ukDateOf(now), 1)) return 'Enter a day within a year';
  if (seen.has(at.getTime())) return 'This time stands above already';
  seen.add(at.getTime());
  return undefined;
}

/** @param now by the clock of the data */
export function offerProblems(typed: TypedOffer, now: Date): Problems {
  const problems = new Problems();
  if (!isAppointmentWay(typed.way)) problems.add('way', 'Choose how they meet');
  if (typed.place.trim() === '') problems.add('place', 'Enter where the candidate comes, or who calls whom');
  if (isLongerThan(typed.place, longestPlace)) problems.add('place', `Use at most ${longestPlace} characters`);
  if (isLongerThan(typed.bring, longestText)) problems.add('bring', `Use at most ${longestText} characters`);
  if (isLongerThan(typed.text, longestText)) problems.add('text', `Use at most ${longestText} characters`);
  if (!typed.isAgreed && typed.text.trim() === '') problems.add('text', 'Enter what the candidate reads first');
  const seen = new Set<number>();
  for (const [position, one] of typed.times.entries()) {
    const fault = one === '' ? undefined : timeProblem(one, seen, now);
    if (fault !== undefined) problems.add(`time_${position}`, fault);
  }
  const given = typed.times.filter((one) => one !== '').length;
  if (given === 0) problems.add('time_0', 'Enter at least one time');
  if (typed.isAgreed) {
    if (given > 1) problems.add('is_agreed', 'Leave one time only: the one to which the candidate has agreed');
    return problems;
  }
  const dueOn = parseDate(typed.dueOn);
  const last = timesOf(typed).at(-1);
  if (dueOn === undefined || dueOn < ukDateOf(now)) problems.add('due_on', 'Enter a date from today on');
  else if (last !== undefined && dueOn > ukDateOf(last)) problems.add('due_on', 'Enter a date before the last time');
  return problems;
}

/** Once `offerProblems` finds nothing. */
export const offerOf = (typed: TypedOffer, today: IsoDate): Offer => ({
  ...{
    way: typed.way as AppointmentWay,
    place: typed.place.trim(),
    bring: typed.bring.trim(),
    text: typed.text.trim(),
  },
  ...{ times: timesOf(typed), isAgreed: typed.isAgreed },
  dueOn: typed.isAgreed ? today : typed.dueOn,
});

/** The times that can still be chosen. */
export const openTimes = ({ times }: Pick<Appointment, 'times'>, now: Date): Date[] => times.filter((at) => at > now);

/** It is agreed, and nobody has called it off or said what came of it. */
export const isStanding = ({ at, outcome }: Pick<Appointment, 'at' | 'outcome'>): boolean =>
  at !== null && outcome === null;

export const isToCome = (one: Pick<Appointment, 'at' | 'outcome'>, now: Date): boolean =>
  isStanding(one) && one.at! > now;

/** An hour after it began, when it is known whether the candidate came, the report stops waiting. */
export const overAt = (at: Date): Date => new Date(at.getTime() + HOUR_MS);

/** When the candidate is reminded, on the working day before; if that has passed, when the appointment is over. */
export function nextNoteAt(at: Date, now: Date, calendar: Calendar): Date {
  const reminder = afterWorkingDays(at, -1, calendar);
  return reminder > now ? reminder : overAt(at);
}
