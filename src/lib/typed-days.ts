// Days as people write them, in British order; pure.
import { type IsoDate, parseDate } from './dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthOf(text: string): string {
  const number = months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  return number === 0 ? text : String(number);
}

/** A day as people write it, in British order; a text that is none is the year, so that it is refused as no date. */
export function dayParts(text: string): readonly [day: string, month: string, year: string] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/.exec(text);
  if (iso !== null) return [iso[3]!, iso[2]!, iso[1]!];
  const british = /^(\d{1,2})(?:st|nd|rd|th)?[\s./-]+(\d{1,2}|[A-Za-z]{3,9})[\s.,/-]+(\d{4})$/.exec(text);
  if (british !== null) return [british[1]!, monthOf(british[2]!), british[3]!];
  return ['', '', text];
}

const written = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[\s./-]+(?:\d{1,2}|[A-Za-z]{3,9})[\s.,/-]+\d{4}/;

/** The first day in the text, and the text without it; undefined if there is none. */
export function dayIn(text: string): { readonly day: IsoDate; readonly rest: string } | undefined {
  const [found = ''] = written.exec(text) ?? [];
  const [day, month, year] = dayParts(found);
  const iso = parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return iso === undefined ? undefined : { day: iso, rest: text.replace(found, ' ') };
}
