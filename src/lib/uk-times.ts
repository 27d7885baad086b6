// Moments as people in the UK read them.
import type { IsoDate } from './dates.ts';

/** A format in UK time that is made when it is first used: making one takes 10 ms, at a start for nothing. */
export function ukFormat(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (moment) => {
    made ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/London' });
    return made.format(moment);
  };
}

const dateFormat = ukFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day that a moment is part of in the UK. */
export function ukDateOf(moment: Date): IsoDate {
  return dateFormat(moment).split('/').reverse().join('-');
}
