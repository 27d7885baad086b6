// Searches a person in the lists in force, and explains each hit; a person decides what it means.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../context.ts';
import { type BirthDate, type BirthDateVerdict, birthDateVerdict } from './birth-date-rules.ts';
import { queriesFor } from './blocking-key-rules.ts';
import { type ListName, listNames } from './list-title-rules.ts';
import type { NameKind } from './listed-person.ts';
import { comparedName, hitScore, type MatchedToken, matchNames } from './name-matching-rules.ts';
import { soundOf, tokensOf } from './name-token-rules.ts';
import { type FoundName, findListsInForce, findNames, type ImportRow } from './sanctions-store.ts';

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

/** Caches sounds, because the found names share most of their words. */
function rememberedSounds(): typeof soundOf {
  const sounds = new Map<string, string>();
  return (token) => {
    const known = sounds.get(token) ?? soundOf(token);
    sounds.set(token, known);
    return known;
  };
}

function hitsAmong(found: readonly FoundName[], searchedName: string, born: BirthDate | undefined): Hit[] {
  const sound = rememberedSounds();
  const searched = comparedName(tokensOf(searchedName), sound);
  return found.flatMap((listed): Hit[] => {
    const verdict = birthDateVerdict(born, listed.birth_dates);
    if (verdict === 'different') return [];
    const { score, tokens } = matchNames(searched, comparedName(listed.tokens.split(' '), sound));
    if (score < hitScore) return [];
    const { list, entry, regime, name, kind, birth_dates: birthDates } = listed;
    const what = { list, entry, regime, searchedName, listedName: name, nameKind: kind };
    return [{ ...what, score, tokens, birthDates, birthDateVerdict: verdict }];
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
    hits.push(...hitsAmong(found, name, person.born));
  }
  // If a list was replaced meanwhile, neither version may have been searched completely.
  const areSame = isDeepStrictEqual(lists, await inForce());
  return areSame ? { lists, hits: bestOfEach(hits), cut } : searchSanctions(ctx, person, only);
}
