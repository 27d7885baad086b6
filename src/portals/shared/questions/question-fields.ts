// The questions to a referee as fields of a form: each by its kind, with the fields that an answer reveals.
import { type Answers, askedQuestions, unknownInput } from '../../../features/references/answer-rules.ts';
import type { Question, Section } from '../../../features/references/questionnaire.ts';
import { say, sayAnswer } from '../../../messages/say.ts';

interface Item {
  readonly value: string;
  readonly text: string;
  readonly selected: boolean;
  /** Asked where this one is chosen. */
  readonly children: readonly QuestionField[];
}

export interface QuestionField {
  readonly kind: 'text' | 'long_text' | 'number' | 'date' | 'radios' | 'select';
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly autocomplete: Question['autocomplete'];
  /** The box that is ticked in place of an answer. */
  readonly unknown: { readonly name: string; readonly label: string } | undefined;
  readonly items: readonly Item[];
}

const MOST_RADIOS = 6;

const choicesOf = ({ kind, label }: Question): readonly (readonly [value: string, text: string])[] => {
  if (kind === 'yes_no') {
    return [
      ['yes', sayAnswer(label, true)],
      ['no', sayAnswer(label, false)],
    ];
  }
  return typeof kind === 'object' ? Object.entries(kind.choice) : [];
};

function kindOf({ kind }: Question, choices: number): QuestionField['kind'] {
  if (kind === 'yes_no' || typeof kind === 'object') return choices > MOST_RADIOS ? 'select' : 'radios';
  return kind === 'amount' ? 'text' : kind;
}

function fieldOf(question: Question, led: readonly Question[], typed: Answers): QuestionField {
  const { key, label, hint, isOptional, autocomplete, unknown } = question;
  const unknownName = unknownInput(question);
  const choices = choicesOf(question);
  const kind = kindOf(question, choices.length);
  const items = choices.map(([value, text]) => ({
    value,
    text,
    selected: typed[key] === value,
    children: led
      .filter(({ onlyWhere }) => onlyWhere?.key === key && onlyWhere.is === value)
      .map((child) => fieldOf(child, led, typed)),
  }));
  const none = {
    value: '',
    text: say(isOptional ? 'Rather not say' : 'Choose one'),
    selected: !typed[key],
    children: [],
  };
  return {
    kind,
    name: key,
    label: isOptional ? `${label} ${say('(optional)')}` : label,
    hint,
    autocomplete,
    unknown: unknown !== undefined && unknownName !== undefined ? { name: unknownName, label: unknown } : undefined,
    items: kind === 'select' ? [none, ...items] : items,
  };
}

/**
 * The fields of a section. A question that depends on an answer of the same section stands below that answer.
 * @param answers of the other sections; undefined if all sections are on one page, and each question is shown
 */
export function questionFields(section: Section, typed: Answers, answers: Answers | undefined): QuestionField[] {
  const { questions } = section;
  const isLed = ({ onlyWhere }: Question) => questions.some(({ key }) => key === onlyWhere?.key);
  const asked = answers === undefined ? questions : askedQuestions(section, { ...answers, ...typed });
  return questions
    .filter((question) => !isLed(question) && asked.includes(question))
    .map((question) => fieldOf(question, questions.filter(isLed), typed));
}

/** The fields as they show saved answers. */
export function typedFrom({ questions }: Section, answers: Answers): Answers {
  const inputs = questions.flatMap((question): (readonly [string, string])[] => {
    const { key, kind } = question;
    const value = answers[key] ?? '';
    const box = unknownInput(question);
    const ticked = box === undefined ? [] : [[box, answers[box] ?? ''] as const];
    if (kind !== 'date') return [[key, value], ...ticked];
    const [year = '', month = '', day = ''] = value.split('-');
    return [
      [`${key}-day`, day === '' ? '' : String(Number(day))],
      [`${key}-month`, month === '' ? '' : String(Number(month))],
      [`${key}-year`, year],
      ...ticked,
    ];
  });
  return Object.fromEntries(inputs);
}
