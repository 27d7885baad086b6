// The typed value of a particular, by its kind, or what is wrong with it; and its dates in the words of people.
import { isDayMissing, readTypedDate } from '../../../features/candidate-form/typed-date-rules.ts';
import { type PlainKind, stillEmployed, stillEmployedText } from '../../../features/report-types/breakdown.ts';
import { type DayOrMonth, formatDate, parseDate } from '../../../lib/dates.ts';
import { typedPrice } from '../../../lib/money.ts';

const LONGEST_TEXT = 500;
const LONGEST_LONG_TEXT = 10_000;

/** Reads `2022-04`, `April 2022`, `04/2022`, the same with a day, and a year alone. @param other what may be typed besides */
function readDateOrMonth(text: string, other = ''): DayOrMonth | Error {
  if (/^[12]\d{3}$/.test(text)) return text;
  const [, year, month, day = ''] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  const [, ownDay = '', ownMonth, ownYear] =
    /^(?:(\d{1,2})[ ./-]+)?([a-z]{3,9}|\d{1,2})[ ./-]+(\d{4})$/i.exec(text) ?? [];
  const typed = { 'on-day': day || ownDay, 'on-month': month ?? ownMonth ?? '', 'on-year': year ?? ownYear ?? '' };
  const read = readTypedDate(typed, 'on', { dayMayBeMissing: 'first', today: '9999-12-31' });
  if (!('date' in read))
    return new Error(`must be ${other}a real date, month or year, such as 14 April 2022, April 2022 or 2022`);
  return isDayMissing(typed, 'on') ? read.date.slice(0, 7) : read.date;
}

const readEndDate = (text: string) =>
  [stillEmployed, stillEmployedText.toLowerCase()].includes(text.toLowerCase())
    ? stillEmployed
    : readDateOrMonth(text, `${stillEmployedText}, or `);

/** In the words in which people read it; text that is no date as it was typed. */
export function shownDate(text: string): string {
  if (text === stillEmployed) return stillEmployedText;
  const read = readDateOrMonth(text);
  return read instanceof Error ? text : formatDate(read);
}

/** Browsers send line ends in a way of their own. */
export const withoutReturns = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

interface ShownField {
  readonly kind: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string }[];
}

/** What a browser sends of a field that nobody touched: a select and a date drop what they cannot show, a line its ends. */
export function sentBack({ kind, value, choices }: ShownField): string {
  if (choices.length > 0) return choices.some((one) => one.value === value) ? value : '';
  if (kind === 'date') return parseDate(value) ?? '';
  return (kind === 'long_text' ? withoutReturns(value) : value.replaceAll(/[\r\n]/g, '')).trim();
}

/** The typed value, or what is wrong with it. */
export const readers: Readonly<Record<Exclude<PlainKind, 'list'>, (value: string) => unknown>> = {
  text: (value) => (value.length > LONGEST_TEXT ? new Error(`must be ${LONGEST_TEXT} characters or fewer`) : value),
  long_text: (value) =>
    value.length > LONGEST_LONG_TEXT ? new Error(`must be ${LONGEST_LONG_TEXT} characters or fewer`) : value,
  date: (value) => parseDate(value) ?? new Error('must be a real date'),
  date_or_month: (value) => readDateOrMonth(value),
  end_date: readEndDate,
  number: (value) => (/^-?\d{1,12}(?:\.\d{1,4})?$/.test(value) ? Number(value) : new Error('must be a number')),
  pence: (value) => {
    const pence = typedPrice(value);
    return pence === undefined || Number.isNaN(pence)
      ? new Error('must be an amount in pounds and pence below £10,000,000, such as 15,000.50')
      : pence;
  },
  flag: (value) => (value === 'yes' || value === 'no' ? value === 'yes' : new Error('must be yes or no')),
};

/** Longer than the name of any field of a form. */
const LONGEST_NAME = 500;

/** The typed values of a body whose names are `properties[path]`, trimmed. */
export function typedIn(body: Readonly<Record<string, unknown>>, group = 'properties'): Record<string, string> {
  const named = Object.entries(body).flatMap(([name, value]) => {
    if (name.length > LONGEST_NAME) return [];
    const [, itsGroup, path] = /^([a-z]+)\[([a-z0-9_.]+)\]$/.exec(name) ?? [];
    if (path === undefined || itsGroup !== group) return [];
    return [[path, typeof value === 'string' ? value.trim() : ''] as const];
  });
  return Object.fromEntries(named);
}
