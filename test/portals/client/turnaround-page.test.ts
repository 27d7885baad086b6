// The client's figures: orders by month with their results, and how long each report takes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { updateWork } from '../../../src/features/cases/work-store.ts';
import { readCheckAndKey } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  askRestriction,
  decideRestriction,
  listRestrictionsOf,
} from '../../../src/features/restrictions/restriction-actions.ts';
import { addMonths, formatMonth } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { parsed } from '../../support/html.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
const path = '/portal/turnaround';

/** Its months are always over, and within the longest time that the page shows. */
const year = ctx.now().getUTCFullYear() - 1;

/** Ordered on a day of March of last year, and complete some days later, where a result is given. */
async function order(
  day: number,
  reports: readonly string[],
  result?: 'clear' | 'consider',
  days = 0,
): Promise<string> {
  const check = await portal.placeCheck('live', {}, reports);
  if (result !== undefined) {
    const outcome = { result, subResult: null, findings: noFindings } as const;
    for (const { id } of check.reports)
      await moveReport(ctx, tenant, { checkId: check.id, reportId: id }, { move: 'complete', outcome });
  }
  const at = new Date(Date.UTC(year, 2, day, 12));
  await portal.superuser.run(sql`
    update checks set created_at = ${at}, completed_at = case when completed_at is null then null::timestamptz else ${at}::timestamptz + ${days} * interval '1 day' end
    where id = ${check.id}`);
  await portal.superuser.run(sql`
    update reports set requested_at = ${at}, first_completed_at = case when completed_at is null then null::timestamptz else ${at}::timestamptz + ${days} * interval '1 day' end
    where check_id = ${check.id}`);
  return check.id;
}

await order(2, ['identity'], 'clear', 1);
await order(3, ['identity'], 'clear', 3);
const considered = await order(4, ['identity', 'right_to_work'], 'consider', 5);
await order(31, ['identity']);
await closeCheck(ctx, tenant, await order(5, ['identity']), 'withdraw');
// In April in the United Kingdom, in March by UTC.
await portal.superuser.run(sql`
  update checks set created_at = ${`${year}-03-31T23:30:00Z`}::timestamptz
  where created_at = ${`${year}-03-31T12:00:00Z`}::timestamptz`);

const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
await portal.superuser.run(sql`update checks set subsidiary_id = ${north} where id = ${considered}`);
for (const [role, subsidiaryId] of [
  ['standard', north],
  ['requester', null],
] as const) {
  const email = `${role}@acme.test`;
  await createUser(ctx, 'system', accountId, { name: role, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
}

/** With a blank between cells. */
const textOf = (html: string) => parsed(html.replaceAll('</td>', ' </td>')).textContent.replaceAll(/\s+/g, ' ');
const shownTo = async (email: string, query = '?period=730') =>
  textOf((await (await signedInVisitor(portal, email)).get(`${path}${query}`)).body);

test('orders stand in the month of the United Kingdom, with their results and how long they took', async () => {
  const text = await shownTo(clientEmail);
  assert.match(
    text,
    new RegExp(
      `April ${year} Ordered: 1 Clear: 0 Consider: 0 Ended without a result: 0 Going on: 1 Median time to complete: None is complete`,
    ),
  );
  assert.match(
    text,
    new RegExp(
      `March ${year} Ordered: 4 Clear: 2 Consider: 1 Ended without a result: 1 Going on: 0 Median time to complete: 3 days`,
    ),
  );
});

test('a month leads to its checks in the list', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { body } = await client.get(`${path}?period=730`);
  const href = new RegExp(`href="([^"]+)">March ${year}<`).exec(body)![1]!;
  assert.equal(href, `/portal?month=${year}-03`);
  assert.equal((await client.get(href)).body.match(/href="\/portal\/checks\//g)?.length, 4);
});

test('each report has its turnaround', async () => {
  const text = await shownTo(clientEmail);
  assert.match(text, /Identity Completed: 3 Median: 3 days 90th percentile: 4\.6 days/);
  assert.match(text, /Right to work Completed: 1 Median: 5 days/);
});

/** As the account manager and the client see them. */
async function deskAndClient(query = '?period=730'): Promise<readonly string[]> {
  const desk = await signedInVisitor(portal, 'manager@desk.test');
  return [
    await shownTo(clientEmail, query),
    textOf((await desk.get(`/desk/accounts/${accountId}/turnaround${query}`)).body),
  ];
}

test('both the client and its account manager see how many reports were complete on the day due, by report type', async () => {
  await createDeskUser(ctx, 'system', {
    ...{ name: 'Manager', email: 'manager@desk.test', role: 'account_manager', accounts: [accountId] },
  });
  await createSignIn(ctx, 'system', { email: 'manager@desk.test', password });
  // Complete on 3, 6 and 9 March: one on its day, two late, of which one was opened again and has another day due since.
  await portal.superuser.run(sql`
    update reports set reopened_at = case when requested_at::date = ${`${year}-03-04`}::date then now() end,
      first_result_due_on = case when report_type_id <> 3 then requested_at::date + 2 end,
      due_on = case when report_type_id <> 3 then requested_at::date + case when requested_at::date = ${`${year}-03-02`}::date then 1 else 2 end end
    where first_completed_at is not null`);
  for (const text of await deskAndClient()) {
    assert.match(text, /Identity Completed: 3, of them 1 reopened .* On time: 33% \(1 of 3\)/);
    assert.match(text, /Right to work Completed: 1, of them 1 reopened .* On time: None was due/);
    assert.match(
      text,
      /33% \(1 of 3\) were complete on the day on which they were due, or before\. 2 were opened again since\./,
    );
    assert.match(text, new RegExp(`March ${year} Ordered: 4 Clear: 2 Consider: 1`));
  }
  const [client, desk] = await deskAndClient();
  const figures = (text: string) => text.slice(text.indexOf('How many orders came'), text.lastIndexOf('On time:') + 30);
  // The client alone chooses one of its subsidiaries.
  assert.equal(figures(desk!), figures(client!.replace('Subsidiary All North ', '')), 'the same');
  const other = await createAccount(ctx, 'system', { name: 'Other' });
  const manager = await signedInVisitor(portal, 'manager@desk.test');
  assert.equal((await manager.get(`/desk/accounts/${other.id}/turnaround`)).status, 404);
});

test('who may not know results sees how many orders ended', async () => {
  const text = await shownTo('requester@acme.test');
  assert.match(text, new RegExp(`March ${year} Ordered: 4 Ended: 4 Going on: 0`));
  assert.doesNotMatch(text, /Consider/);
});

test('a user of a subsidiary sees its orders only, and test data apart', async () => {
  const text = await shownTo('standard@acme.test');
  assert.match(text, new RegExp(`March ${year} Ordered: 1 Clear: 0 Consider: 1`));
  assert.match(text, /Identity Completed: 1, of them 1 reopened Median: 5 days/);
  assert.match(await shownTo(clientEmail, '?environment=test&period=730'), /Nothing was ordered in this time/);
});

test('the first month of the time shown counts all of its orders, as the list that it leads to does', async () => {
  const firstMonth = ukDateOf(new Date(ctx.now().getTime() - 90 * 86_400_000)).slice(0, 7);
  for (const time of ['00:30', '23:59']) {
    const { id } = await portal.placeCheck('test', { email: `a${time.slice(0, 2)}@candidate.test` }, ['identity']);
    const day = time === '00:30' ? '01' : '28';
    await portal.superuser.run(sql`
      update checks set created_at = (${`${firstMonth}-${day} ${time}`}::timestamp) at time zone 'Europe/London' where id = ${id}`);
  }
  assert.match(
    await shownTo(clientEmail, '?environment=test&period=90'),
    new RegExp(`${formatMonth(`${firstMonth}-01`)} Ordered: 2 `),
  );
});

test('at a desk and on a phone', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  for (const [who, at] of [
    [clientEmail, path],
    ['manager@desk.test', `/desk/accounts/${accountId}/turnaround`],
  ] as const) {
    const { cookies } = await signedInVisitor(portal, who);
    for (const screen of ['desk', 'phone'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${at}?period=730`);
      assert.deepEqual(await accessibilityProblems(page), []);
      assert.equal(await scrollsSideways(page), false);
      await keepScreenshot(page, `turnaround-${who.slice(0, 7)}-${screen}`);
      await page.context().close();
    }
  }
});

test('an open report past its day is late, also after somebody moved the day by hand', async () => {
  const { id: checkId, reports } = await portal.placeCheck('live', {}, ['sanctions:uk']);
  const id = reports[0]!.id;
  const shown = () => deskAndClient();
  for (const text of await shown()) assert.doesNotMatch(text, /open and past that day/);
  await portal.superuser.run(sql`update reports set due_on = ${`${year}-03-10`} where id = ${id}`);
  for (const text of await shown()) {
    assert.match(text, /Completed: 0 Median: None is complete .* On time: 0% \(0 of 1\)/);
    assert.match(text, /1 of them is open and past that day\./);
  }
  const caller = portal.caller('live');
  await updateWork(ctx.db, caller, id, { dueOn: `${year + 5}-03-10` });
  await updateWork(ctx.db, caller, id, { dueOn: `${year + 6}-03-10` });
  for (const text of await shown()) assert.match(text, /1 of them is open and past that day\./, 'moved by hand');
  await portal.superuser.run(sql`update reports set waiting_for = 'candidate' where id = ${id}`);
  for (const text of await shown()) assert.doesNotMatch(text, /open and past that day/, 'waits for the candidate');
  await portal.superuser.run(sql`update reports set waiting_for = null where id = ${id}`);
  for (const text of await shown()) assert.match(text, /open and past that day/);
  const tenant = { ...caller, actor: 'system' } as const;
  await askRestriction(ctx, tenant, checkId, { ground: 'accuracy', words: 'Not me.' });
  const { check, key } = await readCheckAndKey(ctx, tenant, checkId);
  const [asked] = await listRestrictionsOf(ctx, check, key);
  await decideRestriction(ctx, tenant, checkId, { id: asked!.id, isAccepted: true, answer: '' });
  for (const text of await shown()) assert.doesNotMatch(text, /open and past that day/, 'its person is restricted');
});

test('what was late stands with its reason on the page and in the file: open reports and those completed after their first day', async () => {
  const { reports } = await portal.placeCheck('live', {}, ['sanctions:uk']);
  const id = reports[0]!.id;
  await portal.superuser.run(sql`update reports set due_on = ${`${year}-03-11`} where id = ${id}`);
  await updateWork(ctx.db, portal.caller('live'), id, { dueOn: `${year + 5}-03-10`, reason: 'source' });
  const desk = await signedInVisitor(portal, 'manager@desk.test');
  const client = await signedInVisitor(portal, clientEmail);
  for (const [who, at, link] of [
    [desk, `/desk/accounts/${accountId}/turnaround`, `/desk/reports/${id}`],
    [client, path, `/portal/checks/`],
  ] as const) {
    const { body } = await who.get(`${at}?period=730`);
    assert.match(body, new RegExp(`<h2[^>]*>Late reports[\\s\\S]*href="${link}`));
    assert.match(
      textOf(body),
      new RegExp(`First due: 11 March ${year} Open Working days late: \\d+ Waits for the source`),
    );
    assert.match(
      textOf(body),
      new RegExp(`Identity First due: 5 March ${year} Completed: 6 March ${year} Working days late: 1`),
    );
    const href = /href="([^"]+)"[^>]*>Download late reports/.exec(body)![1]!.replaceAll('&amp;', '&');
    const lines = (await who.get(href)).body.split('\r\n');
    assert.match(lines[0]!, /order,report,first_due_on,completed_on,working_days_late,reason/);
    assert.ok(
      lines.some((line) => new RegExp(`"${year}-03-11",,"\\d+","Waits for the source"`).test(line)),
      lines.join(),
    );
    assert.ok(
      lines.some((line) => line.endsWith(`"${year}-03-05","${year}-03-06","1",""`)),
      lines.join(),
    );
  }
  const north = await signedInVisitor(portal, 'standard@acme.test');
  assert.doesNotMatch(
    (await north.get(`${path}/file?period=730`)).body,
    /Waits for the source/,
    'of its subsidiary alone',
  );
  assert.doesNotMatch((await client.get(`${path}/file?environment=test&period=730`)).body, /Waits for the source/);
});

/** It is over, and nothing else was ordered in it or in the month before. */
const monthOfReview = addMonths(`${ukDateOf(ctx.now()).slice(0, 7)}-01`, -2);

test('the review of a month counts it alone, beside the month before and the target, and says why reports were late', async () => {
  const desk = await signedInVisitor(portal, 'manager@desk.test');
  const client = await signedInVisitor(portal, clientEmail);
  const at = `/desk/accounts/${accountId}/turnaround`;
  const ids: string[] = [];
  for (const [day, due, days] of [
    ['03', 1, 1],
    ['04', 1, 4],
    ['05', 1, 6],
  ] as const) {
    const checkId = await order(2, ['identity'], 'clear', 1);
    const placed = new Date(`${monthOfReview.slice(0, 8)}${day}T12:00:00Z`);
    await portal.superuser.run(sql`update checks set created_at = ${placed} where id = ${checkId}`);
    const changed = await portal.superuser.rows<{ id: string }>(sql`
      update reports set requested_at = ${placed}, first_completed_at = ${placed}::timestamptz + ${days} * interval '1 day',
        due_on = ${placed}::date + ${due}::integer where check_id = ${checkId} returning id`);
    ids.push(changed[0]!.id);
  }
  await changeAccountSettings(ctx, 'system', accountId, { onTimeTargetPercent: 90 });
  const period = monthOfReview.slice(0, 7);
  const shown = async () => Promise.all([client.get(`${path}?period=${period}`), desk.get(`${at}?period=${period}`)]);
  for (const { body } of await shown()) {
    const text = textOf(body);
    assert.match(text, new RegExp(`Service review of ${formatMonth(monthOfReview)}`));
    assert.match(text, /Orders placed 3 0 the month before/);
    assert.match(text, /Reports completed 3 0 the month before/);
    assert.match(text, /Target 90%: not reached/);
    assert.match(text, /No reason is given Reports: 2/);
  }
  // As the account manager prepares it.
  const refused = await desk.submit(`${at}?period=${period}`, at, { reports: ids[1]!, reason: '' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /Choose why they were late/);
  assert.match(refused.body, new RegExp(`value="${ids[1]}" checked`), 'what was ticked stays ticked');
  const none = await desk.submit(`${at}?period=${period}`, at, { reason: 'source' });
  assert.match(textOf(none.body), /Tick the reports first/);
  const all = { which: 'all', reason: 'client' };
  assert.equal((await desk.submit(`${at}?period=${period}`, at, all)).status, 303, 'one press for all that have none');
  for (const { body } of await shown()) assert.match(textOf(body), /Waits for the client Reports: 2/);
  const rows = await ctx.db.rows<{ detail: unknown }>(sql`
    select detail from events where report_id = ${ids[1]!} and type = 'report.delay_reason_given'`);
  assert.deepEqual(rows, [{ detail: { reason: 'client' } }]);
});

test('what is open now is late by today in the review of every month', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const id = await order(2, ['identity']);
  const due = `${addMonths(monthOfReview, 1).slice(0, 8)}03`;
  await portal.superuser.run(sql`update reports set due_on = ${due} where check_id = ${id}`);
  const open = async (month: string) => {
    const text = textOf((await client.get(`${path}?period=${month.slice(0, 7)}`)).body);
    return /Open reports, as they are now.*?Late reports/.exec(text)![0];
  };
  assert.match(await open(monthOfReview), /The screening company/);
  assert.equal(await open(monthOfReview), await open(addMonths(monthOfReview, 2)));
});

test('whoever may only read an account gives no reasons', async () => {
  await createDeskUser(ctx, 'system', {
    name: 'Auditor',
    email: 'auditor@desk.test',
    role: 'auditor',
    accounts: [accountId],
  });
  await createSignIn(ctx, 'system', { email: 'auditor@desk.test', password });
  const { body } = await (await signedInVisitor(portal, 'auditor@desk.test')).get(
    `/desk/accounts/${accountId}/turnaround`,
  );
  assert.doesNotMatch(body, /Give selected this reason/);
});

test('a team leader reads the days of choice and last week of a client from the figures, and gives a reason', async () => {
  await createDeskUser(ctx, 'system', {
    name: 'Lea',
    email: 'lea@desk.test',
    role: 'team_leader',
    accounts: [accountId],
  });
  await createSignIn(ctx, 'system', { email: 'lea@desk.test', password });
  const lea = await signedInVisitor(portal, 'lea@desk.test');
  const at = `/desk/accounts/${accountId}/turnaround`;
  assert.match((await lea.get('/desk/figures')).body, new RegExp(`href="${at}"`));
  const days = `?period=days&from=${year}-03-02&until=${year}-03-04`;
  const page = await lea.get(at + days);
  const text = textOf(page.body);
  assert.match(text, new RegExp(`Service review of 2 March ${year} to 4 March ${year}`));
  assert.match(text, /Orders placed 4 0 in the time before/);
  assert.match(text, /Reports completed 1 0 in the time before/, 'one of them was complete by then');
  for (const [, href] of page.body.matchAll(/href="(\/desk\/[^"#]*)"/g))
    assert.notEqual((await lea.get(href!.replaceAll('&amp;', '&'))).status, 403, `${href} leads to a refusal`);
  assert.match(textOf((await lea.get(`${at}?period=week`)).body), /Service review of .* the week before/);
  const wrong = await lea.get(`${at}?period=days&from=${year}-03-04&until=${year}-03-02`);
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /The last day must not be before the first/);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match(textOf((await client.get(path + days)).body), /Orders placed 4 0 in the time before/);

  const checkId = await order(3, ['identity'], 'clear', 3);
  await portal.superuser.run(sql`
    update reports set due_on = first_completed_at::date - 1 where check_id = ${checkId}`);
  const [report] = await ctx.db.rows<{ id: string }>(sql`select id from reports where check_id = ${checkId}`);
  const until = `?period=days&from=${year}-03-02&until=${year}-03-10`;
  const given = await lea.submit(at + until, at, { reports: report!.id, reason: 'source' });
  assert.match(
    String(given.headers.location),
    new RegExp(`period=days&from=${year}-03-02&until=${year}-03-10&done=given`),
  );
  assert.match(textOf((await client.get(path + until)).body), /Waits for the source Reports: 1/);
});
