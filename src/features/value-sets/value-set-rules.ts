// Finds a value set by its id, and a value in it, in any case, and says what it allows; pure.
import { allowedInstead } from '../../lib/allowed-values.ts';
import type { Value, ValueSet, ValueSetId } from './value-set.ts';
import { valueSets } from './value-sets.ts';

const byId: ReadonlyMap<string, ValueSet> = new Map(valueSets.map((set) => [set.id, set]));

/** By its id, in any case. */
export const valueSetById = (id: string): ValueSet | undefined =>
  id.length > 40 ? undefined : byId.get(id.toLowerCase());

const valuesById: ReadonlyMap<ValueSetId, ReadonlyMap<string, Value>> = new Map(
  valueSets.map((set) => [set.id, new Map(set.values.map((value) => [value.value.toLowerCase(), value]))]),
);

/** Flags, which clients send where the interface has a set of values. */
const flags: Readonly<Partial<Record<ValueSetId, Readonly<Record<string, string>>>>> = {
  fcapraapproved: { true: 'yes', false: 'no' },
};

/** The value that a text in any case means; the account's own set, `dbsjobrole`, has none here. */
export function valueIn(set: ValueSetId, text: string): Value | undefined {
  // No value is as long as that, and a megabyte takes its time to put into small letters.
  if (text.length > 100) return undefined;
  const wanted = text.toLowerCase();
  return valuesById.get(set)?.get(flags[set]?.[wanted] ?? wanted);
}

/** What is wrong with a text that is none of its values, with those that are. */
export function notOfValueSet(set: ValueSetId): string {
  const allowed = (byId.get(set)?.values ?? []).map(({ value }) => value);
  return `is not a value of the value set ${set}${allowedInstead(allowed, `GET /metadata/valuesets/${set}/values`)}`;
}

/** What people read for a stored value; the value itself where the set has lost it. */
export const nameOfValue = (set: ValueSetId, value: string): string => valueIn(set, value)?.name ?? value;
