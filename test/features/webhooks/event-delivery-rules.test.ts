import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type DeliveryProgress,
  type EventOutcomeFacts,
  eventOutcomeOf,
  eventOutcomes,
} from '../../../src/features/webhooks/event-delivery-rules.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 4, 9) + minutes * minute);

const facts: EventOutcomeFacts = {
  event: { type: 'check.completed', environment: 'live', recordedAt: at(0) },
  registeredAt: at(-60),
  wantedThen: { enabled: true, environments: ['live', 'test'], liveConfirmed: true, events: null },
  delivery: null,
  now: at(5),
};
const due: DeliveryProgress = {
  status: 'due',
  reason: null,
  attempts: 0,
  isUnderWay: false,
  waitsForEarlier: false,
  pausedUntil: null,
};

const without = (wantedThen: Partial<EventOutcomeFacts['wantedThen']>, more: Partial<EventOutcomeFacts> = {}) =>
  eventOutcomeOf({ ...facts, ...more, wantedThen: { ...facts.wantedThen, ...wantedThen } });
const withDelivery = (delivery: Partial<DeliveryProgress>) =>
  eventOutcomeOf({ ...facts, delivery: { ...due, ...delivery } });

test('says why a webhook was not notified of an event', () => {
  assert.equal(without({}, { registeredAt: at(1) }), 'registered_later');
  assert.equal(without({ enabled: false }), 'disabled');
  assert.equal(without({ environments: ['test'] }), 'other_environment');
  assert.equal(without({ liveConfirmed: false }), 'live_not_confirmed');
  assert.equal(
    without({ liveConfirmed: false }, { event: { ...facts.event, environment: 'test' } }),
    'registered_later',
  );
  assert.equal(without({ events: ['report.completed'] }), 'not_subscribed');
  assert.equal(without({ events: ['check.completed'] }, { now: at(31 * 24 * 60) }), 'history_removed');
  // It was subscribed and has no delivery: its registration was committed after the event was stored.
  assert.equal(without({}), 'registered_later');
});

test('gives the state of a delivery, and what it waits for', () => {
  assert.equal(withDelivery({}), 'due');
  assert.equal(withDelivery({ attempts: 2 }), 'retrying');
  assert.equal(withDelivery({ isUnderWay: true, pausedUntil: at(10) }), 'sending');
  assert.equal(withDelivery({ pausedUntil: at(10), waitsForEarlier: true }), 'paused');
  assert.equal(withDelivery({ pausedUntil: at(4), waitsForEarlier: true }), 'behind_earlier');
  assert.equal(withDelivery({ status: 'delivered', attempts: 1 }), 'delivered');
  for (const reason of ['attempts_used', 'window_over', 'webhook_disabled', 'environment_removed', 'resend_failed']) {
    assert.equal(withDelivery({ status: 'exhausted', reason }), reason);
  }
});

test('every case has an outcome with an explanation, and the state of a delivery comes before the subscription', () => {
  const delivery = fc.record({
    status: fc.constantFrom('due' as const, 'delivered' as const),
    reason: fc.constant(null),
    attempts: fc.nat(9),
    isUnderWay: fc.boolean(),
    waitsForEarlier: fc.boolean(),
    pausedUntil: fc.option(fc.integer({ min: -60, max: 60 }).map(at)),
  });
  const wantedThen = fc.record({
    enabled: fc.boolean(),
    environments: fc.subarray(['live', 'test']),
    liveConfirmed: fc.boolean(),
    events: fc.option(fc.subarray(['check.completed', 'report.completed'])),
  });
  fc.assert(
    fc.property(fc.option(delivery), wantedThen, fc.integer({ min: -90, max: 90 }), (given, wanted, registered) => {
      const outcome = eventOutcomeOf({ ...facts, registeredAt: at(registered), wantedThen: wanted, delivery: given });
      assert.match(eventOutcomes[outcome], /^[A-Z].{10,}\.$/);
      const held = ['delivered', 'sending', 'due', 'retrying', 'behind_earlier', 'paused'];
      assert.equal(held.includes(outcome), given !== null);
    }),
  );
});
