// The desk's roles on a report: screeners record, reviewers decide what awaits approval, others only read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeskRole } from '../../../src/features/access/permissions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { clientEmail, password, signedInVisitor, startPortal, type Visitor } from '../portal-under-test.ts';
import { anyway } from './confirm-anyway.ts';

const portal = await startPortal();

async function personOf(role: DeskRole, name = role.replace('_', '-')): Promise<Visitor> {
  const email = `${name}@desk.test`;
  await createDeskUser(portal.ctx, 'system', { name: role, email, role, accounts: [portal.accountId] });
  await createSignIn(portal.ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const check = await portal.placeCheck('live', {}, ['criminal_history:basic']);
const path = `/desk/reports/${check.reports[0]!.id}`;
const statusOf = async () => (await readCheck(portal.ctx, portal.caller('live'), check.id)).reports[0]!.status;

/** Sends with the person's own token, so that only their permission decides. */
async function send(person: Visitor, to: string, fields: Record<string, string>) {
  const token = /name="form_token" value="([^"]+)"/.exec((await person.get('/account')).body)![1]!;
  return (await person.post(to, { form_token: token, ...fields })).status;
}

test('a screener sends an outcome to approval, and a reviewer decides it', async () => {
  const [screener, reviewer] = [await personOf('screener'), await personOf('reviewer')];
  const outcome = { verdict: 'clear', ...anyway };
  assert.match((await screener.get(path)).body, /Complete report/);
  assert.equal(await send(screener, path, { ...outcome, move: 'await_approval' }), 303);
  const { body } = await screener.get(path);
  assert.doesNotMatch(body, /Approve</);
  assert.match(body, /Withdraw/);
  for (const move of ['complete', 'need_more'])
    assert.equal(await send(screener, path, { ...outcome, move }), 403, move);
  assert.equal(await statusOf(), 'awaiting_approval');
  // The move was allowed earlier, when the report awaited data.
  const target = { checkId: check.id, reportId: check.reports[0]!.id, status: 'awaiting_data' } as const;
  const late = moveReport(portal.ctx, portal.caller('live'), target, { move: 'cancel' });
  await assert.rejects(late, { reason: 'state_does_not_allow' });
  assert.match((await reviewer.get(path)).body, /Approve/);
  // A colleague's proposal is sent back with a reason.
  assert.equal(await send(reviewer, path, { move: 'need_more' }), 400);
  assert.equal(await send(screener, `${path}/send-back`, { reason: 'wording', text: 'Say which record.' }), 403);
  assert.equal(await send(reviewer, `${path}/send-back`, { reason: 'wording', text: '' }), 422);
  assert.equal(await send(reviewer, `${path}/send-back`, { reason: 'wording', text: 'Say which record.' }), 303);
  assert.equal(await statusOf(), 'awaiting_data');
  const sentBack = /id="outcome".*Sent back by .*Wording.*Say which record\..*id="outcome-form"/s;
  assert.match((await screener.get(path)).body, sentBack, 'above the outcome');
  for (const shown of ['/desk', path])
    assert.match(
      (await screener.get(shown)).body,
      /<strong class="govuk-tag govuk-tag--orange">\s*Sent back\s*</,
      shown,
    );
});

test('a reviewer who proposed an outcome never approves it; another one does', async () => {
  const own = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const page = `/desk/reports/${own.reports[0]!.id}`;
  const [proposer, other] = [await personOf('reviewer', 'proposer'), await personOf('reviewer', 'other')];
  const outcome = { verdict: 'clear', ...anyway };
  assert.equal(await send(proposer, page, { ...outcome, move: 'await_approval' }), 303);
  const { body } = await proposer.get(page);
  assert.match(body, /You proposed this outcome; another person approves it/);
  assert.doesNotMatch(body, /Approve</);
  const ownRow = (await proposer.get('/desk')).body.split(`href="${page}"`)[1]!.split('</tr>')[0]!;
  assert.match(ownRow, /title="You proposed this outcome; another person approves it"/);
  assert.doesNotMatch(ownRow, /value="claim|>Claim</);
  assert.equal(await send(proposer, page, { ...outcome, move: 'complete' }), 403);
  assert.match((await other.get(page)).body, /Approve/);
  assert.equal(await send(other, page, { ...outcome, move: 'complete' }), 303);
  const reopening = { reason: 'our_error', text: 'The wrong certificate.' };
  assert.equal(await send(other, `${page}/reopen`, reopening), 303);
  const openAgain = /id="outcome".*Reopened by .*The wrong certificate\..*id="outcome-form"/s;
  const opened = (await proposer.get(page)).body;
  assert.match(opened, openAgain, 'why stands above the outcome');
  assert.match(
    opened,
    /<strong class="govuk-tag govuk-tag--orange">\s*Reopened\s*</,
    'and the head says what the queue says',
  );
  const unsaid = await send(proposer, page, {
    ...outcome,
    verdict: 'consider',
    ...anyway,
    notes: '',
    move: 'complete',
  });
  assert.equal(unsaid, 422, 'a client who reads Consider must learn what was found');
  assert.equal(
    await send(proposer, page, { ...outcome, verdict: 'consider', ...anyway, notes: 'A caution.', move: 'complete' }),
    303,
  );
  const versions = (await other.get(page)).body;
  assert.match(versions, /Version 2[\s\S]*A caution\.[\s\S]*Version 1[\s\S]*Clear/, 'each version with what it says');
});

test('who answers for data protection reads the register and erases, and decides no outcome', async () => {
  const officer = await personOf('data_protection');
  for (const page of ['/desk/register', '/desk/erasures', '/desk/access', '/desk/security', '/desk/messages'])
    assert.equal((await officer.get(page)).status, 200, page);
  const { body } = await officer.get(path);
  assert.match(body, /Copy of this person/);
  assert.doesNotMatch(body, /Complete report|Send to awaiting approval|Claim/);
  assert.equal(await send(officer, path, { verdict: 'clear', move: 'complete', ...anyway }), 403);
});

test('an account manager closes reports but records no outcome; an auditor only reads', async () => {
  const [manager, auditor] = [await personOf('account_manager'), await personOf('auditor')];
  for (const person of [manager, auditor]) {
    const { status, body } = await person.get(path);
    assert.equal(status, 200);
    assert.match(body, /Not confirmed yet/);
    assert.doesNotMatch(body, /Complete report|Pause|Confirm identity/);
    assert.doesNotMatch((await person.get('/desk')).body, /Take the next/);
    assert.equal(await send(person, path, { move: 'pause' }), 403);
  }
  const { body } = await auditor.get(path);
  assert.doesNotMatch(body, /Attach evidence|Withdraw/);
  assert.match((await manager.get(path)).body, /Attach evidence/);
  assert.equal(await send(auditor, `${path}/close`, { move: 'withdraw' }), 403);
  assert.equal(await statusOf(), 'awaiting_data');
  assert.equal(await send(manager, `${path}/close`, { move: 'withdraw', note: ' ' }), 422);
  assert.equal(await statusOf(), 'awaiting_data');
  const note = 'The client has cancelled the job offer.';
  assert.equal(await send(manager, `${path}/close`, { move: 'withdraw', note }), 303);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match((await client.get(`/portal/checks/${check.id}`)).body, new RegExp(note));
  assert.equal(await statusOf(), 'withdrawn');
});

test('whoever may erase is offered a copy of the person’s data, and told what to do before they give it to anybody', async () => {
  const order = await portal.placeCheck('live', { first_name: 'Asks', last_name: 'Person' }, ['identity']);
  const report = `/desk/reports/${order.reports[0]!.id}`;
  const [manager, screener] = [await personOf('account_manager', 'copier'), await personOf('screener', 'no-copier')];
  assert.match((await manager.get(report)).body, new RegExp(`href="${report}/copy">Copy of this person’s data`));
  assert.doesNotMatch((await screener.get(report)).body, /Copy of this person/);
  const { body } = await manager.get(`${report}/copy`);
  assert.match(body, new RegExp(`Asks Person[\\s\\S]+VF${order.orderId}[\\s\\S]+Make sure that they are the person`));
  for (const page of [`${report}/copy`, `${report}/copy/file`]) assert.equal((await screener.get(page)).status, 403);
});

test('whoever may erase keeps a person from it with a reason, which an auditor finds beside who was erased', async () => {
  const order = await portal.placeCheck('live', { first_name: 'Held', last_name: 'Person' }, ['identity']);
  const report = `/desk/reports/${order.reports[0]!.id}`;
  const [manager, screener] = [await personOf('account_manager', 'keeper'), await personOf('screener', 'no-keeper')];
  const auditor = await personOf('auditor', 'reads-erasures');
  assert.match((await manager.get(report)).body, /Keep this person from being erased/);
  assert.doesNotMatch((await auditor.get(report)).body, /Keep this person from being erased/);
  for (const one of [screener, auditor]) assert.equal((await one.get(`${report}/hold`)).status, 403);
  const bare = await manager.submit(`${report}/hold`, `${report}/hold`, { until: '31.12.2030' });
  assert.equal(bare.status, 422);
  for (const said of ['Select why they are kept', 'Enter a day, such as']) assert.ok(bare.body.includes(said), said);
  const past = await manager.submit(`${report}/hold`, `${report}/hold`, { reason: 'complaint', until: '2020-01-01' });
  assert.match(past.body, /The last day must be today or later[\s\S]*value="2020-01-01"/);
  assert.equal(await send(manager, `${report}/hold`, { reason: 'legal_claim', until: '2099-12-31' }), 303);
  assert.match((await manager.get(`${report}/hold`)).body, /Kept until the end of 31 December 2099/);
  const onPage =
    /Nobody may erase this person\.<\/strong> Kept until the end of 31 December 2099\. A legal claim, made/;
  for (const one of [manager, auditor]) assert.match((await one.get(report)).body, onPage);
  assert.doesNotMatch((await screener.get(report)).body, /Nobody may erase/, 'the reason is for those who may read it');
  await closeCheck(portal.ctx, portal.caller('live'), order.id, 'withdraw');
  assert.match(
    (await manager.get(`${report}/erase`)).body,
    /a hold keeps the data of this person until 31 December 2099/,
  );
  assert.equal(await send(manager, `${report}/erase`, { reason: 'candidate_asked' }), 422);
  assert.match((await auditor.get('/desk/erasures')).body, /Held Person[\s\S]*A legal claim, made or expected/);

  await manager.submit(`${report}/hold`, `${report}/hold/end`, {});
  assert.equal(await send(manager, `${report}/erase`, { reason: 'candidate_asked' }), 303);
  const list = (await auditor.get('/desk/erasures')).body;
  assert.match(list, /What is kept for how long[\s\S]*Acme Care[\s\S]*Without an end: nobody is erased by time/);
  assert.match(list, new RegExp(`VF${order.orderId}[\\s\\S]*The candidate asked for it`));
  assert.doesNotMatch(list, /Held Person/);
  const file = await auditor.get('/desk/erasures/file');
  assert.match(file.body, new RegExp(`"VF${order.orderId}","The candidate asked for it","account_manager"`));
});

test('whoever may erase is told what goes and what stays, gives a reason, and is refused while an order is open', async () => {
  const order = await portal.placeCheck('live', { first_name: 'Gone', last_name: 'Person' }, ['identity']);
  const report = `/desk/reports/${order.reports[0]!.id}`;
  const [manager, screener] = [await personOf('account_manager', 'eraser'), await personOf('screener', 'no-eraser')];
  assert.equal((await screener.get(`${report}/erase`)).status, 403);
  assert.match(
    (await manager.get(`${report}/erase`)).body,
    /They cannot be erased now, because an order of theirs is open/,
  );
  assert.equal(await send(manager, `${report}/erase`, { reason: 'candidate_asked' }), 422);
  await closeCheck(portal.ctx, portal.caller('live'), order.id, 'withdraw');
  const settings = (change: object) => changeAccountSettings(portal.ctx, 'system', portal.accountId, { ...change });
  await settings({ legalHold: true });
  assert.match((await manager.get(`${report}/erase`)).body, /has a legal hold/);
  await settings({ legalHold: false, eraseAfterDays: 20 });
  const list = await manager.get('/desk/erasures');
  assert.match(list.body, /Gone Person/);
  assert.equal((await screener.get('/desk/erasures')).status, 403);
  assert.match((await manager.get(report)).body, /Erase this person’s data/);
  const { body } = await manager.get(`${report}/erase`);
  for (const said of ['Gone Person', 'What is erased', 'What stays', 'This cannot be undone'])
    assert.ok(body.includes(said), said);
  assert.equal(await send(manager, `${report}/erase`, {}), 422, 'without a reason');
  assert.equal(await send(manager, `${report}/erase`, { reason: 'candidate_asked' }), 303);
  assert.doesNotMatch((await manager.get('/desk/erasures')).body, /Gone Person/);
  const left = (await manager.get(report)).body;
  assert.match(left, /The data of the candidate were erased[\s\S]*The candidate asked for it/);
  assert.doesNotMatch(left, /Gone/);
  assert.equal((await manager.get(`${report}/erase`)).status, 404);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match((await client.get(`/portal/checks/${order.id}`)).body, /The data of the candidate were erased/);
});
