import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './signatures.ts';

test('every notification verifies while secrets rotate, by verifiers that are not ours', async (t) => {
  const { ok, figure, lines } = await run({ size: 500 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
