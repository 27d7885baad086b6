// The page of an order at the desk: what is next and who has it, and the buttons that take all of its reports at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { claimOrder, claimReport, releaseOrder } from '../../../src/features/cases/claim-actions.ts';
import { confirmSeenIdentity, screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';
import { readExpectedDates } from '../../../src/features/reports/expected-date-actions.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, dateOf, formatLongDate } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { actionText, nextOf } from '../../../src/portals/desk/orders/next-action.ts';
import { expectedOrder } from '../../../src/portals/shared/expected-words.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { employed, personnel } from '../../features/references/asked-references.ts';
import { makeAccount } from '../../support/accounts.ts';
import { clientEmail, deskEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const administrator = await signedInVisitor(portal, deskEmail);
const me = { userId: portal.deskUserId, accounts: [accountId], permissions: roles.desk.administrator };

async function person(name: string, role: DeskRole = 'screener', accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, email, accounts, permissions: roles.desk[role] };
}

const types = ['identity', 'credit', 'sanctions:uk'];
const place = (lastName: string, reports: readonly string[] = types) =>
  portal.placeCheck('live', { last_name: lastName }, reports);
const pageOf = ({ id }: Check) => `/desk/orders/${id}`;
const labelOf = (check: Check, at: number) => reportTypeById(check.reports[at]!.reportTypeId)!.label;
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const shown = async (check: Check, by = administrator) => textOf((await by.get(pageOf(check))).body);

const holdersOf = async ({ id }: Check) =>
  (
    await ctx.db.rows<{ assignee_id: string | null }>(sql`
      select assignee_id from reports where check_id = ${id} order by position`)
  ).map(({ assignee_id }) => assignee_id);

const eventsOf = async ({ id }: Check) =>
  (
    await ctx.db.rows<{ type: string; reports: number }>(sql`
      select type, count(distinct report_id)::int as reports from events
      where check_id = ${id} and type in ('report.claimed', 'report.released', 'report.assigned')
      group by type order by type`)
  ).map(({ type, reports }) => `${type} ${reports}`);

const clear = { result: 'clear', subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } } as const;

test('desk, client and candidate say the same of when an order is ready, with what has no date named', async () => {
  const check = await portal.placeCheck('live', {}, ['identity', 'education:worldwide']);
  const { reports } = await readCheck(ctx, portal.caller('live'), check.id);
  const dates = await readExpectedDates(ctx, portal.caller('live'), check.id);
  const ready = expectedOrder(dates, reports)!;
  assert.equal(ready.rest, ', without “Education, worldwide”: no date yet');
  const sentence = `${ready.on}${ready.rest}`;
  const desk = await shown(check);
  assert.ok(desk.includes(`Order due ${sentence}`), desk);
  assert.ok(desk.includes(`Expected ${sentence}`), desk);
  const client = await signedInVisitor(portal, clientEmail);
  assert.ok(textOf((await client.get(`/portal/checks/${check.id}`)).body).includes(`Expected ${sentence}`));
});

test('one page says what is to be done next on an order, who has it, and when it is due', async () => {
  const check = await place('Nextbird');
  const [identity, credit] = check.reports;
  await ctx.db.run(sql`update reports set due_on = '2026-03-02' where id = ${credit!.id}`);
  await ctx.db.run(sql`update reports set due_on = '2026-03-09' where id <> ${credit!.id} and check_id = ${check.id}`);
  const first = await shown(check);
  assert.match(first, new RegExp(`Order VF${check.orderId} , Acme Care Alex Nextbird`));
  assert.match(first, new RegExp(`Next action Record the outcome : ${labelOf(check, 1)} Who has it Nobody`));
  assert.match(first, /Open reports Nobody: 3 Order due 9 March 2026/);
  const colleague = await person('Cara Colleague');
  await claimReport(ctx, colleague, credit!.id);
  const claimed = await shown(check);
  assert.match(claimed, /Who has it Cara Colleague Open reports Nobody: 2, Cara Colleague: 1/);
  await screenReport(ctx, colleague, credit!.id, { move: 'complete', outcome: clear });
  assert.match(await shown(check), new RegExp(`Record the outcome : ${labelOf(check, 0)} Who has it Nobody`));
  await screenReport(ctx, me, identity!.id, { move: 'pause' });
  assert.match(await shown(check), new RegExp(`Record the outcome : ${labelOf(check, 2)}`), 'what waits comes last');
  assert.match(
    await shown(check),
    new RegExp(`${labelOf(check, 1)} Complete Assigned to: .{0,30} Ended .{8,20} Clear`),
  );
});

test('an order is withdrawn from its page with one reason for all its open reports', async () => {
  const check = await place('Stopbird');
  const reviewer = await signedInVisitor(portal);
  const { body } = await reviewer.get(`/desk/orders/${check.id}`);
  const page = `/desk/orders/${check.id}/withdraw`;
  assert.ok(body.includes(`href="${page}"`));
  assert.match((await reviewer.submit(page, page, { note: '' })).body, /Write for the client why the order ends/);
  await reviewer.submit(page, page, { note: 'The client rang: the job is filled' });
  const client = await signedInVisitor(portal, clientEmail);
  assert.match((await client.get(`/portal/checks/${check.id}`)).body, /The client rang: the job is filled/);
  const { status, reports } = await readCheck(ctx, portal.caller('live'), check.id);
  assert.deepEqual([status, ...new Set(reports.map((one) => one.status))], ['withdrawn', 'withdrawn']);
  assert.equal((await reviewer.get(page)).status, 409);
});

test('what is next is said in the words of what the report waits for, as the reader may do it', () => {
  const row = { status: 'awaiting_data', waiting_for: null, mark: null, reopened_at: null, proposed_by: null } as const;
  const who = (role: 'reviewer' | 'screener') => ({ userId: role, permissions: roles.desk[role] });
  const [reviewer, screener] = [who('reviewer'), who('screener')];
  const textOfRow = (more: Partial<Parameters<typeof actionText>[1]>) => actionText(reviewer, { ...row, ...more });
  assert.equal(textOfRow({}), 'Record the outcome');
  assert.equal(textOfRow({ waiting_for: 'client' }), 'Waiting for the client');
  assert.equal(textOfRow({ status: 'paused' }), 'Resume it');
  assert.equal(textOfRow({ status: 'awaiting_approval' }), 'Approve the proposed outcome, or send it back');
  assert.equal(textOfRow({ mark: 'sent_back' }), 'Correct what the reviewer sent back');
  assert.equal(textOfRow({ mark: 'chase_due' }), 'Chase the supplier');
  assert.equal(textOfRow({ reopened_at: new Date() }), 'Correct the outcome: it was opened again');
  const proposed = { ...row, status: 'awaiting_approval', proposed_by: 'user:reviewer' } as const;
  const others = 'Waiting for somebody else to approve the proposed outcome';
  assert.deepEqual(
    [actionText(reviewer, proposed), actionText(screener, { ...proposed, proposed_by: null })],
    [others, others],
  );
  const [first, second] = [
    { ...proposed, turn: 1 },
    { ...row, turn: 2 },
  ];
  assert.equal(nextOf(reviewer, [second, first]), second, 'nobody is told to approve what they proposed');
  assert.equal(nextOf(reviewer, [first]), first);
  assert.equal(nextOf(reviewer, [{ ...row, turn: null }]), undefined);
});

test('the page has the references, open queries, conditional start, files and history of all reports of the order', async () => {
  const check = await portal.placeCheck('live', { ...employed, last_name: 'Wholebird' }, [
    'employment_history:uk',
    'identity',
  ]);
  const caller = { ...portal.caller('live'), permissions: roles.desk.administrator };
  const [employment, identity] = check.reports;
  const referenceId = await requestReference(ctx, { caller, check, report: employment! }, { ...personnel, by: 'mail' });
  const target = { checkId: check.id, reportId: identity!.id };
  const asked = { addressee: 'client', kind: 'missing_information', text: 'Which site?' } as const;
  await sendQuery(ctx, caller, target, { ...asked, dueOn: addDays(dateOf(ctx.now()), 10) });
  const [startsOn, completeBy] = [addDays(dateOf(ctx.now()), 1), addDays(dateOf(ctx.now()), 60)];
  await recordWorkStart(ctx, portal.caller('live'), check.id, {
    startsOn,
    condition: { completeBy, risk: 'Works beside Dana.' },
  });
  const { body } = await administrator.get(pageOf(check));
  assert.ok(body.includes(`href="/desk/reports/${employment!.id}/references/${referenceId}"`));
  assert.match(textOf(body), /Written to on .* 0 of \d reminders sent, not opened Waiting for the referee/);
  assert.match(body, new RegExp(`href="/desk/reports/${identity!.id}/queries/`));
  assert.match(textOf(body), /Which site\? Asked of the client on .*, to be answered by/);
  assert.match(textOf(body), new RegExp(`The screening must be complete by ${formatLongDate(completeBy)}`));
  assert.match(textOf(body), /No files are attached to this order/);
  assert.match(textOf(body), new RegExp(`History .*${labelOf(check, 1)}: Query sent to the client`));
  for (const path of [`/desk/reports/${employment!.id}/bundle/file`, `/desk/register/${check.id}`])
    assert.ok(body.includes(`href="${path}"`), path);
});

test('whoever sees the page of an order is in the register; who does not work for the account does not find it', async () => {
  const check = await place('Seenbird');
  const stranger = await person('Otto Other', 'screener', [(await makeAccount(ctx, 'Other Care')).accountId]);
  const visitor = await signedInVisitor(portal, stranger.email);
  assert.equal((await visitor.get(pageOf(check))).status, 404);
  for (const path of ['assignee', 'assignment']) {
    const { status } = await visitor.submit('/account', `${pageOf(check)}/${path}`, { move: 'claim' });
    assert.ok(status >= 400, path);
  }
  await assert.rejects(claimOrder(ctx, stranger, check.id), { reason: 'not_found' });
  await administrator.get(pageOf(check));
  const looks = await ctx.db.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${check.id} and type = 'check.answers_read'`);
  assert.deepEqual(
    looks.map(({ actor }) => actor),
    [`user:${portal.deskUserId}`],
  );
});

test('the order is claimed and given back with one press each; what a colleague has stays, and is named', async () => {
  const check = await place('Claimbird');
  const colleague = await person('Hal Holder');
  await claimReport(ctx, colleague, check.reports[1]!.id);
  const done = await administrator.submit(pageOf(check), `${pageOf(check)}/assignee`, { move: 'claim' });
  assert.equal(done.headers.location, `${pageOf(check)}?done=claimed&reports=2`);
  const mine = portal.deskUserId;
  assert.deepEqual(await holdersOf(check), [mine, colleague.userId, mine]);
  assert.deepEqual(await eventsOf(check), ['report.claimed 3'], 'each report has its own event');
  const answer = textOf((await administrator.get(String(done.headers.location))).body);
  assert.match(answer, new RegExp(`You have claimed 2 reports\\. ${labelOf(check, 1)} stays with Hal Holder\\.`));
  assert.doesNotMatch(answer, /Claim the order/);
  const again = await administrator.post(`${pageOf(check)}/assignee`, { move: 'claim' });
  assert.equal(again.status, 403, 'not without the token of the page');
  const released = await administrator.submit(pageOf(check), `${pageOf(check)}/assignee`, { move: 'release' });
  assert.match(
    textOf((await administrator.get(String(released.headers.location))).body),
    /You have given back 2 reports\./,
  );
  assert.deepEqual(await holdersOf(check), [null, colleague.userId, null]);
  assert.deepEqual(await eventsOf(check), ['report.claimed 3', 'report.released 2']);
});

test('an outcome that awaits approval is not claimed with the order by a screener, nor by who proposed it', async () => {
  const check = await place('Approvebird', ['identity', 'credit']);
  const [proposer, other] = [await person('Pia Proposer', 'reviewer'), await person('Sid Screener')];
  await screenReport(ctx, proposer, check.reports[0]!.id, { move: 'await_approval', outcome: clear });
  await ctx.db.run(sql`update reports set assignee_id = null where check_id = ${check.id}`);
  assert.equal(await claimOrder(ctx, other, check.id), 1);
  assert.equal(await releaseOrder(ctx, other, check.id), 1);
  assert.equal(await claimOrder(ctx, proposer, check.id), 1);
  assert.deepEqual(await holdersOf(check), [null, proposer.userId]);
  const visitor = await signedInVisitor(portal, proposer.email);
  const said = textOf((await visitor.get(`${pageOf(check)}?done=claimed&reports=1`)).body);
  assert.match(said, new RegExp(`You have claimed 1 report\\. ${labelOf(check, 0)} stays with the reviewers\\.`));
});

test('a reviewer assigns the whole order to somebody who works for its account', async () => {
  const check = await place('Assignbird');
  const [reviewer, owner] = [await person('Rea Reviewer', 'reviewer'), await person('Olga Owner')];
  const elsewhere = await person('Eve Elsewhere', 'screener', [(await makeAccount(ctx, 'Elsewhere Care')).accountId]);
  const visitor = await signedInVisitor(portal, reviewer.email);
  const { body } = await visitor.get(pageOf(check));
  assert.ok(body.includes(`value="${owner.userId}"`));
  assert.ok(!body.includes(elsewhere.userId));
  const assigned = await visitor.submit(pageOf(check), `${pageOf(check)}/assignment`, { assignee: owner.userId });
  assert.equal(assigned.headers.location, `${pageOf(check)}?assigned=3&of=3`);
  assert.match(textOf((await visitor.get(String(assigned.headers.location))).body), /3 reports are assigned\./);
  assert.deepEqual(await holdersOf(check), [owner.userId, owner.userId, owner.userId]);
  assert.deepEqual(await eventsOf(check), ['report.assigned 3']);
  const screener = await signedInVisitor(portal, owner.email);
  const own = (await screener.get(pageOf(check))).body;
  assert.ok(own.includes('Release the order'));
  assert.ok(!own.includes('Assign the order to'), 'a screener assigns nothing');
  await visitor.submit(pageOf(check), `${pageOf(check)}/assignment`, { assignee: '' });
  assert.deepEqual(await holdersOf(check), [null, null, null]);
});

test('whoever answers a call finds who it is and when the check is ready, and keeps a note that each report shows', async () => {
  const facts = { last_name: 'Callbird', dob: '1990-03-04', mobile: '07700900678' };
  const check = await portal.placeCheck('live', facts, types);
  await ctx.db.run(sql`update reports set due_on = '2099-03-02' where id = ${check.reports[1]!.id}`);
  await ctx.db.run(sql`update reports set due_on = '2026-03-01' where check_id = ${check.id} and position <> 2`);
  const found = await administrator.submit('/desk', '/desk/search', { find: '07700900678' });
  assert.equal(found.headers.location, pageOf(check), 'no telephone number stands in the address');
  const { body } = await administrator.get(
    String((await administrator.submit('/desk', '/desk/search', { find: 'callbird' })).headers.location),
  );
  assert.equal(body.match(/<section class="app-card"/g)?.length, 1, 'one row for the order');
  assert.match(textOf(body), /Callbird Born 4 March 1990\. .* 3 of 3 reports open, the last due 2 March 2099/);
  assert.match(await shown(check), /Date of birth 4 March 1990 Mobile number 07700900678/);
  const empty = await administrator.submit(pageOf(check), `${pageOf(check)}/notes`, { note: '' });
  assert.equal(empty.status, 422);
  assert.match(empty.body, /Write the note/);
  const note = { note: 'Rang to ask for the date.', audience: 'desk' };
  const added = await administrator.submit(pageOf(check), `${pageOf(check)}/notes`, note);
  assert.equal(added.headers.location, `${pageOf(check)}?done=noted#report-notes`);
  for (const path of [pageOf(check), ...check.reports.map(({ id }) => `/desk/reports/${id}`)])
    assert.match(textOf((await administrator.get(path)).body), /Rang to ask for the date\. Order: /, path);
  const own = { note: 'Only the first.', audience: 'desk' };
  const [first, second] = check.reports.map(({ id }) => `/desk/reports/${id}`);
  await administrator.submit(first!, `${first}/notes`, own);
  assert.match((await administrator.get(first!)).body, /Only the first\./);
  assert.match((await administrator.get(pageOf(check))).body, /Only the first\./);
  assert.doesNotMatch((await administrator.get(second!)).body, /Only the first\./);
});

test('the report, the queue and the search by order number lead to the order; while its form is awaited, that page shows it', async () => {
  const check = await place('Ledbird');
  const href = `href="${pageOf(check)}"`;
  for (const path of [`/desk/reports/${check.reports[0]!.id}`, '/desk', `/desk/search?order=VF${check.orderId}`])
    assert.ok((await administrator.get(path)).body.includes(href), path);
  const found = await administrator.submit('/desk', '/desk/search', { find: `vf${check.orderId}` });
  assert.equal(found.headers.location, pageOf(check));
  const none = await administrator.submit('/desk', '/desk/search', { find: 'VF99999999' });
  assert.equal(none.headers.location, '/desk/search?order=VF99999999');
  const { check: awaited } = await placeWaiting(ctx, portal.caller('live'), { reports: ['identity'] });
  const led = await administrator.get(pageOf(awaited));
  assert.deepEqual([led.status, led.headers.location], [303, `/desk/reports/${awaited.reports[0]!.id}/form`]);
});

test('the page lists the mails of the order to candidate, client and referee, and its notifications, also to an auditor', async () => {
  const caller = portal.caller('live');
  const url = 'https://hooks.example/probity/orders?token=not-to-be-seen';
  const id = ctx.newId();
  await ctx.db.run(sql`
    insert into webhooks (account_id, id, interface, url, environments, live_confirmed, sealed_secret, created_at)
    values (${accountId}, ${id}, 'v2', ${url}, '{live}', true, '', now())`);
  await ctx.db.run(sql`
    insert into webhook_health (account_id, webhook_id) values (${accountId}, ${id}) on conflict do nothing`);
  const check = await portal.placeCheck('live', { last_name: 'Mailed', email: 'mailed@people.example' }, types);
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where email = ${clientEmail}) where id = ${check.id}`);
  const other = await place('Unmailed');
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const asked = { kind: 'missing_information', text: 'Which?', dueOn: addDays(dateOf(ctx.now()), 10) } as const;
  await sendQuery(ctx, caller, target, { ...asked, addressee: 'candidate' });
  await sendQuery(ctx, caller, { ...target, reportId: check.reports[1]!.id }, { ...asked, addressee: 'client' });
  await ctx.db.run(sql`
    update emails set status = 'failed', failure = '550', failed_at = now()
    where check_id = ${check.id} and template = 'query_to_candidate'`);
  const auditor = await person('Ann Auditor', 'auditor');
  const text = await shown(check, await signedInVisitor(portal, auditor.email));
  assert.match(
    text,
    /Mails and notifications .*Question about an order to client@acme\.test (Waiting|Not sent) To the client/,
  );
  assert.match(text, /Question to the candidate to mailed@people\.example Failed To the candidate/);
  assert.match(
    text,
    /check\.form_completed (About to be sent|Retrying|Waiting|Being sent) hooks\.example\/probity\/orders, 0 attempts/,
  );
  assert.doesNotMatch(text, /not-to-be-seen/);
  assert.doesNotMatch(await shown(other), /Question about an order/);
});

test('a reviewer decides several proposed outcomes of an order on one page; what cannot be decided of one leaves the others done', async () => {
  const check = await place('Manybird', ['identity', 'credit', 'sanctions:uk', 'right_to_work']);
  const [identity, credit, sanctions, work] = check.reports;
  const proposer = await person('Pia Manybird', 'reviewer');
  const reviewer = await person('Rea Manybird', 'reviewer');
  const findings = { ...clear.findings, notes: 'Seen in the register' };
  const proposed = { ...clear, findings };
  for (const { id } of [identity!, credit!, sanctions!])
    await screenReport(ctx, proposer, id, { move: 'await_approval', outcome: proposed });
  await screenReport(ctx, reviewer, work!.id, { move: 'await_approval', outcome: proposed });
  const by = await signedInVisitor(portal, reviewer.email);
  const page = `${pageOf(check)}/approvals`;
  assert.match((await by.get(pageOf(check))).body, new RegExp(`${page}"[^>]*>Review 3 proposed outcomes on one page`));
  const html = (await by.get(page)).body;
  const text = textOf(html);
  assert.match(text, /Proposed by Pia Manybird on .{10,40}Evidence and the whole report/);
  assert.match(text, /Notes Seen in the register/);
  assert.match(text, /You proposed this outcome: another person decides it/);
  assert.doesNotMatch(html, new RegExp(`name="decision_${work!.id}"`));
  const statuses = async () =>
    (await readCheck(ctx, portal.caller('live'), check.id)).reports.map(({ status }) => status);

  const nothing = await by.submit(page, page, {});
  assert.match(nothing.body, /Choose for at least one report what becomes of it/);
  // Meanwhile a colleague decides one; the reviewer may not decide their own, whatever they send.
  const third = await person('Tom Manybird', 'reviewer');
  const sent = {
    [`decision_${identity!.id}`]: 'approve',
    [`decision_${credit!.id}`]: 'send_back',
    [`text_${credit!.id}`]: 'The source is missing',
    [`decision_${sanctions!.id}`]: 'approve',
    [`decision_${work!.id}`]: 'approve',
    [`seen_${work!.id}`]: 'awaiting_approval 1',
  };
  const hidden = hiddenFields(html, page);
  await screenReport(ctx, third, sanctions!.id, {
    move: 'change',
    outcome: { ...proposed, findings: { ...findings, notes: 'Seen twice' } },
  });
  const answer = await by.post(page, { ...hidden, ...sent });
  assert.equal(answer.status, 422);
  const refused = textOf(answer.body);
  assert.match(refused, /One outcome is decided/);
  assert.match(refused, /Select a reason/);
  assert.match(refused, /Somebody decided or changed it in the meantime/);
  assert.match(refused, /You proposed this outcome: another person decides it/);
  assert.match(answer.body, /The source is missing<\/textarea>/, 'what was typed stays');
  assert.deepEqual(await statuses(), ['complete', 'awaiting_approval', 'awaiting_approval', 'awaiting_approval']);

  const again = await by.post(page, {
    ...hiddenFields(answer.body, page),
    ...{ [`decision_${credit!.id}`]: 'send_back', [`reason_${credit!.id}`]: 'source' },
    ...{ [`text_${credit!.id}`]: 'The source is missing', [`decision_${identity!.id}`]: 'approve' },
  });
  assert.match(textOf(again.body), /Identity does not await approval any more/);
  assert.deepEqual(await statuses(), ['complete', 'awaiting_data', 'awaiting_approval', 'awaiting_approval']);
  // The changed one, as the answer showed it.
  const last = await by.post(page, { ...hiddenFields(again.body, page), [`decision_${sanctions!.id}`]: 'approve' });
  assert.match(String(last.headers.location), /done=reviewed&approved=1&sent_back=0/);
  assert.deepEqual(await statuses(), ['complete', 'awaiting_data', 'complete', 'awaiting_approval']);
  const reviews = await ctx.db.rows<{ decision: string }>(sql`
    select v.decision from report_reviews v join reports r on r.id = v.report_id
    where r.check_id = ${check.id} order by v.decision`);
  assert.deepEqual(
    reviews.map(({ decision }) => decision),
    ['approved', 'approved', 'changed', 'sent_back'],
  );
});

test('an approval that would say other than what was proposed is no approval, and is given on the page of the report', async () => {
  const check = await portal.placeCheck('live', { last_name: 'Otherbird' }, ['criminal_history:basic', 'credit']);
  const proposer = await person('Pat Otherbird', 'reviewer');
  const reviewer = await person('Rob Otherbird', 'reviewer');
  const certificate = { result: 'clear', properties: { level: 'basic' } } as const;
  const outcome = { ...clear, findings: { ...clear.findings, breakdown: { certificate } } };
  const [basic, credit] = check.reports;
  await screenReport(ctx, proposer, credit!.id, { move: 'await_approval', outcome: clear });
  await screenReport(ctx, proposer, basic!.id, { move: 'await_approval', outcome });
  // The page brings in how the identity was checked since.
  await confirmSeenIdentity(ctx, proposer, basic!.id, {
    has_originals: true,
    seen_how: 'in_person',
    documents: [
      { document: 'Passport', expires_on: '2040-01-01' },
      { document: 'DrivingLicencePhotocard', expires_on: '2040-01-01' },
      { document: 'BankStatement', issued_on: dateOf(ctx.now()), shows_address: true },
    ],
  });
  const by = await signedInVisitor(portal, reviewer.email);
  const page = `${pageOf(check)}/approvals`;
  const answer = await by.submit(page, page, { [`decision_${basic!.id}`]: 'approve' });
  assert.match(textOf(answer.body), /Something must be confirmed or changed before it is approved/);
  assert.match((await by.get(page)).body, new RegExp(`name="decision_${basic!.id}"`), 'its author is who proposed it');
});

test('what must still be confirmed of a proposed outcome is confirmed on its own page', async () => {
  const check = await place('Ownbird', ['identity', 'credit']);
  const proposer = await person('Paul Ownbird', 'reviewer');
  const reviewer = await person('Ria Ownbird', 'reviewer');
  for (const { id } of check.reports)
    await screenReport(ctx, proposer, id, { move: 'await_approval', outcome: { ...clear, result: 'consider' } });
  const by = await signedInVisitor(portal, reviewer.email);
  const page = `${pageOf(check)}/approvals`;
  const [first, second] = check.reports;
  const answer = await by.submit(page, page, { [`decision_${first!.id}`]: 'approve' });
  assert.match(textOf(answer.body), /Something must be confirmed or changed before it is approved/);
  // Who has typed another outcome decides it where they typed it.
  const report = `/desk/reports/${second!.id}`;
  await by.submit(report, report, { notes: 'Typed', verdict: 'consider', move: 'keep' });
  assert.match(textOf((await by.get(page)).body), /You have typed something else in its form/);
});
