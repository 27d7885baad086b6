// Whether today or the next day is a bank holiday or closing day somewhere in the UK, for those who plan the work.
import type { Ctx } from '../../../context.ts';
import { jurisdictionLabels, jurisdictions } from '../../../features/working-days/closing-day-rules.ts';
import { addDays, daysBetween, type IsoDate, mondayOf } from '../../../lib/dates.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { listedNames } from '../../shared/page-filters.ts';
import { weekdayDate } from '../../shared/start-words.ts';

const isWeekend = (day: IsoDate): boolean => daysBetween(mondayOf(day), day) > 4;

/** The next Monday to Friday. */
function weekdayAfter(day: IsoDate): IsoDate {
  const next = addDays(day, 1);
  return isWeekend(next) ? weekdayAfter(next) : next;
}

/** `Today is no working day for orders of Scotland.`; undefined if both days are worked everywhere. */
export function daysOffText(ctx: Pick<Ctx, 'now' | 'calendar'>): string | undefined {
  const today = ukDateOf(ctx.now());
  const calendar = ctx.calendar();
  const said = [...(isWeekend(today) ? [] : [today]), weekdayAfter(today)].flatMap((day) => {
    const off = jurisdictions.filter((one) => calendar[one].has(day));
    if (off.length === 0) return [];
    const where =
      off.length === jurisdictions.length
        ? 'anywhere in the UK'
        : `for orders of ${listedNames(off.map((one) => jurisdictionLabels[one]))}`;
    const when = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : weekdayDate(day);
    return [`${when} is no working day ${where}.`];
  });
  return said.length === 0 ? undefined : said.join(' ');
}
