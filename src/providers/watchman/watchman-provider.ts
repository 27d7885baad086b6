// Watchman by Moov, which an operator runs: sanctions lists of several countries.
import { type Static, Type } from 'typebox';
import type { Provider } from '../../features/provider-requests/provider.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { readAnswer } from '../shared/json-reply.ts';
import { personIn } from '../shared/person-facts.ts';
import { type ListRecord, sanctionsOutcome } from '../shared/sanctions-outcome.ts';

export const watchman = {
  name: 'watchman',
  label: 'Watchman (Moov)',
  capabilities: {
    types: ['sanctions'],
    facts: ['first_name', 'last_name', 'previous_names.first_name', 'previous_names.last_name', 'dob'],
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

const recordOf = ({ name, sourceList, sourceID, match, person }: Static<typeof Hit>): ListRecord => ({
  id: `${sourceList} ${sourceID}`,
  name,
  score: match,
  lists: [sourceList],
  datesOfBirth: person?.birthDate ? [person.birthDate.slice(0, 10)] : [],
  isSanctioned: true,
  isPep: false,
});

export function watchmanOutcome(answers: readonly Static<typeof Searched>[], today: string): Outcome {
  const hits = answers.flatMap(({ entities }) => entities ?? []).filter(({ match }) => match >= leastMatch);
  const unique = new Map(hits.map((hit) => [`${hit.sourceList} ${hit.sourceID}`, hit]));
  return sanctionsOutcome('Watchman', [...unique.values()].map(recordOf), today);
}

export function watchmanProvider({ url }: WatchmanOptions): Provider {
  return {
    ...watchman,
    async request({ ctx, send }, { facts }) {
      const person = personIn(facts);
      if (person === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
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
      return { kind: 'result', outcome: watchmanOutcome(answers, ctx.now().toISOString().slice(0, 10)) };
    },
  };
}
