// An operation of interface v2 as the OpenAPI document has it.
import { STATUS_CODES } from 'node:http';
import { type Components, exampleOf, type JsonObject } from './openapi-components.ts';
import { errorResponses, headerReferences } from './openapi-errors.ts';
import { bodyExample, bracketForm, curlSample } from './openapi-samples.ts';
import type { V2Route } from './route.ts';
import { exampleId } from './schemas.ts';

export const sharedParameters: JsonObject = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Which page of the list, from 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
    example: 1,
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'Items of a page; more than 500 counts as 500.',
    schema: { type: 'integer', minimum: 1, default: 20 },
    example: 20,
  },
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
  Link: {
    description: 'Pages of the list by rel: next, last, first, prev.',
    schema: { type: 'string' },
    example:
      '<https://localhost:8443/vftapi/v2/applicants?page=2&per_page=20>; rel="next", <https://localhost:8443/vftapi/v2/applicants?page=9&per_page=20>; rel="last"',
  },
  'X-Total-Count': { description: 'Items in the whole list.', schema: { type: 'integer', minimum: 0 }, example: 172 },
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

const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function pathParameters(url: string): JsonObject[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isUuid = name.endsWith('_id');
    return {
      name,
      in: 'path',
      required: true,
      description: `Identifier of the ${name.replace(/_(?:id|number)$/, '').replaceAll('_', ' ')}.`,
      schema: isUuid ? { type: 'string', format: 'uuid' } : { type: 'integer', minimum: 1 },
      example: isUuid ? exampleId : 1,
    };
  });
}

function queryParameters(route: V2Route): JsonObject[] {
  const properties = (route.query as { properties?: Record<string, JsonObject> } | undefined)?.properties ?? {};
  return Object.entries(properties).map(([name, { description, examples: _, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema: JSON.parse(JSON.stringify(schema)) as JsonObject,
    example: exampleOf(properties[name]!),
  }));
}

function parameters(route: V2Route): JsonObject[] {
  return [
    ...pathParameters(route.url),
    ...queryParameters(route),
    ...(route.pages === undefined ? [] : [reference('page'), reference('per_page')]),
    ...(route.method === 'POST' ? [reference('Idempotency-Key')] : []),
  ];
}

function requestBody(route: V2Route, components: Components): JsonObject | undefined {
  if (route.body === undefined) return undefined;
  const schema = components.refer(route.body);
  const example = bodyExample(route);
  return {
    required: (route.body as { required?: readonly string[] }).required !== undefined,
    content: {
      'application/json': { schema, example },
      'application/x-www-form-urlencoded': { schema, example: bracketForm(example) },
    },
  };
}

function success(route: V2Route, description: string, components: Components): JsonObject {
  const headers = [
    'X-Request-Id',
    ...(route.pages === undefined ? [] : ['Link', 'X-Total-Count']),
    ...(route.method === 'POST' ? ['Idempotent-Replayed'] : []),
  ];
  const { answer } = route;
  return {
    description,
    headers: headerReferences(headers),
    ...(answer === undefined
      ? {}
      : {
          content: {
            'application/json': { schema: components.refer(answer), example: exampleOf(answer as JsonObject) },
          },
        }),
  };
}

/** @param staging where the operation is served, for those that are served there only */
export function operationOf(route: V2Route, components: Components, staging: JsonObject): JsonObject {
  const body = requestBody(route, components);
  const { orElse } = route;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.sandboxOnly ? { servers: [staging] } : {}),
    parameters: parameters(route),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(orElse === undefined ? {} : { [orElse.status]: success(route, orElse.when, components) }),
      [route.status]: success(route, STATUS_CODES[route.status] ?? '', components),
      ...errorResponses(route, components),
    },
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlSample(route) }],
  };
}
