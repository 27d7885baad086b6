import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedInstead } from '../../src/messages/allowed-values.ts';

test('names up to twenty values, and refers to the list for more', () => {
  const values = Array.from({ length: 21 }, (_, index) => `v${index}`);
  assert.equal(allowedInstead(['one', 'another']), ': one, another');
  assert.equal(allowedInstead(values.slice(1), 'GET /values').split(', ').length, 20);
  assert.equal(allowedInstead(values, 'GET /values'), ': GET /values lists them');
  assert.equal(allowedInstead(values), '');
  assert.equal(allowedInstead([]), '');
});
