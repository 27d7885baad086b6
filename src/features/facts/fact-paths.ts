// Reads and writes an applicant's facts by path: `last_name`, `addresses[0].street`,
// `id_numbers[social_insurance].value`; pure.
import type { Fact, FactTree } from './fact.ts';
import { emptyOf, facts } from './facts.ts';
import { isBlank } from './finding.ts';

/** One step of a path: a name and, for a list, an element by its index or by the value of its key field. */
interface Step {
  readonly name: string;
  readonly element: string | undefined;
}

const steps = (path: string): Step[] =>
  path.split('.').map((part) => {
    const [, name = part, element] = /^(\w+)(?:\[([^\]]*)\])?$/.exec(part) ?? [];
    return { name, element };
  });

/**
 * `addresses[0].street` → `addresses.street`, the key of the fact; the value of a key field stays:
 * `id_numbers[ssn].value`.
 */
export const factKeyOf = (path: string): string => path.replace(/\[\d*\]/g, '');

/** The fact at a path; undefined if there is none. */
export function factAt(path: string): Fact | undefined {
  let tree: FactTree | undefined = facts;
  let found: Fact | undefined;
  for (const { name } of steps(path)) {
    found = tree?.[name];
    tree = found?.kind === 'list' ? found.entry : undefined;
  }
  return found;
}

type Values = Readonly<Record<string, unknown>>;

type Keys = { readonly key?: string; readonly keyPrefix?: string };

/** The name of an entry in a path. */
const elementNameOf = (one: Values, { key = '', keyPrefix }: Keys): unknown =>
  keyPrefix === undefined ? one[key] : `${String(one[keyPrefix]).toLowerCase()}_${String(one[key])}`;

/** The fields that the name of an entry gives: `bra_cpf` is the number `cpf` of BRA. */
function fieldsOfElement(element: string, { key, keyPrefix }: Keys): Values {
  if (key === undefined) return {};
  if (keyPrefix === undefined) return { [key]: element };
  const [prefix = '', ...rest] = element.split('_');
  return { [keyPrefix]: prefix.toUpperCase(), [key]: rest.join('_') };
}

const indexOf = (list: readonly Values[], element: string, keys: Keys): number =>
  keys.key === undefined || /^\d+$/.test(element)
    ? Number(element)
    : list.findIndex((one) => sameKind(elementNameOf(one, keys), element));

/** Interface v2 spells the driving licence in two ways. */
const sameKind = (one: unknown, other: string) =>
  one === other || (other === 'driving_licence' && one === 'driving_license');

const keysOf = (fact: Fact | undefined): Keys => (fact?.kind === 'list' ? fact : {});

/** The index of the element of this kind in the list; -1 if there is none. */
export const elementOf = (values: object, list: string, element: string): number =>
  indexOf(((values as Values)[list] ?? []) as readonly Values[], element, keysOf((facts as FactTree)[list]));

/** Whether an entry of the list has this name in paths: `bra_cpf` of `local_identifiers`. */
export const isElement = (list: string, entry: Values, element: string): boolean =>
  sameKind(elementNameOf(entry, keysOf((facts as FactTree)[list])), element);

/** The value at a path; undefined if its element does not exist. */
export function readFact(values: object, path: string): unknown {
  let tree: FactTree | undefined = facts;
  let value: unknown = values;
  for (const { name, element } of steps(path)) {
    const fact: Fact | undefined = tree?.[name];
    value = (value as Values | undefined)?.[name];
    if (element !== undefined && Array.isArray(value)) value = value[indexOf(value, element, keysOf(fact))];
    tree = fact?.kind === 'list' ? fact.entry : undefined;
  }
  return value;
}

/**
 * The values with this one set. An element identified by its kind is added if it is missing, and removed with the last
 * of the fields that name it.
 */
export function withFact<T extends object>(values: T, path: string, value: unknown, tree: FactTree = facts): T {
  const [first, ...rest] = path.split('.');
  const { name, element } = steps(first!)[0]!;
  const fact = tree[name];
  if (element === undefined || fact?.kind !== 'list') return { ...values, [name]: value };
  const list = ((values as Values)[name] ?? []) as readonly Values[];
  const index = indexOf(list, element, fact);
  const inner = rest.join('.');
  const before = list[index] ?? { ...emptyOf(fact.entry), ...fieldsOfElement(element, fact) };
  const entry = inner === '' ? value : withFact(before, inner, value, fact.entry);
  const isLeft = (field: string) => !isBlank((entry as Values | null)?.[field]);
  if (fact.key !== undefined && isBlank(value) && !fact.named.some(isLeft)) {
    return index < 0 ? values : { ...values, [name]: list.toSpliced(index, 1) };
  }
  return { ...values, [name]: index < 0 ? [...list, entry] : list.with(index, entry as Values) };
}

export interface NamedFact {
  /** `addresses.street` */
  readonly key: string;
  readonly fact: Fact;
  /** For a fact of an entry: the key of its list. */
  readonly list: string | undefined;
}

/** Every fact; lists come before the facts of their entries. */
export function everyFact(tree: FactTree = facts, list?: string): NamedFact[] {
  return Object.entries(tree).flatMap(([name, fact]) => {
    const key = list === undefined ? name : `${list}.${name}`;
    return [{ key, fact, list }, ...(fact.kind === 'list' ? everyFact(fact.entry, key) : [])];
  });
}
