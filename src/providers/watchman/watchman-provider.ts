// Watchman by Moov, which an operator runs: sanctions lists of several countries, by its interface v2.

import { type Static, Type } from 'typebox';
import type { Provider } from '../../features/provider-requests/provider.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readAnswer } from '../shared/json-reply.ts';
import { listOutcome, listRecord, searchedNotes } from '../shared/list-outcome-rules.ts';
import { nameFacts } from '../shared/name-facts.ts';
import { personIn } from '../shared/person-facts.ts';

export const watchman = {
  name: 'watchman',
  label: 'Watchman (Moov)',
  capabilities: {
    calls: 'without_key',
    results: ['clear', 'unidentified'],
    types: ['sanctions'],
    facts: [...nameFacts, 'dob'],
    // It knows no public functions, which a report on sanctions is about as well.
    personDecides: true,
  },
  limits: { timeoutMs: 15_000, answersWithinHours: 1, costPence: 0 },
} as const;

export interface WatchmanOptions {
  /** Without a trailing slash. */
  readonly url: string;
}

/** The minimum similarity of a name that is shown to a person, from 0 to 1. */
const leastMatch = 0.9;
const mostHits = 20;

/** Its name of the list that a variant is about; every list counts for the type without a variant. */
const listOfVariant: Readonly<Record<string, string>> = { uk: 'uk_csl', eu: 'eu_csl', ofac_sdn: 'us_ofac' };
/** The list that must be loaded for the type without a variant. */
const neededList = 'uk_csl';

const Hit = Type.Object({
  name: Type.String(),
  sourceList: Type.String(),
  sourceID: Type.String(),
  match: Type.Number(),
  person: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ birthDate: Type.Optional(Type.Union([Type.Null(), Type.String()])) })]),
  ),
});

const Searched = Type.Object({ entities: Type.Union([Type.Null(), Type.Array(Hit)]) });

/** The number of entries of each loaded list, and the hash of its content. */
const Loaded = Type.Object({
  lists: Type.Record(Type.String(), Type.Integer()),
  listHashes: Type.Optional(Type.Union([Type.Null(), Type.Record(Type.String(), Type.String())])),
});

const listsIn = ({ lists, listHashes }: Static<typeof Loaded>) =>
  Object.keys(lists).map((name) => ({ name, version: listHashes?.[name] ?? null }));

/** @param list the only list whose entries count; every list if undefined */
export function watchmanOutcome(
  answers: readonly Static<typeof Searched>[],
  loaded: Static<typeof Loaded>,
  today: string,
  list?: string,
): Outcome {
  const hits = answers
    .flatMap(({ entities }) => entities ?? [])
    .filter(({ match, sourceList }) => match >= leastMatch && (list === undefined || sourceList === list));
  const unique = [...new Map(hits.map((hit) => [`${hit.sourceList} ${hit.sourceID}`, hit])).entries()];
  const records = unique.map(([id, { name, match, sourceList, person }]) =>
    listRecord({
      id,
      name,
      score: match,
      lists: [sourceList],
      datesOfBirth: person?.birthDate ? [person.birthDate.slice(0, 10)] : [],
    }),
  );
  return listOutcome({
    found: { sanction: records.length > 0 },
    properties: { lists: listsIn(loaded), records },
    notes: searchedNotes('Watchman', records.length, today),
  });
}

export function watchmanProvider({ url }: WatchmanOptions): Provider {
  return {
    ...watchman,
    async request({ ctx, send }, { type, facts }) {
      const person = personIn(facts);
      if (person === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      const list = type.variant === null ? undefined : listOfVariant[type.variant];
      if (type.variant !== null && list === undefined) return { kind: 'needs_person', reason: 'not_covered' };
      const loaded = readAnswer(await send({ method: 'GET', url: `${url}/v2/listinfo` }), Loaded);
      const needed = list ?? neededList;
      if (loaded.lists[needed] === undefined) {
        return { kind: 'needs_person', reason: 'not_covered', detail: `Watchman has not loaded the list ${needed}.` };
      }
      const answers: Static<typeof Searched>[] = [];
      for (const [first, last] of person.names) {
        // The protocol has them in the query.
        const query = new URLSearchParams({
          name: `${first} ${last}`,
          type: 'person',
          birthDate: person.dob,
          minMatch: String(leastMatch),
          limit: String(mostHits),
        });
        answers.push(readAnswer(await send({ method: 'GET', url: `${url}/v2/search?${query}` }), Searched));
      }
      return { kind: 'result', outcome: watchmanOutcome(answers, loaded, ukDateOf(ctx.now()), list) };
    },
  };
}
