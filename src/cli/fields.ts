// The fields of things that are set up: the same fields are options of a command and properties in a JSON file.
import type { Problems } from '../lib/refusal.ts';

/**
 * `reports`: each `name`, `name:variant`, or an object with `report` and more. `things`: objects with fields of their
 * own. `values`: an object of values by name.
 */
type Kind = 'text' | 'flag' | 'number' | 'time' | 'texts' | 'reports' | 'things' | 'values';

export interface Field {
  /** The name in files; the option is `--role-title` for `roleTitle`, unless `option` says otherwise. */
  readonly name: string;
  readonly option?: string;
  readonly kind: Kind;
  readonly meaning: string;
  readonly required?: true | undefined;
  readonly oneOf?: readonly string[];
  /** The field has no option, because it lists objects. */
  readonly onlyInFiles?: true;
  /** May be given without its option, as `id` always may; a list takes all arguments that are left. */
  readonly isArgument?: true;
}

export type Entry = Readonly<Record<string, unknown>>;

export const isList = ({ kind }: Field) => kind === 'texts' || kind === 'reports';

export const optionOf = ({ name, option }: Pick<Field, 'name' | 'option'>): string =>
  option ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Converts the options that Commander parsed to an entry as in a file. */
export function entryOfOptions(fields: readonly Field[], values: Entry): Entry {
  const given = fields.map(({ name, option }) => [name, values[option ?? name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

const isPlainObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isSafeInteger(value),
  time: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) && !Number.isNaN(Date.parse(value)),
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  reports: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' || isPlainObject(item)),
  things: (value) => Array.isArray(value),
  values: isPlainObject,
};

const expected: Readonly<Record<Kind, string>> = {
  text: 'must be text',
  flag: 'must be true or false',
  number: 'must be a whole number',
  time: 'must be a date such as 2027-03-04 or a time in UTC such as 2027-03-04T12:00:00Z',
  texts: 'must be a list of texts',
  reports: 'must be a list of report types, each name, name:variant or an object',
  things: 'must be a list',
  values: 'must be an object',
};

function messageFor({ kind, required, oneOf }: Field, value: unknown): string | undefined {
  if (value === undefined || value === null) return required ? "can't be blank" : undefined;
  if (!isOfKind[kind](value)) return expected[kind];
  return oneOf !== undefined && !oneOf.includes(String(value)) ? `must be one of ${oneOf.join(', ')}` : undefined;
}

/** The entry if it is valid; otherwise undefined, with every problem recorded under its path. */
export function checkedEntry(
  fields: readonly Field[],
  value: unknown,
  path: string,
  problems: Problems,
): Entry | undefined {
  if (!isPlainObject(value)) {
    problems.add(path, 'must be an object');
    return undefined;
  }
  const found: [string, string][] = Object.keys(value)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => [name, 'is not known here']);
  for (const field of fields) {
    const message = messageFor(field, value[field.name]);
    if (message !== undefined) found.push([field.name, message]);
  }
  for (const [name, message] of found) problems.add(pathTo(path, name), message);
  return found.length === 0 ? value : undefined;
}

/** `users[1]` and `email` → `users[1].email`. */
export function pathTo(path: string, field: string): string {
  return path === '' || field === '' ? `${path}${field}` : `${path}.${field}`;
}
