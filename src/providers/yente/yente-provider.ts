// Asks yente, the matching service of OpenSanctions that an operator runs or subscribes to.
import { type Static, Type } from 'typebox';
import type { Provider } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { readAnswer } from '../shared/json-reply.ts';
import { type AskedPerson, personIn } from '../shared/person-facts.ts';
import { type ListRecord, sanctionsOutcome } from '../shared/sanctions-outcome.ts';

export const yente = {
  name: 'yente',
  label: 'yente (OpenSanctions)',
  capabilities: {
    types: ['sanctions'],
    facts: [
      ...(['first_name', 'last_name', 'previous_names.first_name', 'previous_names.last_name'] as const),
      ...(['dob', 'nationality'] as const),
    ],
  },
  limits: { timeoutMs: 15_000, answersWithinHours: 1, costPence: 0 },
} as const;

export interface YenteOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** For the hosted service; an operator's own needs none. */
  readonly key?: string | undefined;
}

const Match = Type.Object({
  id: Type.String(),
  caption: Type.String(),
  score: Type.Number(),
  match: Type.Boolean(),
  datasets: Type.Optional(Type.Array(Type.String())),
  properties: Type.Object({
    topics: Type.Optional(Type.Array(Type.String())),
    birthDate: Type.Optional(Type.Array(Type.String())),
  }),
});

const Matched = Type.Object({
  responses: Type.Object({
    person: Type.Object({ status: Type.Integer(), results: Type.Array(Match) }),
  }),
});

function queryFor({ names, dob, nationality }: AskedPerson) {
  const country = nationality === null ? undefined : countryByAlpha3(nationality)?.alpha2.toLowerCase();
  return {
    schema: 'Person',
    properties: {
      name: names.map(([first, last]) => `${first} ${last}`),
      birthDate: [dob],
      ...(country === undefined ? {} : { nationality: [country] }),
    },
  };
}

const recordOf = ({ id, caption, score, datasets, properties }: Static<typeof Match>): ListRecord => ({
  id,
  name: caption,
  score,
  lists: datasets ?? [],
  datesOfBirth: properties.birthDate ?? [],
  isPep: properties.topics?.some((topic) => topic.startsWith('role.')) ?? false,
  isSanctioned: properties.topics?.some((topic) => topic.startsWith('sanction') || topic === 'debarment') ?? false,
});

/** yente itself decides which records match, by the algorithm that its operator has set. */
export function yenteOutcome({ responses: { person } }: Static<typeof Matched>, today: string): Outcome {
  return sanctionsOutcome('yente', person.results.filter(({ match }) => match).map(recordOf), today);
}

export function yenteProvider({ url, key }: YenteOptions): Provider {
  return {
    ...yente,
    async request({ ctx, send }, { facts }) {
      const person = personIn(facts);
      if (person === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      const reply = await send({
        method: 'POST',
        url: `${url}/match/default`,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `ApiKey ${key}` }),
        },
        body: JSON.stringify({ queries: { person: queryFor(person) } }),
      });
      const answer = readAnswer(reply, Matched);
      if (answer.responses.person.status !== 200) throw new ProviderFault('busy');
      return { kind: 'result', outcome: yenteOutcome(answer, ctx.now().toISOString().slice(0, 10)) };
    },
  };
}
