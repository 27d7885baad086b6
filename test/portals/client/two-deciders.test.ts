// A decision against a candidate that takes two people, and the reminders of decisions that nobody makes.
import assert from 'node:assert/strict';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type ClientRole, roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { changeUser, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { decideOnCheck } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { seenBy } from '../../../src/features/client-decisions/client-decision-rules.ts';
import { confirmProposal } from '../../../src/features/client-decisions/decision-proposal-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { makeEvidenceBundle, readEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openZip } from '../../../src/platform/files/zip-archive.ts';
import { sendForm } from '../candidate/sent-form.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('test');
const screener = { userId: portal.deskUserId, accounts: 'all', permissions: roles.desk.administrator } as const;
const home = '/portal?environment=test';
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function person(name: string, role: ClientRole, subsidiaryId: string | null = null) {
  const email = `${name.toLowerCase()}@acme.test`;
  const { id } = await createUser(ctx, 'system', accountId, {
    name,
    email,
    role,
    ...scopeOf(subsidiaryId),
  });
  await createSignIn(ctx, 'system', { email, password });
  return { id, email, visitor: await signedInVisitor(portal, email) };
}

const boss = await signedInVisitor(portal, clientEmail);
const dana = await person('Dana', 'decider');
const gone = await person('Gone', 'decider');
await changeUser(ctx, 'system', accountId, { id: gone.id, accessUntil: addDays(ukDateOf(ctx.now()), -1) });
const reader = await person('Rea', 'read_only');

async function completed(result: 'clear' | 'consider' = 'consider') {
  const sender = await sendForm(portal);
  const check = await readCheck(ctx, tenant, sender.checkId);
  const outcome = { result, subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, check.reports[0]!.id, { move: 'complete', outcome });
  const page = `/portal/checks/${check.id}`;
  return { ...sender, check, page, decision: `${page}/decision`, order: `VF${check.orderId}` };
}
type Completed = Awaited<ReturnType<typeof completed>>;

const mailsOf = async ({ check, order }: Completed, template: RegExp) =>
  (await listEmails(ctx, tenant, 300)).filter(
    (mail) => template.test(mail.template) && (mail.checkId === check.id || mail.subject.includes(order)),
  );
const receivers = async (one: Completed, template: RegExp) =>
  (await mailsOf(one, template)).map(({ to }) => to.address).toSorted();
const eventsOf = ({ check }: Completed) =>
  ctx.db.rows<{ type: string; notifies: boolean; detail: Record<string, unknown> | null }>(sql`
    select type, notifies, detail from events where check_id = ${check.id} and type like 'check.deci%' order by id`);
const lineOf = async (visitor: typeof boss, { order }: Completed) =>
  [...(await visitor.get(home)).body.matchAll(/<li[^>]*>[\s\S]*?<\/li>/g)]
    .map(([line]) => textOf(line))
    .find((line) => line.includes(order));
const propose = (one: Completed, more = {}) =>
  boss.submit(one.decision, one.decision, { decision: 'not_suitable', reason: 'The entry is serious.', ...more });

await changeAccountSettings(ctx, 'system', accountId, { twoDeciders: true });

test('what one person proposes is no decision: nobody is told, no webhook hears of it, and the check waits on', async () => {
  const one = await completed();
  const sent = await propose(one, { tell: 'yes', told: 'We do not go on.' });
  assert.equal(sent.headers.location, `${one.page}?done=proposed`);
  assert.deepEqual(
    (await eventsOf(one)).map(({ type, notifies }) => [type, notifies]),
    [['check.decision_proposed', false]],
  );
  assert.equal((await readCheck(ctx, tenant, one.check.id)).decidedAt, null);
  assert.deepEqual(await receivers(one, /^decision_told$/), []);
  assert.doesNotMatch(textOf((await one.device.get(`${one.base}/status`)).body), /do not go on|decided/);
  assert.deepEqual(await receivers(one, /^decision_proposed$/), [dana.email], 'who proposed it knows it');
  assert.match((await lineOf(boss, one)) ?? '', /Not suitable, as you proposed: a second person confirms it/);
  assert.match((await lineOf(dana.visitor, one)) ?? '', /Confirm or send back: Not suitable, as .+ proposed/);
  assert.match(textOf((await boss.get(one.page)).body), /You proposed on .+: Not suitable\. It is no decision before/);
  assert.match(
    textOf((await dana.visitor.get(one.page)).body),
    /Needs you: .+ proposed on .+ Confirm it or send it back/,
  );
  assert.match(textOf((await reader.visitor.get(one.page)).body), /It is no decision before somebody else confirms it/);
});

test('another person confirms it, then it counts, and the page, the history and the evidence name both', async () => {
  const one = await completed();
  await propose(one, { tell: 'yes', told: 'We do not go on.' });
  const confirm = `${one.decision}/confirm`;
  const sent = await dana.visitor.submit(one.decision, confirm, {});
  assert.equal(sent.headers.location, `${one.page}?done=decided`);
  const [, decided] = await eventsOf(one);
  assert.deepEqual(
    [decided?.type, decided?.notifies, decided?.detail?.decision],
    ['check.decided', true, 'not_suitable'],
  );
  assert.match(String(decided?.detail?.proposed_by), /^user:/);
  assert.deepEqual((await mailsOf(one, /^decision_told$/)).length, 1);
  const shown = textOf((await boss.get(one.page)).body);
  assert.match(shown, /Not suitable, proposed by .+ and confirmed by Dana on/);
  assert.match(shown, /You decided: Not suitable, as (?!somebody).+ had proposed/);
  assert.match(shown, /Proposed, for another person to confirm: Not suitable/);
  await makeEvidenceBundle(ctx, tenant, one.check.id);
  const { content } = await readEvidenceBundle(ctx, tenant, one.check.id);
  const parts = await openZip(new Blob([await buffer(content)]));
  const textIn = async (name: string) => text(parts.find(({ path }) => path.endsWith(name))!.read());
  assert.match(await textIn('decision.txt'), /Not suitable, proposed by .+ and confirmed by Dana on/);
  const { events } = JSON.parse(await textIn('results.json'));
  const told = events.find(({ type }: { type: string }) => type === 'check.decided');
  assert.equal(told.actor_name, 'Dana');
  assert.match(told.detail.proposed_by_name, /^(?!Dana|Unknown)/);
  const again = await dana.visitor.get(one.decision);
  assert.match(textOf(again.body), /What do you decide\?/, 'it may be decided anew');
});

test('who proposed it cannot confirm it, whatever they send, and takes it back without a reason', async () => {
  const one = await completed();
  await propose(one);
  const { body } = await boss.get(one.decision);
  assert.doesNotMatch(body, /decision\/confirm|name="decision"/);
  const fields = hiddenFields(body, `${one.decision}/return`);
  assert.equal((await boss.post(`${one.decision}/confirm`, fields)).status, 403);
  assert.equal(
    (await boss.post(one.decision, { ...fields, decision: 'suitable' })).status,
    422,
    'nor decides meanwhile',
  );
  await assert.rejects(
    portal.superuser.run(sql`
      insert into client_decisions (account_id, environment, check_id, id, decision, although_disputed, decided_by, decided_at,
        proposed_by)
      values (${accountId}, 'test', ${one.check.id}, ${ctx.newId()}, 'not_suitable', false, 'user:a', now(), 'user:a')`),
    { code: '23514' },
  );
  const back = await boss.post(`${one.decision}/return`, fields);
  assert.equal(back.headers.location, `${one.decision}?done=returned`);
  assert.match(textOf((await boss.get(one.decision)).body), /What do you decide\?.+Taken back by/);
  assert.equal((await readCheck(ctx, tenant, one.check.id)).decidedAt, null);
});

test('it is sent back with a reason, which who proposed it reads, and what was typed stays', async () => {
  const one = await completed();
  await propose(one);
  const send = (reason: string) =>
    dana.visitor.submit(one.decision, `${one.decision}/return`, { return_reason: reason });
  const empty = await send(' ');
  assert.deepEqual([empty.status, /Write why you send it back/.test(empty.body)], [422, true]);
  const old = hiddenFields((await dana.visitor.get(one.decision)).body, `${one.decision}/return`);
  assert.equal((await send('Ask <first>.')).status, 303);
  assert.match(textOf((await boss.get(one.decision)).body), /Sent back by Dana on .+ Ask &lt;first&gt;\./);
  assert.deepEqual(await receivers(one, /^decision_sent_back$/), [clientEmail], 'who sent it back knows it');
  const late = await dana.visitor.post(`${one.decision}/return`, { ...old, return_reason: 'Again.' });
  assert.equal(late.status, 422, 'there is nothing to send back');
  assert.equal(
    (await boss.submit(one.decision, one.decision, { decision: 'suitable', reason: 'It does not matter here.' }))
      .status,
    303,
  );
});

test('a proposal about results that changed since, or after an answer, is not confirmed', async () => {
  const one = await completed();
  await propose(one);
  const fields = hiddenFields((await dana.visitor.get(one.decision)).body, `${one.decision}/confirm`);
  const reportId = one.check.reports[0]!.id;
  await reopenReport(ctx, tenant, { checkId: one.check.id, reportId }, 'reopen');
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, screener, reportId, { move: 'complete', outcome });
  assert.equal((await dana.visitor.post(`${one.decision}/confirm`, fields)).status, 422);
  assert.equal((await readCheck(ctx, tenant, one.check.id)).decidedAt, null);
  assert.match(textOf((await dana.visitor.get(one.decision)).body), /What do you decide\?/);
});

test('only a decision against the candidate takes two people, and one without the setting takes one', async () => {
  const one = await completed();
  await boss.submit(one.decision, one.decision, { decision: 'suitable', reason: 'It does not matter here.' });
  assert.notEqual((await readCheck(ctx, tenant, one.check.id)).decidedAt, null);
  const other = await completed();
  await changeAccountSettings(ctx, 'system', accountId, { twoDeciders: false });
  await propose(other);
  await changeAccountSettings(ctx, 'system', accountId, { twoDeciders: true });
  assert.notEqual((await readCheck(ctx, tenant, other.check.id)).decidedAt, null);
});

test('of two who confirm at once one decides', async () => {
  const one = await completed();
  await propose(one);
  const check = await readCheck(ctx, tenant, one.check.id);
  const [{ id } = { id: '' }] = await ctx.db.rows<{ id: string }>(sql`
    select id from decision_proposals where check_id = ${check.id}`);
  const seen = seenBy(check, null, id);
  const by = { ...tenant, actor: `user:${dana.id}` as const, permissions: roles.client.decider };
  const twice = [1, 2].map(() => confirmProposal(ctx, by, check.id, { seen, although: false }));
  assert.deepEqual((await Promise.allSettled(twice)).map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  await assert.rejects(
    decideOnCheck(ctx, { ...by, permissions: roles.client.read_only }, check.id, {
      ...{ decision: 'suitable', reason: 'It does not matter here.', told: null, although: false, seen },
    }),
    { reason: 'not_permitted' },
  );
});

async function daysPass({ check }: Completed, days: number) {
  await portal.superuser.run(sql`
    update checks set completed_at = completed_at - ${days} * interval '1 day' where id = ${check.id}`);
  await portal.superuser.run(sql`
    update deadlines set due_at = due_at - ${days} * interval '1 day' where check_id = ${check.id}`);
  await takeDueDeadlines(ctx, deadlineHandlers);
}

test('a decision that nobody makes is asked for after the days of the account, each week again, and then no more', async () => {
  const one = await completed();
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.deepEqual(await receivers(one, /^decision_(awaited|overdue)$/), []);
  assert.doesNotMatch((await lineOf(boss, one)) ?? '', /working day/);
  await daysPass(one, 7);
  assert.deepEqual(await receivers(one, /^decision_(awaited|overdue)$/), [dana.email]);
  const [mail] = await mailsOf(one, /^decision_awaited$/);
  assert.match(mail!.text, new RegExp(`${one.order}[\\s\\S]+nobody has recorded`));
  assert.doesNotMatch(mail!.text, /consider|amber|suitable/i);
  assert.match((await lineOf(boss, one)) ?? '', /since .+, [45] working days/);
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.equal((await mailsOf(one, /^decision_(awaited|overdue)$/)).length, 1, 'once a week');
  const ada = await person('Ada', 'administrator');
  await daysPass(one, 9);
  assert.deepEqual(await receivers(one, /^decision_overdue$/), [ada.email, dana.email], 'the administrators, too');
  await boss.submit(one.decision, one.decision, { decision: 'suitable', reason: 'It does not matter here.' });
  await daysPass(one, 9);
  assert.equal((await mailsOf(one, /^decision_overdue$/)).length, 2);
});

test('while the candidate may answer nobody is reminded; the days count from when they could no more', async () => {
  const one = await completed();
  await boss.submit(one.decision, `${one.page}/hearing`, {
    ...{ words: 'Please tell us.', answer_by: addDays(ukDateOf(ctx.now()), 30) },
  });
  await daysPass(one, 6);
  assert.deepEqual(await receivers(one, /^decision_awaited$/), []);
  await portal.superuser.run(sql`
    update deadlines set due_at = due_at - interval '40 days' where check_id = ${one.check.id} and kind = 'hearing'`);
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.deepEqual(await receivers(one, /^hearing_lapsed$/), [clientEmail, dana.email]);
  assert.deepEqual(await receivers(one, /^decision_awaited$/), []);
});

test('who decides for a subsidiary hears of its checks alone, and an account that asks for none of it of nothing', async () => {
  const north = await createSubsidiary(ctx, 'system', accountId, { name: 'North' });
  const nora = await person('Nora', 'decider', north.id);
  const [ours, theirs] = [await completed(), await completed()];
  await portal.superuser.run(sql`update checks set subsidiary_id = ${north.id} where id = ${theirs.check.id}`);
  for (const one of [ours, theirs]) await daysPass(one, 7);
  assert.deepEqual(await receivers(ours, /^decision_awaited$/), [dana.email]);
  assert.deepEqual(await receivers(theirs, /^decision_awaited$/), [dana.email, nora.email]);
  for (const settings of [{ decisionReminderDays: 0 }, { decisionReminderDays: 3, askDecisions: false }]) {
    await changeAccountSettings(ctx, 'system', accountId, settings);
    const silent = await completed();
    await daysPass(silent, 7);
    assert.deepEqual(await receivers(silent, /^decision_/), []);
  }
});

test('of more decisions than are shown, those that have waited longest are', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: true });
  const first = await completed();
  const others = [];
  for (let n = 0; n < 6; n += 1) others.push(await completed());
  await portal.superuser.run(sql`
    update checks set decided_at = completed_at where account_id = ${accountId} and order_id < ${first.check.orderId}`);
  const waiting = async () =>
    [...(/id="waiting"[\s\S]*?<\/section>/.exec((await boss.get(home)).body)?.[0] ?? '').matchAll(/>(VF\d+)</g)].map(
      ([, order]) => order,
    );
  const [sixth, ...before] = [first, ...others].map(({ order }) => order).reverse();
  assert.deepEqual(await waiting(), before.slice(1).reverse().slice(0, 3));
  await daysPass(others[5]!, 30);
  assert.deepEqual((await waiting())[0], sixth);
});
