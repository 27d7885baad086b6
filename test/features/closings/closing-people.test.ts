// Who of a closed account is erased on the day, who is kept and why, and when the closing is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { reopenAccount } from '../../../src/features/closings/closing-actions.ts';
import { carryOutClosings } from '../../../src/features/closings/closing-jobs.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { countKept, listKept } from '../../../src/features/retention/erasure-actions.ts';
import { eraseDuePeople } from '../../../src/features/retention/erasure-jobs.ts';
import { endHold, keepPerson } from '../../../src/features/retention/hold-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startClosingClients } from './closing-clients.ts';

const { begun, closingOf, complete, ctx, DAY, finish, inDays, isErased, mailsOf, newClient, passSeconds, plan } =
  await startClosingClients();

type Client = Awaited<ReturnType<typeof newClient>>;

async function pass(days: number) {
  passSeconds(days * DAY);
  await carryOutClosings(ctx);
}

/** Until the first day of erasure, a run each on the day after the end of sign-in and on the day. */
async function close(accountId: string) {
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  await pass(1);
  await pass(7);
}

let people = 0;
async function withoutOrder({ accountId, live }: Client) {
  people += 1;
  const facts = { ...noFacts, first_name: 'No', last_name: 'Order', email: `no${people}@order.test` };
  const { id } = await createApplicant(ctx, live, facts);
  return { tenant: { accountId }, applicantId: id };
}

test('an open order keeps its own person only, and the client reads its result for two weeks', async () => {
  const client = await newClient('Openone');
  const { accountId, live } = client;
  const [done, running, later] = [await complete(live), await begun(live), await begun(live)];
  await plan(accountId, { sign_in_until: inDays(1), erase_on: inDays(10) });
  await pass(2);
  await pass(8);
  assert.equal((await closingOf(accountId))!.signInEndedAt, null, 'an order runs');
  assert.deepEqual([await isErased(done), await isErased(running)], [true, false]);
  await assert.rejects(reopenAccount(ctx, 'system', accountId), { reason: 'state_does_not_allow' });
  await finish(live, running.id);
  await pass(13);
  await pass(7);
  assert.equal(await isErased(running), false, 'who could be read for two weeks is erased a week later');
  await pass(2);
  assert.equal(await isErased(running), true);
  assert.equal((await closingOf(accountId))!.signInEndedAt, null, 'another order runs');
  await closeCheck(ctx, live, later.id, 'cancel');
  await pass(0);
  assert.notEqual((await closingOf(accountId))!.signInEndedAt, null);
});

test('nobody is erased in the week after sign-in has ended, and the account can be opened again in it', async () => {
  const { accountId, live } = await newClient('Chance');
  const done = await complete(live);
  await plan(accountId, { sign_in_until: inDays(1), erase_on: inDays(10) });
  // The program did not run on the days.
  await pass(30);
  assert.notEqual((await closingOf(accountId))!.signInEndedAt, null);
  await pass(6);
  await eraseDuePeople(ctx);
  assert.equal(await isErased(done), false);
  assert.ok((await mailsOf(live)).some((mail) => mail.includes('Sign-in for Chance has ended')));
  await pass(1);
  assert.equal(await isErased(done), true);
});

test('a closing is over only when nobody is left whom nothing keeps, however many are kept', async () => {
  const client = await newClient('Many');
  const { accountId, live } = client;
  const held = [];
  for (let one = 0; one < 101; one += 1) held.push(await withoutOrder(client));
  for (const { applicantId } of held) await keepPerson(ctx, live, applicantId, { reason: 'legal_claim', until: null });
  const failing = await complete(live);
  // What is monitored is not erased: as somebody whose erasure fails.
  await plan(accountId, { sign_in_until: inDays(0), erase_on: inDays(8) });
  await pass(1);
  await ctx.db.run(sql`update reports set monitor = 'each_list' where check_id = ${failing.id}`);
  await pass(7);
  assert.equal((await closingOf(accountId))!.erasedAt, null, 'somebody is left');
  await ctx.db.run(sql`update reports set monitor = null where check_id = ${failing.id}`);
  await pass(0);
  assert.notEqual((await closingOf(accountId))!.erasedAt, null);
  assert.equal(await countKept(ctx, 'system', accountId), 101);
  const first = await listKept(ctx, 'system', accountId, { limit: 100 });
  const rest = await listKept(ctx, 'system', accountId, { after: first.at(-1), limit: 100 });
  assert.deepEqual([first.length, rest.length, rest[0]!.because], [100, 1, ['hold']]);
});

test('whoever the client has not decided about is erased, too: nobody can decide any more', async () => {
  const { accountId, live } = await newClient('Undecided');
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: true });
  const done = await finish(live, (await begun(live)).id, 'consider');
  await close(accountId);
  assert.equal(await isErased(done), true);
  assert.notEqual((await closingOf(accountId))!.erasedAt, null);
});

test('people without an order are erased once their hold is over, also after the closing is', async () => {
  const client = await newClient('Noorder');
  const { accountId, live } = client;
  const [over, held] = [await withoutOrder(client), await withoutOrder(client)];
  await keepPerson(ctx, live, over.applicantId, { reason: 'legal_claim', until: inDays(1) });
  await keepPerson(ctx, live, held.applicantId, { reason: 'legal_claim', until: null });
  await close(accountId);
  assert.deepEqual([await isErased(over), await isErased(held)], [true, false]);
  assert.notEqual((await closingOf(accountId))!.erasedAt, null);
  await endHold(ctx, live, held.applicantId);
  await eraseDuePeople(ctx);
  assert.equal(await isErased(held), true);
});

test('an order that the desk opens again after the day is corrected to its end, not withdrawn', async () => {
  const { accountId, live } = await newClient('Corrected');
  const done = await complete(live);
  await plan(accountId, { open_orders: 'withdraw', sign_in_until: inDays(30), erase_on: inDays(60) });
  await pass(3);
  await reopenReport(ctx, live, { checkId: done.id, reportId: done.reports[0]!.id }, 'reopen');
  await pass(0);
  assert.equal((await readCheck(ctx, live, done.id)).status, 'in_progress');
});
