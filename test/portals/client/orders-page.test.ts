// The client's first page: the account's checks, newest first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { downloadUri } from '../../../src/features/checks/check-links.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { sendQuery } from '../../../src/features/queries/query-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { beginWait } from '../../../src/features/reports/wait-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
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
  // What this list shows of waiting is about others: the account records the comparison of the person elsewhere.
  await changeAccountSettings(ctx, 'system', portal.accountId, { asksComparison: false });
  const caller = portal.caller('live');
  const check = await portal.placeCheck('live', { last_name: 'Endedname' }, ['identity', 'right_to_work']);
  const client = await signedInVisitor(portal, clientEmail);
  // Equal looks become one event, or two where the second in which they are collected ends between them.
  const isLookedAt = async () => {
    await ctx.batches.write();
    const rows = await ctx.db.rows(sql`
      select from events where check_id = ${check.id} and type = 'check.results_read' and actor <> 'system'`);
    return rows.length > 0;
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
  assert.equal(await isLookedAt(), false);
  await complete(check.reports[1]!.id, 'clear');
  assert.match(rowOf((await client.get('/portal')).body), /Complete[\s\S]*govuk-tag--orange[\s\S]*Consider, amber/);
  assert.equal(await isLookedAt(), true);

  const unidentified = async () => (await client.get('/portal?result=unidentified')).body.includes('Endedname');
  assert.equal(await unidentified(), false);
  await portal.superuser.run(sql`update reports set result = 'unidentified' where id = ${check.reports[0]!.id}`);
  assert.equal(await unidentified(), true);
  assert.match(
    (await client.get(`/portal/checks/${check.id}`)).body,
    /Overall result[\s\S]{0,400}Consider, amber\s*<\/strong>\s*<span[^>]*>[^<:]+: Unidentified</,
  );
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
  await createUser(ctx, 'system', accountId, { name: 'North', email, role: 'standard', ...scopeOf(subsidiaryId) });
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
  const waiting = async () => {
    const card = /id="waiting"[\s\S]*?<\/section>/.exec((await client.get('/portal')).body)?.[0] ?? '';
    return card.split('<h3').flatMap((group) => {
      const title = />([^<:]+): \d/.exec(group)?.[1];
      return [...group.matchAll(/<span class="app-code">(VF\d+)<\/span> ([^<]+)<\/a>/g)].map(
        ([, order, text]) => `${order} ${text}, ${title}`,
      );
    });
  };
  const sameWaits = async (expected: readonly string[]) =>
    assert.deepEqual((await waiting()).toSorted(), expected.toSorted());
  const before = await waiting();
  const unseen = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  const { check: unreached } = await placeWaiting(ctx, caller);
  await sameWaits([...before, `VF${unseen.orderId} Alex Sample, Confirm identity`]);
  await ctx.db.run(sql`update emails set status = 'failed' where check_id = ${unreached.id}`);
  await sameWaits([
    ...before,
    `VF${unseen.orderId} Alex Sample, Confirm identity`,
    `VF${unreached.orderId} Alex Sample: The mail to the candidate did not arrive, Correct an email address`,
  ]);
  await closeCheck(ctx, caller, unseen.id, 'withdraw');
  await closeCheck(ctx, caller, unreached.id, 'cancel');
  await sameWaits(before);
});

test('the list finds everything that waits for the client, also beyond the three of a kind that stand above it', async () => {
  const { ctx, accountId } = portal;
  const caller = portal.caller('live');
  const client = await signedInVisitor(portal, clientEmail);
  const found = async (visitor = client) => hrefs((await visitor.get('/portal?waiting=yes')).body);
  const before = await found();
  const unseen: string[] = [];
  for (let count = 0; count < 6; count++)
    unseen.push((await portal.placeCheck('live', {}, ['criminal_history:basic'])).id);
  const unreached = (await placeWaiting(ctx, caller)).check.id;
  await ctx.db.run(sql`update emails set status = 'failed' where check_id = ${unreached}`);
  const asked = await portal.placeCheck('live', {}, ['identity']);
  const target = { checkId: asked.id, reportId: asked.reports[0]!.id };
  const question = {
    addressee: 'client',
    kind: 'missing_information',
    text: 'Which office?',
    dueOn: addDays(ukDateOf(ctx.now()), 9),
  } as const;
  await sendQuery(ctx, { ...caller, permissions: roles.desk.administrator }, target, question);
  const waiting = [...before, ...[...unseen, unreached, asked.id].map((id) => `/portal/checks/${id}`)];
  assert.deepEqual((await found()).toSorted(), waiting.toSorted());
  const { body } = await client.get('/portal');
  const list = /href="(\/portal\?waiting=identity)">Confirm identity: (\d+)</.exec(body)!;
  assert.equal(hrefs((await client.get(list[1]!)).body).length, Number(list[2]), 'each kind leads to its own list');
  assert.ok(unseen.length <= Number(list[2]));
  assert.match(body, new RegExp(`Waiting for you <span class="app-count">${waiting.length}<`));

  const email = 'verifier@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Vera', email, role: 'identity_verifier' });
  await createSignIn(ctx, 'system', { email, password });
  const verifier = await signedInVisitor(portal, email);
  assert.deepEqual(
    (await found(verifier)).toSorted(),
    unseen.map((id) => `/portal/checks/${id}`).toSorted(),
    'only what they can do something about',
  );
  for (const id of unseen) await closeCheck(ctx, caller, id, 'withdraw');
  const { body: nothing } = await verifier.get('/portal?waiting=yes');
  assert.match(nothing, /Nothing waits for you/);
  await closeCheck(ctx, caller, unreached, 'cancel');
  await closeCheck(ctx, caller, asked.id, 'cancel');
});

test('each row says until when the form is due, or for whom the check waits', async () => {
  const { ctx } = portal;
  const caller = portal.caller('live');
  const client = await signedInVisitor(portal, clientEmail);
  const rowOf = async (orderId: number) =>
    (await client.get('/portal')).body
      .split('<tr')
      .find((row) => row.includes('</td>') && row.includes(`VF${orderId}<`))!;
  const { check: awaited } = await placeWaiting(ctx, caller);
  assert.match(await rowOf(awaited.orderId), /Waiting for the candidate[\s\S]*form due \d+ \w+ 20\d\d/);
  const held = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  const [first, second] = held.reports;
  await beginWait(ctx, caller, { reportId: first!.id, waitingFor: 'candidate', causeId: ctx.newId() });
  await moveReport(ctx, caller, { checkId: held.id, reportId: first!.id }, { move: 'pause' });
  assert.match(await rowOf(held.orderId), /On hold[\s\S]*waiting for the candidate/);
  await beginWait(ctx, caller, { reportId: second!.id, waitingFor: 'client', causeId: ctx.newId() });
  assert.match(await rowOf(held.orderId), /waiting for you</);
  await closeCheck(ctx, caller, held.id, 'withdraw');
  assert.doesNotMatch(await rowOf(held.orderId), /waiting for/);
  const unseen = await portal.placeCheck('live', {}, ['criminal_history:basic']);
  assert.match(await rowOf(unseen.orderId), /In progress[\s\S]*waiting for you: identity</);
  const { body: file } = await client.get('/portal/file');
  assert.match(file, new RegExp(`VF${unseen.orderId},[^\r]*,"In progress",client,`));
  assert.match(file, new RegExp(`VF${awaited.orderId},[^\r]*,"Waiting for the candidate",candidate,`));
  await closeCheck(ctx, caller, unseen.id, 'withdraw');
});

test('the list is narrowed to the checks that were requested in a month', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const old = await portal.placeCheck('live', {}, ['identity']);
  // Half an hour after midnight on 1 July in the UK, where it is summer.
  await portal.superuser.run(sql`
    update checks set created_at = '2026-06-30T23:30:00Z' where account_id = ${portal.accountId} and id = ${old.id}`);
  assert.deepEqual(hrefs((await client.get('/portal?month=2026-07')).body), [`/portal/checks/${old.id}`]);
  assert.match((await client.get('/portal?month=2026-06')).body, /No check is found/);
  const later = (await client.get('/portal?month=2099-01')).body;
  assert.match(later, /value="2099-01"[^>]* selected/, 'a month of an old or a wrong address is shown as chosen');
  for (const strange of ['2026-13', 'x', '2026-07-01'])
    assert.ok(hrefs((await client.get(`/portal?month=${strange}`)).body).length > 1, strange);
});

test('the file has the checks of the filters with their dates, references, result and decision, and is recorded', async () => {
  const { ctx, accountId } = portal;
  const caller = portal.caller('test');
  const client = await signedInVisitor(portal, clientEmail);
  const facts = { first_name: 'Zoë', last_name: 'Filedname', email: 'zoe@filed.test' };
  const filed = await portal.placeCheck('test', facts, ['identity', 'right_to_work']);
  await portal.placeCheck('test', {}, ['identity']);
  await portal.superuser.run(sql`
    update checks c set ordered_by_user_id = u.id from users u
    where u.email = ${clientEmail} and c.account_id = ${accountId} and c.id = ${filed.id}`);
  const outcome = { result: 'consider', subResult: null, findings: noFindings } as const;
  for (const { id: reportId } of filed.reports)
    await moveReport(ctx, caller, { checkId: filed.id, reportId }, { move: 'complete', outcome });
  const page = `/portal/checks/${filed.id}/decision`;
  await client.submit(page, page, { decision: 'suitable', reason: 'It does not matter here.' });

  const list = (await client.get('/portal?environment=test&status=complete')).body;
  const exported = () =>
    ctx.db.rows(sql`select from security_events where account_id = ${accountId} and type = 'records.exported'`);
  const before = (await exported()).length;
  const href = /href="(\/portal\/file\?[^"]+)">Download these checks/.exec(list)![1]!.replaceAll('&amp;', '&');
  const file = await client.get(href);
  assert.match(String(file.headers['content-disposition']), /filename="checks-\d{4}-\d\d-\d\d\.csv"/);
  const [head, ...lines] = file.body.trimEnd().split('\r\n');
  // The first character makes Excel read the file as UTF-8.
  assert.equal(
    head,
    '\uFEFForder,first_name,last_name,email,job,purchase_order,reference,reports,ordered_by,status,waiting_for,requested_on,form_due_on,form_opened_on,last_reminded_on,form_submitted_on,due_on,completed_on,days_to_complete,result,decision,subsidiary,starts_on,has_started,urgent,earlier_number,overdue_since,working_days_overdue,overdue_because,new_day,mobile,looked_after_by,report_states,complete_by',
  );
  assert.equal(lines.length, 1);
  const day = String.raw`\d{4}-\d\d-\d\d`;
  assert.match(
    lines[0]!,
    new RegExp(
      `^VF${filed.orderId},"Zoë","Filedname","zoe@filed.test","Driver","","","Identity; Right to work","[A-Z][^"]+","Complete",,${day},,,,${day},,${day},0\\.0,"Consider, amber","Suitable","The whole account",,,no,"",,,"",,"","[A-Z][^"]+","Identity: Complete; Right to work: Complete",$`,
    ),
  );
  await ctx.batches.write();
  const looks = await ctx.db.rows<{ type: string }>(sql`
    select distinct type from events where account_id = ${accountId} and environment = 'test' and actor <> 'system'
      and (check_id = ${filed.id} and type = 'check.results_read'
        or type = 'account.checks_listed' and detail -> 'filter' ->> 'file' = 'true')`);
  assert.equal(looks.length, 2);
  assert.equal((await exported()).length, before + 1);
});

test('the file of who may not read results has none, and a finance clerk gets no file', async () => {
  const { ctx, accountId } = portal;
  const visitorAs = async (role: 'requester' | 'billing') => {
    const email = `${role}-filing@acme.test`;
    await createUser(ctx, 'system', accountId, { name: role, email, role });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const requester = await visitorAs('requester');
  const { body } = await requester.get('/portal/file?environment=test&result=consider');
  const [head, ...lines] = body.trimEnd().split('\r\n');
  assert.doesNotMatch(head!, /result|decision/);
  const all = hrefs((await requester.get('/portal?environment=test')).body);
  assert.equal(lines.length, all.length, 'a filter by result tells nothing');
  assert.doesNotMatch(body, /Consider|Suitable/);
  assert.equal((await (await visitorAs('billing')).get('/portal/file')).status, 403);
});
