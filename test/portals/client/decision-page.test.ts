// The page on which a client decides about a candidate after the results, and where they are asked to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { readDecisions } from '../../../src/features/client-decisions/client-decision-actions.ts';
import { awaitsDecision } from '../../../src/features/client-decisions/client-decision-rules.ts';
import { readFollowUps } from '../../../src/features/client-decisions/follow-up-actions.ts';
import { assessmentOf } from '../../../src/features/client-decisions/risk-assessment-rules.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { decisionText } from '../../../src/features/results/evidence-decision-rules.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');

const outcome = (result: 'clear' | 'consider') => ({ result, subResult: null, findings: noFindings }) as const;

async function completed(result: 'clear' | 'consider') {
  const { id, applicantId, orderId, reports } = await portal.placeCheck('live', {}, ['identity']);
  const target = { checkId: id, reportId: reports[0]!.id };
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: outcome(result) });
  return { id, applicantId, orderId, target, page: `/portal/checks/${id}`, path: `/portal/checks/${id}/decision` };
}

const events = (checkId: string) =>
  ctx.db.rows<{ detail: unknown }>(
    sql`select detail from events where check_id = ${checkId} and type = 'check.decided'`,
  );

const asked = /<\/span> [^<]+: Decide about the candidate<\/a>/;

test('a result that is not clear waits until the client has decided, with a reason where it is needed', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, page, path } = await completed('consider');
  await completed('clear');
  assert.match((await client.get('/portal')).body, asked);
  assert.match((await client.get(page)).body, /<strong>Needs you:<\/strong> <a [^>]*>decide about the candidate<\/a>/);

  const nothing = await client.submit(path, path, { decision: '', reason: '' });
  assert.equal(nothing.status, 422);
  assert.match(nothing.body, /Choose what you decide/);
  const unreasoned = await client.submit(path, path, { decision: 'not_suitable', reason: ' ' });
  assert.match(unreasoned.body, /Write why you decide so, or what the conditions are/);
  assert.match(unreasoned.body, /value="not_suitable" checked/, 'what was chosen stays');

  const reason = 'Does not <drive> until the licence is clean.';
  const sent = await client.submit(path, path, { decision: 'suitable_with_conditions', reason });
  assert.equal(sent.headers.location, `${page}?done=decided`);
  const { body } = await client.get(page);
  assert.match(body, /Suitable with conditions, by .+ on \d+ \w+ \d{4}/);
  assert.match(body, /Does not &lt;drive&gt; until/);
  assert.match(body, /You decided: Suitable with conditions/, 'the history tells it');
  assert.doesNotMatch(body, /Needs you/);
  assert.doesNotMatch((await client.get('/portal')).body, asked);
  assert.deepEqual(await events(id), [{ detail: { decision: 'suitable_with_conditions' } }]);
});

test('results that change after the decision are decided anew, and a page from before is refused', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, target, page, path } = await completed('consider');
  const old = hiddenFields((await client.get(path)).body, path);
  await client.submit(path, path, { decision: 'not_suitable', reason: 'The licence is suspended.' });

  await reopenReport(ctx, tenant, target, 'reopen');
  assert.equal((await client.get(path)).headers.location, page, 'there is nothing to decide about');
  const early = await client.post(path, { ...old, decision: 'not_suitable', reason: 'Typed meanwhile.' });
  assert.equal(early.status, 422);
  assert.match(early.body, /A result is being corrected[\s\S]+>Typed meanwhile\.</, 'what was typed stays');
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: outcome('consider') });

  assert.match((await client.get(page)).body, /decide about the candidate again<\/a>, because the results changed/);
  assert.match((await client.get('/portal')).body, asked);
  const stale = await client.post(path, { ...old, decision: 'suitable', reason: 'It does not matter here.' });
  assert.equal(stale.status, 422);
  assert.match(stale.body, /The results or the decision changed after you opened the page/);
  const again = await client.submit(path, path, { decision: 'suitable', reason: 'It does not matter here.' });
  assert.equal(again.status, 303);
  const { body } = await client.get(path);
  assert.match(body, /Suitable, by [\s\S]+Not suitable, by [\s\S]+The licence is suspended/, 'the earlier one stays');
  assert.equal((await events(id)).length, 2);
});

test('a decision against somebody is decided anew if the result becomes clear', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { target, page, path } = await completed('consider');
  await client.submit(path, path, { decision: 'not_suitable', reason: 'The entry is serious.' });
  await reopenReport(ctx, tenant, target, 'reopen');
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: outcome('clear') });
  assert.match((await client.get(page)).body, /because the results changed/);
  assert.match((await client.get('/portal?result=undecided')).body, new RegExp(`href="${page}"`));
});

test('of two who decide on pages of the same time the second sees the decision of the first', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, path } = await completed('consider');
  const opened = hiddenFields((await client.get(path)).body, path);
  const other = await signedInVisitor(portal, clientEmail);
  const first = await other.submit(path, path, { decision: 'not_suitable', reason: 'The licence is suspended.' });
  const second = await client.post(path, { ...opened, decision: 'suitable', reason: 'It does not matter here.' });
  assert.deepEqual([first.status, second.status], [303, 422]);
  assert.match(second.body, /Not suitable, by [\s\S]+The licence is suspended/);
  assert.equal((await events(id)).length, 1);
});

test('nobody decides about a person who was erased, and nothing waits for it', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { applicantId, page, path } = await completed('consider');
  await erasePerson(ctx, tenant, applicantId, 'candidate_asked');
  for (const list of ['/portal', '/portal?result=undecided']) {
    assert.doesNotMatch((await client.get(list)).body, new RegExp(path));
  }
  const heading = async (at: string) => /<h1[^>]*>([^<]*)/.exec((await client.get(at)).body)?.[1];
  assert.equal(await heading(path), await heading(page));
});

test('above the list stands what was completed since the working day before, for readers of results', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const [today, earlier] = [await completed('clear'), await completed('clear')];
  await portal.superuser.run(sql`update checks set completed_at = now() - interval '8 days' where id = ${earlier.id}`);
  const card = async (path: string) =>
    /id="completed">Completed since[\s\S]*?<\/section>/.exec((await client.get(path)).body)?.[0];
  const shown = await card('/portal');
  assert.match(shown ?? '', new RegExp(`href="${today.page}"[\\s\\S]*?govuk-tag--green`));
  assert.doesNotMatch(shown ?? '', new RegExp(earlier.page));
  assert.equal(await card('/portal?status=complete'), undefined, 'a narrowed list stands alone');
});

test('the list finds every check that waits for a decision', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const checks = await Promise.all(Array.from({ length: 6 }, () => completed('consider')));
  assert.match((await client.get('/portal')).body, /href="\/portal\?waiting=decision">Decide: [6-9]</);
  const newer = Array.from({ length: 21 }, () => portal.placeCheck('live', {}, ['identity']));
  await Promise.all(newer);
  const [longest] = checks;
  const looks = async () => {
    await ctx.batches.write();
    const { id } = longest!;
    return ctx.db.rows(sql`select from events where check_id = ${id} and type = 'check.results_read'`);
  };
  const before = (await looks()).length;
  // Completed long ago, and not on the first page of the list: only what waits tells of its result.
  const ids = checks.map(({ id }) => id);
  await portal.superuser.run(sql`
    update checks set completed_at = now() - interval '1 day' * case when id = ${longest!.id} then 9 else 8 end
    where id = any (${ids}::uuid[])`);
  await client.get('/portal');
  assert.equal((await looks()).length, before + 1, 'who is told of it stands in the register');
  const found = async () => {
    const { body } = await client.get('/portal?result=undecided');
    return [...body.matchAll(/VF\d+(?=<\/span><\/a><\/th>)/g)].map(([number]) => number);
  };
  const numbers = checks.map(({ orderId }) => `VF${orderId}`);
  assert.deepEqual((await found()).filter((one) => numbers.includes(one)).toSorted(), numbers.toSorted());
  const { path, orderId } = checks[0]!;
  await client.submit(path, path, { decision: 'suitable', reason: 'It does not matter here.' });
  assert.ok(!(await found()).includes(`VF${orderId}`));
});

test('a reader of results sees the decision and does not decide; without results nobody sees it', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { page, path } = await completed('consider');
  await client.submit(path, path, { decision: 'suitable', reason: 'We talked about it.' });
  for (const role of ['read_only', 'requester'] as const) {
    const email = `${role}@acme.test`;
    await createUser(ctx, 'system', accountId, { name: role, email, role });
    await createSignIn(ctx, 'system', { email, password });
    const visitor = await signedInVisitor(portal, email);
    const { body } = await visitor.get(page);
    assert.equal(/Suitable, by .+[\s\S]+We talked about it/.test(body), role === 'read_only', role);
    assert.equal(/You decided/.test(body), role === 'read_only', role);
    assert.equal((await visitor.get(path)).status, 403);
    assert.doesNotMatch((await visitor.get('/portal')).body, asked);
  }
});

test('webhooks that get all events are notified of a decision and of a start of work', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, path } = await completed('consider');
  await client.submit(path, path, { decision: 'not_suitable', reason: 'The entry is serious.' });
  const ongoing = await portal.placeCheck('live', {}, ['identity']);
  const start = `/portal/checks/${ongoing.id}/start`;
  const today = ukDateOf(ctx.now());
  await client.submit(start, start, { starts_on: today, complete_by: addDays(today, 84), risk: 'Works beside Dana.' });
  await client.submit(start, `${start}/remove`, {});
  const rows = await ctx.db.rows<{ type: string }>(sql`
    select type from events
    where check_id = any (${[id, ongoing.id]}::uuid[]) and notifies and (type = 'check.decided' or type like 'check.work_start%')
    order by id`);
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['check.decided', 'check.work_start_recorded', 'check.work_start_removed'],
  );
});

test('a requester sees who may start where the account shows decisions to requesters, without the reason', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { target, page, path } = await completed('consider');
  await client.submit(path, path, { decision: 'not_suitable', reason: 'The entry is serious.' });
  const requester = await signedInVisitor(portal, 'requester@acme.test');
  const shown = async () => (await requester.get(page)).body;
  assert.doesNotMatch(await shown(), /Not suitable/, 'off by default');
  await changeAccountSettings(ctx, 'system', accountId, { showDecisions: true });
  assert.match(await shown(), /Not suitable, by .+ on \d+ \w+ \d{4}/);
  assert.doesNotMatch(await shown(), /The entry is serious|Consider|govuk-tag--red|href="[^"]+decision"/);
  await reopenReport(ctx, tenant, target, 'reopen');
  assert.doesNotMatch(await shown(), /Not suitable/, 'nobody relies on a decision about results that are corrected');
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: outcome('clear') });
  assert.doesNotMatch(await shown(), /Not suitable/);
});

test('where the account asks for a decision for each order, a clear one waits until it is signed off', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const before = await completed('clear');
  await changeAccountSettings(ctx, 'system', accountId, { askEachDecision: true });
  const { page, path, target } = await completed('clear');
  assert.match((await client.get('/portal')).body, asked);
  assert.match((await client.get(page)).body, /Needs you/);
  assert.doesNotMatch((await client.get(before.page)).body, /Needs you/, 'it was complete before');
  const { kind } = (await ctx.db.row<{ kind: string }>(sql`
    select kind from deadlines where check_id = ${target.checkId} and kind = 'decision_awaited'`))!;
  assert.equal(kind, 'decision_awaited', 'it is reminded of as others are');
  await client.submit(path, path, { decision: 'suitable', reason: '' });
  assert.doesNotMatch((await client.get(page)).body, /Needs you/);
  await changeAccountSettings(ctx, 'system', accountId, { askEachDecision: false });
  const after = await completed('clear');
  assert.doesNotMatch((await client.get(after.page)).body, /Needs you/);
});

test('a clear order that waits to be signed off is cleared when the account asks for decisions no more', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  await changeAccountSettings(ctx, 'system', accountId, { askEachDecision: true });
  const { page, target } = await completed('clear');
  assert.match((await client.get(page)).body, /Needs you/);
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: false });
  assert.equal(awaitsDecision(await readCheck(ctx, tenant, target.checkId)), false);
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: true });
  assert.doesNotMatch(
    (await client.get(page)).body,
    /Needs you/,
    'it holds for orders that become complete from then on',
  );
  await changeAccountSettings(ctx, 'system', accountId, { askEachDecision: false });
});

test('an account that decides elsewhere is not asked, and may still record a decision', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { page, path } = await completed('consider');
  await changeAccountSettings(ctx, 'system', accountId, { askDecisions: false });
  assert.doesNotMatch((await client.get('/portal')).body, asked);
  const { body } = await client.get(page);
  assert.doesNotMatch(body, /Needs you/);
  assert.match(body, new RegExp(`href="${path}"[^>]*>\\s*Record your decision`));
});

test('a client reads that a result is looked at again, and not that there never was one', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { target, page } = await completed('consider');
  assert.doesNotMatch((await client.get(page)).body, /Looked at again/);
  await reopenReport(ctx, tenant, target, 'reopen');
  const { body } = await client.get(page);
  assert.match(body, /Looked at again since[^<]*<\/strong>[^<]*Please do not rely on the earlier result/);
  assert.match(body, /It is looked at again/);
  const row = /<tbody.*?<\/tbody>/s.exec(body.slice(body.indexOf('Reports of this check')))![0];
  assert.match(row, /Reopened.*It is looked at again/s);
  assert.doesNotMatch(row, /Awaiting data|None yet/);
  await moveReport(ctx, tenant, target, { move: 'complete', outcome: outcome('clear') });
  assert.doesNotMatch((await client.get(page)).body, /looked at again/i);
});

test('conditions with a day are asked about on that day, in a mail, on the page and in the list, and their outcome is kept', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, orderId, page, path } = await completed('consider');
  const today = ukDateOf(ctx.now());
  const given = { decision: 'suitable_with_conditions', reason: 'Brings the original.' };
  const past = await client.submit(path, path, { ...given, conditionsBy: today });
  assert.deepEqual([past.status, /href="#conditionsBy">Enter a day from tomorrow on/.test(past.body)], [422, true]);
  await client.submit(path, path, { ...given, conditionsBy: addDays(today, 10) });
  const followUp = `${page}/follow-up`;
  assert.match((await client.get(page)).body, new RegExp(`href="${followUp}">Conditions to be met by`));
  assert.match((await client.get('/portal/follow-ups')).body, new RegExp(`href="${followUp}"`));
  assert.doesNotMatch((await client.get('/portal')).body, /Say what came of/);

  const mails = async () =>
    (await listEmails(ctx, tenant, 200)).filter(
      ({ template, subject }) => template === 'conditions_due' && subject.includes(`VF${orderId}`),
    ).length;
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.equal(await mails(), 0);
  await portal.superuser.run(sql`update decision_follow_ups set due_on = ${today} where check_id = ${id}`);
  await portal.superuser.run(
    sql`update deadlines set due_at = due_at - interval '11 days' where check_id = ${id} and kind = 'decision_follow_up'`,
  );
  await takeDueDeadlines(ctx, deadlineHandlers);
  assert.equal(await mails(), 1);
  assert.match(
    (await client.get('/portal')).body,
    new RegExp(`Say what came of conditions and reviews: 1[\\s\\S]+href="${followUp}"`),
  );

  const none = await client.submit(followUp, followUp, { outcome: 'not_met', note: '' });
  assert.deepEqual([none.status, /href="#note">Write what was found/.test(none.body)], [422, true]);
  const unknown = await client.submit(followUp, followUp, { outcome: 'toString', note: '' });
  assert.deepEqual([unknown.status, /href="#outcome"/.test(unknown.body)], [422, true]);
  const sent = await client.submit(followUp, followUp, { outcome: 'not_met', note: 'Never <brought> it.' });
  assert.equal(sent.headers.location, path, 'somebody decides again');
  assert.match((await client.get(followUp)).body, /Not met: Conditions to be met[\s\S]+Never &lt;brought&gt; it/);
  assert.match((await client.get(page)).body, /Conditions: not met/, 'the history tells it');
  assert.doesNotMatch((await client.get('/portal')).body, /Say what came of/);
});

test('a risk assessment stands with the decision and in the evidence, with the account’s own questions, and is sealed', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  await changeAccountSettings(ctx, 'system', accountId, { riskQuestions: 'Has the <manager> seen it?\n' });
  const { id, page, path } = await completed('consider');
  const typed = {
    ...{
      decision: 'suitable',
      reason: 'It does not matter here.',
      risk_relevance: 'Drives <nobody>.',
      risk_declared: 'declared',
    },
    ...{ risk_own_1: 'Yes, on Monday.', risk_review_on: addDays(ukDateOf(ctx.now()), 30) },
  };
  const unsigned = await client.submit(path, path, typed);
  assert.deepEqual([unsigned.status, /href="#risk_agreed_by">Write who agreed/.test(unsigned.body)], [422, true]);
  assert.match(
    unsigned.body,
    /<details class="govuk-details" open>[\s\S]+>Drives &lt;nobody&gt;\.</,
    'what was typed stays',
  );
  const unlisted = assessmentOf({ risk_declared: 'toString', risk_agreed_by: 'Kim Sample' }, []);
  assert.deepEqual(unlisted?.answers, []);
  await client.submit(path, path, { ...typed, risk_agreed_by: 'Kim Sample, registered manager' });
  const { body } = await client.get(page);
  assert.match(body, /agreed by Kim Sample, registered manager/);
  assert.match(body, /Has the &lt;manager&gt; seen it\? Yes, on Monday/);
  assert.match(body, /Risk assessment to be reviewed by/);
  const [stored] = await ctx.db.rows<{ sealed_assessment: Buffer }>(
    sql`select sealed_assessment from client_decisions where check_id = ${id}`,
  );
  assert.ok(!stored!.sealed_assessment.includes('Drives'));
  const check = await readCheck(ctx, tenant, id);
  const system = { ...tenant, actor: 'system' as const };
  const [decision] = await readDecisions(ctx, system, check);
  const text = decisionText(await readResults(ctx, system, tenant, id), {
    ...{ decisions: [decision!], hearings: [], followUps: await readFollowUps(ctx, system, check) },
  });
  assert.match(text, /What it means for the role: Drives <nobody>\.[\s\S]+Had the candidate declared it\? Yes, before/);
  assert.match(text, /Risk assessment to be reviewed by .+: open/);
  await changeAccountSettings(ctx, 'system', accountId, { riskQuestions: '' });
});

test('whoever has no page of their own gets letters: the client prints them, says when they were handed over, and keeps the answer', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id, path } = await completed('consider');
  assert.match((await client.get(path)).body, /on their own page they can say that one is wrong/);
  await portal.superuser.run(sql`update checks set type = 'express' where id = ${id}`);
  const { body } = await client.get(path);
  assert.doesNotMatch(body, /on their own page/);
  assert.match(body, /they have no page of their own: write them a letter here/);
  const { page } = { page: path.replace(/\/decision$/, '') };
  const mails = async () => (await listEmails(ctx, tenant, 200)).filter(({ checkId }) => checkId === id).length;
  const before = await mails();
  const letter = (kind: string) => client.get(`${page}/letters/${kind}/file`);
  assert.equal((await letter('hearing')).status, 404);
  const words = { words: 'What was found?\n\nPlease tell us.', answer_by: addDays(ukDateOf(ctx.now()), 7) };
  const written = await client.submit(path, `${page}/hearing`, words);
  assert.equal(written.headers.location, `${path}?done=letter`);
  const pdf = await letter('hearing');
  assert.deepEqual([pdf.status, pdf.headers['content-type'], pdf.body.slice(0, 5)], [200, 'application/pdf', '%PDF-']);

  const late = await client.submit(path, `${page}/letters/hearing`, { on: addDays(ukDateOf(ctx.now()), 1) });
  assert.deepEqual([late.status, /href="#on_hearing">Enter the day/.test(late.body)], [422, true]);
  await client.submit(path, `${page}/letters/hearing`, { on: ukDateOf(ctx.now()) });
  await client.submit(path, `${page}/hearing/answer`, { answer: 'By telephone: it is <mine>.' });
  const heard = (await client.get(path)).body;
  assert.match(heard, /By telephone: it is &lt;mine&gt;\.[\s\S]+handed over on /);

  const decided = await client.submit(path, path, {
    ...{ decision: 'not_suitable', reason: 'It matters here.', tell: 'yes', told: 'We do not employ you.' },
    seen: /name="seen" value="([^"]*)"/.exec(heard)![1]!,
  });
  assert.equal(decided.headers.location, `${path}?done=letter#letters`);
  assert.equal((await letter('decision')).body.slice(0, 5), '%PDF-');
  await client.submit(path, `${page}/letters/decision`, { on: ukDateOf(ctx.now()) });
  assert.match((await client.get(page)).body, /Letter about the decision handed over to the candidate on/);
  assert.equal(await mails(), before, 'the candidate gets no mail');
});
