// Turns facts into the fields of a page: each by its kind, with its texts, its options and the inputs that it reveals.
import { type FactInput, isAsked } from '../../../features/candidate-form/fact-input-rules.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import type { Fact } from '../../../features/facts/fact.ts';
import { localIdentifierAt } from '../../../features/facts/local-identifier-rules.ts';
import { choosableValues, nameOfValue } from '../../../features/value-sets/value-set-rules.ts';
import type { FactWords } from '../../../messages/fact-words.ts';
import { wordsOf } from '../../../messages/sentences.ts';
import { type Choice, countryChoices, nationalityChoices } from './country-choices.ts';

export interface Field {
  readonly kind: 'text' | 'long_text' | 'radios' | 'select' | 'country' | 'date';
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly items: readonly (Choice & { readonly children: readonly Field[] })[];
  readonly autocomplete: string | undefined;
  readonly classes: string;
  readonly inputType: 'text' | 'tel' | 'email';
  readonly isCapitals: boolean;
}

const MOST_RADIOS = 5;

function choicesOf(fact: Extract<Fact, { readonly kind: 'choice' }>, selected: string): Choice[] {
  const { set, values } = fact;
  const listed =
    values?.map((value) => ({ value, name: set === undefined ? value : nameOfValue(set, value) })) ??
    choosableValues(set!);
  return listed.map(({ value, name }) => ({ value, text: name, selected: value === selected }));
}

/** The option of a select that stands for no answer. */
const blank = (isOptional: boolean, selected: string): Choice => ({
  value: '',
  text: isOptional ? 'None' : 'Choose one',
  selected: selected === '',
});

function kindOf({ fact }: FactInput, choices: readonly Choice[]): Field['kind'] {
  if (fact.kind === 'flag') return 'radios';
  if (fact.kind === 'choice') return choices.length <= MOST_RADIOS ? 'radios' : 'select';
  if (fact.kind === 'nationality' || fact.kind === 'country') return 'country';
  return fact.kind === 'date' || fact.kind === 'long_text' ? fact.kind : 'text';
}

function choicesFor({ fact, key, name }: FactInput, typed: Typed): Choice[] {
  const selected = typed[name] ?? '';
  const { yes = 'Yes', no = 'No' } = wordsOf(key);
  switch (fact.kind) {
    case 'flag':
      return [
        { value: 'yes', text: yes, selected: selected === 'yes' },
        { value: 'no', text: no, selected: selected === 'no' },
      ];
    case 'country':
      return countryChoices(selected);
    case 'nationality':
      return nationalityChoices(selected);
    case 'choice':
      return choicesOf(fact, selected);
    default:
      return [];
  }
}

const isNumber = ({ fact, key }: FactInput) => fact.sensitivity === 'identifier' || key === 'addresses.postcode';

/** A number of another country is called what its people call it. */
function fieldWords(key: string): FactWords {
  const { name, example } = (key.endsWith('.value') ? localIdentifierAt(key) : undefined) ?? {};
  if (name === undefined) return wordsOf(key);
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return { label, ...(example === undefined ? {} : { hint: `For example, ${example}` }) };
}

/** What is said of the fact where the others are as typed. */
function wordsWhere(key: string, inputs: readonly FactInput[], typed: Typed): FactWords {
  const words = fieldWords(key);
  const lead = inputs.find(({ path }) => path === words.where?.fact);
  return lead === undefined ? words : { ...words, ...words.where?.is[typed[lead.name] ?? ''] };
}

function fieldOf(input: FactInput, inputs: readonly FactInput[], typed: Typed): Field {
  const { fact, name, key } = input;
  const words = wordsWhere(key, inputs, typed);
  const choices = choicesFor(input, typed);
  const kind = kindOf(input, choices);
  const items = kind === 'select' ? [blank(fact.isOptional === true, typed[name] ?? ''), ...choices] : choices;
  const led = inputs.filter((other) => other.onlyWhere?.fact === input.path);
  return {
    kind,
    name,
    label: `${words.question ?? words.label}${fact.isOptional === true && fact.kind !== 'flag' ? ' (optional)' : ''}`,
    hint: words.hint,
    items: items.map((item) => ({
      ...item,
      children:
        kind !== 'radios'
          ? []
          : led.filter((child) => isRevealed(child, item.value)).map((child) => fieldOf(child, inputs, typed)),
    })),
    autocomplete: fact.autocomplete,
    classes: isNumber(input) ? 'govuk-input--width-20 govuk-input--extra-letter-spacing' : '',
    inputType: fact.kind === 'telephone' ? 'tel' : 'text',
    isCapitals: isNumber(input),
  };
}

const isRevealed = ({ onlyWhere }: FactInput, value: string): boolean =>
  (onlyWhere?.is ?? []).some((one) => (one === true ? 'yes' : one === false ? 'no' : one) === value);

/** In the order of the facts; conditional inputs stand below the answer that reveals them. */
export function fieldsOf(inputs: readonly FactInput[], typed: Typed): Field[] {
  const isLed = ({ onlyWhere }: FactInput) =>
    onlyWhere !== undefined &&
    inputs.some((lead) => lead.path === onlyWhere.fact && kindOf(lead, choicesFor(lead, typed)) === 'radios');
  return inputs
    .filter((input) => !isLed(input) && isAsked(input, inputs, typed))
    .map((input) => fieldOf(input, inputs, typed));
}
