// Reads and writes dates as people type them into three fields; pure.
import {
  type DayOrMonth,
  daysOf,
  formatLongDate,
  formatMonth,
  type IsoDate,
  isMonth,
  isYear,
  monthNames,
  parseDate,
} from '../../lib/dates.ts';
import type { Said } from '../../messages/sentences.ts';
import type { Typed } from './form-page.ts';

export const dateInputs = (name: string) => [`${name}-day`, `${name}-month`, `${name}-year`] as const;

/** `input` is the field to which the problem links. */
export type TypedDate = { readonly date: IsoDate } | (Said & { readonly input: string });

/** `3`, `03`, `Mar`, `march` and `Mawrth` all mean the third month. */
function monthOf(text: string): string {
  const word = text.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(word);
  const index = word.length < 3 ? -1 : monthNames.en.findIndex((name, at) => [name, monthNames.cy[at]!].some(begins));
  return index < 0 ? text : String(index + 1);
}

const partsOf = (typed: Typed, name: string) => dateInputs(name).map((input) => typed[input] ?? '');

export const isDateEmpty = (typed: Typed, name: string) => partsOf(typed, name).every((part) => part === '');

/** Whether a month was typed and no day. */
export const isDayMissing = (typed: Typed, name: string): boolean =>
  !isDateEmpty(typed, name) && partsOf(typed, name)[0] === '';

/** Whether a year was typed and nothing else. */
export const isMonthMissing = (typed: Typed, name: string): boolean =>
  isDayMissing(typed, name) && partsOf(typed, name)[1] === '';

export interface MayBeMissing {
  readonly dayMayBeMissing?: 'first' | 'last' | undefined;
  readonly monthMayBeMissing?: true | undefined;
}

/**
 * The date, or the problem with it. @param dayMayBeMissing the day defaults to the first or last of the month, or of the
 * year where the month may be missing too; in the current one, the last is today
 */
export function readTypedDate(
  typed: Typed,
  name: string,
  { dayMayBeMissing, monthMayBeMissing, today }: MayBeMissing & { readonly today: IsoDate },
): TypedDate {
  const inputs = dateInputs(name);
  const [day = '', month = '', year = ''] = partsOf(typed, name);
  if (day === '' && month === '' && year === '') return { input: inputs[0], code: 'missing' };
  const isYearAlone = monthMayBeMissing === true && day === '' && month === '';
  const missing = [day === '' && dayMayBeMissing === undefined, month === '' && !isYearAlone, year === ''];
  const parts = (['day', 'month', 'year'] as const).filter((_, index) => missing[index]);
  if (parts.length > 0) {
    const first = missing.indexOf(true) as 0 | 1 | 2;
    return { input: inputs[first], code: 'date_part_missing', params: { parts } };
  }
  if (!/^\d{4}$/.test(year)) return { input: inputs[2], code: 'date_year' };
  const pad = (text: string) => monthOf(text).padStart(2, '0');
  const date = parseDate(`${year}-${pad(isYearAlone ? '1' : month)}-${day === '' ? '01' : day.padStart(2, '0')}`);
  if (date === undefined) return { input: inputs[0], code: 'date_not_real' };
  if (day !== '' || dayMayBeMissing === 'first') return { date };
  const [, last] = daysOf(date.slice(0, isYearAlone ? 4 : 7));
  return { date: date <= today && last > today ? today : last };
}

/** The date as typed: `March 2021` without a day, `2021` without a month. */
export function typedDateText(typed: Typed, name: string): string {
  const [day = '', month = '', year = ''] = partsOf(typed, name);
  const date = parseDate(`${year}-${monthOf(month || '1').padStart(2, '0')}-${(day || '1').padStart(2, '0')}`);
  if (date === undefined || (month === '' && day !== '')) return '';
  if (month === '') return year;
  return day === '' ? formatMonth(date) : formatLongDate(date);
}

/** The three fields of a date; all empty without one, the day empty for a month, and the month for a year. */
export function typedDate(name: string, date: DayOrMonth | null): Typed {
  const [day, month, year] = dateInputs(name);
  if (date === null || date === '') return { [day]: '', [month]: '', [year]: '' };
  if (isYear(date)) return { [day]: '', [month]: '', [year]: date };
  const typedDay = isMonth(date) ? '' : String(Number(date.slice(8)));
  return { [day]: typedDay, [month]: String(Number(date.slice(5, 7))), [year]: date.slice(0, 4) };
}
