// Dates as the UK Sanctions List writes them: dd/mm/yyyy with parts that are unknown.
import { type BirthDate, birthDateOf } from '../birth-date-rules.ts';

/** Unknown parts are letters or zeros: `dd/mm/1960`, `00/04/1960`. */
export function readUkBirthDate(text: string): BirthDate | undefined {
  const [, day, month, year] = /^([^/]*)\/([^/]*)\/(\d{4})$/.exec(text.trim()) ?? [undefined, '', '', text.trim()];
  const known = (part: string | undefined) => (/^\d{1,2}$/.test(part ?? '') ? Number(part) : 0);
  return birthDateOf(/^\d{4}$/.test(year ?? '') ? Number(year) : Number.NaN, known(month), known(day));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `24-Jun-2026` or `24/06/2026` → `2026-06-24`; undefined for anything else. */
export function readUkReportDate(text: string): string | undefined {
  const [, day, named, numbered, year] = /(\d{1,2})[-/ ](?:([A-Za-z]{3})[a-z]*|(\d{1,2}))[-/ ](\d{4})/.exec(text) ?? [];
  const month = named === undefined ? Number(numbered) : months.indexOf(named.toLowerCase()) + 1;
  const date = birthDateOf(Number(year), month, Number(day));
  return date?.length === 10 ? date : undefined;
}
