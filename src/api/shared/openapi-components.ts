// Finishes an OpenAPI document: turns shapes with a title into components, and adds an example to everything with a
// schema.
import { isDeepStrictEqual } from 'node:util';

export type JsonObject = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that hold values, not schemas: a value may have a `title` property of its own. */
const valueKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'enum']);

export interface ComponentPlaces {
  /** The part of the document with its titled shapes replaced by references. */
  place<Part>(part: Part): Part;
  /** Every titled shape found so far, by name. */
  schemas(): JsonObject;
}

export function componentPlaces(): ComponentPlaces {
  const found = new Map<string, JsonObject>();
  const placeObject = (given: JsonObject): JsonObject => {
    const shown =
      isObject(given.schema) && given.examples === undefined && given.example === undefined
        ? { ...given, example: exampleOf(given.schema) }
        : given;
    const { title, ...shape } = Object.fromEntries(
      Object.entries(shown).map(([name, inner]) => [name, valueKeywords.has(name) ? inner : place(inner)]),
    );
    if (typeof title !== 'string') return title === undefined ? shape : { title, ...shape };
    const known = found.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, shape)) throw new Error(`two shapes are called ${title}`);
    found.set(title, shape);
    return { $ref: `#/components/schemas/${title}` };
  };
  const place = <Part>(part: Part): Part => {
    if (Array.isArray(part)) return part.map(place) as Part;
    return isObject(part) ? (placeObject(part) as Part) : part;
  };
  return { place, schemas: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** An example of the schema, built from the examples of its properties where it has none itself. */
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
