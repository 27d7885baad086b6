import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf, restrictionsOf, uploadProblems } from '../../../src/features/attachments/attachment-rules.ts';

const restrictions = restrictionsOf({
  attachmentExtensions: ['.pdf', '.txt'],
  attachmentMaximumBytes: 20_971_520,
  attachmentMinimumBytes: 100,
});
const fileToken = '0198f3f4-6a1c-7e5e-8d7e-1c2b3a4d5e6f';
const problemsOf = (change: { fileToken?: string; fileName?: string; description?: string }) =>
  Object.keys(
    uploadProblems({ orderId: 1, fileToken, fileName: 'a.txt', description: '', ...change }, restrictions).fields,
  );

describe('what may be attached', () => {
  it("is the interface's list and the operator's additions, without duplicates", () => {
    assert.equal(
      restrictions.allowedFileTypes.join(' '),
      '.bmp .csv .doc .docx .gif .htm .html .jpeg .jpg .ods .odt .png .ppt .pptx .rtf .tif .tiff .txt .xls .xlsx .xml .xps .pdf',
    );
  });

  it('has an allowed extension, in any case', () => {
    for (const fileName of ['a.txt', 'A.TXT', 'Grüße.2026.txt', '你好.Pdf', "o'neil & co (1).jpg", ' .txt']) {
      assert.deepEqual(problemsOf({ fileName }), [], fileName);
    }
    // These names are made safe when they are offered for download.
    for (const fileName of ['a.exe:.txt', 'CON.txt', 'a\u200f.txt', 'a\u200b.exe.txt', '.htaccess.txt', '-rf.txt']) {
      assert.deepEqual(problemsOf({ fileName }), [], JSON.stringify(fileName));
    }
    const others = [
      '',
      'txt',
      '.txt',
      'a.txt.',
      'a.txt ',
      'a.exe',
      'a.txt.exe',
      'a.docm',
      'a.svg',
      'a.txt::$DATA',
      'a.txt\u200f',
    ];
    for (const fileName of others) assert.deepEqual(problemsOf({ fileName }), ['fileName'], fileName);
  });

  it('has no name that leads to another folder or looks like another name', () => {
    for (const fileName of [
      '../a.txt',
      '..\\a.txt',
      '/etc/a.txt',
      'C:\\a.txt',
      'a\0.txt',
      'a\r\nset-cookie: b.txt',
      'a\u202etxt.exe.txt',
      'a\u2066.txt',
      'a\u0085.txt',
      'a\ufeff.txt',
    ]) {
      assert.deepEqual(problemsOf({ fileName }), ['fileName'], JSON.stringify(fileName));
    }
  });

  it('has a name of at most 255 characters, and a description of at most 1,024', () => {
    assert.deepEqual(problemsOf({ fileName: `${'😀'.repeat(251)}.txt` }), []);
    assert.deepEqual(problemsOf({ fileName: `${'a'.repeat(252)}.txt` }), ['fileName']);
    assert.deepEqual(problemsOf({ description: 'Two\r\nlines\tand a tab'.padEnd(1024, '.') }), []);
    assert.deepEqual(problemsOf({ description: 'a'.repeat(1025) }), ['description']);
    assert.deepEqual(problemsOf({ description: 'a\0' }), ['description']);
  });

  it('has a token that is a GUID', () => {
    assert.deepEqual(problemsOf({ fileToken: fileToken.toUpperCase() }), []);
    for (const wrong of ['', '1', `${fileToken}0`, `{${fileToken}}`, fileToken.replace('0', 'g')]) {
      assert.deepEqual(problemsOf({ fileToken: wrong }), ['fileToken'], wrong);
    }
  });

  it('has the extension after the last full stop', () => {
    assert.deepEqual(['a.B.C', 'a', '.a', 'a.'].map(extensionOf), ['.c', '', '', '.']);
  });
});
