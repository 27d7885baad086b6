// Typefaces for the scripts that Typst's own typefaces lack or cannot join: of each only the characters that a document
// has, so that neither a start nor a usual document costs anything.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/** Whether a `unicode-range` of CSS contains the character: `U+4e00-4e0f,U+9fff`. */
function isIn(range: string, character: string): boolean {
  const code = character.codePointAt(0)!;
  return range.split(',').some((part) => {
    const [from = '', to = from] = part.replace('U+', '').split('-');
    return code >= parseInt(from, 16) && code <= parseInt(to, 16);
  });
}

/** The files of a typeface that have some of the characters, each with those. */
async function slicesOf(id: string, characters: readonly string[]) {
  const folder = dirname(require.resolve(`@fontsource-variable/noto-sans-${id}/package.json`));
  const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(ranges).flatMap(([slice, range]) => {
    const held = characters.filter((character) => isIn(range, character));
    const file = `noto-sans-${id}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    return held.length === 0 ? [] : [{ path: join(folder, 'files', file), text: held.join('') + JOINERS }];
  });
}

export interface Typefaces {
  readonly families: readonly string[];
  readonly fonts: readonly Buffer[];
}

/** The typefaces that a text needs: about 2 ms of CPU for each of their slices, and 40 ms for the first of a process. */
export async function typefacesFor(text: string): Promise<Typefaces> {
  const needed = typefaces.filter(({ script }) => script.test(text));
  if (needed.length === 0) return { families: [], fonts: [] };
  const { default: subsetFont } = await import('subset-font');
  const characters = [...new Set(text)];
  const fonts: Buffer[] = [];
  for (const { id, script } of needed) {
    const own = characters.filter((character) => script.test(character));
    for (const { path, text } of await slicesOf(id, own)) {
      // The default weight of some is the thinnest.
      const upright = { targetFormat: 'truetype', variationAxes: { wght: 400 } } as const;
      fonts.push(await subsetFont(await readFile(path), text, upright));
    }
  }
  return { families: needed.map(({ family }) => family), fonts };
}
