// The charges of clients at the desk: credits by hand, all accounts at once, and one subsidiary.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { creditPart, creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { priceCharges } from '../../../src/features/lists/charge-actions.ts';
import { findAccountTotals, findFirstChargedMonth } from '../../../src/features/lists/charge-queries.ts';
import { findAccountCosts } from '../../../src/features/lists/supplier-figure-queries.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { keepSupplier } from '../../../src/features/suppliers/supplier-actions.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { courtResearcher } from '../../features/suppliers/court-researcher.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { planOf, readWhole, used } from '../../support/plans.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const path = `/desk/accounts/${accountId}/charges`;
const live = portal.caller('live');

const named = 'Zebra Foods';
const { id: otherId } = await createAccount(ctx, 'system', { name: named, template: 'uk_standard' });
const { id: hiddenId } = await createAccount(ctx, 'system', { name: 'Not To Be Seen Ltd' });
for (const id of [accountId, otherId, hiddenId])
  await switchOnTypes(ctx, 'system', id, [
    { name: 'identity', pricePence: 500 },
    { name: 'right_to_work', pricePence: 900, feePence: 150 },
  ]);
await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 20 });

async function personOf(role: 'account_manager' | 'screener', name: string) {
  const email = `${name}@desk.test`;
  await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId, otherId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const manager = await personOf('account_manager', 'manager');

const poundsText = (pounds: number) => `${pounds < 0 ? '-' : ''}£${Math.abs(pounds).toFixed(2)}`;

const tokenIn = (html: string) => /name="form_token" value="([^"]+)"/.exec(html)![1]!;

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** The cells of a row of a page that begins with the text. */
const rowOf = (html: string, first: string) =>
  [...html.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)]
    .map(([, row]) => [...row!.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)])
    .map((cells) =>
      cells.map(([, cell]) => textOf(cell!.replace(/<span class="app-table__word">[^<]*<\/span>/g, '')).trim()),
    )
    .find(([cell]) => cell === first);

const linesOf = async ({ orderId }: { readonly orderId: number }) =>
  (await manager.get(`${path}/file`)).body
    .split('\r\n')
    .filter((line) => line.includes(`VF${orderId},`))
    .map((line) => /,"([^"]*)",(order|credit|part_credit),(.*?),"/.exec(line)!.slice(1).join(' '));

test('a report that was wrongly charged is credited once, with its fee and VAT and for a reason, and goes on', async () => {
  const check = await portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  const order = `VF${check.orderId}`;
  const page = `${path}/credit?order=${order}`;
  const [identity, rightToWork] = check.reports.map(({ id }) => id);
  assert.match((await manager.get(path)).body, /Credit a report/);
  assert.match((await manager.get(`${path}/credit?order=VF999999`)).body, /No order of Acme Care that was charged has/);
  const asked = (await manager.get(page)).body;
  assert.match(textOf(asked), /Identity: £5\.00 \+ £1\.00 VAT .*Right to work: £9\.00 \+ £1\.80 VAT \+ £1\.50 fee/);
  const form_token = tokenIn(asked);
  const send = (fields: Record<string, string>) => manager.post(`${path}/credit`, { order, form_token, ...fields });
  const nothing = await send({});
  assert.equal(nothing.status, 422);
  assert.match(nothing.body, /Choose the reports to credit[\s\S]*Choose why they are credited/);
  const unexplained = await send({ report: rightToWork! });
  assert.match(unexplained.body, new RegExp(`value="${rightToWork}" checked`));

  const done = await send({ report: rightToWork!, reason: 'ordered_twice' });
  assert.equal(String(done.headers.location), `${path}?done=credited`);
  assert.match((await manager.get(`${path}?done=credited`)).body, /The reports are credited/);
  assert.deepEqual(await linesOf(check), [
    'Identity order 5.00,0.00,20,1.00,6.00',
    'Right to work order 9.00,1.50,20,1.80,12.30',
    'Right to work credit -9.00,-1.50,20,-1.80,-12.30',
  ]);
  assert.match(textOf((await manager.get(page)).body), /Right to work: [^.]*\.[^.]*\.[^.]*\.50 fee\. Credited already/);
  const again = await send({ report: rightToWork!, reason: 'goodwill' });
  assert.equal(again.status, 422);
  assert.match(again.body, /A report has been credited already, or was not charged/);

  const [{ status } = { status: '' }] = await ctx.db.rows<{ status: string }>(sql`
    select status from reports where id = ${rightToWork!}`);
  assert.notEqual(status, 'withdrawn');
  const history = textOf((await manager.get(`/desk/reports/${rightToWork}?tab=history`)).body);
  assert.match(history, /Credited: it was ordered twice/);
  const client = await signedInVisitor(portal, clientEmail);
  assert.match(textOf((await client.get(`/portal/checks/${check.id}`)).body), /Right to work: credited/);
  assert.doesNotMatch(textOf((await client.get(`/portal/checks/${check.id}`)).body), /ordered twice/);

  // What is withdrawn afterwards is not credited twice.
  await closeCheck(ctx, live, check.id, 'withdraw');
  assert.equal((await linesOf(check)).filter((line) => line.startsWith('Right to work credit')).length, 1);
  assert.ok(identity);
});

test('a part of a price and a fee is credited for a reason, never more than is left, and the rest with the whole report', async () => {
  const check = await portal.placeCheck('live', {}, ['right_to_work']);
  const [report] = check.reports.map(({ id }) => id);
  const page = (await manager.get(`${path}/credit?order=VF${check.orderId}`)).body;
  assert.match(textOf(page), /Right to work: £9\.00 of the price and £1\.50 of the fee can be credited/);
  const sent = { order: `VF${check.orderId}`, form_token: tokenIn(page), part_reason: 'wrong_price' };
  const send = (fields: Record<string, string>) => manager.post(`${path}/credit/part`, { ...sent, ...fields });
  const wrong = await send({ part_price: '5,00' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /Choose the report.*The amount of the price must be in pounds/);
  assert.match(wrong.body, /name="part_price"[^>]*value="5,00"/);
  // Two people at once cannot credit more than was charged.
  const part = { checkId: check.id, applicantId: check.applicantId, reportId: report!, reason: 'wrong_price' } as const;
  const both = await Promise.allSettled(
    [1, 2].map(() => creditPart(ctx, live, { ...part, pricePence: 500, feePence: 50 })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const more = await send({ part_report: report!, part_price: '4.01' });
  assert.match(more.body, /The amount of the price is more than is left of what was charged/);
  assert.equal((await send({ part_report: report!, part_price: '1' })).status, 303);
  assert.deepEqual((await linesOf(check)).slice(1), [
    'Right to work part_credit -5.00,-0.50,20,-1.00,-6.50',
    'Right to work part_credit -1.00,0.00,20,-0.20,-1.20',
  ]);
  const history = textOf((await manager.get(`/desk/reports/${report}?tab=history`)).body);
  assert.match(history, /Credited £5\.50 in part: the price or the fee was wrong/);
  await creditReports(ctx, live, { ...part, reportIds: [report!] });
  assert.ok((await linesOf(check)).includes('Right to work credit -3.00,-1.00,20,-0.60,-4.60'));
});

test('the fee of a report that ends is credited unless its application is recorded, and the price stays', async () => {
  const place = () => portal.placeCheck('live', {}, ['identity', 'right_to_work']);
  const checks = [await place(), await place(), await place()];
  const screener = await personOf('screener', 'applier');
  const pageOf = (check: (typeof checks)[number]) => `/desk/reports/${check.reports[1]!.id}`;
  const record = (at: string, application: string) =>
    screener.submit(`${at}/application`, `${at}/application`, { application });
  assert.match(textOf((await screener.get(pageOf(checks[0]!))).body), /Fee not spent yet/);
  assert.match(textOf((await screener.get(`${pageOf(checks[0]!)}/close?move=withdraw`)).body), /fee .* is credited/);
  const [identity] = checks[0]!.reports;
  assert.doesNotMatch((await screener.get(`/desk/reports/${identity!.id}`)).body, /Fee not spent/);
  for (const check of checks.slice(1)) assert.equal((await record(pageOf(check), 'sent')).status, 303);
  assert.match(textOf((await screener.get(pageOf(checks[1]!))).body), /Application sent, fee paid on /);
  assert.doesNotMatch((await screener.get(`${pageOf(checks[1]!)}/close?move=withdraw`)).body, /is credited/);
  assert.equal((await record(pageOf(checks[2]!), 'not_sent')).status, 303);
  for (const check of checks) await closeCheck(ctx, live, check.id, 'withdraw');
  const credited = ['Right to work part_credit 0.00,-1.50,20,0.00,-1.50'];
  for (const [at, expected] of [credited, [], credited].entries())
    assert.deepEqual((await linesOf(checks[at]!)).slice(2), expected);
  assert.match(
    textOf((await screener.get(`${pageOf(checks[0]!)}?tab=history`)).body),
    /Credited in part: the fee was not spent/,
  );
});

test('a fee that is priced later is charged only if it was spent, also of a report that nobody could verify', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'adverse_media' }]);
  const place = () => portal.placeCheck('live', {}, ['adverse_media']);
  const [unable, withdrawn, sent] = [await place(), await place(), await place()];
  const supplier = await keepSupplier(ctx, 'system', { ...courtResearcher, name: 'Sample Media Searches' });
  await portal.superuser.run(sql`
    insert into supplier_requests (account_id, environment, id, check_id, report_id, supplier_id, supplier_version, status,
      sealed_reference, cost_pence, sent_on, promised_on, expected_on, sent_by, sent_at)
    select ${accountId}, 'live', gen_random_uuid(), ${sent.id}, ${sent.reports[0]!.id}, ${supplier}, max(version), 'sent', '',
      0, now(), now(), now(), 'system', now() from supplier_versions where id = ${supplier}`);
  await portal.superuser.run(sql`
    update reports set status = 'complete', result = 'unidentified' where check_id = ${unable.id}`);
  for (const check of [withdrawn, sent]) await closeCheck(ctx, live, check.id, 'withdraw');
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'adverse_media', pricePence: 700, feePence: 90 }]);
  assert.equal(await priceCharges(ctx, live, ukDateOf(ctx.now()).slice(0, 7)), 3);
  const feeOf = async (check: typeof sent) => (await linesOf(check))[0]!.split(' ').at(-1)!.split(',')[1];
  assert.deepEqual([await feeOf(unable), await feeOf(withdrawn), await feeOf(sent)], ['0.00', '0.00', '0.90']);
  await portal.superuser.run(sql`delete from supplier_requests where check_id = ${sent.id}`);
});

test('an order of another account is not credited, and a screener credits nothing', async () => {
  const other = await placeWaiting(ctx, { ...live, accountId: otherId }, { reports: ['identity'] });
  const order = `VF${other.check.orderId}`;
  const found = await manager.get(`${path}/credit?order=${order}`);
  assert.equal(found.status, 422);
  const form_token = tokenIn((await manager.get('/desk/accounts')).body);
  const [report] = other.check.reports.map(({ id }) => id);
  const sent = { order, report: report!, reason: 'goodwill', form_token };
  assert.equal((await manager.post(`${path}/credit`, sent)).status, 404);
  const screener = await personOf('screener', 'screener');
  assert.equal((await screener.get(`${path}/credit`)).status, 403);
  assert.equal((await screener.get('/desk/accounts/charges')).status, 403);
});

test('the charges of all accounts that somebody sees are one page and one file', async () => {
  await placeWaiting(ctx, { ...live, accountId: hiddenId }, { reports: ['identity'] });
  await placeWaiting(ctx, { ...live, accountId: otherId }, { reports: ['right_to_work'] });
  assert.match((await manager.get('/desk/accounts')).body, /href="\/desk\/accounts\/charges"/);
  const { body } = await manager.get('/desk/accounts/charges');
  assert.deepEqual(rowOf(body, named), [named, '2', '0', '£14.00', '£1.50', '£0.00', '£15.50']);
  const own = rowOf((await manager.get(path)).body, 'Total')!;
  assert.deepEqual(rowOf(body, 'Acme Care')!.slice(1), own.slice(1), 'as on the account’s own page');
  assert.doesNotMatch(body, /Not To Be Seen/);
  assert.match(body, new RegExp(`href="/desk/accounts/${otherId}/charges\\?month=20`));

  const file = (await manager.get('/desk/accounts/charges/file')).body.trim().split('\r\n');
  assert.match(
    file[0]!,
    /^account,account_id,date,order,.*,purchase_order,reference,subsidiary,package,invoice,billed_elsewhere,reason,order_withdrawn_because,approved_by$/,
  );
  assert.equal(file.filter((line) => line.startsWith(`"${named}",${otherId},`)).length, 2);
  assert.ok(file.some((line) => line.startsWith(`"Acme Care",${accountId},`)));
  assert.ok(!file.some((line) => line.includes(hiddenId)));
});

test('the charges of all accounts say what suppliers cost each in the month, and what the prices leave of it', async () => {
  const { check } = await placeWaiting(ctx, { ...live, accountId: otherId }, { reports: ['identity'] });
  const before = rowOf((await manager.get('/desk/accounts/charges')).body, named)!;
  assert.equal(before.length, 7, 'without columns of suppliers where none has a cost');
  const supplier = await keepSupplier(ctx, 'system', courtResearcher);
  await portal.superuser.run(sql`
    insert into supplier_requests (account_id, environment, id, check_id, report_id, supplier_id, supplier_version, status,
      sealed_reference, cost_pence, sent_on, promised_on, expected_on, sent_by, sent_at)
    select ${otherId}, 'live', gen_random_uuid(), ${check.id}, ${check.reports[0]!.id}, ${supplier}, v.version, 'sent', '', n,
      (now() at time zone 'Europe/London')::date - d, now(), now(), 'system', now()
    from (select max(version) as version from supplier_versions where id = ${supplier}) v,
      (values (1250, 0), (9900, 40)) s (n, d)`);
  const { body } = await manager.get('/desk/accounts/charges');
  const price = Number(before[3]!.slice(1));
  assert.deepEqual(rowOf(body, named)!.slice(7), ['£12.50', poundsText(price - 12.5)]);
  const acme = rowOf(body, 'Acme Care')!;
  assert.deepEqual(acme.slice(7), ['£0.00', acme[3]]);
  assert.equal(rowOf(body, 'Total')![7], '£12.50');
  const plan = await planOf(ctx.db, (db) =>
    findAccountCosts(db, { accounts: [otherId], permissions: roles.desk.account_manager, userId: otherId }, '2026-03'),
  );
  assert.deepEqual([used(plan).includes('supplier_requests_by_day'), readWhole(plan)], [true, []]);
});

test('the totals of all accounts are read from the charges of the month alone, and their first month from an index', async () => {
  const totals = await planOf(ctx.db, (db) => findAccountTotals(db, 'all', 'system', '2026-03'));
  assert.deepEqual([...new Set(totals.flatMap((node) => node['Relation Name'] ?? []))].sort(), ['accounts', 'charges']);
  for (const accounts of ['all', [accountId, otherId]] as const) {
    const first = await planOf(ctx.db, (db) => findFirstChargedMonth(db, accounts, 'system'));
    assert.deepEqual([used(first).includes('charges_by_time'), readWhole(first)], [true, []]);
  }
});

test('the charges, the statement and the file are of one subsidiary if it is chosen, for the client too', async () => {
  const { id: north } = await createSubsidiary(ctx, 'system', accountId, { name: 'Acme North' });
  const { check } = await placeWaiting(ctx, { ...live, ...scopeOf(north) } as typeof live, { reports: ['identity'] });
  const email = 'billing@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Billing', email, role: 'billing' });
  await createSignIn(ctx, 'system', { email, password });
  const billing = await signedInVisitor(portal, email);
  for (const [person, at] of [
    [manager, path],
    [billing, '/portal/charges'],
  ] as const) {
    const { body } = await person.get(`${at}?subsidiary=${north}`);
    assert.deepEqual(rowOf(body, 'Total')?.slice(1), ['1', '0', '£5.00', '£0.00', '£1.00', '£6.00'], at);
    const hrefOf = (name: string) => new RegExp(`href="([^"]*/${name}[^"]*)"`).exec(body)![1]!.replaceAll('&amp;', '&');
    const file = (await person.get(hrefOf('file'))).body.trim().split('\r\n');
    assert.equal(file.length, 2);
    assert.match(file[1]!, new RegExp(`,VF${check.orderId},.*,"Acme North",,,no,,,$`));
    assert.match((await person.get(hrefOf('statement'))).body, /of the orders of Acme North only/);
    assert.notDeepEqual(rowOf((await person.get(at)).body, 'Total'), rowOf(body, 'Total'));
  }
});

test('axe finds no problem in a credit and in the charges of all accounts, which fit a phone', async () => {
  const check = await portal.placeCheck('live', {}, ['identity']);
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const [name, at] of [
      ['credit', `${path}/credit?order=VF${check.orderId}`],
      ['all-charges', '/desk/accounts/charges'],
    ] as const) {
      await page.goto(`${portal.url}${at}`);
      await keepScreenshot(page, `${name}-${screen}`);
      assert.equal(await scrollsSideways(page), false, `${name} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${name} ${screen}`);
    }
  }
});
