// Erasing applicants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Ctx } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { eraseApplicant, listApplicants, readApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { listChecksOf } from '../../../src/features/lists/check-list-actions.ts';
import {
  type ErasedPerson,
  erasePerson,
  listDueForErasure,
  listErased,
  previewErasure,
} from '../../../src/features/retention/erasure-actions.ts';
import { eraseDuePeople } from '../../../src/features/retention/erasure-jobs.ts';
import { endHold, keepPerson, listHeld } from '../../../src/features/retention/hold-actions.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

const probity = await startProbity();
const { ctx, account } = probity;
const caller = account.caller('test');
/** No client erases. */
const system = { accountId: caller.accountId, environment: 'test', actor: 'system', clockOffsetSeconds: 0 } as const;
const scope = { ...caller, subsidiaryIds: null };
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
  await assert.rejects(eraseApplicant(ctx, system, id, 'candidate_asked'), { reason: 'invalid_fields' });
  await probity.fetch(`${base}/checks/${checkId}/withdraw`, { method: 'POST', key });
  await eraseApplicant(ctx, system, id, 'candidate_asked');
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

const live = { ...system, environment: 'live' } as const;
const DAY_MS = 86_400_000;
const after = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * DAY_MS) });
const setTo = (change: object) => changeAccountSettings(ctx, 'system', caller.accountId, { ...change });

async function withdrawn(name: string) {
  const { check } = await placeWaiting(ctx, account.caller('live'), { facts: { first_name: name } });
  await closeCheck(ctx, account.caller('live'), check.id, 'withdraw');
  return check;
}

test('a legal hold keeps everybody; without it the reason of an erasure stays in its event', async () => {
  const { applicantId } = await withdrawn('Hal');
  await setTo({ legalHold: true });
  await assert.rejects(erasePerson(ctx, live, applicantId, 'client_asked'), ({ fields }: Refusal) =>
    /legal hold/.test(fields.applicant![0]!),
  );
  assert.equal((await previewErasure(ctx, live, applicantId)).refusedFor, 'legal_hold');
  await setTo({ legalHold: false });
  await erasePerson(ctx, live, applicantId, 'client_asked');
  const [event] = await probity.database.rows<{ detail: unknown }>(sql`
    select detail from events where applicant_id = ${applicantId} and type = 'applicant.erased'`);
  assert.deepEqual(event?.detail, { reason: 'client_asked' });
  const ofClient = account.caller('live');
  await assert.rejects(erasePerson(ctx, ofClient, applicantId, 'client_asked'), { reason: 'not_permitted' });
});

test('a hold keeps one person from being erased, by hand and by time, until its last day or until somebody ends it', async () => {
  const { applicantId } = await withdrawn('Hilda');
  const dayIn = (days: number) => ukDateOf(new Date(ctx.now().getTime() + days * DAY_MS));
  await assert.rejects(keepPerson(ctx, live, applicantId, { reason: 'complaint', until: dayIn(-1) }), {
    reason: 'invalid_fields',
  });
  await keepPerson(ctx, live, applicantId, { reason: 'legal_claim', until: dayIn(60) });
  await assert.rejects(erasePerson(ctx, live, applicantId, 'candidate_asked'), ({ fields }: Refusal) =>
    /a hold keeps/.test(fields.applicant![0]!),
  );
  assert.equal((await previewErasure(ctx, live, applicantId)).refusedFor, 'held');
  await setTo({ eraseAfterDays: 40 });
  const dueFrom = async (from: Ctx) =>
    (await listDueForErasure(from, 'system', [caller.accountId], 'live', { withinDays: 30, limit: 100 })).find(
      ({ applicant_id }) => applicant_id === applicantId,
    );
  await eraseDuePeople(after(41));
  assert.equal(await dueFrom(after(20)), undefined, 'the hold lasts longer than the list looks ahead');
  assert.equal(ukDateOf((await dueFrom(after(41)))!.due_at), dayIn(61), 'erased on the day after the hold');
  const held = async (from: Ctx) =>
    (await listHeld(from, 'system', [caller.accountId], 'live', 10)).map(({ applicant_id, reason, until }) => ({
      ...{ applicant_id, reason, until },
    }));
  assert.deepEqual(await held(after(60)), [{ applicant_id: applicantId, reason: 'legal_claim', until: dayIn(60) }]);
  assert.deepEqual(await held(after(61)), []);
  assert.equal((await previewErasure(after(61), live, applicantId)).refusedFor, undefined);

  await keepPerson(ctx, live, applicantId, { reason: 'complaint', until: null });
  await eraseDuePeople(after(4000));
  assert.equal(await dueFrom(after(4000)), undefined);
  await endHold(ctx, live, applicantId);
  await endHold(ctx, live, applicantId);
  const events = await probity.database.rows<{ type: string; detail: unknown }>(sql`
    select type, detail from events where applicant_id = ${applicantId} and type like 'applicant.h%' order by id`);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['applicant.held', 'applicant.held', 'applicant.hold_ended'],
  );
  assert.deepEqual(events[0]!.detail, { reason: 'legal_claim', until: dayIn(60) });
  const screener = { ...live, permissions: roles.desk.screener };
  await assert.rejects(keepPerson(ctx, screener, applicantId, { reason: 'complaint', until: null }), {
    reason: 'not_permitted',
  });
  await erasePerson(ctx, live, applicantId, 'candidate_asked');
  const [newest] = await listErased(ctx, 'system', [caller.accountId], 'live', {
    ...{ since: new Date(0), limit: 1 },
  });
  assert.deepEqual(
    { id: newest!.applicant_id, reason: newest!.reason, orders: newest!.order_ids.length },
    { id: applicantId, reason: 'candidate_asked', orders: 1 },
  );
  await assert.rejects(keepPerson(ctx, live, applicantId, { reason: 'complaint', until: null }), {
    reason: 'not_found',
  });
  await setTo({ eraseAfterDays: 0 });
});

test('the list of who was erased goes on where it ended, whoever is erased meanwhile', async () => {
  const [first, second, third] = [await withdrawn('One'), await withdrawn('Two'), await withdrawn('Three')];
  const since = new Date(ctx.now().getTime() - 1);
  const page = async (last?: ErasedPerson) =>
    listErased(ctx, 'system', [caller.accountId], 'live', { since, after: last, limit: 1 });
  const erase = async ({ applicantId }: typeof first) => erasePerson(ctx, live, applicantId, 'client_asked');
  await erase(first);
  await setTimeout(2);
  await erase(second);
  const [newest] = await page();
  assert.equal(newest!.applicant_id, second.applicantId);
  await setTimeout(2);
  await erase(third);
  const [next] = await page(newest);
  assert.equal(next!.applicant_id, first.applicantId);
  assert.deepEqual(await page(next), []);
});

test('people are erased once the days of the setting have passed since their last order, and are listed before', async () => {
  const [gone, held] = [await withdrawn('Gus'), await withdrawn('Ola')];
  const { check: open } = await placeWaiting(ctx, live, { facts: { first_name: 'Opal' } });
  const monitored = await withdrawn('Mona');
  await probity.database.run(sql`
    update reports set monitor = 'monthly', status = 'complete' where check_id = ${monitored.id}`);
  await probity.database.run(sql`update checks set status = 'complete' where id = ${monitored.id}`);
  await probity.database.run(sql`update checks set status = 'in_progress', completed_at = null where id = ${held.id}`);
  const dueIn = async (days: number, from = ctx) =>
    (await listDueForErasure(from, 'system', [caller.accountId], 'live', { withinDays: days, limit: 100 })).map(
      ({ applicant_id }) => applicant_id,
    );
  const isThere = (id: string) =>
    readApplicant(ctx, live, id).then(
      () => true,
      () => false,
    );

  assert.deepEqual(await dueIn(10_000), [], 'nobody is erased unless the account says so');
  await setTo({ eraseAfterDays: 40 });
  assert.deepEqual(await dueIn(30), []);
  assert.ok((await dueIn(30, after(11))).includes(gone.applicantId));
  assert.equal(await eraseDuePeople(after(39)), 0);
  await setTo({ legalHold: true });
  assert.equal(await eraseDuePeople(after(41)), 0);
  await setTo({ legalHold: false });
  assert.ok((await eraseDuePeople(after(41))) > 0);
  assert.equal(await isThere(gone.applicantId), false);
  for (const kept of [held, open, monitored]) assert.equal(await isThere(kept.applicantId), true);
  assert.equal(await eraseDuePeople(after(41)), 0);
  const [event] = await probity.database.rows<{ detail: unknown; actor: string }>(sql`
    select detail, actor from events where applicant_id = ${gone.applicantId} and type = 'applicant.erased'`);
  assert.deepEqual(event, { detail: { reason: 'time_is_over' }, actor: 'system' });

  // A person at the desk erases whoever is monitored, too: the monitoring ends with it.
  await erasePerson(ctx, live, monitored.applicantId, 'not_needed');
  const [report] = await probity.database.rows<{ monitor: unknown }>(sql`
    select monitor from reports where check_id = ${monitored.id}`);
  assert.equal(report?.monitor, null);
});
