// The proof of the register of looks, smaller, and what it says when a look is not recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ctx } from '../../src/context.ts';
import { run } from './looks.ts';

test('whoever reads a person’s data, on whatever way, is in the register', async () => {
  const { ok, figure, lines } = await run({ size: 1, isHurried: true });
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('the proof detects looks that nobody writes down', async () => {
  const forgets = (ctx: Ctx): Ctx => ({
    ...ctx,
    batches: {
      ...ctx.batches,
      add: (kind, key, row) => (key.includes('applicant.read') ? undefined : ctx.batches.add(kind, key, row)),
    },
  });
  const { ok, lines } = await run({ size: 1, isHurried: true, only: /^\/v2\/applicants/, change: forgets });
  assert.equal(ok, false);
  assert.ok(lines.includes('not in the register: key, live: GET /v2/applicants/:applicant_id (200)'), lines.join('\n'));
});
