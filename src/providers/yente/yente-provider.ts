// Asks yente, the matching service of OpenSanctions that an operator runs or subscribes to.

import { type Static, Type } from 'typebox';
import type { Provider } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import type { Outcome } from '../../features/reports/report-rules.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { fullName } from '../../lib/person-names.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readAnswer } from '../shared/json-reply.ts';
import { listOutcome, listRecord, searchedNotes } from '../shared/list-outcome-rules.ts';
import { nameFacts } from '../shared/name-facts.ts';
import { type AskedPerson, personIn } from '../shared/person-facts.ts';

export const yente = {
  name: 'yente',
  label: 'yente (OpenSanctions)',
  capabilities: {
    calls: 'with_key',
    results: ['clear', 'unidentified'],
    types: ['sanctions'],
    facts: [...nameFacts, ...(['dob', 'nationality', 'second_nationality', 'third_nationality'] as const)],
  },
  limits: { timeoutMs: 15_000, answersWithinHours: 1, costPence: 0 },
} as const;

export interface YenteOptions {
  /** Without a trailing slash. */
  readonly url: string;
  /** For the hosted service; an operator's own needs none. */
  readonly key?: string | undefined;
}

/** By default yente answers the best five only. */
const mostHits = 20;

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

function queryFor({ names, dob, nationalities }: AskedPerson) {
  const nationality = nationalities.flatMap((one) => countryByAlpha3(one)?.alpha2.toLowerCase() ?? []);
  return {
    schema: 'Person',
    properties: {
      name: names.map(([first, last]) => fullName(first, last)),
      birthDate: [dob],
      ...(nationality.length === 0 ? {} : { nationality }),
    },
  };
}

const hasTopic = ({ properties }: Static<typeof Match>, isTopic: (topic: string) => boolean) =>
  properties.topics?.some(isTopic) ?? false;
const isPep = (match: Static<typeof Match>) => hasTopic(match, (topic) => topic.startsWith('role.'));
const isSanctioned = (match: Static<typeof Match>) =>
  hasTopic(match, (topic) => topic.startsWith('sanction') || topic === 'debarment');

/** yente itself decides which records match, by the algorithm that its operator has set. */
export function yenteOutcome({ responses: { person } }: Static<typeof Matched>, today: string): Outcome {
  const matches = person.results.filter(({ match }) => match);
  const records = matches.map(({ id, caption, score, datasets, properties }) =>
    listRecord({ id, name: caption, score, lists: datasets ?? [], datesOfBirth: properties.birthDate ?? [] }),
  );
  return listOutcome({
    found: {
      // A record of another kind, such as a wanted person, is shown with the sanctions.
      sanction: matches.some((match) => isSanctioned(match) || !isPep(match)),
      politically_exposed_person: matches.some(isPep),
    },
    properties: { records },
    notes: searchedNotes('yente', records.length, today),
  });
}

export function yenteProvider({ url, key }: YenteOptions): Provider {
  return {
    ...yente,
    async request({ ctx, send }, { facts }) {
      const person = personIn(facts);
      if (person === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      const reply = await send({
        method: 'POST',
        url: `${url}/match/default?limit=${mostHits}`,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `ApiKey ${key}` }),
        },
        body: JSON.stringify({ queries: { person: queryFor(person) } }),
      });
      const answer = readAnswer(reply, Matched);
      if (answer.responses.person.status !== 200) throw new ProviderFault('busy');
      return { kind: 'result', outcome: yenteOutcome(answer, ukDateOf(ctx.now())) };
    },
  };
}
