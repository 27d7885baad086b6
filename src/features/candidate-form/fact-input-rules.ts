// The inputs for facts: their names, and the conversion between typed text and values; pure.
import { countryByAlpha3, formerCountryByAlpha3, nationalityByAlpha3 } from '../../lib/countries.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { gbDriverNumberOf, niDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { isUkCountry, ukPostcodeOf } from '../../lib/postcodes.ts';
import type { Said } from '../../messages/sentences.ts';
import type { Fact } from '../facts/fact.ts';
import { factAt, factKeyOf } from '../facts/fact-paths.ts';
import { isBlank } from '../facts/finding.ts';
import { ownValueIn, valueIn } from '../value-sets/value-set-rules.ts';
import type { Typed } from './form-page.ts';
import { dateInputs, isDateEmpty, isDayMissing, isMonthMissing, readTypedDate, typedDate } from './typed-date-rules.ts';

/** One fact that a page asks for. */
export interface FactInput {
  /** The path of the fact; for a field of an entry, its name alone. */
  readonly path: string;
  /** The name of the input; a date has three inputs, with this as prefix. */
  readonly name: string;
  /** The key of its texts: `addresses.street`. */
  readonly key: string;
  readonly fact: Fact;
  /** Asked only if an earlier answer is one of these. */
  readonly onlyWhere: Fact['onlyWhere'];
}

type Condition = { readonly fact: string; readonly is: readonly (string | boolean)[]; readonly isNot?: true };

/**
 * The input of `id_numbers[social_insurance].value` is named `social_insurance`, that of another field `bra_cpf_why_none`: a
 * name in HTML begins with a letter.
 */
function inputName(path: string): string {
  const [, element, field = 'value'] = /\[_?(\w+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (element === undefined) return path;
  return field === 'value' ? element : `${element}_${field}`;
}

export const inputsAt = (
  paths: readonly string[],
  conditions: Readonly<Record<string, Fact['onlyWhere']>>,
  optional: readonly string[] = [],
): FactInput[] =>
  paths.flatMap((path) => {
    const known = factAt(path);
    if (known === undefined) return [];
    const fact: Fact = optional.includes(path) ? { ...known, isOptional: true } : known;
    return [{ path, name: inputName(path), key: factKeyOf(path), fact, onlyWhere: conditions[path] ?? fact.onlyWhere }];
  });

export const inputsOfEntry = (list: string, fact: Extract<Fact, { readonly kind: 'list' }>): FactInput[] =>
  Object.entries(fact.entry).map(([name, field]) => ({
    path: name,
    name,
    key: `${list}.${name}`,
    fact: field,
    onlyWhere: field.onlyWhere,
  }));

/** The names of the fields that a browser sends for the input. */
export const sentNames = ({ name, fact }: FactInput): readonly string[] =>
  fact.kind === 'date' ? dateInputs(name) : [name];

/** The field to which a problem of the fact links. */
export const firstNameOf = (input: FactInput): string => sentNames(input)[0]!;

function isMet(condition: Condition | undefined, inputs: readonly FactInput[], typed: Typed): boolean {
  const lead = inputs.find(({ path }) => path === condition?.fact);
  if (condition === undefined || lead === undefined) return true;
  const value = readValue(lead, typed, '9999-12-31');
  return 'value' in value && condition.is.includes(value.value as string | boolean) === (condition.isNot !== true);
}

/** Whether the page has the input: it is asked, or an answer on the same page decides whether it is. */
export const isOnPage = ({ onlyWhere }: FactInput, inputs: readonly FactInput[], typed: Typed): boolean =>
  isMet(onlyWhere, inputs, typed);

/** Whether the input is asked, given the answers before it. */
export const isAsked = (input: FactInput, inputs: readonly FactInput[], typed: Typed): boolean =>
  isOnPage(input, inputs, typed) && isMet(input.fact.whileChosen, inputs, typed);

export type Read = { readonly value: unknown } | (Said & { readonly input: string });

const wrong = (input: FactInput, code: Said['code']): Read => ({ input: firstNameOf(input), code });

/** The maximum length of an answer. */
const LONGEST = 1000;

const withoutSpaces = (text: string) => text.replaceAll(' ', '');

/** Normalises values that people write in several ways. */
const tidied: Readonly<Record<string, (text: string) => string | undefined>> = {
  'id_numbers[social_insurance].value': nationalInsuranceNumberOf,
  'id_numbers[driving_licence].value': (text) => gbDriverNumberOf(text) ?? niDriverNumberOf(text),
  share_code: (text) => withoutSpaces(text).toUpperCase(),
  driving_licence_check_code: withoutSpaces,
  certificate_number: withoutSpaces,
  fca_reference_number: (text) => withoutSpaces(text).toUpperCase(),
};

const mayMiss = ({ dayMayBeMissing, monthMayBeMissing }: Fact) => ({ dayMayBeMissing, monthMayBeMissing });

/** The typed value, or the fact's empty value if nothing was typed; reports text that cannot be read. */
function readValue(input: FactInput, typed: Typed, today: IsoDate): Read {
  const { fact, name, path } = input;
  if (fact.kind === 'date') {
    if (isDateEmpty(typed, name)) return { value: fact.empty };
    const read = readTypedDate(typed, name, { ...mayMiss(fact), today });
    return 'date' in read ? { value: read.date } : read;
  }
  const text = typed[name] ?? '';
  if (text === '') return { value: fact.empty };
  if (text.length > LONGEST) return { ...wrong(input, 'too_long'), params: { most: LONGEST } };
  switch (fact.kind) {
    case 'flag':
      return text === 'yes' || text === 'no' ? { value: text === 'yes' } : wrong(input, 'choose_from_list');
    case 'country':
      return countryByAlpha3(text) !== undefined || (fact.mayBeFormer && formerCountryByAlpha3(text) !== undefined)
        ? { value: text }
        : wrong(input, 'choose_from_list');
    case 'nationality':
      return nationalityByAlpha3(text) === undefined ? wrong(input, 'choose_from_list') : { value: text };
    case 'choice': {
      const isIn =
        fact.values?.includes(text) ??
        (valueIn(fact.set!, text)?.value === text || ownValueIn(fact.set!, text) !== undefined);
      return isIn ? { value: text } : wrong(input, 'choose_from_list');
    }
    default:
      return { value: tidied[path]?.(text) ?? text };
  }
}

/** The typed form of a value as it was stated. */
export function typedValue({ fact, name }: FactInput, value: unknown): Typed {
  if (fact.kind === 'date') return typedDate(name, isBlank(value) || value === fact.empty ? null : String(value));
  if (fact.kind === 'flag') return { [name]: (value ?? null) === null ? '' : value === true ? 'yes' : 'no' };
  return { [name]: isBlank(value) ? '' : String(value) };
}

function unasked(input: FactInput, inputs: readonly FactInput[], typed: Typed): unknown {
  const { empty, whileChosen } = input.fact;
  return isOnPage(input, inputs, typed) ? (whileChosen?.otherwise ?? empty) : empty;
}

export interface ReadInputs {
  readonly values: ReadonlyMap<FactInput, unknown>;
  /** The dates whose day was not typed. */
  readonly withoutDay: readonly FactInput[];
  /** Those of them whose month was not typed either. */
  readonly withoutMonth: readonly FactInput[];
  /** Problems by input. */
  readonly faults: ReadonlyMap<FactInput, Said & { readonly input: string }>;
}

/** Reads every input; inputs that are not asked or cannot be read have no value. */
export function readInputs(inputs: readonly FactInput[], typed: Typed, today: IsoDate): ReadInputs {
  const values = new Map<FactInput, unknown>();
  const withoutDay: FactInput[] = [];
  const faults = new Map<FactInput, Said & { readonly input: string }>();
  for (const input of inputs) {
    const read = isAsked(input, inputs, typed)
      ? readValue(input, typed, today)
      : { value: unasked(input, inputs, typed) };
    if ('value' in read) values.set(input, read.value);
    else faults.set(input, read);
    const hasDate = input.fact.kind === 'date' && 'value' in read && read.value !== input.fact.empty;
    if (hasDate && isDayMissing(typed, input.name)) withoutDay.push(input);
    if (!values.has(input)) values.set(input, input.fact.empty);
  }
  return { values, withoutDay, withoutMonth: withoutDay.filter(({ name }) => isMonthMissing(typed, name)), faults };
}

const isForces = (postcode: string | null): boolean => /^BF\s?1/i.test(postcode ?? '');

/** An address of the armed forces has neither house nor town: `BFPO 57` stands for both. */
const withForcesPost = ({ building_number: number, building_name: name, flat_number: flat, street, town }: Place) =>
  [number, name, flat].some((one) => !isBlank(one))
    ? { town: isBlank(town) ? 'BFPO' : town }
    : { building_name: street, street: null, town: isBlank(town) ? 'BFPO' : town };

type Place = Readonly<
  Partial<Record<'building_number' | 'building_name' | 'flat_number' | 'street' | 'town', unknown>>
>;

/** Writes a UK postcode in two parts and a US state in capitals, as interfaces answer them. */
export function tidyPlace<
  E extends Place & { readonly country?: unknown; readonly postcode?: unknown; readonly state?: unknown },
>(entry: E): E {
  const country = String(entry.country ?? '');
  const postcode = isBlank(entry.postcode) ? null : String(entry.postcode);
  return {
    ...entry,
    ...(isUkCountry(country) && postcode !== null ? { postcode: ukPostcodeOf(postcode) ?? postcode } : {}),
    ...(isUkCountry(country) && isForces(postcode) ? withForcesPost(entry) : {}),
    ...(country === 'USA' && !isBlank(entry.state) ? { state: String(entry.state).toUpperCase() } : {}),
  };
}
