import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extensionOf, interfaceExtensions } from '../../../src/features/attachments/attachment-rules.ts';
import { asAttachment, downloadName } from '../../../src/portals/shared/files/download-name.ts';

test('an ordinary name is offered unchanged', () => {
  for (const name of [
    'a.txt',
    'Einwilligung für Zoë (2).JPG',
    '你好.pdf',
    "o'neil & co, v1.2.txt",
    'العقد.txt',
    'CONTRACT.txt',
  ]) {
    assert.equal(downloadName(name), name);
  }
});

test('no name leads to a hidden stream, a hidden file or a device', () => {
  const offered = {
    'a.exe:.txt': 'a.exe_.txt',
    'a.exe::$DATA.txt': 'a.exe__$DATA.txt',
    'CON.txt': '_CON.txt',
    'con .txt': '_con .txt',
    'nul.tar.txt': '_nul.tar.txt',
    'Com1.txt': '_Com1.txt',
    'lpt³.txt': '_lpt³.txt',
    'conin$.txt': '_conin$.txt',
    '\u200fCON.txt': '_CON.txt',
    '  aux.txt': '_aux.txt',
    '.htaccess.txt': '_.htaccess.txt',
    '\u200f.txt': '_.txt',
    'a<b>"c"|d?*.txt': 'a_b__c__d__.txt',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(offered).map((name) => [name, downloadName(name)])), offered);
});

test('invisible characters are removed', () => {
  for (const mark of '\u061c\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u202e\u2060\u2066\u2069\ufeff\u{e0041}\u0007\u2028') {
    assert.equal(downloadName(`gpj${mark}.exe.txt`), 'gpj.exe.txt', mark.codePointAt(0)!.toString(16));
  }
});

const pieces = fc.constantFrom(
  'con',
  'AUX',
  'com1',
  '.',
  ' ',
  ':',
  '\u200f',
  '\u202e',
  '/',
  '\\',
  '\0',
  '\ud800',
  'é',
  '😀',
  'exe',
);
const names = fc
  .tuple(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))), fc.constantFrom(...interfaceExtensions))
  .map(([stem, extension]) => `${stem.join('')}${extension}`);

test('every name keeps its extension, is stable when applied twice, and fits a header', () => {
  fc.assert(
    fc.property(names, (name) => {
      const offered = downloadName(name);
      assert.equal(extensionOf(offered), extensionOf(`a${name}`));
      assert.equal(downloadName(offered), offered);
      assert.match(asAttachment(name), /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.!~%-]+$/);
    }),
  );
});
