// The list of all orders at the desk: its filters, its file, and the evidence bundles of the ticked orders in one ZIP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { screenReport } from '../../../src/features/cases/screening-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { makeEvidenceBundle } from '../../../src/features/results/evidence-bundle-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const path = '/desk/orders';

async function person(name: string, role: DeskRole, accounts: readonly string[] = [accountId]) {
  const email = `${name.toLowerCase()}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, accounts, permissions: roles.desk[role], visitor: await signedInVisitor(portal, email) };
}

const sally = await person('Sally', 'screener');
const rita = await person('Rita', 'reviewer');
const auditor = await person('Audrey', 'auditor');
const other = await makeAccount(ctx, 'Other Care');
const everywhere = await person('Otto', 'auditor', [accountId, other.accountId]);

const complete = async (check: Check, by: typeof sally, result: 'clear' | 'consider', trafficLight: 'Green' | 'Red') =>
  screenReport(ctx, by, check.reports[0]!.id, {
    move: 'complete',
    outcome: { result, subResult: null, trafficLight, findings: noFindings },
  });

const green = await portal.placeCheck('live', { first_name: 'Gina', last_name: 'Green' }, ['identity']);
await complete(green, sally, 'clear', 'Green');
const red = await portal.placeCheck('live', { first_name: 'Rhea', last_name: 'Red' }, ['credit']);
await complete(red, rita, 'consider', 'Red');
const open = await portal.placeCheck('live', { first_name: 'Olga', last_name: 'Open' }, ['identity', 'credit']);
const awaited = (await placeWaiting(ctx, portal.caller('live'))).check;
const tried = await portal.placeCheck('test', { last_name: 'Tried' }, ['identity']);
const theirs = (await placeWaiting(ctx, other.caller('live'))).check;

const idsIn = (body: string) => [...body.matchAll(/href="\/desk\/orders\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
const found = async (query: string, by = auditor.visitor) => idsIn((await by.get(`${path}?${query}`)).body);
const idsOf = (...checks: readonly Pick<Check, 'id'>[]) => checks.map(({ id }) => id);
const today = new Date(ctx.now()).toLocaleDateString('en-CA', { timeZone: 'Europe/London' });

test('everybody who reads reports finds all orders of their accounts, whatever their state, live and test apart', async () => {
  for (const { visitor } of [sally, auditor]) {
    assert.deepEqual(await found('', visitor), idsOf(awaited, open, red, green));
    assert.deepEqual(await found('environment=test', visitor), idsOf(tried));
  }
  assert.deepEqual((await found('', everywhere.visitor))[0], theirs.id, 'who reads both accounts');
  assert.deepEqual(await found(`account=${other.accountId}`), [], 'an account of others');
  assert.deepEqual(await found('sort=oldest'), idsOf(green, red, open, awaited));
  assert.match((await auditor.visitor.get('/desk')).body, /href="\/desk\/orders"[^>]*>\s*Orders/);
});

test('filters narrow the list together, each in the address', async () => {
  const typeOf = (check: Check) => check.reports[0]!.reportTypeId;
  for (const [query, expected] of [
    ['state=complete', [red, green]],
    ['state=awaiting_applicant', [awaited]],
    ['result=Red', [red]],
    ['result=Green', [green]],
    ['result=Amber', []],
    [`type=${typeOf(red)}`, [open, red]],
    [`type=${typeOf(red)}&state=complete`, [red]],
    [`by=${sally.userId}`, [green]],
    [`by=${rita.userId}&result=Red`, [red]],
    [`by=${rita.userId}&type=${typeOf(green)}`, []],
    [`ordered_from=${today}&ordered_to=${today}`, [awaited, open, red, green]],
    ['ordered_to=2020-01-01', []],
    [`completed_from=${today}`, [red, green]],
    ['completed_to=2020-01-01', []],
    ['state=nonsense&page=x', [awaited, open, red, green]],
  ] as const) {
    assert.deepEqual(await found(query), idsOf(...expected), query);
  }
  const { body } = await auditor.visitor.get(`${path}?result=Red`);
  assert.match(body, /1 order\b/);
  assert.match(body, /Rhea Red[\s\S]*Consider, red[\s\S]*Rita/);
});

test('newest first follows the day on which it was ordered, which the list shows', async () => {
  await ctx.db.run(sql`update checks set created_at = created_at - interval '30 days' where id = ${awaited.id}`);
  assert.deepEqual(await found(''), idsOf(open, red, green, awaited));
  assert.deepEqual(await found('sort=oldest'), idsOf(awaited, green, red, open));
  await ctx.db.run(sql`update checks set created_at = created_at + interval '30 days' where id = ${awaited.id}`);
});

test('an open order says by when it is due, in the page and in the file; a finished one does not', async () => {
  await ctx.db.run(sql`update reports set due_on = '2020-01-06' where check_id = ${open.id}`);
  const rowsOf = (body: string) => body.match(/<tr[\s\S]*?<\/tr>/g)!;
  const rowOf = (body: string, name: string) => rowsOf(body).find((row) => row.includes(name))!;
  const { body } = await auditor.visitor.get(path);
  assert.match(rowOf(body, 'Olga Open'), /app-queue__overdue">\d+ working days overdue</);
  for (const name of ['Rhea Red', 'Gina Green']) assert.doesNotMatch(rowOf(body, name), /due/);
  const file = (await everywhere.visitor.get(`${path}/file`)).body.split('\r\n');
  assert.match(file.find((line) => line.includes('Olga Open'))!, /,"2020-01-06",""$/);
  assert.match(file.find((line) => line.includes('Rhea Red'))!, /,,""$/);
});

test('a screener without the team’s figures filters by what they decided themselves', async () => {
  assert.match((await sally.visitor.get(path)).body, /<option value="[^"]+">You<\/option>/);
  assert.doesNotMatch((await sally.visitor.get(path)).body, /<option[^>]*>Rita</);
  assert.match((await auditor.visitor.get(path)).body, /<option[^>]*>Rita</);
});

test('pages lead on and back, with how many there are', async () => {
  const erased = await portal.placeCheck('live', { last_name: 'Erased' }, ['identity']);
  await portal.superuser.run(sql`
    update applicants set sealed_key = null, erased_at = now() where id = ${erased.applicantId}`);
  await ctx.db.run(sql`
    insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
    select c.account_id, c.environment, gen_random_uuid(), c.applicant_id, c.type, 'withdrawn', c.created_at, c.sealed_order
    from checks c cross join generate_series(1, 101) where c.id = ${erased.id}`);
  await ctx.db.run(sql`
    insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider, created_at)
    select c.account_id, c.environment, gen_random_uuid(), c.id, 0, r.report_type_id, r.name, 'withdrawn', r.provider, r.created_at
    from checks c cross join reports r where c.status = 'withdrawn' and r.id = ${green.reports[0]!.id}`);
  const first = (await auditor.visitor.get(`${path}?state=withdrawn`)).body.replaceAll('&amp;', '&');
  assert.equal(idsIn(first).length, 50);
  assert.match(first, /101 orders, page 1 of 3/);
  const [, next] = /href="(\/desk\/orders\?[^"]*page=2[^"]*)" rel="next"/.exec(first)!;
  const second = (await auditor.visitor.get(next!)).body.replaceAll('&amp;', '&');
  const [, previous] = /href="(\/desk\/orders\?[^"]*)" rel="prev"/.exec(second)!;
  assert.deepEqual(idsIn((await auditor.visitor.get(previous!)).body), idsIn(first));
  const { headers } = await auditor.visitor.get(`${path}/bundles/file?which=all&state=withdrawn`);
  assert.equal(headers.location, '/desk/orders?state=withdrawn&notice=many');
  assert.match((await auditor.visitor.get(String(headers.location))).body, /These are more than 100 orders/);
});

test('the file has what the list finds, and each look at a list or a result is recorded', async () => {
  const { status, headers, body } = await auditor.visitor.get(`${path}/file?state=complete`);
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...lines] = body.trim().split('\r\n');
  assert.equal(
    head!.replace('\uFEFF', ''),
    'order,account,candidate,reports,state,result,outcome_by,ordered_on,form_submitted_on,completed_on,due_on,earlier_number',
  );
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /^"VF\d+","[^"]+","Rhea Red","[^"]+","Complete","Consider, red","Rita","\d{4}-/);
  await ctx.batches.write();
  const looks = await ctx.db.rows<{ filter: { list: string; status: string }; ids: string[] }>(sql`
    select detail -> 'filter' as filter, detail -> 'ids' as ids from events
    where type = 'account.checks_listed' and actor = ${`user:${auditor.userId}`}
      and detail -> 'filter' ->> 'file' = 'true'`);
  assert.deepEqual(
    looks.map(({ filter, ids }) => [filter.list, filter.status, ids]),
    [['orders', 'complete', idsOf(red, green)]],
  );
  const [read] = await ctx.db.rows<{ count: number }>(sql`
    select count(*)::int as count from events
    where type = 'check.results_read' and check_id = ${red.id} and actor = ${`user:${auditor.userId}`}`);
  assert.ok(read!.count > 0, 'a result that is shown is read');
});

test('the evidence bundles of the ticked orders come in one ZIP with an index, each recorded', async () => {
  for (const { id } of [green, red]) await makeEvidenceBundle(ctx, portal.caller('live'), id);
  const { status, headers, body } = await auditor.visitor.get(
    `${path}/bundles/file?${[green, red, awaited, theirs].map(({ id }) => `orders=${id}`).join('&')}`,
  );
  assert.equal(status, 200);
  assert.match(String(headers['content-disposition']), /^attachment; filename="evidence-\d{4}-\d\d-\d\d\.zip"$/);
  for (const { orderId } of [green, red]) assert.ok(body.includes(`VF${orderId}-evidence.zip`), `VF${orderId}`);
  assert.match(body, new RegExp(`"VF${awaited.orderId}",[^\r]+"No results to download"`));
  assert.doesNotMatch(body, new RegExp(`VF${theirs.orderId}\\b`), 'an order of an account of others');
  for (const { id } of [green, red]) {
    const looks = await ctx.db.rows(sql`
      select 1 from events where check_id = ${id} and detail ->> 'as' = 'bundle' and actor = ${`user:${auditor.userId}`}`);
    assert.equal(looks.length, 1);
  }
  const nothing = await auditor.visitor.get(`${path}/bundles/file`);
  assert.equal(nothing.headers.location, '/desk/orders?notice=unselected');
});

test('many complete reports are reopened with one reason, after a page that says what will happen, and the clients are written to', async () => {
  const leader = await person('Lena', 'team_leader');
  const done = [];
  for (const last_name of ['One', 'Two', 'Three']) {
    const check = await portal.placeCheck('live', { first_name: 'Wrong', last_name }, ['identity']);
    await complete(check, sally, 'clear', 'Green');
    done.push(check);
  }
  const query = `by=${sally.userId}&${done.map(({ id }) => `orders=${id}`).join('&')}&orders=${red.id}`;
  const page = `${path}/reopen?${query}`;
  const { body } = await leader.visitor.get(page);
  assert.match(body, /Reopen 3 reports\?/);
  assert.match(body, /3 orders of 1 client are open again/);
  assert.doesNotMatch(body, /Rhea Red/, 'whose outcome somebody else gave');
  const [, shown] = /name="shown" value="([^"]*)"/.exec(body)!;
  const send = (form: Record<string, string>) => leader.visitor.submit(page, `${path}/reopen?by=${sally.userId}`, form);
  const refused = await send({ shown: shown!, reason: '', text: '', comment: 'We look at these again.' });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Select a reason/);
  assert.match(refused.body, /We look at these again\./, 'what was typed stays');
  const given = { shown: shown!, reason: 'our_error', text: 'The register was read wrongly.' };
  const answer = await send({ ...given, comment: 'We look at these again.' });
  assert.match(answer.body, /3 reports are open again/);
  assert.match(answer.body, /Your words stand on 3 orders/);
  for (const { id } of done) {
    const [row] = await ctx.db.rows<{ status: string; comments: number }>(sql`
      select r.status, (select count(*)::int from check_comments m where m.check_id = r.check_id) as comments
      from reports r where r.check_id = ${id}`);
    assert.deepEqual(row, { status: 'awaiting_data', comments: 1 });
  }
  const again = await leader.visitor.submit(`${path}/reopen?orders=${green.id}`, `${path}/reopen`, given);
  assert.match(again.body, /3 reports were left out/, 'they are not complete any more');
  assert.equal(
    (await leader.visitor.get(`${path}/reopen?orders=${open.id}`)).headers.location,
    `${path}?notice=none_complete`,
  );
  assert.equal((await sally.visitor.get(page)).status, 403);
});

test('nobody reopens a part of a list that has too many orders, as if it were all of it', async () => {
  const leader = await person('Lars', 'team_leader');
  await ctx.db.run(sql`
    insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
    select c.account_id, c.environment, gen_random_uuid(), c.applicant_id, c.type, 'withdrawn',
      c.created_at - interval '1 day', c.sealed_order
    from checks c cross join generate_series(1, 201) where c.id = ${red.id}`);
  const { headers } = await leader.visitor.get(`${path}/reopen?which=all`);
  assert.equal(headers.location, `${path}?notice=many_reopened`);
  assert.match((await leader.visitor.get(headers.location)).body, /These are more than 200 orders or reports/);
});
