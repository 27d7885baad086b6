// The meaning of a search for a report: no hit proposes a clear result, a hit is unidentified; pure.
import { placeholderDob } from '../../features/facts/facts.ts';
import { firstNameThen } from '../../features/facts/previous-name-rules.ts';
import type { AskedFacts } from '../../features/provider-requests/provider.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { listOutcome } from '../shared/list-outcome-rules.ts';
import { type BirthDate, readBirthDate } from './birth-date-rules.ts';
import { type ListName, listTitles } from './list-title-rules.ts';
import { matchingAlgorithm } from './name-matching-rules.ts';
import type { ImportRow } from './sanctions-store.ts';
import type { Hit, SearchedPerson, SearchResult } from './search-actions.ts';

/** The lists that must be in force, by variant of the report type; '' is the type without a variant. */
const listsOfVariant: Readonly<Record<string, readonly ListName[]>> = {
  '': ['uk'],
  uk: ['uk'],
  un: ['un'],
  eu: ['eu'],
  ofac_sdn: ['ofac'],
};

/** Undefined if there is no such list. */
export const listsNeededFor = (variant: string | null): readonly ListName[] | undefined =>
  listsOfVariant[variant ?? ''];

interface NamedFacts {
  readonly first_name?: string | null;
  readonly middle_name?: string | null;
  readonly last_name?: string | null;
  readonly has_one_name?: boolean | null;
}

const nameOf = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' ');

/** The current name and all earlier ones; missing parts of an earlier name are taken from the current one. */
export function searchedPerson(facts: AskedFacts): SearchedPerson {
  const now = facts as NamedFacts;
  const { previous_last_name: last, previous_names: earlier, dob } = facts;
  const previous: NamedFacts[] = [
    ...((earlier as readonly NamedFacts[] | undefined) ?? []),
    ...(typeof last === 'string' ? [{ last_name: last }] : []),
  ];
  const names = [now, ...previous].map((one) =>
    nameOf(
      firstNameThen(one, now.first_name ?? ''),
      one.has_one_name === true ? '' : one.middle_name || now.middle_name,
      one.last_name || now.last_name,
    ),
  );
  const born: BirthDate | undefined =
    typeof dob === 'string' && dob !== placeholderDob ? readBirthDate(dob) : undefined;
  return { names: [...new Set(names)].filter((name) => name !== ''), born };
}

/** The names that only the authorities may know: the client reads the record of a hit. */
export function untoldNames(facts: AskedFacts): ReadonlySet<string> {
  const earlier = (facts.previous_names ?? []) as readonly (NamedFacts & { readonly for_authorities_only?: unknown })[];
  const [untold, told] = [true, false].map((is) => earlier.filter((one) => (one.for_authorities_only === true) === is));
  const isUntold = untold!.some(({ last_name: last }) => last === facts.previous_last_name);
  const shown = searchedPerson({ ...facts, previous_names: told, ...(isUntold && { previous_last_name: null }) });
  return new Set(searchedPerson(facts).names.filter((name) => !shown.names.includes(name)));
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

const listOf = ({ list, version, imported_at }: ImportRow) => ({
  name: listTitles[list],
  version,
  fetched_at: timeOf(imported_at),
});

/** One record for each hit, in the shape of a watchlist report, with what explains it; a screener decides on each. */
const recordOf = (hit: Hit, lists: readonly ImportRow[], untold: ReadonlySet<string>) => ({
  full_name: hit.listedName,
  date_of_birth: hit.birthDates,
  list: lists.filter(({ list }) => list === hit.list).map(listOf)[0],
  entry: hit.entry,
  regime: hit.regime,
  name_kind: hit.nameKind,
  searched_name: untold.has(hit.searchedName) ? null : hit.searchedName,
  score: hit.score,
  algorithm: matchingAlgorithm,
  matched_words: hit.tokens,
  date_of_birth_verdict: hit.birthDateVerdict,
  decision: null,
  reason: null,
});

const clearNotes = (lists: readonly ImportRow[]) =>
  `No match in: ${lists.map(({ list, version }) => `${listTitles[list]} (version ${version})`).join('; ')}.`;

/** A search that was cut short may have missed a hit, and counts as one. */
export function outcomeOf({ lists, hits, cut }: SearchResult, untold: ReadonlySet<string> = new Set()): Outcome {
  const isHit = hits.length > 0 || cut;
  return listOutcome({
    found: { sanction: isHit },
    properties: {
      algorithm: matchingAlgorithm,
      lists: lists.map(listOf),
      records: hits.map((hit) => recordOf(hit, lists, untold)),
      ...(cut ? { cut: true } : {}),
    },
    notes: isHit ? '' : clearNotes(lists),
  });
}
