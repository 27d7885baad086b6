import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, nextPoll } from '../../../src/features/provider-requests/request-schedule.ts';

const beganAt = new Date('2026-03-04T09:00:00Z');
const minutes = (count: number) => new Date(beganAt.getTime() + count * 60_000);
const failed = { number: 1, beganAt, endedAt: beganAt, retryAt: undefined, random: 0.5 };

test('a failing provider is asked again five times at growing intervals, then given up', () => {
  const times: Date[] = [];
  let endedAt = beganAt;
  for (let number = 1; number < 10; number += 1) {
    const at = afterFailure({ ...failed, number, endedAt });
    if (at === undefined) break;
    times.push(at);
    endedAt = at;
  }
  assert.deepEqual(times, [minutes(0.5), minutes(2.5), minutes(12.5), minutes(72.5), minutes(252.5)]);
});

test('Retry-After is honoured for at most five hours', () => {
  assert.deepEqual(afterFailure({ ...failed, retryAt: minutes(30), random: 0 }), minutes(30));
  assert.equal(afterFailure({ ...failed, retryAt: minutes(301) }), undefined);
});

test('a provider that is paused uses up no attempt', () => {
  const paused = { ...failed, number: 0, retryAt: minutes(5), endedAt: minutes(4), random: 0 };
  assert.deepEqual(afterFailure(paused), minutes(5));
});

test('an accepted request is polled within the hour, never after its time limit, and then given up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 * 60 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (waited, random) => {
        const now = minutes(waited);
        const at = nextPoll({ acceptedAt: beganAt, now, answersWithinHours: 48, random });
        if (now >= minutes(48 * 60)) return at === undefined;
        return at! > now && at! <= minutes(48 * 60) && at!.getTime() - now.getTime() <= 66 * 60_000;
      },
    ),
  );
});
