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
  it('is known for every extension of the interface', () => {
    assert.deepEqual(
      interfaceExtensions.filter((extension) => !knownExtensions.includes(extension)),
      [],
    );
  });

  for (const [extension, content] of Object.entries(samples)) {
    it(`of ${extension} is taken, however it arrives`, () => {
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

  it('with macros is refused under extensions that say there are none', () => {
    const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'macro' };
    assert.equal(contradicts('.docx', zipOf(parts)), true);
  });

  it('of an installer is refused under the extensions of documents, wherever its class lies', () => {
    const installer = Buffer.from('84100c0000000000c000000000000046', 'hex');
    fc.assert(
      fc.property(fc.nat(20_000), fc.array(fc.nat(20_016)), (before, cuts) => {
        const content = Buffer.concat([samples['.doc']!, Buffer.alloc(before), installer]);
        return contradicts('.doc', content, cuts);
      }),
    );
  });

  it('of a template is no document', () => {
    const template = zipOf({ mimetype: 'application/vnd.oasis.opendocument.text-template', 'content.xml': '<o/>' });
    assert.equal(contradicts('.odt', template), true);
  });

  it('of a kind that an operator added may be anything but a program', () => {
    assert.equal(contradicts('.heic', Buffer.from('....ftypheic')), false);
    assert.equal(contradicts('.heic', disguised['a Linux program']!), true);
  });

  it('of text may begin with letters that a kind begins with', () => {
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

  /** Marks, halves of marks, headers whose lengths lie, and names, in any order. */
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

  it('that is made to deceive is judged alike wherever it is cut', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.array(fc.nat(5000), { maxLength: 40 }),
        fc.constantFrom('.docx', '.odt', '.xps'),
        (content, cuts, extension) => contradicts(extension, content, cuts) === contradicts(extension, content),
      ),
    );
  });

  it('hides no macro behind a length that lies', () => {
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

  it('with more entries than a container has is refused', () => {
    const entry = zipOf({ 'word/a': '' }).subarray(0, 36);
    assert.equal(contradicts('.docx', Buffer.alloc(65_535 * 36, entry)), false);
    assert.equal(contradicts('.docx', Buffer.alloc(65_536 * 36, entry)), true);
  });

  it('is decided for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), fc.constantFrom(...knownExtensions), (content, extension) => {
        const whole = contradicts(extension, Buffer.from(content));
        return contradicts(extension, Buffer.from(content), [1, 2, 3, 1000]) === whole;
      }),
    );
  });
});
