// Erasing applicants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseApplicant, listApplicants, readApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { listChecksOf } from '../../../src/features/lists/check-list-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { ctx, account } = probity;
const caller = account.caller('test');
const scope = { ...caller, subsidiaryId: null };
const newest = { sort: 'newest', limit: 20 } as const;
const notFound = { reason: 'not_found' };

test('an erased applicant cannot be read, found or listed, and stored answers about them are deleted', async () => {
  const applicant = { first_name: 'Al', last_name: 'Gone', email: 'al@gone.example', gender: 'male' };
  const key = account.keys.test;
  const base = '/vft-staging/v2';
  const created = await probity.fetch(`${base}/applicants`, {
    method: 'POST',
    key,
    json: applicant,
    headers: { 'idempotency-key': 'erase-me' },
  });
  const { id } = created.json as { id: string };
  const order = { type: 'standard', reports: [{ name: 'identity' }], tags: ['PO-GONE'] };
  const placed = await probity.fetch(`${base}/applicants/${id}/checks`, { method: 'POST', key, json: order });
  const { id: checkId } = placed.json as { id: string };
  assert.equal((await listChecksOf(ctx, scope, { text: 'Gone' }, newest)).checks.length, 1);
  assert.equal((await listChecksOf(ctx, scope, { text: 'PO-GONE' }, newest)).checks.length, 1);
  await assert.rejects(eraseApplicant(ctx, caller, id), { reason: 'invalid_fields' });
  await probity.fetch(`${base}/checks/${checkId}/withdraw`, { method: 'POST', key });
  await eraseApplicant(ctx, caller, id);
  await assert.rejects(readApplicant(ctx, caller, id), notFound);
  assert.equal((await probity.fetch(`${base}/applicants/${id}`, { key })).status, 404);
  assert.deepEqual((await listChecksOf(ctx, scope, { text: 'Gone' }, newest)).checks, []);
  assert.deepEqual((await listChecksOf(ctx, scope, { text: 'PO-GONE' }, newest)).checks, []);
  const { applicants } = await listApplicants(ctx, caller, { page: 1, perPage: 500 });
  assert.ok(!applicants.some((listed) => listed.id === id));
  const check = await readCheck(ctx, caller, checkId);
  assert.equal(check.status, 'withdrawn');
  assert.doesNotMatch(JSON.stringify(check), /Gone|al@/);
  const kept = await probity.database.rows(sql`
    select from idempotency_keys where account_id = ${caller.accountId} and applicant_id = ${id}`);
  assert.equal(kept.length, 0);
});
