// What the request log keeps of a refusal: the names of the refused fields and the rule, without any value that was sent; pure.
import { formatDate } from '../../lib/dates.ts';
import { type FieldMessages, stateRefusal } from '../../lib/refusal.ts';
import { en } from '../../messages/en.ts';
import type { SentenceParams } from '../../messages/en-findings.ts';
import { problems } from '../../messages/en-problems.ts';

export interface RefusedField {
  readonly path: string;
  /** Null if the message is none of our sentences, and so may hold a value. */
  readonly rule: string | null;
}

/** What stands in the place of a value, and of a name that the interface does not have. */
const LEFT_OUT = '…';
/** A body can have thousands of faults: a programmer mends the first ones first. */
const MOST_FIELDS = 20;

/** Mark where a sentence has a name of ours, a number of ours, and a value that was sent. */
const ours = '\uE000';
const number = '\uE001';
const sent = '\uE002';
const marks = /[\uE000-\uE002]/g;

const from = '1901-01-01';
const to = '1902-02-02';
const sample = {
  ...{ label: '', other: ours, level: ours, place: ours, kind: ours, example: ours, year: sent, from, to },
  ...{ parts: [ours], most: number, least: number },
} as unknown as SentenceParams;

/** Sentences whose `other` is a value, or which have so few words that they could be mistaken for another one. */
const othersAreSent: ReadonlySet<string> = new Set(['placeholder', 'contradicts', 'not_of_kind']);

interface Template {
  /** The fixed parts, in order; between two of them stands a value. */
  readonly parts: readonly string[];
  readonly between: readonly string[];
}

function templateOf(sentence: string): Template {
  const marked = sentence.replaceAll(formatDate(from), sent).replaceAll(formatDate(to), sent);
  return { parts: marked.split(marks), between: marked.match(marks) ?? [] };
}

type Sentence = string | ((params: SentenceParams) => string);

function variantsOf([code, sentence]: readonly [string, Sentence]): string[] {
  if (typeof sentence === 'string') return [sentence];
  const params = othersAreSent.has(code) ? { ...sample, other: sent } : sample;
  return [[], [ours]].map((allowed) => sentence({ ...params, allowed }));
}

function templatesOfSentences(): Template[] {
  const findings = Object.entries(en.findings).map(([code, { api }]) => [code, api as Sentence] as const);
  const sentences = [...findings, ...(Object.entries(problems) as [string, Sentence][])].flatMap(variantsOf);
  const lengthOf = ({ parts }: Template) => parts.join('').length;
  // The one with the most fixed words is tried first.
  return [...new Set([...sentences, ...stateRefusal(ours).fields.status!])]
    .map(templateOf)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
}

let templates: readonly Template[] | undefined;

const isKept = (mark: string, value: string) => mark === ours || (mark === number && /^-?\d{1,10}$/.test(value));

/** The message with its values left out; undefined if it does not have these fixed parts. */
function filledAs(message: string, { parts, between }: Template): string | undefined {
  const [first = '', ...rest] = parts;
  if (!message.startsWith(first)) return undefined;
  let rule = first;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const next = isLast ? message.length - part.length : message.indexOf(part, at);
    if (next < at || !message.startsWith(part, next)) return undefined;
    const value = message.slice(at, next);
    rule += (isKept(between[index]!, value) ? value : LEFT_OUT) + part;
    at = next + part.length;
  }
  return at === message.length ? rule : undefined;
}

function ruleOf(message: string): string | null {
  templates ??= templatesOfSentences();
  for (const template of templates) {
    const rule = filledAs(message, template);
    if (rule !== undefined) return rule;
  }
  return null;
}

/** `a[3].b`, with a name that the interface does not have, and a key in brackets, left out: both may be what somebody typed. */
const pathOf = (path: string, isFieldName: (name: string) => boolean) =>
  path
    .split('.')
    .map((step) => {
      const [, name = '', index = ''] = /^([^[]*)(\[.*\])?$/s.exec(step) ?? [];
      const shown = /^\d{1,4}$/.test(name) || isFieldName(name) ? name : LEFT_OUT;
      return `${shown}${index === '' || /^\[\d{1,4}\]$/.test(index) ? index : `[${LEFT_OUT}]`}`;
    })
    .join('.');

/** @param isFieldName whether the interface has a field of this name */
export function refusedFields(fields: FieldMessages, isFieldName: (name: string) => boolean): RefusedField[] {
  const kept: RefusedField[] = [];
  for (const [path, messages] of Object.entries(fields)) {
    for (const message of messages) {
      if (kept.length === MOST_FIELDS) return kept;
      kept.push({ path: pathOf(path, isFieldName), rule: ruleOf(message) });
    }
  }
  return kept;
}
