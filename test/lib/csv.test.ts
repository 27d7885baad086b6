import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvField } from '../../src/lib/csv.ts';

test('an amount below nothing stays a number in a spreadsheet, and what begins as a formula is text', () => {
  assert.equal(csvField('-12.00'), '"-12.00"');
  assert.equal(csvField('-3'), '"-3"');
  for (const text of ['-1+1', '-1.', '=1', '+441632960001', '-cmd', '@SUM(A1)', '-1\n=2'])
    assert.equal(csvField(text), `"'${text}"`);
});
