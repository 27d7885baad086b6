// When a text message may arrive: nobody is woken by one; pure.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf, ukOffset } from '../../lib/uk-times.ts';

const [first, last] = ['08:00', '20:00'];

/** A time of a UK day. */
function at(day: IsoDate, time: string): Date {
  const moment = new Date(`${day}T${time}Z`);
  return new Date(moment.getTime() - ukOffset(moment));
}

/** `now` between 8 am and 8 pm in the United Kingdom, otherwise the next 8 am. */
export function textTime(now: Date): Date {
  const today = ukDateOf(now);
  if (now < at(today, first)) return at(today, first);
  return now < at(today, last) ? now : at(addDays(today, 1), first);
}
