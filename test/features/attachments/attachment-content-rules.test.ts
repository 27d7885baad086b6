import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  HEAD_BYTES,
  headContradicts,
  knownExtensions,
  watchContent,
} from '../../../src/features/attachments/attachment-content-rules.ts';
import { interfaceExtensions } from '../../../src/features/attachments/attachment-rules.ts';
import { disguised, samples, zipOf } from './file-samples.ts';

function contradicts(extension: string, content: Buffer, cuts: readonly number[] = []): boolean {
  const watch = watchContent(extension);
  const places = [0, ...cuts.map((cut) => cut % (content.length + 1)).sort((a, b) => a - b), content.length];
  for (const [n, place] of places.slice(1).entries()) watch.look(content.subarray(places[n], place));
  return headContradicts(extension, content.subarray(0, HEAD_BYTES)) || watch.contradicts();
}

describe('the content of a file', () => {
  it('is recognised for every extension of the interface', () => {
    assert.deepEqual(
      interfaceExtensions.filter((extension) => !knownExtensions.includes(extension)),
      [],
    );
  });

  for (const [extension, content] of Object.entries(samples)) {
    it(`of ${extension} is accepted, in parts of any size`, () => {
      assert.equal(contradicts(extension, content), false);
      fc.assert(fc.property(fc.array(fc.nat(content.length)), (cuts) => !contradicts(extension, content, cuts)));
    });
  }

  for (const [what, content] of Object.entries(disguised)) {
    it(`is refused under every extension: ${what}`, () => {
      const taken = interfaceExtensions.filter((extension) => !contradicts(extension, content));
      assert.deepEqual(taken, []);
      fc.assert(
        fc.property(fc.array(fc.nat(content.length)), fc.constantFrom('.docx', '.odt', '.txt'), (cuts, extension) =>
          contradicts(extension, content, cuts),
        ),
      );
    });
  }

  it('of one kind is refused under the extension of another', () => {
    const alike = [
      ['.jpeg', '.jpg'],
      ['.tif', '.tiff'],
      ['.doc', '.xls', '.ppt'],
      ['.csv', '.txt', '.htm', '.html', '.xml'],
    ];
    for (const [extension, content] of Object.entries(samples)) {
      const family = alike.find((group) => group.includes(extension)) ?? [extension];
      const taken = knownExtensions.filter((other) => !family.includes(other) && !contradicts(other, content));
      assert.deepEqual(taken, [], extension);
    }
  });

  it('with macros is refused under extensions of files without macros', () => {
    const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'macro' };
    assert.equal(contradicts('.docx', zipOf(parts)), true);
  });

  it('of an installer is refused under the extensions of documents, wherever its class id is', () => {
    const installer = Buffer.from('84100c0000000000c000000000000046', 'hex');
    fc.assert(
      fc.property(fc.nat(20_000), fc.array(fc.nat(20_016)), (before, cuts) => {
        const content = Buffer.concat([samples['.doc']!, Buffer.alloc(before), installer]);
        return contradicts('.doc', content, cuts);
      }),
    );
  });

  it('of a template is not a document', () => {
    const template = zipOf({ mimetype: 'application/vnd.oasis.opendocument.text-template', 'content.xml': '<o/>' });
    assert.equal(contradicts('.odt', template), true);
  });

  it('of a kind that an operator added may be anything but a program', () => {
    assert.equal(contradicts('.heic', Buffer.from('....ftypheic')), false);
    assert.equal(contradicts('.heic', disguised['a Linux program']!), true);
  });

  it("of text may begin with the letters of another kind's magic number", () => {
    const letters = [
      'BMW, 3 series',
      'MZ is a county code',
      'II* and so on',
      'PK is a shop',
      'MSCF of 2020',
      '#! Important',
    ];
    for (const text of [...letters, 'A file of PDF begins with %PDF-1.7', `${'a'.repeat(257)}ustar 00`]) {
      assert.equal(contradicts('.txt', Buffer.from(text)), false, text);
    }
  });

  const texts = ['.txt', '.csv', '.htm', '.html', '.xml'];
  const takenAs = (content: Buffer) => texts.filter((extension) => !contradicts(extension, content));
  const latin1 = (text: string) => Buffer.from(text.padEnd(200), 'latin1');

  for (const [what, content] of Object.entries({
    zeros: Buffer.alloc(200),
    'a database': latin1('SQLite format 3\0\x10\0\x01\x01'),
    'a film': latin1('\0\0\0\x20ftypisom\0\0\x02\0isomiso2'),
    'a picture for the web': latin1('RIFF\x24\0\0\0WEBPVP8 '),
    'a recording': latin1('OggS\0\x02\0\0\0\0'),
    'a zero in the middle': latin1('<p>a\0b'),
    'an end of text in the middle': latin1('<p>a\x1ab'),
    'a mark of UTF-16 before no text': latin1('\xff\xfe<\0\x01\0'),
    'a mark of UTF-16 the other way round before no text': latin1('\xfe\xff\0<\0\0'),
    'a mark of UTF-32 before no text': latin1('\xff\xfe\0\0<\0\0\x01'),
  })) {
    it(`of a text is refused with bytes that texts lack: ${what}`, () => assert.deepEqual(takenAs(content), []));
  }

  const page = '<?xml version="1.0"?>\r\n<p>\tGr\u00fc\u00dfe\f</p>\v\n'.repeat(10);
  const big = (content: Buffer) => Buffer.from(content).swap16();
  const utf32 = Buffer.concat(
    [...`\ufeff${page}`].map((letter) =>
      Buffer.from([letter.codePointAt(0)! & 0xff, letter.codePointAt(0)! >> 8, 0, 0]),
    ),
  );
  for (const [what, content] of Object.entries({
    'Latin-1': latin1(page),
    'UTF-8': Buffer.from(page),
    'UTF-8 with its mark': Buffer.from(`\ufeff${page}`),
    'UTF-16 of Windows': Buffer.from(`\ufeff${page}`, 'utf16le'),
    'UTF-16 of the network': big(Buffer.from(`\ufeff${page}`, 'utf16le')),
    'UTF-16 without its mark': Buffer.from(page, 'utf16le'),
    'UTF-32': utf32,
    'UTF-32 the other way round': Buffer.from(utf32).swap32(),
    'a text of DOS': Buffer.from(`${page}\x1a`),
    'coloured words': Buffer.from(`${page}\x1b[31mred\x1b[0m`),
  })) {
    it(`of a text is accepted in any of its encodings: ${what}`, () => assert.deepEqual(takenAs(content), texts));
  }

  /** Signatures, partial signatures, headers with false lengths, and names, in any order. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom('PK', '\x03\x04', 'PK\x03\x04', 'word/document.xml', 'vbaProject.bin', '\0'.repeat(30)),
        fc
          .tuple(
            fc.constantFrom('word/a', 'mimetype', 'a', '/vbaProject.bin'),
            fc.constantFrom(0, 1, 6, 15, 512, 65_535),
          )
          .map(([name, length]) => {
            const entry = zipOf({ [name]: '' }).subarray(0, 30 + name.length);
            entry.writeUInt16LE(length, 26);
            return entry.toString('latin1');
          }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => Buffer.from(`PK\x03\x04${parts.join('')}`, 'latin1'));

  it('that is malicious gets the same verdict, in parts of any size', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.array(fc.nat(5000), { maxLength: 40 }),
        fc.constantFrom('.docx', '.odt', '.xps'),
        (content, cuts, extension) => contradicts(extension, content, cuts) === contradicts(extension, content),
      ),
    );
  });

  it('cannot hide a macro behind a false length', () => {
    const macro = zipOf({ 'word/vbaProject.bin': 'macro' });
    const before = zipOf({ 'word/document.xml': '<w/>', x: '' });
    const liar = Buffer.alloc(30);
    liar.write('PK\x03\x04', 0, 'latin1');
    liar.writeUInt16LE(65_535, 26);
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 30 }), (shown) =>
        contradicts('.docx', Buffer.concat([before, liar.subarray(0, shown), macro])),
      ),
    );
  });

  it('with more entries than a container can have is refused', () => {
    const entry = zipOf({ 'word/a': '' }).subarray(0, 36);
    assert.equal(contradicts('.docx', Buffer.alloc(65_535 * 36, entry)), false);
    assert.equal(contradicts('.docx', Buffer.alloc(65_536 * 36, entry)), true);
  });

  it('gets a verdict for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), fc.constantFrom(...knownExtensions), (content, extension) => {
        const whole = contradicts(extension, Buffer.from(content));
        return contradicts(extension, Buffer.from(content), [1, 2, 3, 1000]) === whole;
      }),
    );
  });
});
