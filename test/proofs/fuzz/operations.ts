// The operations of the OpenAPI documents: their paths, and random valid requests.

import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import { bracketForm } from '../../../src/api/shared/openapi-samples.ts';
import type { Environment } from '../../../src/context.ts';
import { valueSetById } from '../../../src/features/value-sets/value-set-rules.ts';
import type { Random } from '../../support/random.ts';
import { type Body, type FuzzRequest, fuzzValue } from './fuzz-request.ts';
import { type FuzzedInterface, fuzzedInterfaces, type Named } from './interfaces.ts';
import type { World } from './world.ts';

interface Operation {
  readonly of: FuzzedInterface;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly environments: readonly Environment[];
  readonly mediaTypes: readonly string[];
  readonly body: JsonObject | undefined;
  readonly example: unknown;
  readonly query: readonly JsonObject[];
}

function operationOf(of: FuzzedInterface, path: string, method: string, operation: JsonObject): Operation {
  const parameters = (operation.parameters as unknown[]).map(of.resolved);
  const content = ((operation.requestBody as JsonObject | undefined)?.content ?? {}) as Record<string, JsonObject>;
  const json = content['application/json'];
  return {
    of,
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    // Operations with servers of their own exist in the sandbox only.
    environments: operation.servers === undefined ? ['live', 'test'] : ['test'],
    mediaTypes: Object.keys(content),
    body: json?.schema as JsonObject | undefined,
    example: json?.example,
    query: parameters.filter((parameter) => parameter.in === 'query'),
  };
}

const all = fuzzedInterfaces.flatMap((of) =>
  Object.entries(of.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(of, path, method, operation)),
  ),
);

export const operationIds: readonly string[] = all.map(({ id }) => id);

/** Query parameters of both interfaces, and unknown ones. */
export const queryNames: readonly string[] = [
  ...new Set(all.flatMap(({ query }) => query.map(({ name }) => String(name)))),
];

/** Operations with a body are drawn more often.  */
const drawn = all.flatMap((operation) =>
  Array.from({ length: operation.mediaTypes.length === 0 ? 1 : 4 }, () => operation),
);

/**
 * A value of the schema, built from the examples of its parts, without some optional ones. @param leftOut leaves out
 * one in so many
 */
function drawValue(of: FuzzedInterface, schema: JsonObject, random: Random, leftOut = random.pick([2, 2, 8])): unknown {
  const shape = of.resolved(schema);
  const { properties, items, examples, anyOf } = shape;
  const words = (shape.enum ?? ((anyOf as JsonObject[] | undefined)?.[0]?.enum as unknown)) as unknown[] | undefined;
  if (words !== undefined) return random.pick(words);
  if (properties !== undefined) {
    const required = (shape.required ?? []) as string[];
    const kept = Object.entries(properties as Record<string, JsonObject>).filter(
      ([name]) => random.below(required.includes(name) ? 30 : leftOut) > 0,
    );
    return Object.fromEntries(kept.map(([name, property]) => [name, drawValue(of, property, random, leftOut)]));
  }
  if (shape.type === 'array' && items !== undefined && of.resolved(items).properties !== undefined) {
    return Array.from({ length: random.below(4) }, () => drawValue(of, items as JsonObject, random, leftOut));
  }
  const set = valueSetById(String(shape['x-value-set']))?.values ?? [];
  if (set.length > 0) return random.pick(set).value;
  return random.pick((examples as unknown[] | undefined) ?? [null]);
}

/** Replaces examples by the values of their names. */
function withNames(json: unknown, names: Named): unknown {
  if (Array.isArray(json)) return json.map((one) => withNames(one, names));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, names[name] ?? withNames(value, names)] as const),
  );
}

const form = 'application/x-www-form-urlencoded';
const isForm = (type: string) => type === form;

interface TypedBody {
  readonly body: Body;
  readonly type?: string;
}

function drawBody({ of, mediaTypes, ...operation }: Operation, names: Named, random: Random): TypedBody {
  if (mediaTypes.length === 0) return { body: { as: 'nothing' } };
  const type = random.pick(mediaTypes);
  if (operation.body === undefined) {
    const text = 'A line of a file. '.repeat(6 + random.below(12));
    return { type, body: { as: 'bytes', bytes: Buffer.from(text) } };
  }
  const isExample = random.below(2) === 0;
  // Sometimes the document's own form example, byte for byte.
  if (isExample && mediaTypes.some(isForm) && random.below(8) === 0)
    return { type: form, body: { as: 'bytes', bytes: Buffer.from(bracketForm(operation.example)) } };
  const json = isExample ? operation.example : drawValue(of, operation.body, random);
  return { type, body: { as: isForm(type) ? 'form' : 'json', value: fuzzValue(withNames(json, names)) } };
}

function drawQuery({ query }: Operation, names: Named, random: Random): string {
  const given = query.filter(({ required }) => random.below(required === true ? 30 : 3) > (required === true ? 0 : 1));
  const pairs = given.map(({ name, example }) => {
    const value = names[String(name)] ?? example;
    return `${name}=${encodeURIComponent(String(value))}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A valid request about existing resources. @param operationId by default any */
export function drawRequest(world: World, random: Random, operationId?: string): FuzzRequest {
  const operation = all.find(({ id: one }) => one === operationId) ?? random.pick(drawn);
  const { of, id, method, path } = operation;
  const environment = random.pick(operation.environments);
  const names = of.drawNames(world.drawMade(environment, random), random, operation);
  const { body, type } = drawBody(operation, names, random);
  return {
    operationId: id,
    environment,
    method,
    path: of.bases[environment] + path.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name] ?? 1)),
    query: drawQuery(operation, names, random),
    headers: [
      ['Host', 'localhost'],
      [of.keyHeader, world.keys[environment]],
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
      ...(method === 'POST' && random.below(4) === 0
        ? [['Idempotency-Key', `key ${random.below(2 ** 32)}`] as const]
        : []),
    ],
    body,
    isChunked: false,
  };
}

/** The ids of other resources, for any operation. */
export function drawIds(world: World, random: Random): string[] {
  const operation = random.pick(all);
  const names = operation.of.drawNames(world.drawMade(random.pick(['live', 'test']), random), random, operation);
  return Object.values(names).map(String);
}
