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
    for (const text of ['BMW, 3 series', 'MZ is a county code', 'II* and so on', 'PK is a shop', 'MSCF of 2020']) {
      assert.equal(contradicts('.txt', Buffer.from(text)), false, text);
    }
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
