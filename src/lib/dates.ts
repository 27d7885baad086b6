// Calendar dates as the text `yyyy-mm-dd`, which sorts and compares correctly, and the formats of times and dates.
import { type SpokenLanguage, spokenLanguage } from '../messages/spoken-language.ts';

/** `yyyy-mm-dd`, a day of the real calendar in the years 0001 to 9999. */
export type IsoDate = string;

const dateOrDateTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** For a full date-time, its date part as written, whatever its zone (ours). Undefined for anything else. */
export function parseDate(text: string): IsoDate | undefined {
  const match = dateOrDateTime.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // PostgreSQL has no year 0.
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return text.slice(0, 10);
}

const instantForm = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** An instant of the years 0001 to 9999. Its zone must be given, because without it the time of day is ambiguous. */
/** `24/11/2026`, as a British spreadsheet writes a day, in ISO; any other text as it is. */
export function isoDayOf(text: string): string {
  const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  if (british === null) return text;
  const [, day, month, year] = british;
  return parseDate(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`) ?? text;
}

export function parseInstant(text: string): Date | undefined {
  if (!instantForm.test(text) || parseDate(text) === undefined) return undefined;
  const at = new Date(text.toUpperCase());
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The UTC day of an instant. */
export function dateOf(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}

/** Age on a day in whole years. Whoever was born on 29 February is a year older on 1 March in common years, as in England. */
export function ageOn(day: IsoDate, born: IsoDate): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}

/** The earlier of two days. */
export const earlierOf = (one: IsoDate, other: IsoDate): IsoDate => (one < other ? one : other);

/** The later of two days. */
export function laterOf(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? other : one;
}

const DAY_MS = 86_400_000;

export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOf(new Date(Date.parse(date) + days * DAY_MS));
}

/** The moments at which the holidays begin in UTC: to compare numbers is ten times as fast, and lists count days for each row. */
const holidayMoments = new WeakMap<ReadonlySet<IsoDate>, ReadonlySet<number>>();

function momentsOf(holidays: ReadonlySet<IsoDate>): ReadonlySet<number> {
  const known = holidayMoments.get(holidays) ?? new Set(Array.from(holidays, (day) => Date.parse(day)));
  holidayMoments.set(holidays, known);
  return known;
}

/** @param at the moment at which the day begins in UTC */
const isWorkingDay = (at: Date, holidays: ReadonlySet<number>) =>
  at.getUTCDay() % 6 !== 0 && !holidays.has(at.getTime());

/** Adds working days: Monday to Friday, without the holidays. Negative days lead backwards. */
export function addWorkingDays(date: IsoDate, days: number, holidays: ReadonlySet<IsoDate>): IsoDate {
  const off = momentsOf(holidays);
  const at = new Date(date);
  for (let left = Math.abs(days); left > 0; ) {
    at.setTime(at.getTime() + Math.sign(days) * DAY_MS);
    if (isWorkingDay(at, off)) left -= 1;
  }
  return dateOf(at);
}

/** The working days after `from`, up to and with `to`; 0 if `to` is not later. */
export function workingDaysBetween(from: IsoDate, to: IsoDate, holidays: ReadonlySet<IsoDate>): number {
  const off = momentsOf(holidays);
  const last = Date.parse(to);
  let count = 0;
  for (const at = new Date(Date.parse(from) + DAY_MS); at.getTime() <= last; at.setTime(at.getTime() + DAY_MS))
    if (isWorkingDay(at, off)) count += 1;
  return count;
}

/** The day itself if it is a working day, otherwise the next one. */
export function nextWorkingDay(day: IsoDate, holidays: ReadonlySet<IsoDate>): IsoDate {
  return isWorkingDay(new Date(day), momentsOf(holidays)) ? day : nextWorkingDay(addDays(day, 1), holidays);
}

/** The Monday of the week of a day. */
export const mondayOf = (day: IsoDate): IsoDate => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The number of days from one day to another: 1 to the next day, negative backwards. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The same day of another month, or that month's last day if it has no such day. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year, month, day] = parts(date);
  const total = year * 12 + (month - 1) + months;
  return write(Math.floor(total / 12), (total % 12) + 1, day);
}

export function addYears(date: IsoDate, years: number): IsoDate {
  return addMonths(date, 12 * years);
}

/** The whole months from one day to another. */
export function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [fromYear, fromMonth] = parts(from);
  const [toYear, toMonth] = parts(to);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth;
  return addMonths(from, months) > to ? months - 1 : months;
}

/** `2026-03-04T09:05:06Z`: the wire form of every timestamp (ours: to the second). */
export function toTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Of every language, in the order of the year. */
export const monthNames: Readonly<Record<SpokenLanguage, readonly string[]>> = {
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
  cy: [
    ...['Ionawr', 'Chwefror', 'Mawrth', 'Ebrill', 'Mai', 'Mehefin'],
    ...['Gorffennaf', 'Awst', 'Medi', 'Hydref', 'Tachwedd', 'Rhagfyr'],
  ],
};

const monthName = (month: number) => monthNames[spokenLanguage()][month - 1];

/** `4 March 2026`, in the language that is spoken. */
export function formatLongDate(date: IsoDate): string {
  const [year, month, day] = parts(date);
  return `${day} ${monthName(month)} ${year}`;
}

/** `4 Mar 2026`, for the narrow columns of a print, in English. */
export function formatShortDate(date: IsoDate): string {
  const [year, month, day] = parts(date);
  return `${day} ${monthNames.en[month - 1]!.slice(0, 3)} ${year}`;
}

/** `March 2026`. */
export function formatMonth(date: IsoDate): string {
  const [year, month] = parts(date);
  return `${monthName(month)} ${year}`;
}

/** A day, `yyyy-mm-dd`, a month of which no day is known, `yyyy-mm`, or a year of which no month is known, `yyyy`. */
export type DayOrMonth = string;

export const isMonth = (date: DayOrMonth): boolean => date.length === 7;

export const isYear = (date: DayOrMonth): boolean => date.length === 4;

/** Whether a text names a calendar month, `yyyy-mm`, of the years 2000 to 2099. */
export const isMonthText = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** `4 March 2026`; a month without a day as `March 2026`, a year as `2026`. */
export function formatDate(date: DayOrMonth): string {
  if (isYear(date)) return date;
  return isMonth(date) ? formatMonth(`${date}-01`) : formatLongDate(date);
}

/** `4 March 2026`, `4 March 2026 to 31 May 2026`, `March 2026 to May 2026`. */
export const formatPeriod = ({ from, to }: { readonly from: DayOrMonth; readonly to: DayOrMonth }): string =>
  from === to ? formatDate(from) : between(formatDate(from), formatDate(to));

/** Welsh has a dash: a word would change the first letter of a month after it. */
export const between = (first: string, last: string): string =>
  spokenLanguage() === 'cy' ? `${first} – ${last}` : `${first} to ${last}`;

/** Its first and its last day: the same day twice, unless it is a month or a year. */
export function daysOf(date: DayOrMonth): readonly [first: IsoDate, last: IsoDate] {
  if (isYear(date)) return [`${date}-01-01`, `${date}-12-31`];
  return isMonth(date) ? [`${date}-01`, addDays(addMonths(`${date}-01`, 1), -1)] : [date, date];
}

function parts(date: IsoDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}

function write(year: number, month: number, day: number): IsoDate {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(Math.min(day, daysInMonth(year, month)), 2)}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
