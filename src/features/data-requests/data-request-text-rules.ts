// What may be written of a request about data, and on which days; pure.
import { addMonths, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

const LONGEST_TEXT = 2000;
/** Longer ago is a slip of the pen. */
const MOST_MONTHS_AGO = 24;

export function refuseText(problems: Problems, text: string, missing?: string, field = 'words'): void {
  if (text === '' && missing !== undefined) problems.add(field, missing);
  if (isLongerThan(text, LONGEST_TEXT)) problems.add(field, `Write ${LONGEST_TEXT} characters or fewer`);
}

export function dayIn(problems: Problems, field: string, typed: string, from: IsoDate, today: IsoDate): IsoDate {
  const day = parseDate(typed);
  if (day === undefined || day < from || day > today) problems.add(field, 'Enter a day, today at the latest');
  return day ?? today;
}

/** The day on which a request came. */
export const receivedOnIn = (problems: Problems, typed: string, today: IsoDate): IsoDate =>
  dayIn(problems, 'received_on', typed, addMonths(today, -MOST_MONTHS_AGO), today);
