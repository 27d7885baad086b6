// The types of facts and the builders of their entries: kind, place in each interface, sensitivity and rules.
import type { IsoDate } from '../../lib/dates.ts';
import type { ValueSetId } from '../value-sets/value-set.ts';
import type { EntryRule, FactRule } from './finding.ts';

/** The groups in which facts are shown: at the desk, and on the check-answers page. */
export const factGroups = [
  'person',
  'contact',
  'identity_documents',
  'addresses',
  'activities',
  'education',
  'memberships',
  'references',
  'declarations',
] as const;
export type FactGroup = (typeof factGroups)[number];

/** The place of a fact in an interface; `max` is the schema's limit in characters. */
export interface WirePlace {
  /** The description in the interface's reference; by default that of the fact. */
  readonly description?: string;
  readonly example?: string | boolean;
  readonly max?: number;
  /** The values that the interface has; others read as null. */
  readonly values?: readonly string[];
  /** For a list: title and description of an entry's schema in the reference. */
  readonly entry?: { readonly title: string; readonly description: string };
}

interface FactParts {
  /** A sentence for the references of both interfaces. */
  readonly description: string;
  readonly group?: FactGroup;
  /**
   * The path in the body of an order of interface v1; for a fact of an entry, below the list's. null if v1 has no such
   * field.
   */
  readonly v1: (WirePlace & { readonly path: string }) | null;
  /** The attribute of interface v2, which has the fact's name; null if v2 has none. */
  readonly v2: WirePlace | null;
  /** Whether it identifies the person on its own, or is special category data; printed in docs/facts.md. */
  readonly sensitivity?: 'identifier' | 'special';
  /** Asked only if another fact of the same list or person has one of these values. */
  readonly onlyWhere?: { readonly fact: string; readonly is: readonly (string | boolean)[] };
  /** Asked, in addition, only while another fact that the same page asks has one of these values, or has none of them. */
  readonly whileChosen?: {
    readonly fact: string;
    readonly is: readonly string[];
    readonly isNot?: true;
    /** What is stored while it is not asked, where the interfaces need a value; by default nothing. */
    readonly otherwise?: string;
  };
  /** A code that is used once or lapses, or a declaration: an order that repeats another asks for it anew. */
  readonly lapses?: true;
  /** The candidate may leave it out. */
  readonly isOptional?: true;
  /**
   * For a date whose day the candidate may leave out: it counts as the first or the last of the month, and its name is among
   * `dates_without_day` of what holds it.
   */
  readonly dayMayBeMissing?: 'first' | 'last';
  /** For such a date: its month may be left out, too, and its name is then among `dates_without_month` as well. */
  readonly monthMayBeMissing?: true;
  /** A country that may be one that is no more, of which the interfaces answer nothing. */
  readonly mayBeFormer?: true;
  /** HTML's autocomplete token, for facts about the candidate (WCAG 1.3.5). */
  readonly autocomplete?: string;
}

/** `empty` is the value if nothing was given; it also defines the type of the value. */
export type Fact<V = unknown> = FactParts & { readonly empty: V } & (
    | (Ruled & { readonly kind: 'text' | 'long_text' | 'telephone' | 'date' | 'country' | 'nationality' | 'flag' })
    | (Ruled & {
        /** One value of a value set, or of a list of our own. */
        readonly kind: 'choice';
        readonly set?: ValueSetId;
        readonly values?: readonly string[];
      })
    | {
        readonly kind: 'list';
        readonly entry: FactTree;
        /** The field that identifies an entry in a path: `id_numbers[ssn]`. */
        readonly key?: string;
        /** The field before the key, in small letters: `local_identifiers[bra_cpf]`. */
        readonly keyPrefix?: string;
        /** The fields that name an entry for people. */
        readonly named: readonly string[];
        /** The flag that is false once the candidate says that they have nothing to add. */
        readonly none?: string;
        /** The text that says why; with one, also somebody who has added too little may say that there is nothing more. */
        readonly whyNone?: string;
        /** The rule of one entry as stated. */
        readonly rule?: EntryRule<never>;
      }
  );

interface Ruled {
  /** The rule of the value as stated; it applies to every order. */
  readonly rule?: FactRule;
}

export type FactTree = Readonly<Record<string, Fact>>;
type ValueOf<F> = F extends { readonly empty: infer V } ? V : never;

/** A person or an entry of a list. The interfaces need whole dates, people are shown what was typed (ours). */
export type DatesWithoutDay = {
  /** The names of the dates whose day was not typed. */
  readonly dates_without_day?: readonly string[];
  /** Those of which only the year was typed; their names are among `dates_without_day`, too. */
  readonly dates_without_month?: readonly string[];
};

/** The values of a tree of facts. */
export type FactsOf<T extends FactTree> = { readonly [K in keyof T]: ValueOf<T[K]> } & DatesWithoutDay;

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

/** Sets the value that stands for nothing given; it is text like the others. */
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
  readonly keyPrefix?: keyof T & string;
  readonly named: readonly (keyof T & string)[];
  readonly none?: string;
  readonly whyNone?: string;
  readonly rule?: EntryRule<FactsOf<T>>;
}

export const list = <const T extends FactTree>(entry: T, parts: ListParts<T>) => ({
  ...parts,
  kind: 'list' as const,
  entry,
  empty: [] as readonly FactsOf<T>[],
});
