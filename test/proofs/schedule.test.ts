import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './schedule.ts';

// The test of `bad-receivers` measures the receivers over real sockets.
const receivers = 0;

test('every history has at most five attempts within twelve hours, at the planned or requested times', async (t) => {
  const { ok, figure, lines } = await run({ size: 20_000, receivers });
  t.diagnostic(figure);
  assert.ok(ok, [figure, ...lines].join('\n'));
});
