// Searches a person in the lists in force, and explains each hit; a person decides what it means.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type BirthDate, type BirthDateVerdict, birthDateVerdict } from './birth-date-rules.ts';
import { queriesFor } from './blocking-key-rules.ts';
import { type ListName, listNames } from './list-title-rules.ts';
import type { NameKind } from './listed-person.ts';
import { hitScore, type MatchedToken, nameMatcher } from './name-matching-rules.ts';
import { tokensOf } from './name-token-rules.ts';
import { type FoundName, findListsInForce, findNames, type ImportRow, readNames } from './sanctions-store.ts';

export interface SearchedPerson {
  /** The current name and all earlier ones. */
  readonly names: readonly string[];
  /** Complete or partial; undefined if unknown. */
  readonly born: BirthDate | undefined;
}

export interface Hit {
  readonly list: ListName;
  /** The list's own reference of the person. */
  readonly entry: string;
  readonly regime: string;
  readonly searchedName: string;
  readonly listedName: string;
  readonly nameKind: NameKind;
  /** From 0 to 1. */
  readonly score: number;
  readonly tokens: readonly MatchedToken[];
  readonly birthDates: readonly BirthDate[];
  readonly birthDateVerdict: BirthDateVerdict;
}

export interface SearchResult {
  readonly lists: readonly ImportRow[];
  /** The best name of each entry, the highest score first. */
  readonly hits: readonly Hit[];
  /** More names matched the index than are compared: hits may be missing. */
  readonly cut: boolean;
}

/** The maximum number of compared names in a list: a more frequent name needs a person. */
const comparedAtMost = 5000;

/** The names that match, without those that a date of birth rules out. */
async function hitsAmong(
  db: Db,
  found: readonly FoundName[],
  searchedName: string,
  born: BirthDate | undefined,
): Promise<Hit[]> {
  const match = nameMatcher(tokensOf(searchedName));
  const keyOf = ({ import_id, number }: Pick<FoundName, 'import_id' | 'number'>) => `${import_id} ${number}`;
  const matches = new Map(found.map((one) => [keyOf(one), match(one.tokens.split(' '))]));
  const similar = found.filter((one) => matches.get(keyOf(one))!.score >= hitScore);
  if (similar.length === 0) return [];
  return (await readNames(db, similar)).flatMap((listed): Hit[] => {
    const verdict = birthDateVerdict(born, listed.birth_dates);
    if (verdict === 'different') return [];
    const { list, entry, regime, name, kind, birth_dates: birthDates } = listed;
    const what = { list, entry, regime, searchedName, listedName: name, nameKind: kind };
    return [{ ...what, ...matches.get(keyOf(listed))!, birthDates, birthDateVerdict: verdict }];
  });
}

function bestOfEach(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) {
    const key = `${hit.list} ${hit.entry}`;
    if (hit.score > (best.get(key)?.score ?? 0)) best.set(key, hit);
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.entry.localeCompare(b.entry));
}

/** @param only these lists; by default all in force */
export async function searchSanctions(
  ctx: Pick<Ctx, 'db'>,
  person: SearchedPerson,
  only: readonly ListName[] = listNames,
): Promise<SearchResult> {
  const inForce = async () => (await findListsInForce(ctx.db)).filter(({ list }) => only.includes(list));
  const lists = await inForce();
  const hits: Hit[] = [];
  let cut = false;
  for (const name of new Set(person.names)) {
    const queries = queriesFor(tokensOf(name), person.born);
    if (queries.length === 0) continue;
    const found = await findNames(ctx.db, only, queries, comparedAtMost);
    cut ||= found.length === comparedAtMost;
    hits.push(...(await hitsAmong(ctx.db, found, name, person.born)));
  }
  // If a list was replaced meanwhile, neither version may have been searched completely.
  const areSame = isDeepStrictEqual(lists, await inForce());
  return areSame ? { lists, hits: bestOfEach(hits), cut } : searchSanctions(ctx, person, only);
}
