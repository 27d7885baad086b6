import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './kills.ts';

test('two kills under load lose nothing and leave nothing half there', async (t) => {
  const { ok, figure, lines } = await run({ size: 2, inHaste: true });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
