import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AttemptOutcome,
  afterAttempt,
  attemptsAtMost,
  isAcknowledged,
  mayStartAttempt,
} from '../../../src/features/webhooks/delivery-schedule.ts';

const createdAt = new Date('2026-03-01T00:00:00Z');
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const at = (ms: number) => new Date(createdAt.getTime() + ms);
const failed: AttemptOutcome = { kind: 'failed' };
const answered = (status: number, retryAfter: string | null = null): AttemptOutcome => ({
  kind: 'answered',
  status,
  retryAfter,
});

function decide(outcome: AttemptOutcome, { number = 1, startedMs = 0, random = 0.5 } = {}) {
  return afterAttempt({ number, startedAt: at(startedMs), endedAt: at(startedMs + 1000), createdAt, outcome, random });
}

/** Milliseconds after the delivery was created. */
function retryMs(outcome: AttemptOutcome, given = {}): number | string {
  const decision = decide(outcome, given);
  return decision.kind === 'retry' ? decision.at.getTime() - createdAt.getTime() : decision.kind;
}

test('statuses from 200 to 299 acknowledge, and no others', () => {
  for (let status = 100; status < 600; status++) {
    assert.equal(isAcknowledged(answered(status)), status >= 200 && status < 300);
    assert.equal(decide(answered(status)).kind === 'delivered', status >= 200 && status < 300);
  }
  assert.equal(isAcknowledged(failed), false);
});

test('retries after about 1 minute, 15 minutes, 3 hours and 11 hours, then gives up', () => {
  let startedMs = 0;
  const times: number[] = [];
  for (let number = 1; number < attemptsAtMost; number++) {
    startedMs = Number(retryMs(failed, { number, startedMs }));
    times.push(startedMs);
  }
  assert.deepEqual(times, [minutes(1), minutes(15), hours(3), hours(11)]);
  assert.equal(retryMs(failed, { number: 5, startedMs }), 'exhausted');
});

test('varies each retry by up to a twentieth in either direction', () => {
  assert.equal(retryMs(failed, { random: 0 }), minutes(1) * 0.95);
  assert.equal(Math.ceil(Number(retryMs(failed, { random: 0.999999 })) / 1000), 63);
});

test('honours Retry-After in seconds and as a date, if it is later than planned and inside the window', () => {
  assert.equal(retryMs(answered(503, '5')), minutes(1), 'not earlier than planned');
  const inAnHour = Number(retryMs(answered(503, '3600')));
  assert.ok(inAnHour >= hours(1) && inAnHour <= hours(1.1));
  const atTwo = Number(retryMs(answered(429, 'Sun, 01 Mar 2026 02:00:00 GMT')));
  assert.ok(atTwo >= hours(2) && atTwo <= hours(2.2));
});

test('honours a Retry-After near the end of the window, whatever its jitter', () => {
  for (const random of [0, 0.5, 0.999]) {
    const late = Number(retryMs(answered(503, String(11.4 * 3600)), { random }));
    assert.ok(late >= hours(11.4) && late < hours(12), `${late}`);
  }
});

test('ignores a Retry-After that is invalid, past, negative or beyond the window', () => {
  for (const value of [
    '',
    'soon',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '1000000000000',
    '99999999999999',
    '43200',
    'Sun, 01 Mar 2026',
    'Sun, 01 Mar 2020 02:00:00 GMT',
    'Sun, 99 Mar 2026 02:00:00 GMT',
    'Sun, 01 Mar 2036 02:00:00 GMT',
    '2026-03-01T02:00:00Z',
    '5, 5',
  ]) {
    assert.equal(retryMs(answered(503, value)), minutes(1), value);
  }
});

test('a delivery that started late keeps its retries inside the window', () => {
  const late = Number(retryMs(failed, { number: 1, startedMs: hours(11) }));
  assert.equal(late, hours(11) + minutes(1));
  const last = Number(retryMs(failed, { number: 4, startedMs: hours(6) }));
  assert.ok(last > hours(11.4) && last < hours(12));
  assert.equal(retryMs(failed, { number: 4, startedMs: hours(11.9) }), 'exhausted');
});

test('no attempt may start if its 10 seconds would end after the window', () => {
  assert.ok(mayStartAttempt(createdAt, at(hours(12) - 10_000)));
  assert.ok(!mayStartAttempt(createdAt, at(hours(12) - 9_999)));
});

test('never throws, and decides the same each time, for any Retry-After', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 5 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (value, number, random) => {
        const once = decide(answered(503, value), { number, random });
        assert.deepEqual(decide(answered(503, value), { number, random }), once);
      },
    ),
  );
});

test('a manual attempt is not counted, and only the attempt that was planned before follows', () => {
  const manual = (plannedAt: Date | null, startedMs: number, outcome: AttemptOutcome = failed, wasDelivered = false) =>
    afterAttempt({
      number: 5,
      manual: { plannedAt, wasDelivered },
      startedAt: at(startedMs),
      endedAt: at(startedMs + 1000),
      createdAt,
      outcome,
      random: 0.5,
    });
  assert.deepEqual(manual(null, hours(1)), { kind: 'exhausted', reason: 'resend_failed' });
  assert.deepEqual(manual(null, hours(100), answered(200)), { kind: 'delivered' });
  assert.deepEqual(
    manual(null, hours(100), failed, true),
    { kind: 'delivered' },
    'what was acknowledged once stays so',
  );
  assert.deepEqual(manual(at(hours(3)), hours(1)), { kind: 'retry', at: at(hours(3)) });
  assert.deepEqual(manual(at(hours(1)), hours(1)), { kind: 'retry', at: at(hours(1) + 1000) });
  assert.deepEqual(manual(at(hours(1)), hours(13)), { kind: 'exhausted', reason: 'window_over' });
});

test('gives the reason why nothing follows', () => {
  assert.deepEqual(decide(failed, { number: 5 }), { kind: 'exhausted', reason: 'attempts_used' });
  assert.deepEqual(decide(failed, { number: 2, startedMs: hours(11.9) }), { kind: 'exhausted', reason: 'window_over' });
});
