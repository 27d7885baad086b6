// The lists that can be imported, each with the parser of its format.
import { parseEu } from './eu/eu-parser.ts';
import type { ListParser, ListParts } from './listed-person.ts';
import { parseOfac } from './ofac/ofac-parser.ts';
import { parseUkCsv } from './uk/uk-csv-parser.ts';
import { parseUkXml } from './uk/uk-xml-parser.ts';
import { parseUn } from './un/un-parser.ts';

export interface SanctionsList {
  /** As results name it. */
  readonly title: string;
  readonly parse: ListParser;
}

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

export const sanctionsLists = {
  uk: { title: 'UK Sanctions List', parse: parseUk },
  un: { title: 'United Nations Security Council Consolidated List', parse: parseUn },
  eu: { title: 'European Union Consolidated Financial Sanctions List', parse: parseEu },
  ofac: { title: 'OFAC Specially Designated Nationals List', parse: parseOfac },
} as const satisfies Readonly<Record<string, SanctionsList>>;

export type ListName = keyof typeof sanctionsLists;

export const listNames = Object.keys(sanctionsLists) as readonly ListName[];
