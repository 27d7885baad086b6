// What a client calls its subsidiaries on its own pages, such as home or branch; pure.

/** As it stands in a sentence and at the beginning of one. */
export interface SubsidiaryWords {
  readonly one: string;
  readonly many: string;
  readonly One: string;
  readonly Many: string;
  /** With its article. */
  readonly a: string;
}

const pluralOf = (one: string): string => {
  if (/[^aeiou]y$/i.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(one) ? `${one}es` : `${one}s`;
};

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** An abbreviation keeps its capitals. */
const lower = (text: string) => (/^.\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));

/** @param own the setting `subsidiaryWord`; empty for the usual word */
export function subsidiaryWords(own: string): SubsidiaryWords {
  const word = own.trim() === '' ? 'subsidiary' : own.trim();
  const [one, many] = [lower(word), lower(pluralOf(word))];
  return { one, many, One: upper(one), Many: upper(many), a: `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}` };
}

export const usualWords = subsidiaryWords('');
