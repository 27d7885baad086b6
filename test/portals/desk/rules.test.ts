// The rules of who gets what: made and tried on their pages, applied to what becomes ready, and told in the history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { sayAbsence } from '../../../src/features/accounts/absence-actions.ts';
import { createDeskUser, createSignIn, disableDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { keepRule, listRules, moveRuleUp, removeRule } from '../../../src/features/assignments/assignment-actions.ts';
import { assignmentJobs } from '../../../src/features/assignments/assignment-jobs.ts';
import { type GivenRule, noRule } from '../../../src/features/assignments/assignment-rules.ts';
import { claimReport, releaseReport } from '../../../src/features/cases/claim-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { beginWait } from '../../../src/features/reports/wait-actions.ts';
import { keepTeam, listTeams, putInTeams, removeTeam } from '../../../src/features/teams/team-actions.ts';
import { recordTraining } from '../../../src/features/training/training-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { until } from '../../support/limited-loops.ts';
import { deskEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const live = portal.caller('live');
const other = await makeAccount(ctx, 'Other Care');
const administrator = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function place(type = 'identity', caller = live): Promise<string> {
  const { check } = await placeWaiting(ctx, caller, { reports: [type] });
  await completeForm(ctx, caller, check.id, check.order.facts);
  return check.reports[0]!.id;
}

async function person(name: string, { role = 'screener', isInvited = false } = {}) {
  const email = `${name.toLowerCase()}@rules.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role: role as DeskRole, accounts: [accountId] });
  if (!isInvited) await createSignIn(ctx, 'system', { email, password });
  return { userId, email, accounts: [accountId], permissions: roles.desk[role as DeskRole] };
}

const holderOf = async (id: string) =>
  (await ctx.db.row<{ assignee_id: string | null }>(sql`select assignee_id from reports where id = ${id}`))!
    .assignee_id;

const runJob = () => assignmentJobs(ctx).assign_by_rules({});

const [ada, bob, gone, late] = [
  await person('Ada'),
  await person('Bob'),
  await person('Gone'),
  await person('Late', { isInvited: true }),
];
const today = ukDateOf(ctx.now());
await sayAbsence(ctx, administrator, gone.userId, { from: today, until: '2999-01-31' });
const members = [ada, bob, gone, late].map(({ userId }) => userId);
const team = await keepTeam(ctx, administrator, undefined, { name: 'Day team', members });
const everything: GivenRule = { ...noRule, name: 'Day work', teamId: team, mostOpen: '3' };
const before = await place();

test('a rule is tried before it is saved, and says what it would do with what is nobody’s', async () => {
  const visitor = await signedInVisitor(portal, deskEmail);
  const path = '/desk/rules/new';
  assert.match(
    (await visitor.submit(path, path, { name: '', most_open: '0' })).body,
    /Enter a name, by which the history/,
  );
  const form = { name: 'Day work', account: accountId, team, most_open: '3' };
  const tried = textOf((await visitor.submit(path, path, { ...form, do: 'try' })).body);
  assert.match(tried, /1 report that is ready is nobody’s: the rule is about 1, and 1 would go to people\./);
  assert.match(tried, /Ada Would get: 1 To do now: 0 Then: 1/);
  assert.deepEqual(await listRules(ctx, administrator), [], 'nothing is stored');
  assert.equal((await visitor.submit(path, path, { ...form, do: 'save' })).headers.location, '/desk/rules?done=kept');
  const page = textOf((await visitor.get('/desk/rules')).body);
  assert.match(page, /Day work .*Every report, of Acme Care Team Day team At most to do: 3/);
  assert.match(page, /1 report that is ready is nobody’s\. By these rules 1 of them would go to people/);
});

test('what becomes ready goes to who has least, up to so many each, and what was ready before waits for a press', async () => {
  await runJob();
  assert.equal(await holderOf(before), null, 'it was ready before the rule was made');
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push(await place());
  const waiting = await place();
  await beginWait(ctx, live, { reportId: waiting, causeId: ctx.newId(), waitingFor: 'candidate' });
  await runJob();
  const holders = await Promise.all(ids.map(holderOf));
  const countOf = ({ userId }: { readonly userId: string }) => holders.filter((one) => one === userId).length;
  assert.deepEqual([ada, bob, gone, late].map(countOf), [3, 3, 0, 0], 'not who is away, nor who never signed in');
  assert.equal(await holderOf(waiting), null, 'it waits for somebody else');
  const stays = ids[holders.indexOf(null)]!;
  const visitor = await signedInVisitor(portal, deskEmail);
  assert.match(
    textOf((await visitor.get('/desk/rules')).body),
    /2 reports stay in the queue: 2: Everybody of “Day work” who may take it has as many reports to do as the rule allows them/,
  );
  const report = (await visitor.get(`/desk/reports/${ids[0]}`)).body;
  assert.match(textOf(report), /Assigned by the rule “Day work”/);

  // What somebody gives back stays in the queue, until somebody asks for it.
  const own = ids.find((_, at) => holders[at] === ada.userId)!;
  await releaseReport(ctx, ada, own);
  await claimReport(ctx, ada, own);
  await releaseReport(ctx, ada, own);
  await runJob();
  assert.equal(await holderOf(stays), ada.userId, 'she has room again');
  assert.equal(await holderOf(own), null);
  await releaseReport(ctx, ada, stays);
  const done = await visitor.submit('/desk/rules', '/desk/rules/assign', {});
  assert.equal(done.headers.location, '/desk/rules?assigned=1');
  assert.match((await visitor.get('/desk/rules?assigned=1')).body, /1 report is assigned\./);
  assert.ok((await Promise.all([before, own, stays].map(holderOf))).includes(ada.userId));
});

test('what waits for somebody else leaves room for more, and a rule can take what was ready before it', async () => {
  const [ivy, lead] = [await person('Ivy'), administrator];
  const rest = await place();
  const given = { ...everything, name: 'Ivy', teamId: '', people: [ivy.userId], mostOpen: '1', isForEarlier: true };
  const id = await keepRule(ctx, lead, undefined, given);
  await moveRuleUp(ctx, lead, id);
  await runJob();
  const { rows } = {
    rows: await ctx.db.rows<{ id: string }>(sql`select id from reports where assignee_id = ${ivy.userId}`),
  };
  assert.equal(rows.length, 1, 'one of those that were ready before');
  await runJob();
  const countIvys = async () => (await ctx.db.rows(sql`select from reports where assignee_id = ${ivy.userId}`)).length;
  assert.equal(await countIvys(), 1, 'she has one to do');
  await beginWait(ctx, live, { reportId: rows[0]!.id, causeId: ctx.newId(), waitingFor: 'source' });
  if ((await holderOf(rest)) !== null) await place();
  const visitor = await signedInVisitor(portal, deskEmail);
  assert.match(textOf((await visitor.get('/desk/rules')).body), /Ivy Would get: 1 To do now: 0 Then: 1/);
  await keepRule(ctx, lead, id, { ...given, isForEarlier: false });
  await removeRule(ctx, lead, id);
});

test('the first rule in the order decides, and only who is trained gets a report', async () => {
  const rows = await listRules(ctx, administrator);
  const urgent = await keepRule(ctx, administrator, undefined, {
    ...{ ...everything, name: 'Urgent', onlyUrgent: true, teamId: '', people: [bob.userId], mostOpen: '' },
  });
  await moveRuleUp(ctx, administrator, urgent);
  assert.deepEqual(
    (await listRules(ctx, administrator)).map(({ name }) => name),
    ['Urgent', 'Day work'],
  );
  const pressing = await place();
  await ctx.db.run(sql`update reports set priority = 1 where id = ${pressing}`);
  await runJob();
  assert.equal(await holderOf(pressing), bob.userId, 'however many he has');
  const training = { areas: ['driving'], completedOn: '2020-01-31', validUntil: '', how: 'Taught by the lead' };
  await recordTraining(ctx, 'system', bob.userId, training);
  const next = await place();
  await ctx.db.run(sql`update reports set priority = 1 where id = ${next}`);
  await runJob();
  assert.equal(await holderOf(next), null);
  const visitor = await signedInVisitor(portal, deskEmail);
  assert.match(
    textOf((await visitor.get('/desk/rules')).body),
    /1: Nobody of “Urgent” who works for this account is trained in its area/,
  );
  assert.equal(rows.length, 1);
});

test('a rule that is about other reports than before takes of these only what becomes ready from then on', async () => {
  const kept = { ...everything, teamId: '', people: [ada.userId], mostOpen: '' };
  const id = await keepRule(ctx, administrator, undefined, { ...kept, name: 'Abroad', country: 'FRA' });
  await moveRuleUp(ctx, administrator, id);
  await moveRuleUp(ctx, administrator, id);
  const early = await place();
  await keepRule(ctx, administrator, id, { ...kept, name: 'Here' });
  const late = await place();
  await keepRule(ctx, administrator, id, { ...kept, name: 'All of them' });
  await runJob();
  assert.deepEqual([await holderOf(early), await holderOf(late)], [null, ada.userId]);
  for (const wrong of [{ country: 'ZZZ' }, { accountId: 'acme' }, { accountId: ctx.newId() }])
    await assert.rejects(keepRule(ctx, administrator, id, { ...kept, ...wrong }), { reason: 'invalid_fields' });
  await removeRule(ctx, administrator, id);
});

test('nobody gets a report who is disabled while the rules are carried out', async () => {
  const eve = await person('Eve');
  const given = { ...everything, name: 'Eve', teamId: '', people: [eve.userId], mostOpen: '' };
  const id = await keepRule(ctx, administrator, undefined, given);
  for (const _ of [1, 2]) await moveRuleUp(ctx, administrator, id);
  const report = await place();
  // In an object, because the transaction would wait for a promise.
  const { job } = await inTransaction(ctx, async (tx) => {
    await disableDeskUser(tx, 'system', eve.userId);
    let isDone = false;
    const job = Promise.resolve(runJob()).then(() => {
      isDone = true;
    });
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => isDone || (await ctx.db.row(waiting)) !== undefined);
    return { job };
  });
  await job;
  assert.equal(await holderOf(report), null);
  await removeRule(ctx, administrator, id);
});

test('a name of a team that is written twice, or with spaces, is one team', async () => {
  await inTransaction(ctx, (tx) => putInTeams(tx, 'system', bob.userId, ['DAY TEAM ', 'Late team', ' late team']));
  const teams = await listTeams(ctx, 'system');
  assert.deepEqual(
    teams.filter((one) => one.members.includes(bob.userId)).map(({ name }) => name),
    ['Day team', 'Late team'],
  );
});

test('whoever is of other accounts is told from who left, by number alone', async () => {
  const zoe = await person('Zoe');
  const email = 'yan@rules.test';
  const yan = await createDeskUser(ctx, 'system', {
    name: 'Yan',
    email,
    role: 'screener',
    accounts: [other.accountId],
  });
  const people = [zoe.userId, yan];
  const id = await keepRule(ctx, administrator, undefined, { ...everything, teamId: '', people, accountId });
  const night = await keepTeam(ctx, administrator, undefined, { name: 'Night team', members: people });
  await disableDeskUser(ctx, 'system', zoe.userId);
  const lead = await person('Max', { role: 'team_leader' });
  const visitor = await signedInVisitor(portal, lead.email);
  assert.match(
    textOf((await visitor.get('/desk/rules')).body),
    /of Acme Care a former user, 1 person of accounts that you do not see/,
  );
  assert.match(textOf((await visitor.get('/desk/teams')).body), /Night team 1 of accounts that you do not see Open/);
  await removeRule(ctx, administrator, id);
  const refused = await visitor.submit(`/desk/teams/${night}`, `/desk/teams/${night}/remove`, {});
  assert.match(refused.body, /The team has people of accounts that you do not see/);
  await removeTeam(ctx, administrator, night);
});

test('whoever sees some accounts makes rules about these alone, and a team that a rule names stays', async () => {
  const lead = { ...(await person('Lea', { role: 'team_leader' })), accounts: [accountId] };
  const given = { ...everything, name: 'Acme', accountId };
  await assert.rejects(keepRule(ctx, lead, undefined, everything), { reason: 'invalid_fields' });
  await assert.rejects(keepRule(ctx, lead, undefined, { ...given, accountId: other.accountId }), {
    reason: 'invalid_fields',
  });
  const own = await keepRule(ctx, lead, undefined, given);
  const [first] = await listRules(ctx, lead);
  await assert.rejects(keepRule(ctx, lead, first!.id, given), { reason: 'not_permitted' }, 'it is about all accounts');
  const foreign = await keepRule(ctx, administrator, undefined, {
    ...everything,
    name: 'Bank',
    accountId: other.accountId,
  });
  assert.ok(!(await listRules(ctx, lead)).some(({ id }) => id === foreign));
  const rob = await person('Rob', { role: 'reviewer' });
  await assert.rejects(keepRule(ctx, rob, undefined, given), { reason: 'not_permitted' });
  const visitor = await signedInVisitor(portal, lead.email);
  assert.match((await visitor.get('/desk/rules')).body, new RegExp(`/desk/rules/${own}"`));
  assert.equal((await visitor.get(`/desk/rules/${foreign}`)).status, 404);
  const kept = await visitor.submit(`/desk/teams/${team}`, `/desk/teams/${team}/remove`, {});
  assert.match(kept.body, /is named by a rule of who gets what: change the rule first/);
  const removed = await visitor.submit(`/desk/rules/${own}`, `/desk/rules/${own}/remove`, {});
  assert.equal(removed.headers.location, '/desk/rules?done=removed');
  assert.match((await signedInVisitor(portal, rob.email).then((reader) => reader.get('/desk/rules'))).body, /Day work/);
});

test('an order stays with who works on it, not with who has one of its reports to approve', async () => {
  const [worker, approver] = [await person('Wanda'), await person('Rhys', { role: 'reviewer' })];
  const { check } = await placeWaiting(ctx, live, { reports: ['identity', 'credit'] });
  await completeForm(ctx, live, check.id, check.order.facts);
  const [proposed, next] = check.reports.map(({ id }) => id) as [string, string];
  const id = await keepRule(ctx, administrator, undefined, {
    ...{ ...noRule, name: 'Whole orders', keepsOrder: true, isForEarlier: true },
    people: [worker.userId, approver.userId],
  });
  for (const _ of await listRules(ctx, administrator)) await moveRuleUp(ctx, administrator, id);
  await ctx.db.run(sql`update reports set assignee_id = ${gone.userId} where assignee_id is null and id <> ${next}`);
  await ctx.db.run(sql`
    update reports set status = 'awaiting_approval', assignee_id = ${approver.userId} where id = ${proposed}`);
  await runJob();
  assert.equal(await holderOf(next), worker.userId, 'who has less to do');
  await removeRule(ctx, administrator, id);
});
