import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './kills.ts';

test('a kill under load loses nothing and leaves nothing partial', async (t) => {
  const { ok, figure, lines } = await run({ size: 1, isShortened: true });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
