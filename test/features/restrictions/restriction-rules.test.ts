// When a restriction may be lifted, and what it keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erasureWaits, isLiftDay } from '../../../src/features/restrictions/restriction-rules.ts';

test('a restriction is lifted on the day after the notice at the earliest', () => {
  for (const [day, expected] of [
    ['2026-03-10', false],
    ['2026-03-11', true],
    ['2026-06-08', true],
    ['2026-06-09', false],
    ['soon', false],
    ['', false],
  ] as const)
    assert.equal(isLiftDay(day, '2026-03-10'), expected, day);
});

test('an erasure by time waits for every restriction, and nobody erases what the person wants kept', () => {
  for (const [ground, byHand] of [
    ['accuracy', false],
    ['objection', false],
    ['unlawful', true],
    ['legal_claim', true],
  ] as const) {
    assert.equal(erasureWaits([ground], true), true, ground);
    assert.equal(erasureWaits([ground], false), byHand, ground);
  }
  assert.equal(erasureWaits([], true), false);
  assert.equal(erasureWaits(['accuracy', 'legal_claim'], false), true);
});
