// The answers of a provider with the signed protocol, and their meanings; pure. docs/openapi-provider.json is printed
// from it.
import { type Static, Type } from 'typebox';
import type { ProviderAnswer } from '../../features/provider-requests/provider.ts';
import { isStepLink } from '../../features/queries/query-rules.ts';
import { reportResults } from '../../features/report-types/breakdown.ts';
import { subResults, trafficLights } from '../../features/reports/report-rules.ts';

const oneOf = <const T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
const orNull = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null] });

const Entry = Type.Object({
  result: Type.String({ maxLength: 200 }),
  properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const SignedOutcome = Type.Object(
  {
    result: oneOf(reportResults),
    sub_result: Type.Optional(orNull(subResults)),
    traffic_light: Type.Optional(orNull(trafficLights)),
    breakdown: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Entry)),
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    notes: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  { description: 'What was found, in the shape of a report of interface v2.' },
);

export const signedStatuses = ['accepted', 'awaits_candidate', 'complete', 'needs_person'] as const;

export const SignedAnswer = Type.Object({
  status: Type.Unsafe<(typeof signedStatuses)[number]>({
    type: 'string',
    enum: [...signedStatuses],
    description:
      'accepted: the answer follows. awaits_candidate: it follows once the candidate has been at candidate_url. complete: it is in outcome. needs_person: only a person can answer.',
  }),
  reference: Type.Optional(Type.String({ maxLength: 200, description: 'Your own name of the request.' })),
  outcome: Type.Optional(SignedOutcome),
  detail: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'For the person with needs_person, for the candidate with awaits_candidate.',
    }),
  ),
  candidate_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'https: the page for this candidate, with awaits_candidate.' }),
  ),
  candidate_url_ends_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the page opens no more; then it is fetched anew.' }),
  ),
});

export const SignedCallback = Type.Object({
  report_id: Type.String({ format: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  ...SignedAnswer.properties,
});

function stepOf({ candidate_url: url, candidate_url_ends_at: ends, detail }: Static<typeof SignedAnswer>) {
  const endsAt = ends === undefined ? null : new Date(ends);
  if (url === undefined || !isStepLink(url) || Number.isNaN(endsAt?.getTime() ?? 0)) return undefined;
  return { url, endsAt, ...(detail === undefined || detail.trim() === '' ? {} : { text: detail }) };
}

/** Undefined if the status contradicts the other properties. */
export function meaningOf(said: Static<typeof SignedAnswer>): ProviderAnswer | undefined {
  const reference = said.reference === undefined ? {} : { reference: said.reference };
  if (said.status === 'awaits_candidate') {
    const step = stepOf(said);
    return step && { kind: 'awaits_candidate', ...reference, ...step };
  }
  if (said.status === 'accepted') return { kind: 'accepted', ...reference };
  if (said.status === 'needs_person') {
    const detail = said.detail === undefined ? {} : { detail: said.detail };
    return { kind: 'needs_person', reason: 'provider_says_so', ...detail };
  }
  const { outcome } = said;
  if (outcome === undefined) return undefined;
  const light = outcome.traffic_light ?? null;
  return {
    kind: 'result',
    ...reference,
    outcome: {
      result: outcome.result,
      subResult: outcome.sub_result ?? null,
      ...(light === null ? {} : { trafficLight: light }),
      findings: {
        breakdown: outcome.breakdown ?? {},
        properties: outcome.properties ?? {},
        notes: outcome.notes ?? '',
      },
    },
  };
}
