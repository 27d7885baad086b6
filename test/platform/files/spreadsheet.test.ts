// Spreadsheets as Excel and others save them, and what is none.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readDelimited, readSpreadsheet } from '../../../src/platform/files/spreadsheet.ts';
import { zipOf } from '../../../src/platform/files/zip-archive.ts';
import { workbook } from '../../support/workbook.ts';

const rows = [
  ['Name', 'Born'],
  ['Zoë', '27/03/1985'],
];
const lines = (separator: string) => rows.map((cells) => `${cells.join(separator)}\r\n`).join('');

test('reads the first sheet of a workbook: texts, numbers as they stand, days', async () => {
  const content = await workbook([
    ['Name', 'Mobile', 'Born'],
    [' Zoë ', 7700900123, { day: '1985-03-27' }],
  ]);
  assert.deepEqual(await readSpreadsheet(content, 10), [
    ['Name', 'Mobile', 'Born'],
    ['Zoë', '7700900123', '1985-03-27'],
  ]);
});

const encodings: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(lines(',')),
  'UTF-8 with a mark': Buffer.from(`\uFEFF${lines(',')}`),
  'the encoding of Windows': Buffer.from(lines(','), 'latin1'),
  'UTF-16, with tabs': Buffer.from(`\uFEFF${lines('\t')}`, 'utf16le'),
  'UTF-8, with semicolons': Buffer.from(lines(';')),
};

for (const [name, content] of Object.entries(encodings)) {
  test(`reads CSV in ${name}`, async () => {
    assert.deepEqual(await readSpreadsheet(content, 10), rows);
  });
}

test('reads cells with line breaks and quotation marks, and rows of different lengths', () => {
  assert.deepEqual(readDelimited('Name,Note\n"Zoë ""Z""","one\ntwo"\nKim\n', 10), [
    ['Name', 'Note'],
    ['Zoë "Z"', 'one\ntwo'],
    ['Kim'],
  ]);
});

test('reads one row more than asked for, so that a longer spreadsheet is noticed', async () => {
  assert.equal((await readSpreadsheet(Buffer.from('a\n'.repeat(50)), 10)).length, 11);
  assert.equal((await readSpreadsheet(await workbook(Array.from({ length: 50 }, () => ['a'])), 10)).length, 11);
});

const zip = async (path: string, content: Iterable<Buffer>) =>
  buffer(
    Readable.from(
      zipOf(
        (async function* () {
          yield { path, content: Readable.from(content) };
        })(),
        new Date(0),
      ),
    ),
  );

const refused: Readonly<Record<string, readonly [fault: string, content: () => Buffer | Promise<Buffer>]>> = {
  'a workbook of Excel 2003': ['old_format', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  'a ZIP that is no workbook': ['unreadable', () => zip('a.txt', [Buffer.from('a')])],
  'a cut workbook': ['unreadable', async () => (await workbook([['a']])).subarray(0, 300)],
  'a picture': ['unreadable', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  'quotation marks that do not end': ['unreadable', () => Buffer.from('a,"b\nc')],
  'what unpacks to gigabytes': [
    'too_large',
    () =>
      zip(
        'xl/worksheets/sheet1.xml',
        Array.from({ length: 31 }, () => Buffer.alloc(1_000_000, ' ')),
      ),
  ],
};

for (const [what, [fault, content]] of Object.entries(refused)) {
  test(`refuses ${what} as ${fault}`, async () => {
    assert.equal(await readSpreadsheet(await content(), 10), fault);
  });
}
