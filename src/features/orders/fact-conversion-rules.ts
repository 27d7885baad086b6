// Converts the value of a fact to an order of interface v1 and back: one conversion for each kind of fact; pure.
import { countryByAlpha2, countryByAlpha3, stateless } from '../../lib/countries.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Fact } from '../facts/fact.ts';
import { nationalities } from '../value-sets/nationality-values.ts';
import { ownValueIn, valueIn } from '../value-sets/value-set-rules.ts';

/** A fact that is one value, not a list. */
export type PlainFact = Exclude<Fact, { readonly kind: 'list' }>;
export type PlainKind = PlainFact['kind'];

interface Conversion {
  readonly toV1: (value: unknown, fact: PlainFact) => unknown;
  /** null for an absent or unreadable value. */
  readonly toFact: (said: unknown, fact: PlainFact) => unknown;
}

/** The text without surrounding spaces; null if it is empty. */
export const given = (value: unknown): string | null => {
  const text = value === undefined || value === null ? '' : String(value).trim();
  return text === '' ? null : text;
};

export const isOneOf = (word: string) => (one: string) => one.toLowerCase() === word.toLowerCase();

/** Unsupplied text is answered as `""`, dates and flags as null (decisions, Orders). */
const text: Conversion = { toV1: (value) => value ?? '', toFact: given };
/** A missing date is answered as null, although interface v2 answers a missing birth date as 1900-01-01. */
const date: Conversion = {
  toV1: (value, { empty }) => (value === empty ? null : (value ?? null)),
  toFact: (said) => parseDate(given(said) ?? '') ?? null,
};
/** Two letters in v1, three in the facts. */
const country: Conversion = {
  toV1: (value) => countryByAlpha3(given(value) ?? '')?.alpha2 ?? '',
  toFact: (said) => countryByAlpha2(given(said) ?? '')?.alpha3 ?? null,
};
const nationalityValues: ReadonlySet<unknown> = new Set(nationalities.map(({ value }) => value));

const conversions: Readonly<Record<PlainKind, Conversion>> = {
  text,
  long_text: text,
  telephone: text,
  date,
  country,
  /**
   * Converted like countries; the code for stateless is the same in both. A territory without a nationality of its own
   * has no value.
   */
  nationality: {
    toV1(value, fact) {
      const code = value === stateless.alpha3 ? value : country.toV1(value, fact);
      return nationalityValues.has(code) ? code : '';
    },
    toFact: (said, fact) => (said === stateless.alpha3 ? said : country.toFact(said, fact)),
  },
  flag: { toV1: (value) => value ?? null, toFact: (said) => (typeof said === 'boolean' ? said : null) },
  /** Accepted in any case, answered as the value set writes it. */
  choice: {
    toV1(value, fact) {
      const set = fact.kind === 'choice' ? fact.set : undefined;
      if (set === undefined) return value ?? '';
      const text = String(value ?? '');
      return valueIn(set, text)?.value ?? ownValueIn(set, text)?.nearest ?? value ?? '';
    },
    toFact(said, fact) {
      const word = given(said);
      const values = fact.kind === 'choice' ? fact.values : undefined;
      return values === undefined || word === null ? word : (values.find(isOneOf(word)) ?? null);
    },
  },
};

export const toV1 = (fact: PlainFact, value: unknown): unknown => conversions[fact.kind].toV1(value, fact);

export const toFact = (fact: PlainFact, said: unknown): unknown =>
  conversions[fact.kind].toFact(said, fact) ?? fact.empty;

/** The kind of value that an answer has for the fact. */
export const answeredAs = ({ kind }: Pick<PlainFact, 'kind'>): 'text' | 'date' | 'flag' =>
  kind === 'date' || kind === 'flag' ? kind : 'text';
