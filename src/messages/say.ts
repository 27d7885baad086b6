// Says a sentence in the language that is spoken. Sentences are named by their English, so that whoever reads a page or a
// rule reads what it says; the Welsh of each stands beside it in `welsh/`.
import type { FieldMessages } from '../lib/refusal.ts';
import { spokenLanguage } from './spoken-language.ts';
import { type Sentence, welsh } from './welsh/welsh.ts';

export type SaidParams = Readonly<Record<string, string | number | null | undefined>>;

// Two characters that no keyboard has stand around English in the midst of Welsh, until a page is written as HTML.
const BEGIN = '\uE000';
const END = '\uE001';

/** Marks a text that stays in English, such as a statement whose wording an authority prescribes, as English to readers. */
export const english = (text: string): string => (spokenLanguage() === 'en' || text === '' ? text : BEGIN + text + END);

/** @param sentence with the names of values in braces */
export const filled = (sentence: string, params: SaidParams): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

const welshOf = (sentence: string): string | undefined =>
  spokenLanguage() === 'cy' && Object.hasOwn(welsh, sentence) ? welsh[sentence as Sentence] : undefined;

/** A sentence of the code: the compiler demands its Welsh. */
export const say = (sentence: Sentence, params: SaidParams = {}): string =>
  filled(welshOf(sentence) ?? sentence, params);

/** Welsh answers with the verb of the question; `Ie` and `Na` where it begins otherwise. */
const welshAnswers: readonly (readonly [begins: RegExp, yes: string, no: string])[] = [
  [/^A oes\b/, 'Oes', 'Nac oes'],
  [/^A oedd\b/, 'Oedd', 'Nac oedd'],
  [/^A oeddent\b/, 'Oeddent', 'Nac oeddent'],
  [/^A ydych\b/, 'Ydw', 'Nac ydw'],
  [/^A ydynt\b/, 'Ydynt', 'Nac ydynt'],
  [/^A yw\b/, 'Ydy', 'Nac ydy'],
  [/^A fyddech\b/, 'Byddwn', 'Na fyddwn'],
  [/^A allwch\b/, 'Gallaf', 'Na allaf'],
  [/^A gaiff\b/, 'Caiff', 'Na chaiff'],
  [/^A (?:fu|ddaeth|wnaethant|gymerwyd|ganfuwyd)\b/, 'Do', 'Naddo'],
];

/** Of the questions of an authority. */
const numbering = /^[A-Z]\. /;

/** @param question as it was said, in the language that is spoken @param ownWords where the answer says more than Yes or No */
export function sayAnswer(question: string, isYes: boolean, ownWords?: string): string {
  const usual = say(isYes ? 'Yes' : 'No');
  if (ownWords !== undefined && ownWords !== say('Yes') && ownWords !== say('No')) return ownWords;
  const meansYes = ownWords === undefined ? isYes : ownWords === say('Yes');
  const [, yes, no] =
    (spokenLanguage() === 'cy' && welshAnswers.find(([begins]) => begins.test(question.replace(numbering, '')))) || [];
  return (meansYes ? yes : no) ?? ownWords ?? usual;
}

/** A text of ours that only the run knows, such as the name of a report: in English where it has no Welsh. */
export function sayText(text: string, params: SaidParams = {}): string {
  const known = welshOf(text);
  return known === undefined ? english(filled(text, params)) : filled(known, params);
}

/** What is wrong with the fields of a form, as a feature judged it. */
export const sayFields = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(fields).map(([path, texts]) => [path, texts.map((text) => sayText(text))] as const),
  );

const said = new WeakMap<object, unknown>();

/** A table of texts, said whole; what is no sentence of its texts, such as the name of a field, stays as it is. */
export function sayAll<T extends object>(table: T): T {
  if (spokenLanguage() === 'en') return table;
  const known = said.get(table) as T | undefined;
  if (known !== undefined) return known;
  const entries = Object.entries(table).map(([name, value]) => [name, sayValue(value)] as const);
  const made = (Array.isArray(table) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
  said.set(table, made);
  return made;
}

function sayValue(value: unknown): unknown {
  if (typeof value === 'string') return welshOf(value) ?? value;
  return typeof value === 'object' && value !== null ? sayAll(value) : value;
}

/** What stands where no language can be marked, such as the subject of a mail. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');

/** A page with its marks as the attribute `lang`. */
export function withMarkedEnglish(html: string): string {
  const marked = html
    // In a tag, and in what takes no elements.
    .replace(/<[^<>]*>/g, withoutMarks)
    .replace(/<(?:title|textarea)\b[^<>]*>[^<]*/g, withoutMarks)
    .replace(/<option\b([^<>]*)>([^<]*)/g, (option, attributes: string, text: string) =>
      text.includes(BEGIN) ? `<option${attributes} lang="en">${withoutMarks(text)}` : option,
    );
  const parts = marked.split(/([\uE000\uE001])/);
  const open: number[] = [];
  for (const [at, part] of parts.entries()) {
    if (part !== BEGIN && part !== END) continue;
    // A mark that is alone was typed by somebody.
    parts[at] = '';
    const begun = part === END ? open.pop() : undefined;
    if (part === BEGIN) open.push(at);
    if (begun === undefined) continue;
    parts[begun] = '<span lang="en">';
    parts[at] = '</span>';
  }
  return parts.join('');
}
