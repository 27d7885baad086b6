import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUkCountry, isUkPostcode, ukPostcodeOf } from '../../src/lib/postcodes.ts';
import { postcodes } from './identity-number-examples.ts';

test('accepts every form of UK postcode, in any case', () => {
  for (const [text, isValid] of postcodes.examples) assert.equal(isUkPostcode(text), isValid, text);
  for (const text of [
    'SW1A 2AA',
    'N1C 4AG',
    'E1W 1AA',
    'NW1W 9AA',
    'JE2 3AB',
    'GY1 1AA',
    'IM1 1AA',
    'BT1 5GS',
    'BF1 1AA',
  ]) {
    assert.equal(isUkPostcode(text), true, text);
  }
  assert.equal(isUkPostcode('sw1a 2aa'), true);
});

test('refuses a postcode that is not in two parts with one space, or has a letter where none stands', () => {
  for (const text of [
    ...[
      '',
      'SW1A2AA',
      'SW1A  2AA',
      'SW1A-2AA',
      ' SW1A 2AA',
      'SW1A 2AA ',
      'SW1A\t2AA',
      'SW1A\u00a02AA',
      'SW1A 2A',
      'SW1A 2AAA',
    ],
    ...[
      'SW1A AAA',
      '1W1A 2AA',
      'QW1A 2AA',
      'SW1A 2AC',
      'SJ1 1AA',
      'SW1A 2Aa\n',
      'ＳW1A 2AA',
      '90210',
      'ſW1A 2AA',
      'SW111 2AA',
    ],
  ]) {
    assert.equal(isUkPostcode(text), false, text);
  }
});

test('counts Great Britain, Jersey, Guernsey and the Isle of Man as the UK', () => {
  assert.deepEqual(['GBR', 'JEY', 'GGY', 'IMN', 'IRL', 'USA', 'gbr'].filter(isUkCountry), ['GBR', 'JEY', 'GGY', 'IMN']);
});

test('reads a postcode as people write it, into its two parts', () => {
  for (const text of ['sw1a1aa', 'SW1A 1AA', ' sw1 a1aa ']) assert.equal(ukPostcodeOf(text), 'SW1A 1AA', text);
  for (const text of ['', 'SW1A', 'SW1A 1A', '12345', 'SW1A 1AA and more, much more'])
    assert.equal(ukPostcodeOf(text), undefined);
});
