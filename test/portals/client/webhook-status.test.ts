// The status of a webhook: the tag of a failing endpoint is never On, and the text says when a pause ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription } from '../../../src/features/webhooks/subscription-actions.ts';
import { newWebhook } from '../../../src/features/webhooks/webhook-rules.ts';
import { statusOf } from '../../../src/portals/shared/webhooks/webhook-status.ts';

const failingSince = new Date('2026-03-04T12:00:00Z');
const pausedUntil = new Date('2026-03-04T12:10:00Z');
const checks = (more: object = {}) =>
  ({
    interface: 'v2',
    webhook: { ...newWebhook('https://hooks.example'), liveConfirmed: true, ...more },
  }) as Subscription;
const textOf = (...given: Parameters<typeof statusOf>) => {
  const { tag, aside } = statusOf(...given);
  return [tag.text, aside];
};

test('the status of an endpoint is On, Failing with its start, or Paused with its end', () => {
  assert.deepEqual(textOf(checks(), 'live', { failingSince: null, pausedUntil: null }), ['On', '']);
  assert.deepEqual(textOf(checks(), 'live', undefined), ['On', '']);
  assert.deepEqual(textOf(checks(), 'live', { failingSince, pausedUntil: null }), [
    'Failing',
    'Since 4 March 2026 at 12:00pm',
  ]);
  assert.deepEqual(textOf(checks(), 'test', { failingSince, pausedUntil }), [
    'Paused',
    'Until 4 March 2026 at 12:10pm. Failing since 4 March 2026 at 12:00pm',
  ]);
});

test('a webhook that gets no notifications says why, whatever the state of its endpoint', () => {
  const failing = { failingSince, pausedUntil };
  assert.deepEqual(textOf(checks({ enabled: false }), 'live', failing), ['Switched off', '']);
  assert.deepEqual(textOf(checks({ environments: ['live'] }), 'test', failing), ['Not for test data', '']);
  assert.deepEqual(textOf(checks({ liveConfirmed: false }), 'live', failing), ['Live not confirmed', '']);
});
