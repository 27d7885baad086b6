import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usStateCode, usStates } from '../../src/lib/us-states.ts';

test('knows 50 states, the district and 6 outlying areas', () => {
  assert.equal(Object.keys(usStates).length, 57);
  for (const code of Object.keys(usStates)) assert.match(code, /^[A-Z]{2}$/);
  for (const code of ['CA', 'NY', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM']) assert.equal(usStateCode(code), code);
});

test('accepts a code in any case and nothing else', () => {
  assert.equal(usStateCode('ca'), 'CA');
  assert.equal(usStateCode('nY'), 'NY');
  for (const text of ['', 'C', 'CAL', 'California', 'ZZ', 'XX', 'US-CA', ' CA', 'ß', 'ﬂ']) {
    assert.equal(usStateCode(text), undefined, text);
  }
});
