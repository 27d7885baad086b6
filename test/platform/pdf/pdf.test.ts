// Data in PDFs is never markup, and an error reveals none of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { renderPdf } from '../../../src/platform/pdf/pdf.ts';
import { missingIn, onlyLatin, printable, replaceCharacters } from '../../../src/platform/pdf/pdf-text.ts';

test('the error of a document that cannot be made contains none of its data', async () => {
  const template = fileURLToPath(new URL('../../../src/features/results/report-document.typ', import.meta.url));
  await assert.rejects(renderPdf({ template, data: { title: 'Canary Surname' } }), (error: Error) => {
    assert.doesNotMatch(`${error.message} ${error.stack} ${String(error.cause)}`, /Canary/);
    return (error as { code?: string }).code === 'pdf_failed';
  });
});

test('text is made fit to show: line ends are kept; controls, reordering and non-characters are not', () => {
  const text = printable({
    a: ['one\r\ntwo\u2028three', 'x\u0000\u0007y', 'A\u202EB\u2066C\u200F', '\uD800\uE000\uFFFF', 'שלום é'],
  });
  assert.deepEqual(JSON.parse(text), { a: ['one\ntwo\nthree', 'x  y', 'ABC', '□□□', 'שלום é'] });
});

test('reads the missing characters from the compiler’s error, literal or escaped', () => {
  const say = (text: string) =>
    `message: "PDF/UA-1 error: the text \`\\"${text}\\"\` could not be displayed with font"`;
  assert.deepEqual(
    missingIn(`${say('中')}, ${say('\\\\u{10ffff}')}, ${say('a\u0E48')}`),
    new Set(['中', '\u{10FFFF}', '\u0E48']),
  );
  assert.deepEqual(missingIn('unknown variable: x'), new Set());
});

test('replacing a character changes nothing else', () => {
  assert.equal(replaceCharacters('{"a":"中𝒳文b"}', new Set(['中', '𝒳'])), '{"a":"□□文b"}');
  assert.equal(onlyLatin('{"a":"é 中 😀 – Ł"}'), '{"a":"é □ □ – Ł"}');
});
