// Prepares text for a PDF: no control characters, no hidden reordering, no character without a glyph.

/** Replaces a character that cannot be shown. */
export const REPLACEMENT = '□';

/** Marks that change the order of the following text: in a name they could make a result read as something else. */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;
/** Private, unassigned and surrogate code points, which no font can show correctly. */
const NO_CHARACTER = /[\p{Co}\p{Cn}\p{Cs}\uFFFC\uFFFD]/gu;

/** Long words get chances to break, so that no name can leave the page. */
const LONG_WORD = /[^\s\u200B]{28,}/gu;
const BREAK = '\u200B';
const partLength = 8;
/**
 * No language has such a syllable, and the compiler does not survive one: some hundred marks or joined consonants in a row end
 * the process.
 */
const longestSyllable = 24;

const cut = (syllable: string): string[] =>
  syllable.length <= longestSyllable ? [syllable] : (syllable.match(/.{1,24}/gsu) ?? []);

function withBreaks(word: string): string {
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const parts = Array.from(characters.segment(word), ({ segment }) => cut(segment)).flat();
  return parts
    .map((part, at) => ((at > 0 && at % partLength === 0) || part.length > partLength ? `${BREAK}${part}` : part))
    .join('');
}

function printableText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(CONTROL, (character) => (character === '\n' ? '\n' : ' '))
    .replace(REORDERING, '')
    .replace(NO_CHARACTER, REPLACEMENT)
    .replace(LONG_WORD, withBreaks);
}

/** The data as JSON, with every text in it made fit to show; line ends become `\n`. */
export function printable(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? printableText(value) : value));
}

/** The characters that the compiler's error names: PDF/UA allows none without a glyph. */
export function missingIn(diagnostics: string): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const [, quoted = ''] of diagnostics.matchAll(/the text `([^`]*)`/g)) {
    const text = quoted.replace(/\\u\{([0-9a-f]{1,6})\}/g, (_, code: string) =>
      String.fromCodePoint(parseInt(code, 16)),
    );
    for (const character of text) if (character > '\u007F') missing.add(character);
  }
  return missing;
}

export function replaceCharacters(json: string, missing: ReadonlySet<string>): string {
  return Array.from(json, (character) => (missing.has(character) ? REPLACEMENT : character)).join('');
}

/** The last resort: only characters that all of our fonts have. */
export function onlyLatin(json: string): string {
  return json.replace(/[^\u0020-\u024F\u200B\u2010-\u2027\u20AC\u25A1]/gu, REPLACEMENT);
}
