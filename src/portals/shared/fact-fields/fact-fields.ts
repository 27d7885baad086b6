// Turns facts into the fields of a page: each by its kind, with its texts, its options and the inputs that it reveals.

import { type FactInput, isOnPage } from '../../../features/candidate-form/fact-input-rules.ts';
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import type { Fact } from '../../../features/facts/fact.ts';
import { localIdentifierAt } from '../../../features/facts/local-identifier-rules.ts';
import { choosableValues, nameOfValue } from '../../../features/value-sets/value-set-rules.ts';
import type { ChoiceGroup, FactWords } from '../../../messages/fact-words.ts';
import { english, say, sayAnswer, sayText } from '../../../messages/say.ts';
import { wordsOf } from '../../../messages/sentences.ts';
import { type Choice, countryChoices, nationalityChoices } from './country-choices.ts';

export interface Field {
  readonly kind: 'text' | 'long_text' | 'radios' | 'select' | 'country' | 'date' | 'tick';
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** A divider is a heading of the choices after it. */
  readonly items: readonly ((Item & { readonly children: readonly Field[] }) | { readonly divider: string })[];
  readonly autocomplete: string | undefined;
  readonly classes: string;
  /** Of the whole field, by which the style sheet hides it. */
  readonly groupClasses: string | undefined;
  readonly inputType: 'text' | 'tel' | 'email';
  readonly isCapitals: boolean;
}

const MOST_RADIOS = 5;

function choicesOf(fact: Extract<Fact, { readonly kind: 'choice' }>, selected: string): Choice[] {
  const { set, values } = fact;
  const listed =
    values?.map((value) => ({ value, name: set === undefined ? value : nameOfValue(set, value) })) ??
    choosableValues(set!);
  return listed.map(({ value, name }) => ({ value, text: sayText(name), selected: value === selected }));
}

/** The option of a select that stands for no answer. */
const blank = (isOptional: boolean, selected: string): Choice => ({
  value: '',
  text: say(isOptional ? 'None' : 'Choose one'),
  selected: selected === '',
});

/** What decides which other facts are asked is a list, so that these stand beside it. */
const isLead = ({ path }: FactInput, inputs: readonly FactInput[]) =>
  inputs.some(({ onlyWhere }) => onlyWhere?.fact === path);

function kindOf(input: FactInput, choices: readonly Choice[], inputs: readonly FactInput[]): Field['kind'] {
  const { fact, key } = input;
  if (fact.kind === 'flag') return wordsOf(key).tick === undefined ? 'radios' : 'tick';
  if (fact.kind === 'choice') {
    const isInWords = wordsOf(key).choices !== undefined && !isLead(input, inputs);
    return isInWords || choices.length <= MOST_RADIOS ? 'radios' : 'select';
  }
  if (fact.kind === 'nationality' || fact.kind === 'country') return 'country';
  return fact.kind === 'date' || fact.kind === 'long_text' ? fact.kind : 'text';
}

function choicesFor({ fact, key, name }: FactInput, typed: Typed): Choice[] {
  const selected = typed[name] ?? '';
  const { question = '', yes, no } = wordsOf(key);
  switch (fact.kind) {
    case 'flag':
      return [
        { value: 'yes', text: sayAnswer(question, true, yes), selected: selected === 'yes' },
        { value: 'no', text: sayAnswer(question, false, no), selected: selected === 'no' },
      ];
    case 'country':
      return countryChoices(selected, fact.mayBeFormer);
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
  return {
    label: english(label),
    ...(example === undefined ? {} : { hint: say('For example, {example}', { example }) }),
  };
}

/** What is said of the fact where the others are as typed. */
function wordsWhere(key: string, inputs: readonly FactInput[], typed: Typed): FactWords {
  const words = fieldWords(key);
  const lead = inputs.find(({ path }) => path === words.where?.fact);
  return lead === undefined ? words : { ...words, ...words.where?.is[typed[lead.name] ?? ''] };
}

type Item = Choice & { readonly id?: string; readonly hint?: { readonly text: string } };

/** The choices in the candidate's words and under their headings, with one that was chosen elsewhere and is not offered. */
function inGroups(choices: readonly Choice[], groups: readonly ChoiceGroup[]): (Item | { readonly divider: string })[] {
  const offered = groups.flatMap(({ heading, values }) => [
    ...(heading === undefined ? [] : [{ divider: heading }]),
    ...Object.entries(values).flatMap(([value, { text, hint }]): Item[] => {
      const choice = choices.find((one) => one.value === value);
      if (choice === undefined) return [];
      return [{ ...choice, text: text ?? choice.text, ...(hint !== undefined && { hint: { text: hint } }) }];
    }),
  ]);
  const other = choices.filter(({ value, selected }) => selected && !groups.some(({ values }) => value in values));
  return [...offered, ...other];
}

/** A problem links to the first choice by the name of the input, also below a heading. */
function withLinked<T extends Item | { readonly divider: string }>(items: readonly T[], id: string): readonly T[] {
  const first = items.find((item) => !('divider' in item));
  return items.map((item) => (item === first ? { ...item, id } : item));
}

function itemsOf(
  kind: Field['kind'],
  choices: readonly Choice[],
  isOptional: boolean,
  words: FactWords,
  typed: string,
) {
  if (kind === 'select') return [blank(isOptional, typed), ...choices];
  return kind === 'radios' && words.choices !== undefined ? inGroups(choices, words.choices) : choices;
}

function fieldOf(input: FactInput, inputs: readonly FactInput[], typed: Typed): Field {
  const { fact, name, key } = input;
  const words = wordsWhere(key, inputs, typed);
  const choices = choicesFor(input, typed);
  const kind = kindOf(input, choices, inputs);
  const listed = itemsOf(kind, choices, fact.isOptional === true, words, typed[name] ?? '');
  const items = kind === 'radios' ? withLinked(listed, name) : listed;
  const led = inputs.filter((other) => other.onlyWhere?.fact === input.path);
  return {
    kind,
    name,
    label:
      words.tick ??
      `${words.question ?? words.label}${fact.isOptional === true && fact.kind !== 'flag' ? ` ${say('(optional)')}` : ''}`,
    hint: words.hint,
    items: items.map((item) =>
      'divider' in item
        ? item
        : {
            ...item,
            children:
              kind !== 'radios'
                ? []
                : led.filter((child) => isRevealed(child, item.value)).map((child) => fieldOf(child, inputs, typed)),
          },
    ),
    autocomplete: fact.autocomplete,
    classes: isNumber(input) ? 'govuk-input--width-20 govuk-input--extra-letter-spacing' : '',
    groupClasses: whileClass(fact),
    inputType: fact.kind === 'telephone' ? 'tel' : 'text',
    isCapitals: isNumber(input),
  };
}

/** Shown where the style sheet cannot tell what is chosen; the answer that was not asked is not read. */
const whileClass = ({ whileChosen }: Fact): string | undefined =>
  whileChosen && `app-${whileChosen.isNot ? 'unless' : 'while'}-${whileChosen.is.join('-')}`;

const isRevealed = ({ onlyWhere }: FactInput, value: string): boolean =>
  (onlyWhere?.is ?? []).some((one) => (one === true ? 'yes' : one === false ? 'no' : one) === value);

/** In the order of the facts; conditional inputs stand below the answer that reveals them. */
export function fieldsOf(inputs: readonly FactInput[], typed: Typed): Field[] {
  const isLed = ({ onlyWhere }: FactInput) =>
    onlyWhere !== undefined &&
    inputs.some((lead) => lead.path === onlyWhere.fact && kindOf(lead, choicesFor(lead, typed), inputs) === 'radios');
  return inputs
    .filter((input) => !isLed(input) && isOnPage(input, inputs, typed))
    .map((input) => fieldOf(input, inputs, typed));
}
