// Turns a code into its sentence: for an interface after the path of a field, for a person beside an input.

import { en, type FindingCode } from './en.ts';
import type { SentenceParams } from './en-findings.ts';
import type { FactWords } from './fact-words.ts';
import { sayAll } from './say.ts';
import { spokenLanguage } from './spoken-language.ts';
import { findings as welshFindings } from './welsh/findings.ts';

export interface Said {
  readonly code: FindingCode;
  readonly params?: Partial<SentenceParams>;
}

const worded = (sentence: string | ((params: SentenceParams) => string), params: SentenceParams): string =>
  typeof sentence === 'string' ? sentence : sentence(params);

/** @param other the name of the other field in that interface */
export function apiSentence({ code, params }: Said, other?: string): string {
  return worded(en.findings[code].api, { label: '', ...params, ...(other === undefined ? {} : { other }) });
}

/** @param key the key of the fact; an entry of one kind, such as `id_numbers[ssn].value`, has texts of its own */
export function wordsOf(key: string): FactWords {
  const words: Readonly<Record<string, FactWords>> = sayAll(en.facts);
  return words[key] ?? words[key.replace(/\.value$/, '')] ?? words[key.replace(/\[\w*\]/g, '')] ?? { label: key };
}

/** What the candidate reads for a value of a choice; undefined where it has no words of its own. */
export const choiceText = (key: string, value: string): string | undefined =>
  wordsOf(key).choices?.find(({ values }) => value in values)?.values[value]?.text;

/** @param key the key of the fact that the sentence is about */
export function personSentence({ code, params }: Said, key: string, other?: string): string {
  const words = wordsOf(key);
  if (code === 'missing' && words.missing !== undefined) return words.missing;
  const named = other === undefined ? {} : { other: wordsOf(other).label };
  const sentence = spokenLanguage() === 'cy' ? welshFindings[code] : en.findings[code].person;
  return worded(sentence, { label: words.label, ...params, ...named });
}
