// What a fact of a candidate is: its kind, where each interface has it, and who needs to know it; the builders of entries.
import type { IsoDate } from '../../lib/dates.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import type { EntryRule, FactRule } from './finding.ts';

/** The groups in which people read facts: at the desk, and on the page with all answers. */
export const factGroups = [
  'person',
  'contact',
  'identity_documents',
  'addresses',
  'activities',
  'education',
  'memberships',
  'references',
] as const;
export type FactGroup = (typeof factGroups)[number];

/** How one interface shows a fact: `max` in characters, as far as its shape limits them. */
export interface WirePlace {
  /** What the reference says; `description` of the fact unless it differs. */
  readonly description?: string;
  readonly example?: string | boolean;
  readonly max?: number;
  /** Those of the values that the interface knows; another one reads as null. */
  readonly values?: readonly string[];
  /** Of a list: what the reference says of the shape of an entry. */
  readonly entry?: { readonly title: string; readonly description: string };
}

interface FactParts {
  /** For the references of both interfaces: a sentence. */
  readonly description: string;
  readonly group?: FactGroup;
  /** Path in the body of an order of interface v1; of an entry, below the list's. null where v1 has no such field. */
  readonly v1: (WirePlace & { readonly path: string }) | null;
  /** Interface v2 has it as the attribute of the fact's own name; null where v2 does not know it. */
  readonly v2: WirePlace | null;
  /** Identifies the person on its own, or is of a special category: named as such in docs/facts.md. */
  readonly sensitivity?: 'identifier' | 'special';
  /** Asked of the candidate only where another fact of the same list or person has one of these values. */
  readonly onlyWhere?: { readonly fact: string; readonly is: readonly (string | boolean)[] };
  /** The candidate may leave it out. */
  readonly isOptional?: true;
  /** Of a date whose day nobody remembers: left out, it counts as the month's first, or its last. */
  readonly dayMayBeMissing?: 'first' | 'last';
  /** HTML's autocomplete token for the candidate's own facts (WCAG 1.3.5). */
  readonly autocomplete?: string;
}

/** `empty` stands where nothing was given; it also tells the type of the value. */
export type Fact<V = unknown> = FactParts & { readonly empty: V } & (
    | (Ruled & { readonly kind: 'text' | 'long_text' | 'telephone' | 'date' | 'country' | 'nationality' | 'flag' })
    | (Ruled & {
        /** One of a value set, or of a list of our own. */
        readonly kind: 'choice';
        readonly set?: ValueSetId;
        readonly values?: readonly string[];
      })
    | {
        readonly kind: 'list';
        readonly entry: FactTree;
        /** The field that tells entries apart in a path: `id_numbers[ssn]`. */
        readonly key?: string;
        /** The fields that tell entries apart where people read them. */
        readonly named: readonly string[];
        /** What must hold of one entry as it is stated. */
        readonly rule?: EntryRule<never>;
      }
  );

interface Ruled {
  /** What must hold of the value as it is stated, whatever was ordered. */
  readonly rule?: FactRule;
}

export type FactTree = Readonly<Record<string, Fact>>;
type ValueOf<F> = F extends { readonly empty: infer V } ? V : never;
/** The values of a tree of facts. */
export type FactsOf<T extends FactTree> = { readonly [K in keyof T]: ValueOf<T[K]> };

type Parts = FactParts & Ruled;

const plain =
  <K extends 'text' | 'long_text' | 'telephone' | 'date' | 'country' | 'nationality'>(kind: K) =>
  (parts: Parts) => ({ ...parts, kind, empty: null as string | null });

export const text = plain('text');
export const longText = plain('long_text');
export const telephone = plain('telephone');
export const date = plain('date') as (parts: Parts) => Parts & { kind: 'date'; empty: IsoDate | null };
export const country = plain('country');
export const nationality = plain('nationality');

/** Of an entry of work or education. */
export const countryOfEntry = (description: string) =>
  country({ description, v1: { path: 'Country' }, v2: null, isOptional: true });

/** What stands where nothing was given is text, too. */
export const withEmpty = <F extends { readonly empty: string | null }>(fact: F, empty: string) => ({
  ...fact,
  empty: empty as string,
});
export const requiredText = (parts: Parts) => withEmpty(text(parts), '');

export const flag = (parts: Parts) => ({ ...parts, kind: 'flag' as const, empty: null as boolean | null });

export const valueFrom = (set: ValueSetId, parts: Parts) => ({
  ...parts,
  kind: 'choice' as const,
  set,
  empty: null as string | null,
});
export const choice = <const L extends readonly string[]>(values: L, parts: Parts, set?: ValueSetId) => ({
  ...parts,
  kind: 'choice' as const,
  values,
  ...(set === undefined ? {} : { set }),
  empty: null as L[number] | null,
});

interface ListParts<T extends FactTree> extends FactParts {
  readonly key?: keyof T & string;
  readonly named: readonly (keyof T & string)[];
  readonly rule?: EntryRule<FactsOf<T>>;
}

export const list = <const T extends FactTree>(entry: T, parts: ListParts<T>) => ({
  ...parts,
  kind: 'list' as const,
  entry,
  empty: [] as readonly FactsOf<T>[],
});
