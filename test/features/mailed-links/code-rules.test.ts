// The limits of codes, and which texts are codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CODES_PER_DAY,
  CODES_PER_HOUR,
  codeOf,
  expectedTakeovers,
  groupsOf,
  isJustSent,
  nextCodeAt,
} from '../../../src/features/mailed-links/code-rules.ts';

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms);

test('a code is twelve digits with any spacing', () => {
  const code = '123456789012';
  for (const text of [code, groupsOf(code), '123-456-789-012', '12\u00a034 56789012']) assert.equal(codeOf(text), code);
  for (const text of [
    '',
    '12345678901',
    '1234567890123',
    'abcdefghijkl',
    '１２３４５６７８９０１２',
    '12345678901a',
    '1'.repeat(1_000_000),
  ]) {
    assert.equal(codeOf(text), undefined);
  }
});

test('the sixth code within an hour waits until the first is an hour old', () => {
  const sent = [0, 1, 2, 3, 4].map((minute) => at(minute * 60_000));
  assert.equal(nextCodeAt(sent.slice(1), at(300_000)), undefined);
  assert.deepEqual(nextCodeAt(sent, at(300_000)), at(HOUR_MS));
  assert.equal(nextCodeAt(sent, at(HOUR_MS)), undefined);
});

test('no hour and no day exceeds its limit of codes, for any requests', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 2 * HOUR_MS }), { maxLength: 120 });
  fc.assert(
    fc.property(pauses, (waits) => {
      const sent: number[] = [];
      let now = 0;
      for (const wait of waits) {
        now += wait;
        if (nextCodeAt(sent.map(at), at(now)) === undefined) sent.push(now);
      }
      const most = (span: number) =>
        Math.max(0, ...sent.map((from) => sent.filter((time) => time >= from && time < from + span).length));
      return most(HOUR_MS) <= CODES_PER_HOUR && most(24 * HOUR_MS) <= CODES_PER_DAY;
    }),
    { numRuns: 50 },
  );
});

test('a code sent a moment ago is not sent again', () => {
  assert.equal(isJustSent([at(0)], at(19_999)), true);
  assert.equal(isJustSent([at(0)], at(20_000)), false);
  assert.equal(isJustSent([], at(0)), false);
});

test('at full guessing over 100,000 open checks, fewer than one form in a thousand years is opened', () => {
  assert.ok(expectedTakeovers(100_000, 1000) < 0.5, String(expectedTakeovers(100_000, 1000)));
});
