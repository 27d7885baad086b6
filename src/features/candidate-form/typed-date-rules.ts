// Dates as people type them into three fields; pure.
import { addDays, addMonths, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { Typed } from './form-page.ts';

export const dateInputs = (name: string) => [`${name}-day`, `${name}-month`, `${name}-year`] as const;

export type TypedDate = { readonly date: IsoDate } | { readonly input: string; readonly message: string };

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** `3`, `03`, `Mar` and `march` are all the third. */
function monthOf(text: string): string {
  const word = text.toLowerCase();
  const index = word.length < 3 ? -1 : monthNames.findIndex((name) => name.startsWith(word));
  return index < 0 ? text : String(index + 1);
}

interface DateQuestion {
  /** `Date of birth`: begins the messages. */
  readonly label: string;
  /** Asked for as `your date of birth`, else `the date …`. */
  readonly isYours?: true;
  /** Where given, the day may be left empty and counts as the month's first or last. */
  readonly emptyDay?: 'first' | 'last';
}

/** @returns the date, or what is wrong and the input to go to */
export function readTypedDate(typed: Typed, name: string, { label, isYours, emptyDay }: DateQuestion): TypedDate {
  const inputs = dateInputs(name);
  const [day = '', month = '', year = ''] = inputs.map((input) => typed[input] ?? '');
  const missing = [day === '' && emptyDay === undefined, month === '', year === ''];
  if (day === '' && month === '' && year === '')
    return { input: inputs[0], message: `Enter ${isYours ? 'your' : 'the'} ${lower(label)}` };
  const parts = ['day', 'month', 'year'].filter((_, index) => missing[index]);
  if (parts.length > 0) {
    const first = missing.indexOf(true) as 0 | 1 | 2;
    return { input: inputs[first], message: `${label} must include a ${parts.join(' and a ')}` };
  }
  if (!/^\d{4}$/.test(year)) return { input: inputs[2], message: `${label} must have a year of 4 numbers` };
  const pad = (text: string) => monthOf(text).padStart(2, '0');
  const date = parseDate(`${year}-${pad(month)}-${day === '' ? '01' : day.padStart(2, '0')}`);
  if (date === undefined) return { input: inputs[0], message: `${label} must be a real date` };
  return { date: day === '' && emptyDay === 'last' ? addDays(addMonths(date, 1), -1) : date };
}

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** The three fields of a date; all empty without one. */
export function typedDate(name: string, date: IsoDate | null): Typed {
  const [day, month, year] = dateInputs(name);
  if (date === null) return { [day]: '', [month]: '', [year]: '' };
  return { [day]: String(Number(date.slice(8))), [month]: String(Number(date.slice(5, 7))), [year]: date.slice(0, 4) };
}
