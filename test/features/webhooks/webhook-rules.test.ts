import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscribableEvents } from '../../../src/features/events/event-types.ts';
import type { WebhookArguments } from '../../../src/features/webhooks/webhook.ts';
import {
  argumentProblems,
  listedEvents,
  liveProblems,
  newWebhook,
  overlapProblems,
  reasonNotSent,
  settingsOfNew,
  withArguments,
} from '../../../src/features/webhooks/webhook-rules.ts';

const url = 'https://example.com/hook';
const fresh = newWebhook(url);
const byLive = true;
const byTest = false;

test('by default a webhook is enabled, has both environments and gets all events', () => {
  const webhook = withArguments(fresh, { url }, byLive);
  assert.deepEqual(webhook, {
    url,
    enabled: true,
    environments: ['sandbox', 'live'],
    liveConfirmed: true,
    events: null,
    ordered: false,
    maxPerSecond: null,
  });
  assert.deepEqual(listedEvents(webhook), [...subscribableEvents]);
});

test('says why a notification is not sent to a webhook, and what to do', () => {
  const all = { enabled: true, environments: ['test', 'live'], liveConfirmed: true };
  const cases = [
    [all, 'live', null],
    [{ ...all, liveConfirmed: false }, 'test', null],
    [{ ...all, liveConfirmed: false }, 'live', /live key first$/],
    [{ ...all, environments: ['live'] }, 'test', /^does not want this environment/],
    [{ ...all, enabled: false }, 'live', /^is disabled/],
  ] as const;
  for (const [webhook, environment, why] of cases) {
    const said = reasonNotSent(webhook, environment);
    if (why === null) assert.equal(said, null);
    else assert.match(said!, why);
  }
});

test('accepts a rate limit of whole notifications a second, and null for none', () => {
  for (const maxPerSecond of [0, -1, 1.5, 1001, Number.NaN]) {
    assert.deepEqual(Object.keys(argumentProblems({ maxPerSecond }, { isNew: false }).fields), ['max_per_second']);
  }
  const limited = withArguments(fresh, { url, ordered: true, maxPerSecond: 5 }, byLive);
  assert.deepEqual([limited.ordered, limited.maxPerSecond], [true, 5]);
  const kept = withArguments(limited, {}, byLive);
  assert.deepEqual([kept.ordered, kept.maxPerSecond], [true, 5]);
  const cleared = withArguments(limited, { ordered: false, maxPerSecond: null }, byLive);
  assert.deepEqual([cleared.ordered, cleared.maxPerSecond], [false, null]);
  assert.deepEqual(Object.keys(liveProblems(limited, { ordered: false, maxPerSecond: 1 }).fields).sort(), [
    'max_per_second',
    'ordered',
  ]);
});

test('names every invalid argument by its field', () => {
  const problems = argumentProblems({ environments: ['live', 'moon'], events: ['check.on_hold'] }, { isNew: true });
  assert.deepEqual(Object.keys(problems.fields), ['url', 'environments', 'events']);
  assert.deepEqual(problems.fields.url, ["can't be blank"]);
  assert.deepEqual(Object.keys(argumentProblems({ url: ' ', environments: [] }, { isNew: false }).fields), [
    'url',
    'environments',
  ]);
  assert.equal(argumentProblems({}, { isNew: false }).any, false);
});

test('accepts names in any case, and removes duplicates', () => {
  const webhook = withArguments(
    fresh,
    { environments: ['LIVE', 'live'], events: ['Check.Completed', 'check.completed'] },
    byLive,
  );
  assert.deepEqual([webhook.environments, webhook.events], [['live'], ['check.completed']]);
});

test('keeps fields that are not given', () => {
  const before = withArguments(fresh, { environments: ['sandbox'], events: ['check.started'], enabled: false }, byLive);
  assert.deepEqual(withArguments(before, {}, byLive), before);
});

test('a new webhook gets exactly the events it names, also if it names all six, and all if it names none', () => {
  const events = (named?: readonly string[]) =>
    settingsOfNew('https://a.example/', named === undefined ? {} : { events: named }, byLive).events;
  assert.deepEqual(events(subscribableEvents.toReversed()), [...subscribableEvents]);
  assert.deepEqual(events(['Check.Completed']), ['check.completed']);
  assert.deepEqual([events([]), events()], [null, null]);
});

test('naming exactly the six keeps a webhook that gets all events, in any order; on any other they are the six', () => {
  const six = subscribableEvents.toReversed();
  assert.equal(withArguments(fresh, { events: six }, byLive).events, null);
  const narrow = withArguments(fresh, { events: ['check.started'] }, byLive);
  assert.deepEqual(withArguments(narrow, { events: six }, byLive).events, [...subscribableEvents]);
});

test('live notifications that a test key asks for start once a live key changes the webhook', () => {
  const named = withArguments(fresh, {}, byTest);
  assert.equal(named.liveConfirmed, false);
  assert.deepEqual(named.environments, ['sandbox', 'live']);
  assert.equal(withArguments(named, {}, byLive).liveConfirmed, true);
});

test('an empty list of events subscribes to all of them again', () => {
  const narrow = withArguments(fresh, { events: ['check.completed'] }, byLive);
  assert.equal(withArguments(narrow, { events: [] }, byLive).events, null);
});

test('a test key can neither switch off or redirect a webhook with live notifications, nor remove live from it', () => {
  const live = withArguments(fresh, {}, byLive);
  const refused = (given: WebhookArguments) => Object.keys(liveProblems(live, given).fields);
  assert.deepEqual(refused({ url: 'https://elsewhere.example/' }), ['url']);
  assert.deepEqual(refused({ enabled: false, events: ['check.completed'] }), ['enabled', 'events']);
  assert.deepEqual(refused({ enabled: true, environments: ['sandbox'], events: subscribableEvents }), []);
  const kept = withArguments(live, { environments: ['sandbox'] }, byTest);
  assert.deepEqual([kept.liveConfirmed, kept.environments], [true, ['sandbox', 'live']]);
  const off = withArguments(live, { environments: ['sandbox'] }, byLive);
  assert.equal(withArguments(off, { environments: ['live'] }, byTest).liveConfirmed, false);
  assert.deepEqual(Object.keys(liveProblems(off, { enabled: false }).fields), []);
});

test('an overlap is a whole number of hours up to a week', () => {
  for (const hours of [0, 1, 168]) assert.equal(overlapProblems(hours, null, new Date()).any, false);
  for (const hours of [-1, 169, 1.5, Number.NaN])
    assert.deepEqual(Object.keys(overlapProblems(hours, null, new Date()).fields), ['overlap_hours']);
});
