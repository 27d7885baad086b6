// The operations of the OpenAPI document as the fuzzer calls them: where they are, and valid requests drawn for them.

import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import { bracketForm } from '../../../src/api/shared/openapi-samples.ts';
import { v2Bases } from '../../../src/api/v2/index.ts';
import type { Environment } from '../../../src/context.ts';
import { document, resolved } from '../../api/v2/v2-client.ts';
import type { Random } from '../../support/random.ts';
import { type Body, type FuzzRequest, fuzzValue } from './fuzz-request.ts';
import type { World } from './world.ts';

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly environments: readonly Environment[];
  readonly body: JsonObject | undefined;
  readonly example: unknown;
  readonly query: readonly JsonObject[];
}

function operationOf(path: string, method: string, operation: JsonObject): Operation {
  const parameters = (operation.parameters as unknown[]).map(resolved);
  const content = (operation.requestBody as JsonObject | undefined)?.content as JsonObject | undefined;
  const json = content?.['application/json'] as JsonObject | undefined;
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    // Named servers: an operation of the sandbox alone.
    environments: operation.servers === undefined ? ['live', 'test'] : ['test'],
    body: json?.schema as JsonObject | undefined,
    example: json?.example,
    query: parameters.filter((parameter) => parameter.in === 'query'),
  };
}

const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
);

/** Those with a body have the most to get wrong. */
const drawn = all.flatMap((operation) => Array.from({ length: operation.body === undefined ? 1 : 4 }, () => operation));

/** A value of the shape, from the examples of its parts, some of them left out. */
function drawValue(schema: JsonObject, random: Random): unknown {
  const shape = resolved(schema);
  const { properties, items, examples, anyOf } = shape;
  const words = (shape.enum ?? ((anyOf as JsonObject[] | undefined)?.[0]?.enum as unknown)) as unknown[] | undefined;
  if (words !== undefined) return random.pick(words);
  if (properties !== undefined) {
    const required = (shape.required ?? []) as string[];
    const kept = Object.entries(properties as Record<string, JsonObject>).filter(
      ([name]) => random.below(required.includes(name) ? 30 : 2) > 0,
    );
    return Object.fromEntries(kept.map(([name, property]) => [name, drawValue(property, random)]));
  }
  if (shape.type === 'array' && items !== undefined && resolved(items).properties !== undefined) {
    return Array.from({ length: random.below(4) }, () => drawValue(items as JsonObject, random));
  }
  return random.pick((examples as unknown[] | undefined) ?? [null]);
}

function drawBody(operation: Operation, random: Random): Body {
  if (operation.body === undefined) return { as: 'nothing' };
  const json = random.below(2) === 0 ? operation.example : drawValue(operation.body, random);
  // The document's own form of its example, now and then, to the byte.
  if (json === operation.example && random.below(8) === 0)
    return { as: 'bytes', bytes: Buffer.from(bracketForm(json)) };
  return { as: random.below(2) === 0 ? 'json' : 'form', value: fuzzValue(json) };
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

function drawQuery({ query }: Operation, random: Random): string {
  const given = query.filter(() => random.below(3) === 0);
  return given.length === 0 ? '' : `?${given.map(({ name, example }) => `${name}=${example}`).join('&')}`;
}

/** A request that there is nothing wrong with, about resources that there are. */
export function drawRequest(world: World, random: Random): FuzzRequest {
  const operation = random.pick(drawn);
  const environment = random.pick(operation.environments);
  const ids = world.drawIds(environment, random);
  const body = drawBody(operation, random);
  const type = body.as === 'json' ? mediaTypes.json : mediaTypes.form;
  return {
    operationId: operation.id,
    method: operation.method,
    path: v2Bases[environment] + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1'),
    query: drawQuery(operation, random),
    headers: [
      ['Host', 'localhost'],
      ['Authorization', world.keys[environment]],
      ...(body.as === 'nothing' ? [] : [['Content-Type', type] as const]),
      ...(operation.method === 'POST' && random.below(4) === 0
        ? [['Idempotency-Key', `key ${random.below(2 ** 32)}`] as const]
        : []),
    ],
    body,
    isChunked: false,
  };
}
