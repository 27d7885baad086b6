// What a screener records of a period that something other than a reference confirms, and what is wrong with it as typed; pure.
import {
  addDays,
  type DayOrMonth,
  daysOf,
  formatDate,
  formatPeriod,
  type IsoDate,
  parseDate,
} from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isTypedSource, type TypedSource } from './verification-sources.ts';

/** What the candidate stated of the entry: it tells entries apart whose numbers change when the candidate adds others. */
export interface AboutEntry {
  readonly employer: string;
  readonly from: DayOrMonth | null;
  readonly status: string;
}

export type FilePages = Readonly<Record<string, string>>;

/** Personal data, encrypted with the applicant's key. */
export interface SealedVerification {
  /** The entry of the history that it confirms; null for time of which the candidate stated nothing. */
  readonly about: AboutEntry | null;
  /** Its key when it was recorded, `activities-0`. */
  readonly entryKey: string | null;
  readonly source: TypedSource;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Who confirmed it, where that is a person or an organisation; empty otherwise. */
  readonly by: string;
  /** The day on which it was verified. */
  readonly on: IsoDate;
  /** Of the order's files. */
  readonly fileTokens: readonly string[];
  /** Which pages of them are meant, `2–3, 5`, by the token of the file; the whole of a file that is not named. */
  readonly pages?: FilePages;
  /** For the desk alone. */
  readonly note: string;
}

/** As typed; empty for nothing. */
export interface TypedVerification {
  readonly source: string;
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly on: string;
  readonly fileTokens: readonly string[];
  readonly pages?: FilePages;
  readonly note: string;
  /** Days outside what the candidate stated are meant. */
  readonly isMeant?: boolean;
}

/** What it is compared with. */
export interface Verifiable {
  readonly entry: AboutEntry | null;
  readonly entryKey: string | null;
  /** The part of the stated period that the order asks about. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** As the candidate stated the whole job; null for a gap, and `to` is null for what goes on. */
  readonly stated: { readonly from: DayOrMonth; readonly to: DayOrMonth | null } | null;
  /** By how many days a date may differ and still count as the same. */
  readonly toleranceDays: number;
  readonly today: IsoDate;
  /** The files that can be its evidence. */
  readonly fileTokens: readonly string[];
}

const LONGEST_NAME = 250;
const LONGEST_TEXT = 2000;

/** Longer than the candidate says they were there: somebody mistyped, or speaks of another job. */
const isOutside = ({ from, to }: Pick<TypedVerification, 'from' | 'to'>, { stated, toleranceDays }: Verifiable) =>
  stated !== null &&
  (from < addDays(daysOf(stated.from)[0], -toleranceDays) ||
    (stated.to !== null && to > addDays(daysOf(stated.to)[1], toleranceDays)));

const isDayUntil = (text: string, today: IsoDate) => parseDate(text) === text && text <= today;

function dateProblems(
  { from, to, on, isMeant = false }: TypedVerification,
  about: Verifiable,
  problems: Problems,
): void {
  const wanted = 'Enter a date that is not in the future';
  for (const [name, value] of [
    ['confirmed_from', from],
    ['confirmed_to', to],
    ['verified_on', on],
  ] as const)
    if (!isDayUntil(value, about.today)) problems.add(name, wanted);
  if (!isDayUntil(from, about.today) || !isDayUntil(to, about.today)) return;
  if (isDayUntil(on, about.today) && on < to)
    problems.add('verified_on', 'Must not be before the last day that it confirms');
  if (from > to) problems.add('confirmed_to', 'The last day must not be before the first');
  else if (to < about.from || from > about.to)
    problems.add('confirmed_from', `Enter days of the period: ${formatPeriod(about)}`);
  else if (!isMeant && isOutside({ from, to }, about)) {
    const { from: first, to: last } = about.stated!;
    const stated = last === null ? `from ${formatDate(first)}` : formatPeriod({ from: first, to: last });
    problems.add('days_meant', `The candidate stated ${stated}: correct the days, or confirm that they are right`);
  }
}

/** Numbers and ranges, in any spelling of theirs. */
const pagesIn = (text: string): string =>
  text
    .replaceAll('-', '–')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' –', '–')
    .replaceAll('– ', '–')
    .split(/[ ,;]/)
    .filter(Boolean)
    .join(', ');
const arePages = (text: string) =>
  /^\d{1,4}(?:–\d{1,4})?(?:, \d{1,4}(?:–\d{1,4})?){0,19}$/.test(text) &&
  text.split(', ').every((part) => {
    const [first = 0, last = first] = part.split('–').map(Number);
    return first > 0 && last >= first;
  });

/** The pages of the selected files that are named. */
function readPages(pages: FilePages, fileTokens: readonly string[], problems: Problems): FilePages {
  const named = Object.entries(pages).flatMap(([token, typed]) => {
    const text = pagesIn(typed);
    return text === '' ? [] : [[token, text] as const];
  });
  for (const [token, text] of named) {
    if (!fileTokens.includes(token)) problems.add(`pages_${token}`, 'Select the file whose pages you name');
    else if (!arePages(text)) problems.add(`pages_${token}`, 'Enter pages such as 2–3, or 2, 5');
  }
  return Object.fromEntries(named);
}

/** Refuses with `invalid_fields`, by the inputs of the form. */
export function readVerification(typed: TypedVerification, about: Verifiable): SealedVerification {
  const problems = new Problems();
  const { source, from, to, by, on, note } = typed;
  if (!isTypedSource(source)) problems.add('source', 'Select what confirms it');
  dateProblems(typed, about, problems);
  if (by.length > LONGEST_NAME) problems.add('confirmed_by', `Must be ${LONGEST_NAME} characters or fewer`);
  const fileTokens = [...new Set(typed.fileTokens)];
  if (fileTokens.some((token) => !about.fileTokens.includes(token)))
    problems.add('evidence', 'Select files of this order');
  else if (fileTokens.length === 0 && note === '')
    problems.add('evidence', 'Select the evidence, or write in the note where it is or what was said');
  const pages = readPages(typed.pages ?? {}, fileTokens, problems);
  if (note.length > LONGEST_TEXT) problems.add('verification_note', `Must be ${LONGEST_TEXT} characters or fewer`);
  problems.refuse('invalid_fields');
  const { entry, entryKey } = about;
  return { about: entry, entryKey, source: source as TypedSource, from, to, by, on, fileTokens, pages, note };
}

/** Refuses with `invalid_fields` (`reason`). */
export function readReason(reason: string): string {
  const problems = new Problems();
  if (reason === '') problems.add('reason', 'Write why it is taken back');
  if (reason.length > LONGEST_TEXT) problems.add('reason', `Must be ${LONGEST_TEXT} characters or fewer`);
  problems.refuse('invalid_fields');
  return reason;
}
