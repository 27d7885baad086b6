import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './signatures.ts';

test('every notification verifies while secrets rotate, by verifiers that are not ours', async (t) => {
  const { ok, figure, lines } = await run({ size: 500 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('a planted fault is found: the bytes are written anew on their way out', async () => {
  const { ok, lines } = await run({
    size: 100,
    plant: (outgoing) => ({
      ...outgoing,
      post(request) {
        const body = Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), null, 1));
        return outgoing.post({ ...request, body });
      },
    }),
  });
  assert.equal(ok, false);
  assert.ok(
    lines.some((line) => line.startsWith('v2: webhook-signature by the newest secret')),
    lines.join('\n'),
  );
});
