// The figures of all clients: a time against the one before it, by client and type, the backlog, and who sees what of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { reopen } from '../../../src/features/cases/correction-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { readFigures } from '../../../src/features/lists/figure-actions.ts';
import { findOpenFigures, findOrderFigures } from '../../../src/features/lists/figure-queries.ts';
import { figureTimes } from '../../../src/features/lists/figure-rules.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, type IsoDate, mondayOf, workingDaysBetween } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { parsed } from '../../support/html.ts';
import { planOf, used } from '../../support/plans.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId, deskUserId } = portal;
const live = portal.caller('live');
const path = '/desk/figures?period=week';

const today = ukDateOf(ctx.now());
/** Of the last whole week, which the page shows, and of the one before it. */
const monday = addDays(mondayOf(today), -7);
const dayOf = (weekday: number, weeksBefore = 0): IsoDate => addDays(monday, weekday - 7 * weeksBefore);
const times = figureTimes('week', today, { from: '', to: '' });

const { id: hiddenId } = await createAccount(ctx, 'system', { name: 'Not To Be Seen Ltd' });
await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 5_050 }]);

interface Ordered {
  readonly environment?: 'live' | 'test';
  readonly placed: IsoDate;
  readonly due: IsoDate;
  readonly completed?: IsoDate;
  readonly result?: 'clear' | 'consider';
  /** Who gave the outcome, as an actor. */
  readonly by?: string;
}

/** A report that was ordered and requested on a day, at noon, and completed on another one. */
async function order({ environment = 'live', placed, due, completed, result = 'clear', by }: Ordered) {
  const check = await portal.placeCheck(environment, { email: `a${randomUUID()}@candidate.test` }, ['identity']);
  const id = check.reports[0]!.id;
  if (completed !== undefined)
    await moveReport(
      ctx,
      portal.caller(environment),
      { checkId: check.id, reportId: id },
      { move: 'complete', outcome: { result, subResult: null, findings: noFindings } },
    );
  const [from, to] = [`${placed}T12:00:00Z`, completed === undefined ? null : `${completed}T12:00:00Z`];
  await portal.superuser.run(sql`
    update checks set created_at = ${from}, completed_at = ${to}::timestamptz, first_completed_at = ${to}::timestamptz where id = ${check.id}`);
  await portal.superuser.run(sql`
    update reports set requested_at = ${from}, completed_at = ${to}::timestamptz, first_completed_at = ${to}::timestamptz, due_on = ${due}
    where id = ${id}`);
  if (by !== undefined)
    await portal.superuser.run(sql`
      insert into report_outcomes (account_id, environment, report_id, version, result, traffic_light, sealed_findings, author,
        ground, decided_at, mac)
      select account_id, environment, report_id, 99, result, traffic_light, sealed_findings, ${by}, ground, ${to}, mac
      from report_outcomes where report_id = ${id} order by version limit 1`);
  await portal.superuser.run(sql`update charges set created_at = ${from} where report_id = ${id}`);
  return { checkId: check.id, reportId: id, reportTypeId: check.reports[0]!.reportTypeId, status: 'complete' as const };
}

await order({ placed: dayOf(0), due: dayOf(2), completed: dayOf(2) });
const late = await order({ placed: dayOf(1), due: dayOf(3), completed: dayOf(4), result: 'consider' });
const open = await order({ placed: dayOf(1), due: dayOf(3) });
const earlier = await order({ placed: dayOf(0, 1), due: dayOf(2, 1), completed: dayOf(2, 1) });
await order({ environment: 'test', placed: dayOf(0), due: dayOf(2), completed: dayOf(2) });

async function personOf(
  role: 'account_manager' | 'team_leader' | 'auditor' | 'reviewer' | 'screener' | 'data_protection',
  seen = [accountId],
) {
  const email = `${role}-${seen.length}@desk.test`;
  await createDeskUser(ctx, 'system', { name: role, email, role, accounts: seen });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const director = { userId: deskUserId, accounts: [accountId], permissions: roles.desk.administrator };
const manager = await personOf('account_manager');

const textOf = (html: string) =>
  parsed(html.replaceAll(/<\/(td|dd|dt|p)>/g, ' </$1>')).textContent.replaceAll(/\s+/g, ' ');
const shown = async () => textOf((await manager.get(path)).body);

test('a week is told against the week before it: what was placed and completed, how long it took and how much was on time', async () => {
  const text = await shown();
  assert.match(text, /Orders placed 3 Orders placed \+2, from 1 /);
  assert.match(text, /Orders completed 2 Orders completed \+1, from 1 /);
  assert.match(text, /Reports completed 2 \+1, from 1 /);
  // One on its day, one late, and one that was open and past its day at the end of the week.
  assert.match(text, /Reports on time 33% 1 of 3 −67 points, from 100% /);
  const took = workingDaysBetween(dayOf(0), dayOf(2), bankHolidays.england_and_wales);
  assert.match(text, new RegExp(`Median working days ${took} `));
  assert.match(text, /Open now 1 .* Overdue now 1 Overdue now 100% of the open/);
  assert.match(text, /Orders clear 50% 1 clear, 1 to consider −50 points, from 100% /);
});

test('a report that is opened again stays completed on its day, and its order and its result in time; both are said beside it', async () => {
  const before = await readFigures(ctx, director, times);
  const caller = { ...live, actor: 'system' } as const;
  const check = await reopen(ctx, caller, earlier, { code: 'our_error', text: 'A name was wrong.' });
  assert.equal(check.status, 'in_progress');
  const now = await readFigures(ctx, director, times);
  assert.deepEqual(now.before.reports, { ...before.before.reports, reopened: 1 });
  assert.deepEqual([now.before.orders.completed, now.before.orders.reopened], [1, 1]);
  assert.match(await shown(), /Reports on time 33% 1 of 3 −67 points, from 100% /);
  await reopen(ctx, caller, late, { code: 'our_error', text: 'A name was wrong.' });
  assert.match(await shown(), /Reports completed 2 of them 1 reopened \+1, from 1 .* 33% 1 of 3/, 'and late it stays');
  const text = textOf((await manager.get(`/desk/accounts/${accountId}/turnaround?period=90`)).body);
  assert.match(text, /Completed: 3, of them 2 reopened .* On time: 50% \(2 of 4\)/, 'as on the page of the client');
  assert.match(text, /Ordered: \d .*of them \d reopened/);
});

test('the backlog says by area when open reports are due, and how long they take once enough were completed', async () => {
  const openOf = async () => (await findOpenFigures(ctx.db, director, ctx.now()))[0]!;
  const before = await openOf();
  const dueOn = (day: IsoDate) =>
    portal.superuser.run(sql`update reports set due_on = ${day}, due_on_is_set = true where id = ${open.reportId}`);
  await dueOn(today);
  assert.deepEqual(await openOf(), { ...before, overdue: before.overdue - 1, today: before.today + 1 });
  await dueOn(addDays(mondayOf(today), 7));
  assert.deepEqual(await openOf(), { ...before, overdue: before.overdue - 1, next_week: before.next_week + 1 });
  await portal.superuser.run(sql`update reports set waiting_for = 'candidate' where id = ${open.reportId}`);
  assert.equal((await openOf()).postponed, before.postponed + 1);
  assert.match(await shown(), /1 more waits for the candidate or the client, for whom the day moves on/);
  await portal.superuser.run(sql`update reports set waiting_for = null where id = ${open.reportId}`);
  assert.match(
    await shown(),
    /People completed fewer than 20 reports in the last 4 weeks: too few to say how long these take/,
  );

  // Within the last 28 days, and in neither of the weeks that the page shows.
  const completed = dayOf(0, 2);
  for (let count = 0; count < 20; count += 1)
    await order({ placed: dayOf(0, 3), due: dayOf(2, 3), completed, by: `user:${portal.deskUserId}` });
  assert.match(
    await shown(),
    /People completed 1(\.\d)? reports per working day in the last 4 weeks: at this pace these take \d+ working days?, and there (is|are) \d+ until then/,
  );
  const away = (until: IsoDate | null) =>
    portal.superuser.run(sql`
      update desk_users set away_from = ${until && monday}, away_until = ${until} where id = ${portal.deskUserId}`);
  await away(addDays(mondayOf(ukDateOf(ctx.now())), 8));
  assert.match(await shown(), /at this pace, less what those would do who are away, these take \d+ working days/);
  await away(addDays(ukDateOf(ctx.now()), 30));
  assert.match(await shown(), /Everybody who completed reports in the last 4 weeks is away until then/);
  await away(null);
  assert.match(
    await shown(),
    /Identity and documents Overdue: \d+ Due today: 0 .* Done a working day: 1(\.\d)? Working days needed: \d+/,
  );
});

test('money is shown to those who see charges and costs: an account manager, not an auditor', async () => {
  const supplier = await keepSupplier(ctx, 'system', courtResearcher);
  await portal.superuser.run(sql`
    insert into supplier_requests (account_id, environment, id, check_id, report_id, supplier_id, supplier_version, status,
      sealed_reference, cost_pence, sent_on, promised_on, expected_on, sent_by, sent_at)
    select ${accountId}, 'live', gen_random_uuid(), ${late.checkId}, ${late.reportId}, ${supplier}, v.version, 'sent', '', 1250,
      ${dayOf(1)}, now(), now(), 'system', now()
    from (select max(version) as version from supplier_versions where id = ${supplier}) v`);
  await portal.superuser.run(sql`
    insert into provider_costs (account_id, environment, id, report_id, provider, asked_on, cost_pence)
    values (${accountId}, 'live', gen_random_uuid(), ${late.reportId}, 'registry', ${dayOf(2)}, 350)`);
  const text = await shown();
  assert.match(text, /Revenue £152 \+£101, from £51 Cost £16 \+£16, from £0 Margin £136 89% of the revenue/);
  assert.match(text, /Acme Care Orders placed: 3 .* Revenue: £152 Cost: £16 Margin: £136/);
  assert.match(text, /Identity Ordered: 3 .* Revenue: £152 Cost: £16 Margin: £136/);
  const auditor = await personOf('auditor');
  const seen = textOf((await auditor.get(path)).body);
  assert.match(seen, /Orders placed 3 /);
  assert.doesNotMatch(seen, /Revenue|Margin/);
  const file = (await auditor.get('/desk/figures/file?period=week')).body;
  assert.doesNotMatch(file, /revenue|margin/);
  const leader = await personOf('team_leader');
  assert.match(textOf((await leader.get(path)).body), /Orders placed 3 /);
  assert.doesNotMatch(textOf((await leader.get(path)).body), /Revenue|Margin/);
  assert.match((await leader.get('/desk')).body, /Assign reports/);
  for (const role of ['reviewer', 'screener', 'data_protection'] as const) {
    const person = await personOf(role);
    assert.equal((await person.get(path)).status, 403, role);
    assert.equal((await person.get('/desk/figures/file')).status, 403, role);
  }
});

test('a client that is below the target that was agreed with it says so, and the file has the target', async () => {
  assert.doesNotMatch(await shown(), /Target \d/);
  await changeAccountSettings(ctx, 'system', accountId, { onTimeTargetPercent: 95 });
  assert.match(await shown(), /On time: \d+% ?Target 95%/);
  const { body: file } = await manager.get(path.replace('/figures', '/figures/file'));
  assert.match(file, /,on_time_target_percent\r\n/);
  assert.match(file, /"client","Acme Care",.*,"95"\r\n/);
  await changeAccountSettings(ctx, 'system', accountId, { onTimeTargetPercent: 1 });
  assert.doesNotMatch(await shown(), /Target \d/, 'which is reached');
});

test('the file has a row for all, each client, type, area and week, of the days that the page shows', async () => {
  const { body } = await manager.get(path);
  const href = /href="([^"]+)"[^>]*>\s*Download these figures/.exec(body)![1]!.replaceAll('&amp;', '&');
  const { headers, body: file } = await manager.get(href);
  assert.match(String(headers['content-disposition']), new RegExp(`figures-${dayOf(0)}-to-${dayOf(6)}\\.csv`));
  const lines = file.trim().split('\r\n');
  assert.match(lines[0]!, /of,name,from,until,ordered,orders_completed,.*,revenue_gbp,cost_gbp,margin_gbp,/);
  assert.ok(
    lines.some((line) => line.startsWith(`"all","All clients","${dayOf(0)}","${dayOf(6)}","3","2","1",`)),
    file,
  );
  assert.ok(lines.some((line) => line.startsWith(`"all, the time before","All clients","${dayOf(0, 1)}"`)));
  assert.ok(
    lines.some((line) => /^"client","Acme Care",.*,"151\.50","16\.00","135\.50","0","1"$/.test(line)),
    file,
  );
  assert.ok(lines.some((line) => line.startsWith('"report type","Identity"')));
  assert.ok(lines.some((line) => line.startsWith('"area","Identity and documents"')));
  assert.equal(lines.filter((line) => line.startsWith('"week",')).length, 12);
});

test('clients whom the reader does not see are neither counted nor named, and each client leads to its own lists', async () => {
  const rows = await findOrderFigures(ctx.db, director, times);
  assert.deepEqual([...new Set(rows.map(({ account_id }) => account_id))], [accountId]);
  const everybody = await findOrderFigures(ctx.db, { ...director, accounts: 'all' }, times);
  assert.ok(everybody.some(({ account_id }) => account_id === hiddenId));
  const { body } = await manager.get(path);
  assert.doesNotMatch(body, /Not To Be Seen/);
  const hrefs = [...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  assert.ok(hrefs.includes(`/desk/accounts/${accountId}/turnaround`));
  const placed = hrefs.find((href) => href.startsWith(`/desk/orders?account=${accountId}&ordered_from=`))!;
  assert.match((await manager.get(placed)).body, /3 orders/);
});

test('days that make no time are refused with the field and the rule', async () => {
  const ask = async (from: string, until: string) => {
    const { status, body } = await manager.get(`/desk/figures?period=days&from=${from}&until=${until}`);
    return [status, textOf(body)] as const;
  };
  for (const [from, until, message] of [
    ['', dayOf(0), /Enter the day from which the figures are/],
    [dayOf(0), '31.12.', /Enter the day until which the figures are/],
    [dayOf(3), dayOf(0), /The last day must not be before the first/],
    [addDays(today, 1), addDays(today, 2), /The first day must not be in the future/],
    [addDays(today, -800), today, /Choose at most 366 days/],
  ] as const) {
    const [status, text] = await ask(from, until);
    assert.equal(status, 422, String(message));
    assert.match(text, message);
  }
  const [status, text] = await ask(dayOf(0), dayOf(6));
  assert.equal(status, 200);
  assert.match(text, /Orders placed 3 Orders placed \+2, from 1 /);
});

test('orders are counted on their indexes by time, open reports on that of the queue', async () => {
  const orders = await planOf(ctx.db, (db) => findOrderFigures(db, director, times));
  assert.ok(
    used(orders).includes('checks_by_time') && used(orders).includes('checks_first_completed'),
    String(used(orders)),
  );
  const queued = await planOf(ctx.db, (db) => findOpenFigures(db, director, ctx.now()));
  assert.ok(used(queued).includes('reports_in_queue_by_group'), String(used(queued)));
});

test('at a desk and on a phone', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  for (const screen of ['desk', 'phone'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const query of ['?period=week', '?period=days&from=&until=&sort=late']) {
      await page.goto(`${portal.url}/desk/figures${query}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${screen} ${query}`);
      assert.equal(await scrollsSideways(page), false, `${screen} ${query}`);
    }
    await keepScreenshot(page, `figures-${screen}`);
    await page.context().close();
  }
});
