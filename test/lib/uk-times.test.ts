import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ukFormat } from '../../src/lib/uk-times.ts';

test('a time is shown in UK time, in summer and in winter', () => {
  const time = ukFormat({ dateStyle: 'long', timeStyle: 'short' });
  assert.equal(time(new Date('2026-07-01T23:30:00Z')), '2 July 2026 at 00:30');
  assert.equal(time(new Date('2026-01-01T23:30:00Z')), '1 January 2026 at 23:30');
});
