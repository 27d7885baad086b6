// What the value of a fact is in an order of interface v1, and back: one conversion for each kind of fact; pure.
import { countryByAlpha2, countryByAlpha3, stateless } from '../../lib/countries.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Fact } from '../facts/fact.ts';
import { nationalities } from '../value-sets/nationality-values.ts';
import { valueIn } from '../value-sets/value-set-rules.ts';

/** A fact that is one value, not a list. */
export type PlainFact = Exclude<Fact, { readonly kind: 'list' }>;
export type PlainKind = PlainFact['kind'];

interface Conversion {
  readonly toV1: (value: unknown, fact: PlainFact) => unknown;
  /** null where nothing is said, or nothing that can be read. */
  readonly toFact: (said: unknown, fact: PlainFact) => unknown;
}

/** As people mean it: without spaces around it, and nothing where there is nothing. */
export const given = (value: unknown): string | null => {
  const text = value === undefined || value === null ? '' : String(value).trim();
  return text === '' ? null : text;
};

export const isOneOf = (word: string) => (one: string) => one.toLowerCase() === word.toLowerCase();

/** Unsupplied text is answered as `""`, dates and flags as null (decisions, Orders). */
const text: Conversion = { toV1: (value) => value ?? '', toFact: given };
/** What stands where nobody gave a date is no date: interface v2 shows 1900-01-01 for a birth date. */
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
  /** As countries; who has none has the same three letters in both. Of a territory without a people nobody is a national. */
  nationality: {
    toV1(value, fact) {
      const code = value === stateless.alpha3 ? value : country.toV1(value, fact);
      return nationalityValues.has(code) ? code : '';
    },
    toFact: (said, fact) => (said === stateless.alpha3 ? said : country.toFact(said, fact)),
  },
  flag: { toV1: (value) => value ?? null, toFact: (said) => (typeof said === 'boolean' ? said : null) },
  /** Taken in any case, answered as the value set writes it. */
  choice: {
    toV1(value, fact) {
      const set = fact.kind === 'choice' ? fact.set : undefined;
      return (set === undefined ? undefined : valueIn(set, String(value ?? ''))?.value) ?? value ?? '';
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

/** What an answer has of it. */
export const answeredAs = ({ kind }: Pick<PlainFact, 'kind'>): 'text' | 'date' | 'flag' =>
  kind === 'date' || kind === 'flag' ? kind : 'text';
