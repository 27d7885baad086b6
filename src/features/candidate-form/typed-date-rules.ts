// Reads and writes dates as people type them into three fields; pure.
import {
  addDays,
  addMonths,
  type DayOrMonth,
  formatLongDate,
  formatMonth,
  type IsoDate,
  isMonth,
  parseDate,
} from '../../lib/dates.ts';
import type { Said } from '../../messages/sentences.ts';
import type { Typed } from './form-page.ts';

export const dateInputs = (name: string) => [`${name}-day`, `${name}-month`, `${name}-year`] as const;

/** `input` is the field to which the problem links. */
export type TypedDate = { readonly date: IsoDate } | (Said & { readonly input: string });

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** `3`, `03`, `Mar` and `march` all mean the third month. */
function monthOf(text: string): string {
  const word = text.toLowerCase();
  const index = word.length < 3 ? -1 : monthNames.findIndex((name) => name.startsWith(word));
  return index < 0 ? text : String(index + 1);
}

const partsOf = (typed: Typed, name: string) => dateInputs(name).map((input) => typed[input] ?? '');

export const isDateEmpty = (typed: Typed, name: string) => partsOf(typed, name).every((part) => part === '');

/** Whether a month was typed and no day. */
export const isDayMissing = (typed: Typed, name: string): boolean =>
  !isDateEmpty(typed, name) && partsOf(typed, name)[0] === '';

/**
 * The date, or the problem with it. @param dayMayBeMissing the day defaults to the first or last of the month; in the
 * current month, the last is today
 */
export function readTypedDate(
  typed: Typed,
  name: string,
  { dayMayBeMissing, today }: { readonly dayMayBeMissing?: 'first' | 'last' | undefined; readonly today: IsoDate },
): TypedDate {
  const inputs = dateInputs(name);
  const [day = '', month = '', year = ''] = partsOf(typed, name);
  if (day === '' && month === '' && year === '') return { input: inputs[0], code: 'missing' };
  const missing = [day === '' && dayMayBeMissing === undefined, month === '', year === ''];
  const parts = (['day', 'month', 'year'] as const).filter((_, index) => missing[index]);
  if (parts.length > 0) {
    const first = missing.indexOf(true) as 0 | 1 | 2;
    return { input: inputs[first], code: 'date_part_missing', params: { parts } };
  }
  if (!/^\d{4}$/.test(year)) return { input: inputs[2], code: 'date_year' };
  const pad = (text: string) => monthOf(text).padStart(2, '0');
  const date = parseDate(`${year}-${pad(month)}-${day === '' ? '01' : day.padStart(2, '0')}`);
  if (date === undefined) return { input: inputs[0], code: 'date_not_real' };
  if (day !== '' || dayMayBeMissing === 'first') return { date };
  const last = addDays(addMonths(date, 1), -1);
  return { date: last > today && last.slice(0, 7) === today.slice(0, 7) ? today : last };
}

/** The date as typed: `March 2021` without a day. */
export function typedDateText(typed: Typed, name: string): string {
  const [day = '', month = '', year = ''] = partsOf(typed, name);
  const date = parseDate(`${year}-${monthOf(month).padStart(2, '0')}-${(day || '1').padStart(2, '0')}`);
  if (date === undefined) return '';
  return day === '' ? formatMonth(date) : formatLongDate(date);
}

/** The three fields of a date; all empty without one, the day empty for a month. */
export function typedDate(name: string, date: DayOrMonth | null): Typed {
  const [day, month, year] = dateInputs(name);
  if (date === null || date === '') return { [day]: '', [month]: '', [year]: '' };
  const typedDay = isMonth(date) ? '' : String(Number(date.slice(8)));
  return { [day]: typedDay, [month]: String(Number(date.slice(5, 7))), [year]: date.slice(0, 4) };
}
