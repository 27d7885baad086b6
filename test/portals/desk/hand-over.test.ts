// Handing over what somebody of the desk holds: to a colleague, with their accounts, or back to the queue.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { sayHours } from '../../../src/features/accounts/absence-actions.ts';
import { createDeskUser, createSignIn, listDeskUsers } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimReport } from '../../../src/features/cases/claim-actions.ts';
import { handOverWork } from '../../../src/features/cases/hand-over-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { keepTeam } from '../../../src/features/teams/team-actions.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const administrator = await signedInVisitor(portal, deskEmail);
const other = await makeAccount(ctx, 'Other Care');

async function person(name: string, role: DeskRole = 'screener', accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  return { userId, email, name, accounts, permissions: roles.desk[role], page: `/desk/people/${userId}/hand-over` };
}

type Somebody = Awaited<ReturnType<typeof person>>;

/** A report of the account, or of the other one. */
async function reportOf(caller = portal.caller('live')): Promise<string> {
  const { check } = await placeWaiting(ctx, caller, { reports: ['identity'] });
  await completeForm(ctx, caller, check.id, check.order.facts);
  return check.reports[0]!.id;
}

async function claimed(by: Somebody, caller = portal.caller('live')): Promise<string> {
  const id = await reportOf(caller);
  assert.equal(await claimReport(ctx, by, id), 'claimed');
  return id;
}

const holderOf = async (id: string) =>
  (await ctx.db.row<{ assignee_id: string | null }>(sql`select assignee_id from reports where id = ${id}`))!
    .assignee_id;

const accountsOf = async ({ userId }: Somebody) =>
  (await listDeskUsers(ctx, 'system')).find(({ id }) => id === userId)!.accounts;

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const clear = { result: 'clear', subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } } as const;

test('the work of who is ill is spread over a team, more to who has less to do, and is found again', async () => {
  const [ill, busy, idle] = [await person('Ill Person'), await person('Bea Busy'), await person('Ida Idle')];
  const off = await person('Off Duty');
  for (const { email } of [busy, idle, off]) await createSignIn(ctx, 'system', { email, password });
  for (let n = 0; n < 2; n += 1) await claimed(busy);
  const reports = [await claimed(ill), await claimed(ill), await claimed(ill), await claimed(ill)];
  const admin = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
  const weekday = new Date(ukDateOf(ctx.now())).getUTCDay() || 7;
  await sayHours(ctx, admin, off.userId, { days: [String((weekday % 7) + 1)], percent: '100' });
  const members = [ill, busy, idle, off].map(({ userId }) => userId);
  const team = await keepTeam(ctx, admin, undefined, { name: 'Day team', members });
  const { body } = await administrator.get(ill.page);
  assert.match(textOf(body), /Team Day team: spread over Bea Busy and Ida Idle, more to those who have less to do/);
  const done = await administrator.submit(ill.page, ill.page, { to: `team:${team}` });
  assert.match(textOf(done.body), /4 reports of Ill Person went to .*Ida Idle \(3\)/);
  const holders = await Promise.all(reports.map(holderOf));
  assert.equal(holders.filter((one) => one === idle.userId).length, 3);
  assert.equal(holders.filter((one) => one === busy.userId).length, 1);
  const found = (await administrator.get(`/desk?previous=${ill.userId}`)).body;
  assert.equal([...found.matchAll(/data-row=/g)].length, 4);
  const file = await administrator.get(`/desk/file?previous=${ill.userId}`);
  assert.equal(file.body.trim().split('\r\n').length, 5);
});

test('all claimed reports go to one colleague, and the history of each says who handed them over', async () => {
  const [leaver, successor] = [await person('Lea Leaver'), await person('Sue Successor')];
  const reports = [await claimed(leaver), await claimed(leaver)];
  const person_ = await administrator.get(`/desk/people/${leaver.userId}`);
  assert.match(person_.body, new RegExp(`Has claimed 2 reports\\. <a [^>]*href="${leaver.page}"`));
  const { body } = await administrator.get(leaver.page);
  assert.match(textOf(body), /Lea Leaver has claimed 2 reports .*Acme Care To work on: 2 /);
  assert.match(textOf(body), /except those that they may not work on: these stay with Lea Leaver\./);
  assert.match(body, new RegExp(`href="/desk\\?[^"]*assignee=${leaver.userId}`));
  const nobody = await administrator.submit(leaver.page, leaver.page, { to: '' });
  assert.equal(nobody.status, 422);
  assert.match(nobody.body, /Choose who takes over/);
  const done = await administrator.submit(leaver.page, leaver.page, { to: successor.userId });
  assert.equal(done.status, 200);
  assert.match(textOf(done.body), /The work is handed over .*2 reports of Lea Leaver went to Sue Successor\./);
  for (const id of reports) {
    assert.equal(await holderOf(id), successor.userId);
    const history = textOf((await administrator.get(`/desk/reports/${id}`)).body);
    assert.match(history, /Handed over from Lea Leaver to Sue Successor .{0,20}Desk Screener/);
  }
  const again = await administrator.submit(leaver.page, leaver.page, { to: successor.userId });
  assert.match(textOf(again.body), /No report of Lea Leaver went to Sue Successor\./);
});

test('reports go back to the queue, those that wait for somebody else too', async () => {
  const leaver = await person('Will Away');
  const reports = [await claimed(leaver), await claimed(leaver)];
  await screenReport(ctx, leaver, reports[1]!, { move: 'pause' });
  assert.match(
    textOf((await administrator.get(leaver.page)).body),
    /To work on: 1 Waiting for somebody else: 1 To approve: 0/,
  );
  const done = await administrator.submit(leaver.page, leaver.page, { to: 'queue', accounts: accountId });
  assert.match(textOf(done.body), /2 reports of Will Away went back to the queue\./);
  for (const id of reports) {
    assert.equal(await holderOf(id), null);
    assert.match((await administrator.get(`/desk/reports/${id}`)).body, /Handed over from Will Away back to the queue/);
  }
});

test('what the colleague may not work on stays, and the answer says why', async () => {
  const [proposer, leaver] = [await person('Pia Proposer', 'reviewer'), await person('Rae Reviewer', 'reviewer')];
  const proposed = await claimed(proposer);
  await screenReport(ctx, proposer, proposed, { move: 'await_approval', outcome: clear });
  assert.equal(await claimReport(ctx, leaver, proposed), 'claimed');
  const plain = await claimed(leaver);
  const waiting = (await administrator.get(proposer.page)).body;
  assert.match(waiting, /One outcome that they proposed awaits the approval of others/);
  const toProposer = await administrator.submit(leaver.page, leaver.page, { to: proposer.userId });
  assert.match(
    textOf(toProposer.body),
    /Some reports could not be handed over 1 report of Rae Reviewer went to Pia Proposer\. .*1 report stays with Rae Reviewer .*Pia Proposer proposed its outcome, and nobody approves their own/,
  );
  assert.deepEqual([await holderOf(proposed), await holderOf(plain)], [leaver.userId, proposer.userId]);
  const screener = await person('Sam Screener');
  const toScreener = await administrator.submit(leaver.page, leaver.page, { to: screener.userId });
  assert.match(textOf(toScreener.body), /No report .* It awaits approval, and Sam Screener approves no outcomes/);
  const manager = await person('Max Manager', 'account_manager');
  assert.doesNotMatch((await administrator.get(leaver.page)).body, /Max Manager/, 'who works on no reports');
  const toManager = await administrator.submit(leaver.page, leaver.page, { to: manager.userId });
  assert.equal(toManager.status, 422);
  assert.match(textOf(toManager.body), /must be somebody else who may take it/);
  assert.equal(await holderOf(proposed), leaver.userId);
});

test('the colleague gets the accounts too, and without them only the reports of their own', async () => {
  const both = [accountId, other.accountId];
  const [leaver, successor] = [await person('Ada Both', 'screener', both), await person('Eve One')];
  const [own, foreign] = [await claimed(leaver), await claimed(leaver, other.caller('live'))];
  const given = { fromId: leaver.userId, toId: successor.userId };
  const reports = await handOverWork(ctx, 'system', 'all', { ...given, accountIds: [] });
  assert.deepEqual(
    [reports.moved, reports.gained, reports.stayed.map(({ report, because }) => [report.report_id, because])],
    [1, [], [[foreign, 'other_account']]],
  );
  assert.equal(await holderOf(own), successor.userId);
  const accounts = await handOverWork(ctx, 'system', 'all', { ...given, accountIds: both });
  assert.deepEqual([accounts.moved, accounts.gained, accounts.stayed], [1, [other.accountId], []]);
  assert.deepEqual((await accountsOf(successor)).toSorted(), both.toSorted());
  assert.deepEqual((await accountsOf(leaver)).toSorted(), both.toSorted(), 'the leaver keeps them until disabled');
  const told = await ctx.db.rows<{ detail: { may_see?: boolean } }>(sql`
    select detail from events
    where type = 'desk_user.changed' and resource_id = ${successor.userId} and account_id = ${other.accountId}`);
  assert.deepEqual(
    told.map(({ detail }) => detail.may_see),
    [true],
  );
});

test('requests about data with a day of the law go to a colleague who may deal with them, and otherwise stay and are named', async () => {
  const [leaver, able, unable] = [
    await person('Rae Quester', 'reviewer'),
    await person('Abe Able', 'administrator'),
    await person('Una Able'),
  ];
  const { check } = await placeWaiting(ctx, portal.caller('live'), { reports: ['identity'] });
  const requestId = randomUUID();
  await ctx.db.run(sql`
    insert into data_requests (account_id, environment, id, kind, way, received_on, applicant_id, check_id, recorded_by,
      recorded_at, due_on, is_open, owner_id)
    values (${accountId}, 'live', ${requestId}, 'access', 'mail', '2026-11-04', ${check.applicantId}, ${check.id}, 'system',
      now(), '2026-12-04', true, ${leaver.userId})`);
  const ownerOf = async () =>
    (await ctx.db.row<{ owner_id: string }>(sql`select owner_id from data_requests where id = ${requestId}`))!.owner_id;
  const shown = textOf((await administrator.get(leaver.page)).body);
  assert.match(shown, /Requests about data that Rae Quester deals with .*4 December 2026/);
  for (const to of [unable.userId, 'queue']) {
    const kept = textOf((await administrator.submit(leaver.page, leaver.page, { to })).body);
    assert.match(kept, /1 request about data stays with Rae Quester .*4 December 2026/);
    assert.equal(await ownerOf(), leaver.userId);
  }
  const done = textOf((await administrator.submit(leaver.page, leaver.page, { to: able.userId })).body);
  assert.match(done, /The work is handed over .*Abe Able now deals with 1 request about data\./);
  assert.equal(await ownerOf(), able.userId);
});

test('the page gives the colleague no account unasked: those that are not ticked stay with whoever holds them', async () => {
  const both = [accountId, other.accountId];
  const [leaver, successor] = [await person('Una Asked', 'screener', both), await person('Cal Colleague')];
  await claimed(leaver);
  const ofBoth = await person('Ann Admin', 'administrator', both);
  await createSignIn(ctx, 'system', { email: ofBoth.email, password });
  const giver = await signedInVisitor(portal, ofBoth.email);
  const { body } = await giver.get(leaver.page);
  const box = new RegExp(`<input[^>]* value="${other.accountId}"[^>]*>`).exec(body)![0];
  assert.doesNotMatch(box, / checked/);
  const done = await giver.submit(leaver.page, leaver.page, { to: successor.userId });
  assert.doesNotMatch(textOf(done.body), /now also works for/);
  assert.deepEqual(await accountsOf(successor), [accountId]);
  assert.deepEqual((await accountsOf(leaver)).toSorted(), both.toSorted());
  await claimed(leaver, other.caller('live'));
  const wrong = await giver.submit(leaver.page, leaver.page, { to: '', accounts: other.accountId });
  assert.match(wrong.body, new RegExp(`value="${other.accountId}" checked`), 'what was ticked stays so');
});

test('nobody hands over in accounts that they do not see, and only administrators give accounts', async () => {
  const both = [accountId, other.accountId];
  const [leaver, successor] = [await person('Ben Both', 'screener', both), await person('Tim Two', 'screener', both)];
  const [own, foreign] = [await claimed(leaver), await claimed(leaver, other.caller('live'))];
  const lead = await person('Lia Lead', 'reviewer');
  await createSignIn(ctx, 'system', { email: lead.email, password });
  const reviewer = await signedInVisitor(portal, lead.email);
  assert.match((await reviewer.get(`/desk?assignee=${leaver.userId}`)).body, new RegExp(`href="${leaver.page}"`));
  const { body } = await reviewer.get(leaver.page);
  assert.match(textOf(body), /Ben Both has claimed 1 report /);
  assert.doesNotMatch(body, /Other Care|name="accounts"/);
  const done = await reviewer.submit(leaver.page, leaver.page, { to: successor.userId });
  assert.match(textOf(done.body), /1 report of Ben Both went to Tim Two\./);
  assert.deepEqual([await holderOf(own), await holderOf(foreign)], [successor.userId, leaver.userId]);
  const by = { actor: `user:${lead.userId}`, permissions: lead.permissions } as const;
  const given = { fromId: leaver.userId, toId: successor.userId };
  await assert.rejects(async () => handOverWork(ctx, by, [accountId], { ...given, accountIds: [accountId] }), {
    reason: 'not_permitted',
  });
  const limited = { actor: `user:${portal.deskUserId}`, permissions: roles.desk.administrator } as const;
  const elsewhere = await person('Kit Elsewhere', 'screener', [other.accountId]);
  const everywhere = await person('Liv Everywhere', 'screener', [other.accountId, accountId]);
  const more = await makeAccount(ctx, 'More Care');
  const gives = (seen: readonly string[], toId: string, accountIds: readonly string[]) =>
    handOverWork(ctx, limited, seen, { fromId: leaver.userId, toId, accountIds });
  for (const [seen, toId, accountIds, field] of [
    [[accountId], lead.userId, [other.accountId], 'accounts'],
    [[accountId, more.accountId], lead.userId, [more.accountId], 'accounts'],
    [[accountId], elsewhere.userId, [accountId], 'to'],
    [[more.accountId, other.accountId], everywhere.userId, [more.accountId], 'accounts'],
  ] as const)
    await assert.rejects(gives(seen, toId, accountIds), (error: Refusal) => Object.keys(error.fields).join() === field);
  assert.deepEqual((await gives([accountId], successor.userId, [accountId])).gained, [], 'who has it already');
  const stranger = await person('Zoe Elsewhere', 'screener', [other.accountId]);
  assert.equal((await reviewer.get(stranger.page)).status, 404);
  await claimed(leaver);
  assert.equal((await reviewer.submit(leaver.page, leaver.page, { to: 'nonsense' })).status, 422);
  const to = await reviewer.submit(leaver.page, leaver.page, { to: stranger.userId });
  assert.equal(to.status, 422);
  assert.match(to.body, /The colleague must be somebody else who may take it/);
  const screener = { actor: `user:${leaver.userId}`, permissions: roles.desk.screener } as const;
  await assert.rejects(async () => handOverWork(ctx, screener, both, { ...given, accountIds: [] }), {
    reason: 'not_permitted',
  });
});

test('whoever disables somebody who still holds reports is led to hand them over', async () => {
  const [leaver, successor] = [await person('Dan Disabled'), await person('Ulf Used')];
  const [id, page] = [await claimed(leaver), `/desk/people/${leaver.userId}`];
  assert.match((await administrator.get(page)).body, /The reports that they claimed stay with them until you/);
  const disabled = await administrator.submit(page, `${page}/disable`, {});
  assert.equal(disabled.headers.location, `${leaver.page}?done=disabled`);
  assert.match((await administrator.get(`${leaver.page}?done=disabled`)).body, /They still hold reports/);
  const back = await administrator.submit(successor.page, successor.page, { to: leaver.userId });
  assert.equal(back.status, 422, 'nobody who is disabled takes over');
  const done = await administrator.submit(leaver.page, leaver.page, { to: successor.userId });
  assert.match(textOf(done.body), /1 report of Dan Disabled went to Ulf Used\./);
  assert.equal(await holderOf(id), successor.userId);
});
