// The building blocks of all wire schemas; a shape with a title becomes a component of the OpenAPI document.
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

interface About {
  readonly description: string;
  readonly examples?: readonly unknown[];
}

/** Text or null, as a list of types: the serialiser is slower with a union because it tries each alternative. */
export const nullableText = (about: About, more: object = {}): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...about, ...more });

export const nullableInteger = (about: About, more: object = {}): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...about, ...more });

export const text = (about: About, more: object = {}) => Type.String({ ...about, ...more });
export const exampleId = '01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10';
export const id = (description: string) => Type.String({ description, format: 'uuid', examples: [exampleId] });
export const timestamp = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-03-04T09:30:00Z'] });
export const nullableTimestamp = (description: string): TUnsafe<string | null> =>
  nullableText({ description, examples: ['2026-03-04T09:31:00Z'] }, { format: 'date-time' });
export const integer = (about: About, more: object = {}) => Type.Integer({ ...about, ...more });
/** The number of a resource; text is accepted too because some replies answer the number as text. */
export const numberOf = (about: About, more: object = {}): TUnsafe<number> =>
  Type.Unsafe<number>({ type: ['integer', 'string'], pattern: '^[1-9][0-9]*$', ...about, ...more });
export const nullableNumberOf = (about: About): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'string', 'null'], pattern: '^[1-9][0-9]*$', ...about });
export const flag = (about: About, more: object = {}) => Type.Boolean({ ...about, ...more });
export const listOf = <T extends TSchema>(items: T, about: About, more: object = {}) =>
  Type.Array(items, { ...about, ...more });
export const optional = Type.Optional;

/** One of the words: read in any case, answered as written here. */
export const oneOf = <const W extends readonly string[]>(words: W, about: About): TUnsafe<W[number]> =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...about });
export const nullableOneOf = <const W extends readonly string[]>(words: W, about: About): TUnsafe<W[number] | null> =>
  Type.Unsafe<W[number] | null>({ type: ['string', 'null'], enum: [...words, null], ...about });

/** `yyyy-mm-dd`; of a full date-time the date part counts. */
export const date = (description: string, example = '1985-06-14'): TUnsafe<string | null> =>
  nullableText({ description, examples: [example] }, { format: 'date' });

/** A three-letter ISO 3166 code, in any case. */
export const country = (description: string): TUnsafe<string | null> =>
  nullableText({ description, examples: ['GBR'] }, { format: 'country', pattern: '^[A-Za-z]{3}$' });

/** A three-letter ISO 3166 code, or XXA for a stateless person. */
export const nationality = (description: string): TUnsafe<string | null> =>
  nullableText({ description, examples: ['GBR'] }, { format: 'nationality', pattern: '^[A-Za-z]{3}$' });

export const hash = (about: About) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, ...about });

export type { Static, TSchema };
export { Type };
