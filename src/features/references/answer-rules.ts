// Reads what a referee types, section by section, and says what is still asked; pure.
import { formatDate, type IsoDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { say, sayAnswer, sayText } from '../../messages/say.ts';
import { apiSentence } from '../../messages/sentences.ts';
import type { Sentence } from '../../messages/welsh/welsh.ts';
import {
  dateInputs,
  isDateEmpty,
  isDayMissing,
  isMonthMissing,
  readTypedDate,
} from '../candidate-form/typed-date-rules.ts';
import { type Question, type Questionnaire, type Section, silentAnswers } from './questionnaire.ts';

/** By the key of the question; a date without a day as `2021-03`, a year alone as `2021`. */
export type Answers = Readonly<Record<string, string>>;

/** All questions, or dates and role only: the referee's policy allows no more, or a letter says the rest. */
export type AnswerScope = 'whole' | 'factual' | 'letter';

const LONGEST_TEXT = 250;
const LONGEST_LONG_TEXT = 4000;

export const askedSections = ({ sections }: Questionnaire, scope: AnswerScope): readonly Section[] =>
  scope === 'whole' ? sections : sections.filter(({ isFactual }) => isFactual === true);

const isAsked = ({ onlyWhere }: Question, answers: Answers) =>
  onlyWhere === undefined || answers[onlyWhere.key] === onlyWhere.is;

/** The questions of a section that these answers leave open. */
export const askedQuestions = ({ questions }: Section, answers: Answers): readonly Question[] =>
  questions.filter((question) => isAsked(question, answers));

/** Ticked, and stored as `yes`, where the referee does not know. */
const unknownKey = ({ key }: Pick<Question, 'key'>) => `${key}_not_known`;

export const notKnownText = silentAnswers.not_known!;

/** Whether the referee says that they do not know: it is an answer, and states nothing. */
export const isNotKnown = (question: Pick<Question, 'key'>, answers: Answers): boolean =>
  answers[unknownKey(question)] === 'yes' || answers[question.key] === 'not_known';

/** The box beside a question that says that nothing is known; undefined where an answer is needed. */
export const unknownInput = (question: Question): string | undefined =>
  question.unknown === undefined ? undefined : unknownKey(question);

const valueInputs = ({ key, kind }: Question): readonly string[] => (kind === 'date' ? dateInputs(key) : [key]);

/** The fields that a form sends for a question. */
export const inputsOf = (question: Question): readonly string[] => [
  ...valueInputs(question),
  ...[unknownInput(question) ?? []].flat(),
];

/** Without control characters other than line breaks. */
const tidied = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll('\r\n', '\n')
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trim()
    : '';

/** The fields of a section as they were typed. */
export const typedIn = ({ questions }: Section, body: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(questions.flatMap(inputsOf).map((name) => [name, tidied(body[name])]));

/** A number, with its currency or without: `£32,500`, `EUR 40000`. */
const isAmount = (text: string): boolean =>
  /^(?:\p{Sc}|[A-Z]{3})? ?\d[\d., ]{0,14}(?: ?(?:\p{Sc}|[A-Z]{3}))?$/u.test(text);

function readDate({ key, missing, isOptional }: Question, typed: Answers, today: IsoDate, problems: Problems): string {
  if (isOptional && isDateEmpty(typed, key)) return '';
  const read = readTypedDate(typed, key, { dayMayBeMissing: 'first', monthMayBeMissing: true, today });
  if (!('date' in read)) {
    problems.add(read.input, read.code === 'missing' ? missing! : `The date ${apiSentence(read)}`);
    return '';
  }
  if (read.date > today) problems.add(dateInputs(key)[0], 'The date must not be in the future' satisfies Sentence);
  if (isMonthMissing(typed, key)) return read.date.slice(0, 4);
  return isDayMissing(typed, key) ? read.date.slice(0, 7) : read.date;
}

/** Whether the box is ticked that says that nothing is known; an answer beside it is a slip. */
function isUnknownTicked(question: Question, typed: Answers, problems: Problems): boolean {
  const input = unknownInput(question);
  if (input === undefined || typed[input] !== 'yes') return false;
  const [first = input] = valueInputs(question);
  const isTyped = valueInputs(question).some((name) => (typed[name] ?? '') !== '');
  if (isTyped) problems.add(first, 'Enter an answer, or tick that you do not know it, not both' satisfies Sentence);
  return !isTyped;
}

function readText({ key, kind, missing, isOptional }: Question, typed: Answers, problems: Problems): string {
  const value = typed[key] ?? '';
  const most = kind === 'long_text' ? LONGEST_LONG_TEXT : LONGEST_TEXT;
  const isChoice = kind === 'yes_no' || typeof kind === 'object';
  if (value === '') {
    if (!isOptional) problems.add(key, missing!);
  } else if (isChoice) {
    const known = kind === 'yes_no' ? ['yes', 'no'] : Object.keys(kind.choice);
    if (!known.includes(value)) problems.add(key, missing ?? ('Select one of the answers' satisfies Sentence));
  } else if (kind === 'number' && !/^\d{1,5}$/.test(value)) {
    problems.add(key, 'Enter a whole number, such as 12' satisfies Sentence);
  } else if (kind === 'amount' && !isAmount(value)) {
    problems.add(key, 'Enter an amount, such as 32,500' satisfies Sentence);
  } else if (value.length > most) {
    problems.add(key, `The answer must be ${most} characters or fewer` satisfies Sentence);
  }
  return value;
}

export interface ReadSection {
  /** The answers of this section; empty where nothing was asked or answered. */
  readonly answers: Answers;
  readonly problems: Problems;
}

/** @param earlier the answers of other sections, on which some questions depend */
export function readSection(section: Section, typed: Answers, earlier: Answers, today: IsoDate): ReadSection {
  const problems = new Problems();
  const answers: Record<string, string> = {};
  for (const question of section.questions) {
    if (!isAsked(question, { ...earlier, ...answers })) continue;
    if (isUnknownTicked(question, typed, problems)) {
      answers[unknownKey(question)] = 'yes';
      continue;
    }
    const value =
      question.kind === 'date' ? readDate(question, typed, today, problems) : readText(question, typed, problems);
    if (value !== '') answers[question.key] = value;
  }
  if (answers.from !== undefined && answers.to !== undefined && answers.to < answers.from.slice(0, answers.to.length)) {
    problems.add(dateInputs('to')[0], 'The end must not be before the start' satisfies Sentence);
  }
  return { answers, problems };
}

/** The answers after a section was read: what it no longer asks is removed, in it and in those that depend on it. */
export function withSection(questionnaire: Questionnaire, section: Section, earlier: Answers, read: Answers): Answers {
  const own = new Set(section.questions.flatMap((question) => [question.key, unknownKey(question)]));
  const merged: Record<string, string> = {
    ...Object.fromEntries(Object.entries(earlier).filter(([key]) => !own.has(key))),
    ...read,
  };
  for (const question of questionnaire.sections.flatMap(({ questions }) => questions)) {
    if (isAsked(question, merged)) continue;
    delete merged[question.key];
    delete merged[unknownKey(question)];
  }
  return merged;
}

const isAnswered = (section: Section, answers: Answers) =>
  askedQuestions(section, answers).every(
    (question) => question.isOptional === true || answerIn(question, answers) !== undefined,
  );

/** The first section in which an answer is missing; undefined if the reference can be sent. */
export const nextSection = (questionnaire: Questionnaire, scope: AnswerScope, answers: Answers): Section | undefined =>
  askedSections(questionnaire, scope).find((section) => !isAnswered(section, answers));

/** An answer as people read it. */
function answerText({ kind, label }: Question, value: string): string {
  if (kind === 'date') return formatDate(value);
  if (kind === 'yes_no') return sayAnswer(label, value === 'yes');
  return typeof kind === 'object' ? (kind.choice[value] ?? value) : value;
}

/** Whether the referee answered, and stated nothing by it: they do not know, or may not say. */
export const isSilent = (question: Pick<Question, 'key'>, answers: Answers): boolean =>
  isNotKnown(question, answers) || Object.hasOwn(silentAnswers, answers[question.key] ?? '');

/** What was answered, as people read it; undefined where nothing was. */
export function answerIn(question: Question, answers: Answers): string | undefined {
  if (isNotKnown(question, answers)) return say(notKnownText);
  const value = answers[question.key];
  if (value === undefined) return undefined;
  const silent = silentAnswers[value];
  return silent === undefined ? answerText(question, value) : say(silent);
}

/** Each choice as it answers the question; `label` as it is said. */
function saidKind({ kind }: Question, label: string): Question['kind'] {
  if (typeof kind === 'string') return kind;
  const said = Object.entries(kind.choice).map(([value, text]) =>
    text === 'Yes' || text === 'No' ? [value, sayAnswer(label, text === 'Yes')] : [value, sayText(text)],
  );
  return { choice: Object.fromEntries(said) };
}

/**
 * The questionnaire in the language that is spoken, and in the words that fit the person: who has left is asked about in the
 * past, and a suitability for the job. @param job empty where the referee is not told it
 */
export function wordedFor(questionnaire: Questionnaire, { still_there: there }: Answers, job: string): Questionnaire {
  const labelOf = ({ label, labelWhere, labelOfJob }: Question): string => {
    if (labelOfJob !== undefined && job !== '') return sayText(labelOfJob, { job });
    return sayText(there === 'yes' || there === 'no' ? (labelWhere?.[there] ?? label) : label);
  };
  const saidQuestion = (question: Question): Question => {
    const { hint, missing, unknown } = question;
    const label = labelOf(question);
    return {
      ...{ ...question, label, kind: saidKind(question, label) },
      ...(hint && { hint: sayText(hint) }),
      ...(missing && { missing: sayText(missing) }),
      ...(unknown && { unknown: sayText(unknown) }),
    };
  };
  const sections = questionnaire.sections.map((section) => ({
    ...{ ...section, title: sayText(section.title) },
    ...(section.intro && { intro: sayText(section.intro) }),
    questions: section.questions.map(saidQuestion),
  }));
  return { ...questionnaire, sections };
}

export interface AnswerRow {
  readonly label: string;
  readonly text: string;
  /** In the referee’s own words. */
  readonly isFreeText: boolean;
  /** The screener must look at it. */
  readonly isAlert: boolean;
}

export interface AnswerGroup {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly AnswerRow[];
}

/** Not the name, the organisation or the number of the referee. */
const isOwnWords = ({ kind, autocomplete }: Question): boolean =>
  kind === 'long_text' || (kind === 'text' && autocomplete === undefined);

/** What was answered, in the order of the questionnaire. */
export const answerGroups = (questionnaire: Questionnaire, scope: AnswerScope, answers: Answers): AnswerGroup[] =>
  askedSections(questionnaire, scope).map((section) => ({
    key: section.key,
    title: section.title,
    rows: askedQuestions(section, answers).map((question) => {
      const value = answers[question.key];
      return {
        label: question.label,
        text: answerIn(question, answers) ?? say('Not answered'),
        isFreeText: value !== undefined && isOwnWords(question),
        isAlert: value !== undefined && (question.alerts?.answers.includes(value) ?? false),
      };
    }),
  }));
