import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEndpointNews } from '../../../src/features/webhooks/endpoint-news.ts';

test('of an endpoint that does well one success in five seconds is news, every failure is', () => {
  let now = 0;
  const { isNews } = createEndpointNews(() => now);
  assert.deepEqual([isNews('a', 0, true), isNews('a', 0, true), isNews('b', 0, true)], [true, false, true]);
  assert.deepEqual([isNews('a', 0, false), isNews('a', 0, false)], [true, true]);
  now += 5001;
  assert.deepEqual([isNews('b', 0, true), isNews('b', 0, true)], [true, false]);
});

test('a success after a failure is news although its claim came before: no breaker opens without a row of failures', () => {
  const { isNews } = createEndpointNews(() => 0);
  const outcomes = [true, false, true, false, true, true];
  assert.deepEqual(
    outcomes.map((acknowledged) => isNews('a', 0, acknowledged)),
    [true, true, true, true, true, false],
  );
});
