import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './bad-receivers.ts';

/** Shorter than in production; the limit of 10 seconds has a test of its own. */
const times = { limitMs: 2000, inTimeMs: 100 };
const slackMs = 5000;

test('every fault of a receiver is handled and recorded in its class', async (t) => {
  const { ok, figure, lines } = await run({ size: 1, times, slackMs });
  t.diagnostic(figure);
  assert.ok(ok, [figure, ...lines.filter((line) => line.startsWith('WRONG'))].join('\n'));
});
