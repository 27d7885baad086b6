// Reads fixtures in the format of each list, with invented people.
import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { listParsers } from '../../../src/providers/sanctions/list-parsers.ts';
import type { ListName } from '../../../src/providers/sanctions/list-title-rules.ts';
import type { ListedPerson, ListVersion } from '../../../src/providers/sanctions/listed-person.ts';

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url);

async function parsed(list: ListName, content: AsyncIterable<Uint8Array>): Promise<(ListVersion | ListedPerson)[]> {
  const parts: (ListVersion | ListedPerson)[] = [];
  for await (const part of listParsers[list](content)) parts.push(part);
  return parts;
}

/** In pieces that split characters, cells and tags. */
async function* pieces(text: string, size = 7) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const latin = 'Testimir Fixturovich Zarvokhin';
const cyrillic = 'Тестимир Фиктурович Зарвохин';

const files: readonly {
  readonly list: ListName;
  readonly file: string;
  readonly version: string;
  readonly entries: readonly string[];
  readonly first: { readonly births: readonly string[]; readonly names: readonly string[]; readonly weak: string };
}[] = [
  {
    list: 'uk',
    file: 'uk.csv',
    version: '2026-06-24',
    entries: ['TST0001', 'TST0003'],
    first: {
      births: ['1961-03-07', '1962'],
      names: ['Testimir Fixturovich ZARVOKHIN', cyrillic, 'Testi ZARVOKHINE', 'ZEDFIX'],
      weak: 'ZEDFIX',
    },
  },
  {
    list: 'uk',
    file: 'uk.xml',
    version: '2026-06-24',
    entries: ['TST0001'],
    first: {
      births: ['1961-03-07', '1962'],
      names: ['Testimir Fixturovich ZARVOKHIN', 'Testi ZARVOKHINE', 'ZEDFIX', cyrillic],
      weak: 'ZEDFIX',
    },
  },
  {
    list: 'un',
    file: 'un.xml',
    version: '2026-06-24T01:00:04.871Z',
    entries: ['TSTi.001', 'TSTi.002'],
    first: {
      births: ['1961-03-07', '1968/1972'],
      names: [latin.toUpperCase(), cyrillic, 'Testi Zarvokhine', 'Zedfix'],
      weak: 'Zedfix',
    },
  },
  {
    list: 'eu',
    file: 'eu.xml',
    version: '2026-06-24T17:00:34.049+02:00',
    entries: ['EU.99001.1', 'EU.99003.1'],
    first: { births: ['1961-03-07', '1968/1972'], names: [latin, cyrillic, 'Zedfix'], weak: 'Zedfix' },
  },
  {
    list: 'ofac',
    file: 'ofac.xml',
    version: '2026-06-24',
    entries: ['990001'],
    first: {
      births: ['1961-03-07', '1970'],
      names: ['Testimir Fixturovich ZARVOKHIN', 'Тестимир Зарвохин', 'ZEDFIX'],
      weak: 'ZEDFIX',
    },
  },
];

for (const { list, file, version, entries, first } of files) {
  it(`${file} gives its version and exactly its people, with all names and dates of birth`, async () => {
    const [head, ...people] = await parsed(list, createReadStream(fixture(file)));
    assert.deepEqual(head, { kind: 'version', version });
    assert.deepEqual(
      people.map((part) => part.kind === 'person' && part.entry),
      entries,
    );
    const [person] = people as ListedPerson[];
    assert.deepEqual(
      person!.names.map(({ name }) => name),
      first.names,
    );
    assert.equal(person!.names[0]!.kind, 'primary');
    assert.equal(person!.names.find(({ kind }) => kind === 'weak_alias')?.name, first.weak);
    assert.deepEqual(person!.birthDates, first.births);
    assert.notEqual(person!.regime, '');
  });

  it(`${file} reads the same in small pieces`, async () => {
    const whole = await parsed(list, createReadStream(fixture(file)));
    assert.deepEqual(await parsed(list, pieces(readFileSync(fixture(file), 'utf8'))), whole);
  });
}

/** Changes to a valid file, with the expected messages. */
const faults: readonly {
  readonly list: ListName;
  readonly file: string;
  readonly what: string;
  readonly change: (text: string) => string;
  readonly message: RegExp;
}[] = [
  { list: 'uk', file: 'uk.csv', what: 'an empty file', change: () => '', message: /^line 1: / },
  {
    list: 'uk',
    file: 'uk.csv',
    what: 'no report date',
    change: (text) => text.slice(text.indexOf('\n') + 1),
    message: /^line 1: does not begin with a report date$/,
  },
  {
    list: 'uk',
    file: 'uk.csv',
    what: 'a column that is missing',
    change: (text) => text.replace('D.O.B', 'Born'),
    message: /^line 2: has no column D\.O\.B$/,
  },
  {
    list: 'uk',
    file: 'uk.csv',
    what: 'a row that ends too early',
    change: (text) => text.slice(0, text.indexOf('TST0003') + 40),
    message: /^line 8: has \d+ columns where the header has 28$/,
  },
  {
    list: 'uk',
    file: 'uk.csv',
    what: 'a quote that is never closed',
    change: (text) => text.slice(0, text.indexOf('break in a cell')),
    message: /^line \d+: is not proper CSV \(quote not closed\)$/,
  },
  {
    list: 'uk',
    file: 'uk.csv',
    what: 'a person without a name',
    change: (text) => text.replace('QUILLBRANDT,Ondravia,Mestaline', ',,'),
    message: /^line \d+: an entry has no name$/,
  },
  {
    list: 'un',
    file: 'un.xml',
    what: 'a file that was cut off',
    change: (text) => text.slice(0, text.indexOf('<ENTITIES>')),
    message: /^line \d+: is not well-formed XML$/,
  },
  {
    list: 'un',
    file: 'eu.xml',
    what: 'the file of another list',
    change: (text) => text,
    message: /^line \d+: begins with export$/,
  },
  {
    list: 'eu',
    file: 'eu.xml',
    what: 'no version',
    change: (text) => text.replace('generationDate', 'date'),
    message: /^line 2: has no generationDate$/,
  },
  {
    list: 'eu',
    file: 'eu.xml',
    what: 'entities of XML that would be expanded',
    change: (text) => text.replace('<export', '<!DOCTYPE export [<!ENTITY a "b">]><export').replace('Zedfix', '&a;'),
    message: /^line \d+: is not well-formed XML$/,
  },
  {
    list: 'ofac',
    file: 'ofac.xml',
    what: 'no date of issue',
    change: (text) => text.replaceAll('DateOfIssue', 'IssuedOn'),
    message: /^line \d+: does not begin with its date of issue$/,
  },
];

describe('an invalid file is refused with the line and the reason', () => {
  for (const { list, file, what, change, message } of faults) {
    it(`${list}: ${what}`, async () => {
      const text = change(readFileSync(fixture(file), 'utf8'));
      await assert.rejects(parsed(list, pieces(text, 1000)), { name: 'ListError', message });
    });
  }
});

it('refuses an endless element before the memory is full', async () => {
  async function* endless() {
    yield Buffer.from('<export generationDate="2026-06-24"><sanctionEntity><remark>');
    for (let n = 0; n < 10_000; n += 1) yield Buffer.alloc(64 * 1024, 'a');
  }
  await assert.rejects(parsed('eu', endless()), { message: 'line 1: an element is too large' });
});
