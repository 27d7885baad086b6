// What a supplier's answer says of itself: that nothing was found, or something to read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysNothingFound } from '../../../src/features/suppliers/answer-word-rules.ts';

test('the usual words for nothing are known, however they are written', () => {
  for (const words of [
    'No record found.',
    'NO RECORDS FOUND',
    'No criminal record',
    'Clear',
    'nil return',
    'No trace',
    'None',
  ])
    assert.equal(saysNothingFound(words), true, words);
});

test('any further word is to be read', () => {
  for (const words of [
    'Record found: theft, 2019.',
    'No record found under this name. Record found under the maiden name.',
    'No record found, but the court of Travis County did not answer',
    'No longer clear',
    'Not clear',
    'No',
    '',
  ])
    assert.equal(saysNothingFound(words), false, words);
});
