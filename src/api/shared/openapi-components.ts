// Turns wire shapes into those of the OpenAPI document: a shape with a title becomes a component, referred to by its name.
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from './schemas.ts';

export type JsonObject = { readonly [name: string]: unknown };

export interface Components {
  /** The shape as it stands in the document: a reference where it has a title. */
  refer(schema: TSchema): JsonObject;
  /** Everything referred to so far, by name. */
  schemas(): JsonObject;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keywords that hold shapes, in the part of JSON Schema that ours use. */
function mapShapes(schema: JsonObject, map: (inner: JsonObject) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' && isObject(value)) {
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner as JsonObject)])),
        ];
      }
      if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map((inner) => map(inner as JsonObject))];
      if ((keyword === 'items' || keyword === 'additionalProperties') && isObject(value)) return [keyword, map(value)];
      return [keyword, value];
    }),
  );
}

export function collectComponents(): Components {
  const found = new Map<string, JsonObject>();
  const place = (schema: JsonObject): JsonObject => {
    const { title, ...shape } = mapShapes(schema, place);
    if (typeof title !== 'string') return shape;
    const known = found.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, shape)) throw new Error(`two shapes are called ${title}`);
    found.set(title, shape);
    return { $ref: `#/components/schemas/${title}` };
  };
  return {
    // As JSON, without what the library keeps for itself.
    refer: (schema) => place(JSON.parse(JSON.stringify(schema)) as JsonObject),
    schemas: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A value of the shape, from the examples given with it and with its parts. */
export function exampleOf(schema: JsonObject): unknown {
  const { examples, properties, items, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (isObject(properties)) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, exampleOf(property as JsonObject)]),
    );
  }
  if (isObject(items)) return [exampleOf(items)];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonObject);
  return null;
}
