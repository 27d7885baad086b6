import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './schedule.ts';

// Over real sockets the receivers of the proof `bad-receivers` are timed.
const receivers = 0;

test('every history keeps to five attempts inside twelve hours, as planned or as asked', async (t) => {
  const { ok, figure, lines } = await run({ size: 20_000, receivers });
  t.diagnostic(figure);
  assert.ok(ok, [figure, ...lines].join('\n'));
});
