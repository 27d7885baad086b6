// Finds a value set by its id and a value in it, both in any case; pure.
import { ownEmploymentStatuses } from './employment-values.ts';
import { nationalities } from './nationality-values.ts';
import type { Value, ValueSet, ValueSetId } from './value-set.ts';
import { valueSets } from './value-sets.ts';

const byId: ReadonlyMap<string, ValueSet> = new Map(valueSets.map((set) => [set.id, set]));

/** By its id, in any case. */
export const valueSetById = (id: string): ValueSet | undefined =>
  id.length > 40 ? undefined : byId.get(id.toLowerCase());

const valuesById: ReadonlyMap<ValueSetId, ReadonlyMap<string, Value>> = new Map(
  valueSets.map((set) => [set.id, new Map(set.values.map((value) => [value.value.toLowerCase(), value]))]),
);

/** Other words that clients send for a value: booleans, and a nationality by its name. */
const otherWords: Readonly<Partial<Record<ValueSetId, Readonly<Record<string, string>>>>> = {
  fcapraapproved: { true: 'yes', false: 'no' },
  nationality: Object.fromEntries(nationalities.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()])),
};

/** The value of a text in any case; `dbsjobrole` has none here, because each account has its own. */
export function valueIn(set: ValueSetId, text: string): Value | undefined {
  // No value is that long, and lower-casing a megabyte takes long.
  if (text.length > 100) return undefined;
  const wanted = text.toLowerCase();
  return valuesById.get(set)?.get(otherWords[set]?.[wanted] ?? wanted);
}

interface OwnValue extends Pick<Value, 'value' | 'name'> {
  /** What programs read instead. */
  readonly nearest: string;
}

/** Values of ours, beside those of the interface. */
const ownValues: Readonly<Partial<Record<ValueSetId, readonly OwnValue[]>>> = {
  employmentstatus: ownEmploymentStatuses,
};

export const ownValueIn = (set: ValueSetId, text: string): OwnValue | undefined =>
  ownValues[set]?.find(({ value }) => value === text);

/** What a person may choose: the values of the interface and ours. */
export const choosableValues = (set: ValueSetId): readonly Pick<Value, 'value' | 'name'>[] => [
  ...(byId.get(set)?.values ?? []),
  ...(ownValues[set] ?? []),
];

/** What the message for a text that is not in the set names. */
export const allowedOf = (set: ValueSetId) => ({
  other: set,
  allowed: (byId.get(set)?.values ?? []).map(({ value }) => value),
});

/** The name of a stored value; the value itself if the set no longer has it. */
export const nameOfValue = (set: ValueSetId, value: string): string =>
  (valueIn(set, value) ?? ownValueIn(set, value))?.name ?? value;
