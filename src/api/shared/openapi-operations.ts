// An operation of an interface as its OpenAPI document has it.

import { http } from '../../lib/node-http.ts';
import { type Components, exampleOf, type JsonObject } from './openapi-components.ts';
import type { DescribedInterface } from './openapi-described.ts';
import { errorResponses, headerReferences } from './openapi-errors.ts';
import { bodyExample, codeSamples } from './openapi-samples.ts';
import type { PathIdForm } from './path-ids.ts';
import type { ApiRoute } from './route.ts';
import { exampleId, numberPattern } from './schemas.ts';

export const sharedParameters: JsonObject = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your choice, new for each new request: sent again, the first answer is replayed for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'c1f4b2d6-7c1e-4a51-9b0e-2f6a3d1c2b10',
  },
};

export const sharedHeaders: JsonObject = {
  'X-Request-Id': {
    description: 'Identifier of the request; quote it to support.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleId,
  },
  'Idempotent-Replayed': {
    description: '`true` where the answer to an earlier request with this Idempotency-Key is repeated.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Retry-After': {
    description: 'Seconds until the next request may succeed.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  Allow: { description: 'Methods of the resource.', schema: { type: 'string' }, example: 'GET, POST' },
};

const schemaOfId: Readonly<Record<PathIdForm, { readonly schema: JsonObject; readonly example: unknown }>> = {
  uuid: { schema: { type: 'string', format: 'uuid' }, example: exampleId },
  integer: { schema: { type: 'integer', minimum: 1 }, example: 1 },
  number: { schema: { type: ['integer', 'string'], minimum: 1, pattern: numberPattern }, example: 1 },
  word: { schema: { type: 'string' }, example: 'titles' },
};

function pathParameters<Route extends ApiRoute>({ formOfId }: DescribedInterface<Route>, route: Route): JsonObject[] {
  return [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${name.replace(/_(?:id|number)$/, '').replaceAll('_', ' ')}.`,
    ...schemaOfId[formOfId(route, name)],
  }));
}

function queryParameters(route: ApiRoute): JsonObject[] {
  const { properties = {}, required = [] } = (route.query ?? {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, examples: _, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema: JSON.parse(JSON.stringify(schema)) as JsonObject,
    example: exampleOf(properties[name]!),
  }));
}

const isRepeatable = (route: ApiRoute) => route.method === 'POST' && !route.takesStream;

function requestBody(route: ApiRoute, takesForms: boolean, components: Components): JsonObject | undefined {
  if (route.takesStream) {
    const schema = { type: 'string', format: 'binary', description: 'The bytes of the file.' };
    return { required: true, content: { 'application/octet-stream': { schema, example: 'the bytes of the file' } } };
  }
  if (route.body === undefined) return undefined;
  const schema = components.refer(route.body);
  const content = { schema, example: bodyExample(route) };
  return {
    required: (route.body as { required?: readonly string[] }).required !== undefined,
    content: {
      'application/json': content,
      ...(takesForms ? { 'application/x-www-form-urlencoded': content } : {}),
    },
  };
}

interface Success {
  readonly description: string;
  readonly headers: readonly string[];
  readonly hasBody: boolean;
}

function success(route: ApiRoute, { description, headers, hasBody }: Success, components: Components): JsonObject {
  const { answer } = route;
  const named = ['X-Request-Id', ...headers, ...(isRepeatable(route) ? ['Idempotent-Replayed'] : [])];
  return {
    description,
    headers: headerReferences(named),
    ...(answer === undefined || !hasBody
      ? {}
      : {
          content: {
            'application/json': { schema: components.refer(answer), example: exampleOf(answer as JsonObject) },
          },
        }),
  };
}

export function operationOf<Route extends ApiRoute>(
  described: DescribedInterface<Route>,
  route: Route,
  components: Components,
): JsonObject {
  const more = described.more(route);
  const headers = more.headers ?? [];
  const named = [...(more.parameters ?? []), ...(isRepeatable(route) ? ['Idempotency-Key'] : [])];
  const body = requestBody(route, described.takesForms, components);
  const { orElse } = route;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(more.servers === undefined ? {} : { servers: more.servers }),
    parameters: [
      ...pathParameters(described, route),
      ...queryParameters(route),
      ...named.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(orElse === undefined
        ? {}
        : {
            [orElse.status]: success(
              route,
              { description: orElse.when, headers, hasBody: orElse.status === 200 },
              components,
            ),
          }),
      [route.status]: success(
        route,
        { description: http.STATUS_CODES[route.status] ?? '', headers, hasBody: true },
        components,
      ),
      ...errorResponses(described.errors, route, more.refusals ?? [], components),
    },
    'x-codeSamples': codeSamples(route, described),
  };
}
