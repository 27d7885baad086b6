// The proof that nobody starves the rest, smaller and without times, and what it says when quotas are not kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ctx } from '../../src/context.ts';
import { run } from './starvation.ts';

test('good requests are answered and quotas hold while strangers flood and somebody uploads without end', async () => {
  const { ok, figure, lines } = await run({ size: 1, connections: 4 });
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('the proof detects that quotas and the reserve of the disk are not kept', async () => {
  const unlimited = (ctx: Ctx): Ctx => ({
    ...ctx,
    settings: { ...ctx.settings, attachmentFilesPerCheck: 1_000_000, diskReserveBytes: 0 },
  });
  const { ok, lines } = await run({ size: 1, connections: 1, change: unlimited });
  assert.equal(ok, false);
  assert.match(lines.join('\n'), /files were taken of 20$/m);
  assert.match(lines.join('\n'), /^on a full disk a file was answered 201$/m);
});
