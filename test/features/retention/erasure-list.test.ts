// The list of erasures outside the database: nobody who is erased is missing from it after a start, and the service can read it.
import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { eraseListedAgain } from '../../../src/features/retention/erasure-list-actions.ts';
import { appendErasures, listPath, readErasures } from '../../../src/features/retention/erasure-list-store.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, caller: callerIn } = await startForms();
const client = callerIn('live');
const { permissions: _, ...whole } = client;
const place = mkdtempSync(join(tmpdir(), 'probity-erasures-'));
after(() => rmSync(place, { recursive: true, force: true }));
const withList = (folder: string) => ({
  ...ctx,
  settings: { ...ctx.settings, auditHeadFile: join(folder, 'audit-head.jsonl') },
});

async function erased(inPlace: typeof ctx): Promise<string> {
  const { check } = await placeWaiting(ctx, client, { reports: ['sanctions'] });
  await closeCheck(ctx, client, check.id, 'cancel');
  await erasePerson(inPlace, { ...whole, actor: 'system' }, check.applicantId, 'not_needed');
  return check.applicantId;
}

test('a start adds whoever the list missed, although people who were erased days later are in it', async () => {
  const listed = withList(place);
  // A full disk, or a process on another machine.
  const missed = await erased(withList(join(place, 'that-is-not-there')));
  const later = { ...listed, now: () => new Date(ctx.now().getTime() + 5 * 86_400_000) };
  const last = await erased(later);
  const idsIn = async () => [...(await readErasures(listPath(listed.settings), ctx.integrity)).listed.keys()];
  assert.deepEqual(await idsIn(), [last]);
  await eraseListedAgain(later);
  assert.deepEqual((await idsIn()).toSorted(), [missed, last].toSorted());
  const { listed: all } = await readErasures(listPath(listed.settings), ctx.integrity);
  assert.equal(all.get(missed)?.reason, 'not_needed');
});

test('a list that root begins belongs to the owner of its folder', { skip: process.getuid?.() !== 0 }, async () => {
  const folder = mkdtempSync(join(place, 'service-'));
  chownSync(folder, 12_345, 12_346);
  const path = join(folder, 'erasures.jsonl');
  const { accountId: account, environment } = client;
  const one = { account, environment, applicant: ctx.newId(), on: '2027-03-04', reason: 'not_needed' } as const;
  await appendErasures(path, ctx.integrity, [one]);
  const { uid, gid, mode } = statSync(path);
  assert.deepEqual([uid, gid, mode & 0o777], [12_345, 12_346, 0o600]);
});
