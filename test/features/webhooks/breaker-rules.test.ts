import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterOutcome,
  type EndpointHealth,
  type EndpointOutcome,
  healthy,
  longestPauseMs,
  opensAfterFailures,
  opensAfterHanging,
} from '../../../src/features/webhooks/breaker-rules.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 2, 1) + ms);
const failed = (ms: number, probe = false, random = 0.5): EndpointOutcome => ({
  acknowledged: false,
  startedAt: at(ms),
  endedAt: at(ms + 100),
  probe,
  random,
});
const delivered = (ms: number): EndpointOutcome => ({ ...failed(ms), acknowledged: true });
const failing = (count: number): EndpointHealth =>
  Array.from({ length: count }, (_, n) => failed(n * 1000)).reduce(afterOutcome, healthy);
const pauseOf = (health: EndpointHealth, ms: number) => health.openUntil!.getTime() - at(ms + 100).getTime();

test('ten failures in a row open the breaker; nine failures and a success do not', () => {
  assert.equal(opensAfterFailures, 10);
  assert.equal(failing(9).openUntil, null);
  const open = failing(10);
  assert.deepEqual([open.consecutiveFailures, open.failingSince, open.pauses], [10, at(0), 1]);
  assert.ok(pauseOf(open, 9000) > 5000 && pauseOf(open, 9000) <= 10_000);
  assert.deepEqual(afterOutcome(failing(9), delivered(9000)), healthy);
});

test('three slow failures over twenty seconds open the breaker; three at once or three fast ones do not', () => {
  const hung = (ms: number): EndpointOutcome => ({ ...failed(ms), endedAt: at(ms + 10_000) });
  const after = (...outcomes: EndpointOutcome[]) => outcomes.reduce(afterOutcome, healthy).openUntil !== null;
  assert.equal(after(hung(0), hung(10_000)), false);
  assert.equal(after(hung(0), hung(10_000), hung(20_000)), true);
  assert.equal(after(hung(0), hung(10), hung(20), hung(30)), false);
  assert.equal(after(hung(0), hung(10), hung(10_000)), true);
  assert.equal(after(failed(0), failed(20_000), failed(40_000)), false);
  assert.equal(after(failed(0), hung(10_000), delivered(20_000), hung(30_000)), false);
});

test('a call that was running when the breaker opened is counted, but does not lengthen the pause', () => {
  const open = failing(10);
  const later = afterOutcome(open, failed(9500));
  assert.deepEqual([later.openUntil, later.pauses, later.consecutiveFailures], [open.openUntil, 1, 11]);
});

test('each failed probe doubles the pause, up to five minutes; an acknowledged probe closes the breaker', () => {
  let health = failing(10);
  const pauses: number[] = [];
  for (let n = 0; n < 8; n++) {
    health = afterOutcome(health, failed(n * 600_000, true, 1 - Number.EPSILON));
    pauses.push(Math.round(pauseOf(health, n * 600_000) / 1000));
  }
  assert.deepEqual(pauses, [20, 40, 80, 160, 300, 300, 300, 300]);
  assert.deepEqual(afterOutcome(health, delivered(9_000_000)), healthy);
});

test('for any outcomes, a pause is at most five minutes, and an open breaker means many failures in a row or a few slow ones', () => {
  const outcomes = fc.array(
    fc.record({
      acknowledged: fc.boolean(),
      ms: fc.integer({ min: 0, max: 100_000 }),
      took: fc.constantFrom(0, 10_000),
      probe: fc.boolean(),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 0, max: 60 }), (given, successes) => {
      let health = healthy;
      let failuresInARow = 0;
      given.forEach(({ ms, took, probe, random }, index) => {
        const acknowledged = given[index]!.acknowledged && index < successes;
        const outcome = { acknowledged, startedAt: at(ms), endedAt: at(ms + took), probe, random };
        health = afterOutcome(health, outcome);
        failuresInARow = acknowledged ? 0 : failuresInARow + 1;
        assert.equal(health.consecutiveFailures, failuresInARow);
        assert.equal(health.failingSince === null, failuresInARow === 0);
        if (health.openUntil === null) return;
        const hung = given
          .slice(0, index + 1)
          .slice(-failuresInARow)
          .some((one) => one.took > 0);
        assert.ok(failuresInARow >= (hung ? opensAfterHanging.failures : opensAfterFailures));
        assert.ok(health.openUntil.getTime() <= at(110_000).getTime() + longestPauseMs);
        assert.ok(health.pauses >= 1);
      });
    }),
  );
});

test('the count of pauses of an endpoint that fails for months does not overflow its column', () => {
  const open = { ...failing(10), pauses: 32_767 };
  assert.ok(afterOutcome(open, failed(20_000, true)).pauses <= 32_767);
});
