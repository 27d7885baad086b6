import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSsn, nationalInsuranceNumberOf } from '../../src/lib/identity-numbers.ts';
import { insuranceNumbers } from './identity-number-examples.ts';

test('accepts a social security number whole with dashes, or its last four digits', () => {
  for (const text of ['1234', '0000', '123-45-6789']) assert.equal(isSsn(text), true, text);
  for (const text of [
    '',
    '123',
    '12345',
    '123456789',
    '123 45 6789',
    '12-345-6789',
    '123-45-6789\n',
    '１２３４',
    'abcd',
    '123-45-678',
  ]) {
    assert.equal(isSsn(text), false, text);
  }
});

test('reads a National Insurance number in any case, with or without spaces', () => {
  assert.equal(nationalInsuranceNumberOf('AB123456C'), 'AB123456C');
  assert.equal(nationalInsuranceNumberOf('jg 12 34 56 a'), 'JG123456A');
});

test('refuses letters that no National Insurance number has, and other forms', () => {
  const malformed = ['', 'AB12345C', 'AB1234567C', 'AB123456', 'AB123456CC', 'AB-123456-C', 'AB123456C\n', 'ÀB123456C'];
  for (const text of malformed) assert.equal(nationalInsuranceNumberOf(text), undefined, text);
  for (const [text, isValid] of insuranceNumbers.examples) {
    assert.equal(nationalInsuranceNumberOf(text) !== undefined, isValid, text);
  }
});

test('a normalised number stays the same', () => {
  const letter = fc.constantFrom(...'ABCEGHJKLMNOPRSTWXYZabz'.split(''));
  const digits = fc.stringMatching(/^[0-9]{6}$/);
  fc.assert(
    fc.property(letter, letter, digits, letter, (a, b, number, suffix) => {
      const read = nationalInsuranceNumberOf(`${a}${b} ${number} ${suffix}`);
      if (read !== undefined) assert.equal(nationalInsuranceNumberOf(read), read);
    }),
  );
});
