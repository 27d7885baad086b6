// Finds report types by family, country and words: those that are called so first, and of these the United Kingdom's; pure.
import { codeOf } from './catalogue-rules.ts';
import type { ReportType } from './report-type.ts';
import { type Standard, standardIds, standards } from './standards.ts';

export interface TypeFilter {
  /** The name that all variants share. */
  readonly family?: string | undefined;
  /** Three letters; GBR also covers types without a country. */
  readonly country?: string | undefined;
  /** Beginnings of words of the name, label, search words or description. */
  readonly q?: string | undefined;
}

const countryOf = ({ country }: ReportType): string => country ?? 'GBR';

const wordsIn = (...texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

const hasAll = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.every((one) => words.some((word) => word.startsWith(one)));

/** The names of the standards that ask for a type, by its code. */
const standardsAsking = new Map<string, string[]>();
for (const { label, clauses } of standardIds.map((id): Standard => standards[id]))
  for (const { report } of clauses) standardsAsking.set(report, [...(standardsAsking.get(report) ?? []), label]);

/** What people of the trade call a type: its code, its other names, and the standards that ask for it, such as BS 7858. */
export const calledWords = (type: ReportType): string[] => [
  codeOf(type),
  ...type.searchWords,
  ...(standardsAsking.get(codeOf(type)) ?? []),
];

/** 0 if its name has the words, 1 if people of the trade call it so, 2 if its description says so; else undefined. */
function rankOf(type: ReportType, asked: readonly string[]): number | undefined {
  const named = wordsIn(codeOf(type), type.label);
  const called = [...named, ...wordsIn(...calledWords(type))];
  const ranked = [named, called, [...called, ...wordsIn(type.description)]];
  const rank = ranked.findIndex((words) => hasAll(asked, words));
  return rank === -1 ? undefined : rank;
}

/** The types that match, in their order; those found by words by relevance. */
export function filterTypes(types: readonly ReportType[], { family, country, q }: TypeFilter): ReportType[] {
  const matching = types.filter(
    (type) =>
      (family === undefined || type.name === family.toLowerCase()) &&
      (country === undefined || countryOf(type) === country.toUpperCase()),
  );
  const asked = wordsIn(q ?? '');
  if (asked.length === 0) return matching;
  const isForeign = (type: ReportType) => (countryOf(type) === 'GBR' ? 0 : 1);
  return matching
    .flatMap((type) => {
      const rank = rankOf(type, asked);
      return rank === undefined ? [] : [{ type, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank || isForeign(one.type) - isForeign(other.type))
    .map(({ type }) => type);
}

/** The standards whose name has the words, each at least by its beginning: no report type is called so. */
export function standardsCalled(q: string | undefined): Standard[] {
  const asked = wordsIn(q ?? '');
  if (asked.join('').length < 2) return [];
  return standardIds.map((id) => standards[id]).filter(({ label }) => hasAll(asked, wordsIn(label)));
}
