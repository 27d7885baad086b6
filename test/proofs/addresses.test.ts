import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './addresses.ts';

test('nothing is sent to a special-purpose address, in any notation or disguise', async (t) => {
  const { ok, figure, lines } = await run({ size: 0 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
