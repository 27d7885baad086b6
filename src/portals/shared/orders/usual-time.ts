// How long the chosen reports usually take, and by when an order is likely complete, before it is placed; pure.
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import { addWorkingDays, formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import type { Choice } from './order-form.ts';

type Agreed = Pick<Orderable, 'availableTypes'>;
type Chosen = readonly Pick<Choice, 'type'>[];

/** By the agreement, else by the catalogue, as due dates are; null where neither says. */
const daysOf = ({ type }: Chosen[number], { availableTypes }: Agreed): number | null =>
  availableTypes.get(type.id)?.workingDays ?? type.workingDays?.value ?? null;

/** Of the slowest; undefined where none says how long it takes. */
function usualDays(chosen: Chosen, orderable: Agreed): number | undefined {
  const days = chosen.flatMap((one) => daysOf(one, orderable) ?? []);
  return days.length === 0 ? undefined : Math.max(...days);
}

/** `10 working days`; empty where nothing is known. */
export function daysText(chosen: Chosen, orderable: Agreed): string {
  const days = usualDays(chosen, orderable);
  return days === undefined ? '' : `${days} working day${days === 1 ? '' : 's'}`;
}

interface Given {
  readonly today: IsoDate;
  readonly calendar: Calendar;
  /** Of the usual working days, that an urgent order has; undefined if it is not urgent. */
  readonly urgentPercent?: number | undefined;
  /** Empty if no first day is typed. */
  readonly startsOn: string;
}

/** Undefined where no report says how long it takes. */
export function likelyTime(
  chosen: Chosen,
  orderable: Agreed,
  { today, calendar, urgentPercent = 100, startsOn }: Given,
) {
  const usual = usualDays(chosen, orderable);
  if (usual === undefined) return undefined;
  const days = Math.ceil((usual * urgentPercent) / 100);
  const on = addWorkingDays(today, days, calendar.england_and_wales);
  const without = chosen.filter((one) => daysOf(one, orderable) === null).map(({ type }) => type.label);
  return {
    text: `Usually ${days} working day${days === 1 ? '' : 's'} from the candidate’s form: ${formatLongDate(on)} if they send it today`,
    without: [...new Set(without)],
    isAfterStart: startsOn !== '' && on > startsOn,
  };
}
