import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './sanctions-matching.ts';

test('people on a sanctions list are found however their names are spelt, and others seldom', async (t) => {
  const { ok, figure, lines } = await run({ size: 360 });
  t.diagnostic([figure, ...lines].join('\n'));
  assert.ok(ok, [figure, ...lines].join('\n'));
});
