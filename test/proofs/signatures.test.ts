import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './signatures.ts';

test('every notification verifies with independent verifiers while secrets rotate', async (t) => {
  const { ok, figure, lines } = await run({ size: 500 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
