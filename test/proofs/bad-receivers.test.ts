import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './bad-receivers.ts';

/** The 10 seconds themselves are tried beside the calls that they limit. */
const times = { limitMs: 2000, inTimeMs: 100 };
const slackMs = 5000;

test('every bad receiver is survived and recorded in its class', async (t) => {
  const { ok, figure, lines } = await run({ size: 1, times, slackMs });
  t.diagnostic(figure);
  assert.ok(ok, [figure, ...lines.filter((line) => line.startsWith('WRONG'))].join('\n'));
});

test('a planted fault is found: an answer that comes too late counts', async () => {
  const { ok, lines } = await run({
    size: 1,
    times: { limitMs: 300, inTimeMs: 0 },
    slackMs,
    faults: ({ name }) => name === 'answers just too late',
    plant: (outgoing) => ({ ...outgoing, post: (request) => outgoing.post({ ...request, timeoutMs: 60_000 }) }),
  });
  assert.equal(ok, false);
  assert.ok(lines.some((line) => line.startsWith('WRONG answers just too late')));
});
