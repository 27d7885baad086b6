// Dates of birth as lists and people state them, whole or in part, and whether two can be the same.

/** `yyyy`, `yyyy-mm`, `yyyy-mm-dd`, or years from and to: `yyyy/yyyy`. */
export type BirthDate = string;

/** From the most to the least alike; only `different` rules a person out. */
export const birthDateVerdicts = ['same', 'agrees', 'near', 'unknown', 'different'] as const;
export type BirthDateVerdict = (typeof birthDateVerdicts)[number];

/** Lists are often wrong by a year, and swap days and months: a date within a year rules nobody out. */
const yearsNear = 1;
/** A range longer than this is ignored. */
const longestRange = 20;

const two = (part: number) => String(part).padStart(2, '0');
const isYear = (year: number) => Number.isInteger(year) && year >= 1800 && year <= 2200;

/** The known parts of a date; a missing, zero or impossible part is left out with all smaller ones. */
export function birthDateOf(year: number, month = 0, day = 0): BirthDate | undefined {
  if (!isYear(year)) return undefined;
  if (!(month >= 1 && month <= 12)) return String(year);
  return day >= 1 && day <= 31 ? `${year}-${two(month)}-${two(day)}` : `${year}-${two(month)}`;
}

/** A range of years, or one year if both are equal. */
export function birthYears(from: number, to: number): BirthDate | undefined {
  if (!isYear(from) || !isYear(to) || to < from || to - from > longestRange) return undefined;
  return from === to ? String(from) : `${from}/${to}`;
}

/** Reads `yyyy-mm-dd` and its prefixes; ignores anything after them, such as a time of day. */
export function readBirthDate(text: string): BirthDate | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(text.trim()) ?? [];
  return birthDateOf(Number(year), Number(month ?? 0), Number(day ?? 0));
}

/** @returns the first and the last year */
export function yearsOf(date: BirthDate): readonly [from: number, to: number] {
  const [from = '', to = from] = date.split('/');
  return [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
}

/** The years of listed people that do not rule this date out. */
export function yearsNearTo(date: BirthDate): number[] {
  const [from, to] = yearsOf(date);
  return Array.from({ length: to - from + 1 + 2 * yearsNear }, (_, index) => from - yearsNear + index);
}

function verdictOfTwo(one: BirthDate, other: BirthDate): BirthDateVerdict {
  if (one === other && one.length === 10) return 'same';
  const isRange = one.includes('/') || other.includes('/');
  const [[from, to], [otherFrom, otherTo]] = [yearsOf(one), yearsOf(other)];
  if (isRange ? from <= otherTo && otherFrom <= to : one.startsWith(other) || other.startsWith(one)) return 'agrees';
  return from <= otherTo + yearsNear && otherFrom <= to + yearsNear ? 'near' : 'different';
}

/** The best verdict over all dates in a list's entry. @param born undefined if unknown */
export function birthDateVerdict(born: BirthDate | undefined, listed: readonly BirthDate[]): BirthDateVerdict {
  if (born === undefined || listed.length === 0) return 'unknown';
  const verdicts = listed.map((date) => verdictOfTwo(born, date));
  return birthDateVerdicts.find((verdict) => verdicts.includes(verdict)) ?? 'unknown';
}
