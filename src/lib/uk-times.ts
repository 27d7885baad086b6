// Formats moments in UK time.
import type { IsoDate } from './dates.ts';

/** A format in UK time that is created at its first use: creating one takes 10 ms, which a start need not spend. */
export function ukFormat(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (moment) => {
    made ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/London' });
    return made.format(moment);
  };
}

const dateFormat = ukFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** The UK calendar day of a moment. */
export function ukDateOf(moment: Date): IsoDate {
  return dateFormat(moment).split('/').reverse().join('-');
}
