import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAttempt } from '../../src/features/webhooks/delivery-schedule.ts';
import { run } from './schedule.ts';

// Over real sockets the receivers of the proof `bad-receivers` are timed.
const receivers = 0;

test('every history keeps to five attempts inside twelve hours, as planned or as asked', async (t) => {
  const { ok, figure, lines } = await run({ size: 20_000, receivers });
  t.diagnostic(figure);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('a planted fault is found: a resend past the twelve hours', async () => {
  const { ok, lines } = await run({
    size: 2000,
    receivers,
    rules: {
      mayStartAttempt: () => true,
      afterAttempt: (attempt) => afterAttempt({ ...attempt, createdAt: attempt.startedAt }),
    },
  });
  assert.equal(ok, false);
  assert.ok(
    lines.some((line) => line.startsWith('the next is planned past the window')),
    lines.join('\n'),
  );
});
