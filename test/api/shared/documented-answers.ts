// Compares every answer with the interface's OpenAPI document, to the last property.
import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import type { OpenApiDocument } from '../../../src/api/shared/openapi.ts';
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import type { Answer } from '../../support/probity.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with properties that it does not name forbidden. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return isObject(schema.properties) ? { additionalProperties: false, ...inner } : inner;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DocumentChecks {
  /** Resolves a reference such as `#/components/…`. */
  resolved(value: unknown): JsonObject;
  /** The problems of a value under the schema; empty if there are none. */
  problemsOf(schema: unknown, value: unknown): readonly string[];
  /** @param path below the base */
  operationFor(method: string, path: string): JsonObject | undefined;
  /**
   * Throws unless the document allows the answer for this operation. @param isServed whether an operation of the
   * document is served at the request's address
   */
  assertDocumented(method: string, path: string, answer: Answer, isServed?: (operation: JsonObject) => boolean): void;
}

/** @param assertError compares an error with the examples of its response */
export function documentChecks(
  document: OpenApiDocument,
  mediaTypeOfErrors: string,
  assertError: (examples: JsonObject, resolved: DocumentChecks['resolved'], answer: Answer) => void,
): DocumentChecks {
  function resolved(value: unknown): JsonObject {
    assert.ok(isObject(value));
    if (typeof value.$ref !== 'string') return value;
    let at: unknown = document;
    const parts = value.$ref.split('/').slice(1);
    for (const part of parts) at = isObject(at) ? at[part.replaceAll('~1', '/')] : undefined;
    assert.ok(isObject(at), `${value.$ref} leads nowhere`);
    return at;
  }

  const components = { schemas: strict(resolved({ $ref: '#/components/schemas' })) };
  const validators = new Map<string, Validator>();

  function problemsOf(schema: unknown, value: unknown): readonly string[] {
    const name = JSON.stringify(schema);
    const known = validators.get(name);
    const validator = known ?? Compile({ ...(strict(schema) as object), components } as TSchema);
    validators.set(name, validator);
    if (validator.Check(value)) return [];
    return validator.Errors(value)[1].map((error) => `${error.instancePath}: ${error.message}`);
  }

  // Paths without parameters come before paths with parameters.
  const operations = Object.entries(document.paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        pattern: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
        operation,
      })),
    );

  const operationFor = (method: string, path: string) =>
    operations.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`))?.operation;

  return {
    resolved,
    problemsOf,
    operationFor,
    assertDocumented(method, path, answer, isServed = () => true) {
      assert.match(String(answer.headers['x-request-id']), uuid);
      const operation = operationFor(method, path);
      if (operation === undefined || !isServed(operation)) {
        assert.ok(
          [404, 405].includes(answer.status),
          `${method} ${path} is not documented and answers ${answer.status}`,
        );
        return;
      }
      const found = (operation.responses as JsonObject)[String(answer.status)];
      assert.ok(found, `${method} ${path} answers ${answer.status}, which is not documented: ${answer.text}`);
      const response = resolved(found);
      if (response.content === undefined) {
        assert.equal(answer.text, '');
        return;
      }
      const mediaType = answer.status >= 400 ? mediaTypeOfErrors : 'application/json';
      assert.equal(String(answer.headers['content-type']).split(';')[0], mediaType);
      const { schema, examples } = resolved((response.content as JsonObject)[mediaType]);
      assert.deepEqual(problemsOf(schema, answer.json), [], answer.text);
      if (answer.status >= 400) assertError(examples as JsonObject, resolved, answer);
    },
  };
}
