// Reads a request body by its wire schema: converts text to numbers and booleans, and reports every problem by field.

import { countryByAlpha3, nationalityByAlpha3 } from '../../lib/countries.ts';
import { parseDate, parseInstant } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { apiSentence } from '../../messages/sentences.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import { allowedOf, valueIn } from '../value-sets/value-set-rules.ts';

/** The part of JSON Schema that wire schemas use. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly 'x-value-set'?: ValueSetId;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** The maximum length of a text attribute without a maximum of its own (ours). */
const longestText = 1000;

/** `undefined` means absent (on an update: unchanged); null clears the attribute. */
type Value = unknown;

const typesOf = (shape: Shape): readonly string[] =>
  shape.type === undefined ? [] : typeof shape.type === 'string' ? [shape.type] : shape.type;

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  // JSON clients send house numbers and ids as numbers; forms send everything as text.
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Words that differ only in case count as one: the first in the list. */
const inAnyCase = (words: readonly string[]) =>
  [...Map.groupBy(words, (word) => word.toLowerCase()).values()].map(([first]) => first!);

interface Found {
  readonly problems: Problems;
  readonly namesInAnyCase: boolean;
}

/** Reports the problem; nothing could be read. */
function wrong({ problems }: Found, path: string, ...said: Parameters<typeof problemSentence>): undefined {
  problems.add(path, problemSentence(...said));
}

type Reader = (value: unknown, shape: Shape, path: string, found: Found) => Value;

const readText: Reader = (value, shape, path, found) => {
  const text = asText(value);
  if (text === undefined) return wrong(found, path, 'not_text');
  if (shape.enum !== undefined) {
    // No allowed word is that long, and lower-casing a megabyte takes long.
    const wanted = text.length > longestText ? undefined : text.toLowerCase();
    const words = inAnyCase(shape.enum.filter((allowed) => typeof allowed === 'string'));
    const word = words.find((allowed) => allowed.toLowerCase() === wanted);
    return word ?? found.problems.add(path, apiSentence({ code: 'not_in_list', params: { allowed: words } }));
  }
  const set = shape['x-value-set'];
  if (set !== undefined) {
    return valueIn(set, text)?.value ?? wrong(found, path, 'not_of_value_set', allowedOf(set));
  }
  if (shape.format === 'date') return parseDate(text) ?? wrong(found, path, 'not_a_date');
  if (shape.format === 'nationality') {
    return nationalityByAlpha3(text)?.alpha3 ?? wrong(found, path, 'not_a_nationality');
  }
  if (shape.format === 'country') {
    return countryByAlpha3(text)?.alpha3 ?? wrong(found, path, 'not_a_country');
  }
  if (shape.format === 'uuid') {
    return isUuid(text) ? text.toLowerCase() : wrong(found, path, 'not_an_identifier');
  }
  if (shape.format === 'date-time' && parseInstant(text) === undefined) {
    return wrong(found, path, 'not_a_time');
  }
  const maximum = shape.maxLength ?? longestText;
  if (isLongerThan(text, maximum)) {
    return found.problems.add(path, apiSentence({ code: 'too_long', params: { most: maximum } }));
  }
  return text;
};

const readInteger: Reader = (value, shape, path, found) => {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return wrong(found, path, 'not_a_whole_number');
  const { minimum, maximum } = shape;
  if (minimum !== undefined && number < minimum) return wrong(found, path, 'too_small', { least: minimum });
  if (maximum !== undefined && number > maximum) return wrong(found, path, 'too_large', { most: maximum });
  return number;
};

const readFlag: Reader = (value, _shape, path, found) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' && value.length <= 5 ? value.toLowerCase() : undefined;
  return word === 'true' || word === 'false' ? word === 'true' : wrong(found, path, 'not_a_flag');
};

const isHash = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** PHP and JavaScript form encoders number the elements (`addresses[0][street]`): a hash with such keys is a list. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isHash(value)) return undefined;
  const keys = Object.keys(value);
  if (!keys.every((key) => /^\d{1,4}$/.test(key))) return undefined;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key]);
}

const readList: Reader = (value, shape, path, found) => {
  const list = asList(value);
  if (list === undefined) return wrong(found, path, 'not_a_list');
  const items: unknown[] = [];
  // Empty elements are dropped: a form sends `tags[]=` for an empty list.
  const kept = [...list.keys()].filter((index) => list[index] !== '' && list[index] !== null);
  if (kept.length < list.length) found.problems.keptOf(path, kept);
  for (const index of kept) {
    const item = list[index];
    // Problems of a list of words are reported on the list; in a list of hashes each attribute has a path of its own.
    const at = shape.items?.enum === undefined ? `${path}[${items.length}]` : path;
    const read = readValue(item, shape.items ?? {}, at, found);
    items.push(read);
  }
  return items;
};

function byLowerCase(value: Readonly<Record<string, unknown>>, path: string, found: Found): Record<string, unknown> {
  const named: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of Object.entries(value)) {
    const lower = name.toLowerCase();
    if (lower in named) wrong(found, path === '' ? name : `${path}.${name}`, 'given_twice');
    named[lower] = inner;
  }
  return named;
}

const readHash: Reader = (value, shape, path, found) => {
  if (!isHash(value)) return wrong(found, path, found.namesInAnyCase ? 'not_an_object' : 'not_a_hash');
  const given = found.namesInAnyCase ? byLowerCase(value, path, found) : value;
  const result: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const read = readValue(given[found.namesInAnyCase ? name.toLowerCase() : name], property, at, found);
    if (read !== undefined) result[name] = read;
    else if (shape.required?.includes(name) && found.problems.fields[at] === undefined)
      found.problems.add(at, apiSentence({ code: 'missing' }));
  }
  return result;
};

const readers: Readonly<Record<string, Reader>> = {
  string: readText,
  integer: readInteger,
  boolean: readFlag,
  array: readList,
  object: readHash,
};

function readValue(value: unknown, shape: Shape, path: string, found: Found): Value {
  if (value === undefined || value === '') return undefined;
  const types = typesOf(shape);
  const meant = types.find((type) => type !== 'null') ?? '';
  if (value === null) {
    if (meant === 'array') return [];
    if (types.includes('null')) return null;
    return meant === 'object' || meant === '' ? undefined : found.problems.add(path, apiSentence({ code: 'missing' }));
  }
  const reader = readers[meant];
  return reader === undefined ? value : reader(value, shape, path, found);
}

/** A request body before and after it is read by its schema. */
export interface ReadBody {
  /** The parsed body; undefined without a body. */
  readonly json: unknown;
  /** The values that could be read. */
  readonly given: unknown;
  /** Every problem with the body's shape. */
  readonly problems: Problems;
}

/**
 * Reads the body by its schema and drops unknown fields. Problems are collected, not thrown, so that rules can add
 * theirs. Absent and `""` are left out; null clears an attribute that may be empty, and an empty list empties
 * (decisions, Bodies).
 */
export function readBody<T>(
  schema: object,
  body: unknown,
  problems: Problems,
  { namesInAnyCase = false }: { readonly namesInAnyCase?: boolean } = {},
): T {
  return readHash(body, schema as Shape, '', { problems, namesInAnyCase }) as T;
}

/** As `readBody`, for a request that may have no body. */
export function readingOf(schema: object, json: unknown, options: { readonly namesInAnyCase?: boolean }): ReadBody {
  const problems = new Problems();
  return { json, given: readBody(schema, json === undefined ? {} : json, problems, options), problems };
}
