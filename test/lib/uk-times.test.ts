import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ukFormat, ukMoment } from '../../src/lib/uk-times.ts';

test('a time is shown in UK time, in summer and in winter', () => {
  const time = ukFormat({ dateStyle: 'long', timeStyle: 'short' });
  assert.equal(time(new Date('2026-07-01T23:30:00Z')), '2 July 2026 at 00:30');
  assert.equal(time(new Date('2026-01-01T23:30:00Z')), '1 January 2026 at 23:30');
});

test('a moment is read as the clocks of the UK show it, and what no clock shows is none', () => {
  assert.equal(ukMoment('2026-11-29T08:30')?.toISOString(), '2026-11-29T08:30:00.000Z');
  assert.equal(ukMoment('2026-06-29T08:30')?.toISOString(), '2026-06-29T07:30:00.000Z');
  for (const none of ['2027-02-30T10:00', '2027-04-31T09:00', '2027-03-28T01:30', '2027-01-01T24:00', '2027-1-1T10:00'])
    assert.equal(ukMoment(none), undefined, none);
});
