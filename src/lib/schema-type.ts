// Builds the JSON Schemas of wire shapes, typed by TypeBox. Only its types: loading the library takes an eighth of a second of
// every start, and of its builders we need these few.
import type {
  Static,
  TAddOptional,
  TArray,
  TBoolean,
  TInteger,
  TObject,
  TPartial,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';

const optionals = new WeakSet<object>();

function optional<T extends TSchema>(schema: T): TAddOptional<T> {
  const copy = { ...schema };
  optionals.add(copy);
  return copy as unknown as TAddOptional<T>;
}

function object<P extends Record<string, TSchema>>(properties: P, about: object = {}): TObject<P> {
  const required = Object.keys(properties).filter((name) => !optionals.has(properties[name]!));
  const shape = { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...about };
  return shape as unknown as TObject<P>;
}

function partial<P extends Record<string, TSchema>>({ properties }: TObject<P>, about: object): TPartial<TObject<P>> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, optional(schema)]);
  return object(Object.fromEntries(entries), about) as unknown as TPartial<TObject<P>>;
}

/** As TypeBox names them. */
export const Type = {
  String: (about: object = {}) => ({ type: 'string', ...about }) as unknown as TString,
  Integer: (about: object = {}) => ({ type: 'integer', ...about }) as unknown as TInteger,
  Boolean: (about: object = {}) => ({ type: 'boolean', ...about }) as unknown as TBoolean,
  Array: <T extends TSchema>(items: T, about: object = {}) =>
    ({ type: 'array', items, ...about }) as unknown as TArray<T>,
  Object: object,
  Optional: optional,
  Partial: partial,
  /** What no other builder says; its type is given. */
  Unsafe: <T>(schema: object) => schema as TUnsafe<T>,
};

export type { Static, TSchema, TUnsafe };
