// Describes an operation for @fastify/swagger: the schemas of its route, and what all operations share.
import { http } from '../../lib/node-http.ts';
import type { DescribedInterface } from './openapi.ts';
import { bodyExample, codeSamples } from './openapi-samples.ts';
import type { PathIdForm } from './path-ids.ts';
import { type ApiRoute, statusOf } from './route.ts';
import { exampleId, id, integer, numberOf, oneOf, optional, type TSchema, Type, text } from './schemas.ts';

export type Shapes = Readonly<Record<string, TSchema>>;

const repeatable: Shapes = {
  'Idempotency-Key': optional(
    text(
      {
        description:
          'A text of your choice, new for each request; repeating the request replays its first answer for 24 hours.',
        examples: ['c1f4b2d6-7c1e-4a51-9b0e-2f6a3d1c2b10'],
      },
      { minLength: 1, maxLength: 255 },
    ),
  ),
};

export const requestIdHeader: Shapes = {
  'X-Request-Id': Type.String({
    description: 'Identifier of the request; quote it to support.',
    format: 'uuid',
    examples: [exampleId],
  }),
};

const replayedHeader: Shapes = {
  'Idempotent-Replayed': oneOf(['true'], {
    description: '`true` if the answer to an earlier request with this Idempotency-Key is replayed.',
    examples: ['true'],
  }),
};

const idShapes: Readonly<Record<PathIdForm, (description: string) => TSchema>> = {
  uuid: id,
  integer: (description) => integer({ description, examples: [1] }, { minimum: 1 }),
  number: (description) => numberOf({ description, examples: [1] }, { minimum: 1 }),
  word: (description) => text({ description, examples: ['titles'] }),
};

const pathShapes = <Route extends ApiRoute>({ formOfId }: DescribedInterface<Route>, route: Route): Shapes =>
  Object.fromEntries(
    [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const description = `Identifier of the ${name.replace(/_(?:id|number)$/, '').replaceAll('_', ' ')}.`;
      return [name, idShapes[formOfId(route, name)](description)];
    }),
  );

const isRepeatable = (route: ApiRoute) => route.method === 'POST' && !route.takesStream;
const file = Type.String({
  format: 'binary',
  description: 'The bytes of the file.',
  examples: ['the bytes of the file'],
});

function bodyOf(route: ApiRoute, takesForms: boolean): object {
  if (route.takesStream) return { body: file, consumes: ['application/octet-stream'] };
  if (route.body === undefined) return {};
  const forms = takesForms ? ['application/x-www-form-urlencoded'] : [];
  return { body: { ...route.body, examples: [bodyExample(route)] }, consumes: ['application/json', ...forms] };
}

/** @param answer undefined if the response has no body */
const success = (answer: TSchema | undefined, description: string, headers: Shapes) => ({
  ...(answer ?? { type: 'null' }),
  'x-response-description': description,
  headers,
});

export function operationSchema<Route extends ApiRoute>(described: DescribedInterface<Route>, route: Route): object {
  const { query, headers, answerHeaders, servers } = described.more(route);
  const { answer, orElse } = route;
  const status = statusOf(route);
  const allHeaders = { ...requestIdHeader, ...answerHeaders, ...(isRepeatable(route) ? replayedHeader : {}) };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    servers,
    params: Type.Object(pathShapes(described, route)),
    querystring: Type.Object({ ...(route.query as { properties?: Shapes } | undefined)?.properties, ...query }),
    headers: Type.Object({ ...headers, ...(isRepeatable(route) ? repeatable : {}) }),
    ...bodyOf(route, described.takesForms),
    response: {
      [status]: success(answer, http.STATUS_CODES[status] ?? '', allHeaders),
      ...(orElse && { [orElse.status]: success(orElse.status === 200 ? answer : undefined, orElse.when, allHeaders) }),
    },
    'x-codeSamples': codeSamples(route, described),
  };
}
