// Typefaces for the scripts that Typst's own typefaces lack or cannot join: of each only the characters that a document
// has, so that neither a start nor a usual document costs anything.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/** Each is `@fontsource-variable/noto-sans-…`, under the SIL Open Font License; the Chinese one is for Japanese too. */
const typefaces = [
  { id: 'arabic', family: 'Noto Sans Arabic', script: /\p{Script_Extensions=Arabic}/u },
  { id: 'devanagari', family: 'Noto Sans Devanagari', script: /[\p{Script=Devanagari}\u0964\u0965]/u },
  { id: 'thai', family: 'Noto Sans Thai', script: /\p{Script=Thai}/u },
  { id: 'kr', family: 'Noto Sans KR', script: /\p{Script=Hangul}/u },
  {
    id: 'sc',
    family: 'Noto Sans SC',
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30FF\uFF00-\uFFEF]/u,
  },
] as const;

/** Between letters they say whether these are joined. */
const JOINERS = '\u200C\u200D';

interface Slice {
  readonly file: string;
  /** The first and last code points of its ranges. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const slices = new Map<string, Promise<readonly Slice[]>>();

const folderOf = (id: string) => dirname(require.resolve(`@fontsource-variable/noto-sans-${id}/package.json`));

/** The files of a typeface, from its `unicode-range`s of CSS such as `U+4e00-4e0f,U+9fff`: read once. */
async function readSlices(id: string): Promise<readonly Slice[]> {
  const text = await readFile(join(folderOf(id), 'unicode.json'), 'utf8');
  return Object.entries(JSON.parse(text) as Readonly<Record<string, string>>).map(([slice, range]) => ({
    file: join(folderOf(id), 'files', `noto-sans-${id}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: range.split(',').map((part) => {
      const [from = '', to = from] = part.replace('U+', '').split('-');
      return [parseInt(from, 16), parseInt(to, 16)] as const;
    }),
  }));
}

/** The files of a typeface that have some of the characters, each with those. */
async function slicesOf(id: string, characters: readonly string[]) {
  const known = slices.get(id) ?? readSlices(id);
  slices.set(id, known);
  return (await known).flatMap(({ file, ranges }) => {
    const held = characters.filter((character) => {
      const code = character.codePointAt(0)!;
      return ranges.some(([from, to]) => code >= from && code <= to);
    });
    return held.length === 0 ? [] : [{ path: file, text: held.join('') + JOINERS }];
  });
}

export interface Typefaces {
  readonly families: readonly string[];
  readonly fonts: readonly Buffer[];
}

/** A name has a dozen characters of a script, an address fifty. More are of no document, and each of their slices takes time. */
const MOST_CHARACTERS = 200;

/**
 * The typefaces that a text needs: about 20 ms of CPU for each of their slices. Between two of them other requests are served.
 */
export async function typefacesFor(text: string): Promise<Typefaces> {
  const needed = typefaces.filter(({ script }) => script.test(text));
  if (needed.length === 0) return { families: [], fonts: [] };
  const { default: subsetFont } = await import('subset-font');
  const characters = [...new Set(text)];
  const fonts: Buffer[] = [];
  for (const { id, script } of needed) {
    const own = characters.filter((character) => script.test(character)).slice(0, MOST_CHARACTERS);
    for (const { path, text } of await slicesOf(id, own)) {
      // The default weight of some is the thinnest.
      const upright = { targetFormat: 'truetype', variationAxes: { wght: 400 } } as const;
      fonts.push(await subsetFont(await readFile(path), text, upright));
      await setImmediate();
    }
  }
  return { families: needed.map(({ family }) => family), fonts };
}
