// The parser of each list.
import { parseEu } from './eu/eu-parser.ts';
import type { ListName } from './list-title-rules.ts';
import type { ListParser, ListParts } from './listed-person.ts';
import { parseOfac } from './ofac/ofac-parser.ts';
import { parseUkCsv } from './uk/uk-csv-parser.ts';
import { parseUkXml } from './uk/uk-xml-parser.ts';
import { parseUn } from './un/un-parser.ts';

const byteOrderMark = '\ufeff';

/** The Foreign Office publishes the same list as CSV and as XML. */
async function* parseUk(content: AsyncIterable<Uint8Array>): ListParts {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* whole() {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const beginning = first.done ? '' : Buffer.from(first.value.subarray(0, 100)).toString().replace(byteOrderMark, '');
  yield* beginning.trimStart().startsWith('<') ? parseUkXml(whole()) : parseUkCsv(whole());
}

export const listParsers: Readonly<Record<ListName, ListParser>> = {
  uk: parseUk,
  un: parseUn,
  eu: parseEu,
  ofac: parseOfac,
};
