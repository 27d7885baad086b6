// The client's first page: the account's checks, newest first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSubsidiary, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { downloadUri } from '../../../src/features/checks/check-links.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();

/** Of the rows of the list. */
const hrefs = (body: string) =>
  [...body.slice(body.indexOf('<table')).matchAll(/href="(\/portal\/checks\/[^"]+)"/g)].map(([, href]) => href);

test('after signing in a client sees their checks, newest first, live and test apart', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { headers } = await client.get('/');
  assert.equal(headers.location, '/portal');
  assert.match((await client.get('/portal')).body, /No checks here yet/);

  const first = await portal.placeCheck('live', { last_name: 'Firstname' }, ['identity']);
  const second = await portal.placeCheck('live', { last_name: 'Secondname' }, ['identity']);
  const test = await portal.placeCheck('test', { last_name: 'Testname' }, ['identity']);
  const live = (await client.get('/portal')).body;
  assert.deepEqual(hrefs(live), [`/portal/checks/${second.id}`, `/portal/checks/${first.id}`]);
  assert.match(live, /Secondname[\s\S]*Firstname/);
  assert.match(live, new RegExp(`VF${second.orderId}`));
  assert.deepEqual(hrefs((await client.get('/portal?environment=test')).body), [`/portal/checks/${test.id}`]);
  assert.equal((await client.get(hrefs(live)[0]!)).status, 200);
});

test('checks of another account are not shown', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const before = hrefs((await client.get('/portal')).body);
  const { ctx } = portal;
  const { accountId, caller } = await makeAccount(ctx, 'Other Care');
  await placeWaiting(ctx, caller('live'));
  const theirs = await ctx.db.rows(sql`select from checks where account_id = ${accountId} and environment = 'live'`);
  assert.equal(theirs.length, 1);
  assert.deepEqual(hrefs((await client.get('/portal')).body), before);
});

test('the list shows the worst result of a check, and every reading is recorded', async () => {
  const { ctx } = portal;
  const caller = portal.caller('live');
  const check = await portal.placeCheck('live', { last_name: 'Endedname' }, ['identity', 'right_to_work']);
  const client = await signedInVisitor(portal, clientEmail);
  const looks = async () => {
    await ctx.batches.write();
    const rows = await ctx.db.rows(sql`
      select from events where check_id = ${check.id} and type = 'check.results_read' and actor <> 'system'`);
    return rows.length;
  };
  const complete = (reportId: string, result: 'clear' | 'consider') =>
    moveReport(
      ctx,
      caller,
      { checkId: check.id, reportId },
      {
        move: 'complete',
        outcome: { result, subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } },
      },
    );
  const rowOf = (body: string) => body.split('<tr').find((row) => row.includes('Endedname'))!;
  await complete(check.reports[0]!.id, 'consider');
  assert.match(rowOf((await client.get('/portal')).body), /In progress[\s\S]*No result yet/);
  assert.equal(await looks(), 0);
  await complete(check.reports[1]!.id, 'clear');
  assert.match(rowOf((await client.get('/portal')).body), /Complete[\s\S]*govuk-tag--orange[\s\S]*Consider, amber/);
  assert.equal(await looks(), 1);
});

test('the list marks a check whose latest due date is over', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const check = await portal.placeCheck('live', { last_name: 'Latename' }, ['identity']);
  const dueOn = async (day: string) => {
    await portal.ctx.db.run(sql`
      update reports set due_on = ${day} where account_id = ${portal.accountId} and check_id = ${check.id}`);
    return (await client.get('/portal')).body.split('<tr').find((row) => row.includes('Latename'))!;
  };
  assert.match(await dueOn('2026-01-05'), /overdue since 5 January 2026/);
  const due = await dueOn('2099-01-05');
  assert.match(due, /due 5 January 2099/);
  assert.doesNotMatch(due, /overdue/);
  await portal.ctx.db.run(sql`
    update checks set status = 'awaiting_applicant' where account_id = ${portal.accountId} and id = ${check.id}`);
  assert.doesNotMatch(await dueOn('2026-01-05'), /due/, 'nothing is late while the candidate has the form');
});

test('a client finds checks by name, email address and number, and the address of the page names nobody', async () => {
  const facts = { first_name: 'Bea', last_name: 'Wantedname', email: 'bea@wanted.test' };
  const check = await portal.placeCheck('live', facts, ['identity']);
  const client = await signedInVisitor(portal, clientEmail);
  const searched = async (find: string) =>
    String((await client.submit('/portal', '/portal', { find })).headers.location);
  for (const text of ['wanted', 'Bea Wantedname', 'bea@wanted.test', `VF${check.orderId}`]) {
    const address = await searched(text);
    assert.match(address, /^\/portal\?(find=[\w-]+|order=VF\d+)$/);
    assert.deepEqual(hrefs((await client.get(address)).body), [`/portal/checks/${check.id}`], text);
  }
  assert.match((await client.get(await searched('nobody'))).body, /No check is found/);
});

test('the address filters the list by status and result, and reverses it', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const withdrawn = await portal.placeCheck('live', { last_name: 'Gonename' }, ['identity']);
  await closeCheck(portal.ctx, portal.caller('live'), withdrawn.id, 'withdraw');
  assert.deepEqual(hrefs((await client.get('/portal?status=withdrawn')).body), [`/portal/checks/${withdrawn.id}`]);
  const ended = (await client.get('/portal?result=consider')).body;
  assert.equal(hrefs(ended).length, 1);
  assert.match(ended, /Endedname/);
  const newest = hrefs((await client.get('/portal')).body);
  assert.deepEqual(hrefs((await client.get('/portal?sort=oldest')).body), newest.toReversed());
  for (const strange of ['status=x', 'result=x', 'sort=x', 'from=x', 'find=x', 'from=-1']) {
    assert.deepEqual(hrefs((await client.get(`/portal?${strange}`)).body), newest, strange);
  }
});

test('a screener has no such page', async () => {
  assert.equal((await (await signedInVisitor(portal)).get('/portal')).status, 404);
});

test('a user of a subsidiary sees its orders only, at every address', async () => {
  const { ctx, accountId } = portal;
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
  const email = 'north@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'North', email, role: 'standard', subsidiaryId });
  await createSignIn(ctx, 'system', { email, password });
  const other = await portal.placeCheck('live', {}, ['identity']);
  const own = await portal.placeCheck('live', {}, ['identity']);
  const northerner = await signedInVisitor(portal, email);
  const results = new URL(await downloadUri(ctx, { ...portal.caller('live'), checkId: own.id })).pathname;
  const statuses = async (id: string) => [
    (await northerner.get(`/portal/checks/${id}`)).status,
    (await northerner.get(`/portal/checks/${id}/files/${other.id}`)).status,
  ];
  assert.deepEqual([await statuses(own.id), (await northerner.get(results)).status], [[404, 404], 404]);
  await ctx.db.run(
    sql`update checks set subsidiary_id = ${subsidiaryId} where account_id = ${accountId} and id = ${own.id}`,
  );
  assert.deepEqual(hrefs((await northerner.get('/portal')).body), [`/portal/checks/${own.id}`]);
  assert.equal((await northerner.get(`/portal/checks/${own.id}`)).status, 200);
  assert.deepEqual(await statuses(other.id), [404, 404]);
});

test('above the list is what waits for the client: an identity to confirm, and a mail that did not arrive', async () => {
  const { ctx } = portal;
  const caller = portal.caller('live');
  const client = await signedInVisitor(portal, clientEmail);
  const waiting = async () =>
    [...(await client.get('/portal')).body.matchAll(/<span class="app-code">(VF\d+)<\/span> ([^<]+)<\/a>/g)].map(
      ([, order, text]) => `${order} ${text}`,
    );
  const sameWaits = async (expected: readonly string[]) =>
    assert.deepEqual((await waiting()).toSorted(), expected.toSorted());
  const before = await waiting();
  const unseen = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const { check: unreached } = await placeWaiting(ctx, caller);
  await sameWaits([...before, `VF${unseen.orderId} Confirm the candidate’s identity`]);
  await ctx.db.run(sql`update emails set status = 'failed' where check_id = ${unreached.id}`);
  await sameWaits([
    ...before,
    `VF${unseen.orderId} Confirm the candidate’s identity`,
    `VF${unreached.orderId} Correct the email address: the mail to the candidate did not arrive`,
  ]);
  await closeCheck(ctx, caller, unseen.id, 'withdraw');
  await closeCheck(ctx, caller, unreached.id, 'cancel');
  await sameWaits(before);
});
