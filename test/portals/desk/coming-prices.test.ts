// Prices and fees that apply from a day on: what an order is charged at, and where the desk agrees them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reportTypes } from '../../../src/cli/subjects/report-types.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { beginStandard, readStandard } from '../../../src/features/accounts/house-standard-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { priceCharges } from '../../../src/features/lists/charge-actions.ts';
import { findPriceable } from '../../../src/features/lists/charge-store.ts';
import { raisedPence, raiseText, typedRaise } from '../../../src/features/lists/price-change-rules.ts';
import { typedDay } from '../../../src/features/report-types/agreement-text-rules.ts';
import {
  type Agreement,
  listAvailableTypes,
  switchOffTypes,
  switchOnTypes,
} from '../../../src/features/report-types/availability-actions.ts';
import reportTypeIds from '../../../src/features/report-types/report-type-ids.json' with { type: 'json' };
import {
  typedVolume,
  volumeForecast,
  volumeProblem,
  volumeText,
  volumeWords,
} from '../../../src/features/report-types/volume-price-rules.ts';
import { addDays, formatLongDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import {
  accessibilityProblems,
  keepScreenshot,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const path = `/desk/accounts/${accountId}/report-types`;
const identity = reportTypeIds.identity;
const today = ukDateOf(ctx.now());
const tomorrow = addDays(today, 1);

const { id: otherId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });
const { id: clockId } = await createAccount(ctx, 'system', { name: 'Clock Care' });
const { id: unpricedId } = await createAccount(ctx, 'system', { name: 'Unpriced Care' });
const email = 'manager@desk.test';
const accounts = [accountId, otherId, unpricedId];
await createDeskUser(ctx, 'system', { name: 'Ada', email, role: 'account_manager', accounts });
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const at = (instant: string) => ({ ...ctx, now: () => new Date(instant) });

const agree = (terms: Omit<Agreement, 'name'>, account = accountId) =>
  switchOnTypes(ctx, 'system', account, [{ name: 'identity', ...terms }]);

async function agreed(account = accountId, when = ctx) {
  const found = (await listAvailableTypes(when, account)).find(({ type }) => type.id === identity);
  assert.ok(found);
  const { pricePence, feePence, nextPricePence, nextFeePence, nextFrom } = found;
  return { pricePence, feePence, nextPricePence, nextFeePence, nextFrom };
}

let people = 0;
/** What an order at that moment is charged at. */
async function charged(when: typeof ctx, account = clockId) {
  people += 1;
  const caller = { ...portal.caller('live'), accountId: account };
  const facts = { email: `person${people}@candidate.test` };
  const { check } = await placeWaiting(when, caller, { reports: ['identity'], facts });
  return ctx.db.row<{ amount_pence: number | null; fee_pence: number }>(
    sql`select amount_pence, fee_pence from charges where report_id = ${check.reports[0]!.id}`,
  );
}

test('what is ordered from the day on, in UK time, is charged at the new price and fee, without anybody doing anything', async () => {
  await agree({ pricePence: 2850, feePence: 500, nextPricePence: 3200, nextFrom: '2027-07-01' }, clockId);
  // Summer time: the day begins at 23:00 in UTC.
  assert.deepEqual(await charged(at('2027-06-30T22:59:00Z')), { amount_pence: 2850, fee_pence: 500 });
  assert.deepEqual(await charged(at('2027-06-30T23:00:00Z')), { amount_pence: 3200, fee_pence: 500 });
  const amounts = await ctx.db.rows<{ amount_pence: number }>(
    sql`select amount_pence from charges where account_id = ${clockId} order by created_at`,
  );
  assert.deepEqual(
    amounts.map(({ amount_pence }) => amount_pence),
    [2850, 3200],
    'the price that an order was placed at never changes',
  );
  const coming = { nextPricePence: 3200, nextFeePence: null, nextFrom: '2027-07-01' };
  assert.deepEqual(await agreed(clockId, at('2027-06-30T22:59:00Z')), { pricePence: 2850, feePence: 500, ...coming });
  const nothing = { nextPricePence: null, nextFeePence: null, nextFrom: null };
  assert.deepEqual(await agreed(clockId, at('2027-06-30T23:00:00Z')), { pricePence: 3200, feePence: 500, ...nothing });
});

test('a price whose day has passed is the price: it stays when another term is changed, and a new one may follow it', async () => {
  const august = at('2027-08-01T12:00:00Z');
  await switchOnTypes(august, 'system', clockId, [{ name: 'identity', workingDays: 3 }]);
  assert.deepEqual(await charged(august), { amount_pence: 3200, fee_pence: 500 });
  await switchOnTypes(august, 'system', clockId, [{ name: 'identity', nextFeePence: 0, nextFrom: '2027-09-01' }]);
  assert.deepEqual(await charged(at('2027-08-31T22:59:00Z')), { amount_pence: 3200, fee_pence: 500 });
  assert.deepEqual(await charged(at('2027-08-31T23:00:00Z')), { amount_pence: 3200, fee_pence: 0 });
});

const laterPrices = (account: string) =>
  ctx.db.rows<{ amount_pence: number; fee_pence: number }>(
    sql`select amount_pence, fee_pence from charges where account_id = ${account} and kind = 'price' order by amount_pence`,
  );
const unpriced = { amount_pence: null, fee_pence: 0 };

test('a report without a price is charged afterwards at the price of the day of its order, whenever that is done', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Later Care' });
  await agree({}, id);
  for (const ordered of ['2027-06-30T22:59:00Z', '2027-06-30T23:00:00Z'])
    assert.deepEqual(await charged(at(ordered), id), unpriced);
  const coming = { nextPricePence: 3200, nextFeePence: 0, nextFrom: '2027-07-01' } as const;
  await agree({ pricePence: 2850, feePence: 500, ...coming }, id);
  const august = at('2027-08-01T12:00:00Z');
  const caller = { ...portal.caller('live'), accountId: id };
  for (const month of ['2027-06', '2027-07']) assert.equal(await priceCharges(august, caller, month), 1);
  assert.deepEqual(await laterPrices(id), [
    { amount_pence: 2850, fee_pence: 500 },
    { amount_pence: 3200, fee_pence: 0 },
  ]);
});

test('an order of before a price came is priced at the price of its day, also if the terms were changed since', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Late Pricing Care' });
  await agree({}, id);
  assert.deepEqual(await charged(at('2027-06-30T12:00:00Z'), id), unpriced);
  const on = (instant: string, terms: Omit<Agreement, 'name'>) =>
    switchOnTypes(at(instant), 'system', id, [{ name: 'identity', ...terms }]);
  await on('2027-06-30T13:00:00Z', { pricePence: 2850, feePence: 500, nextPricePence: 3200, nextFrom: '2027-07-01' });
  await on('2027-07-10T12:00:00Z', { workingDays: 3 });
  assert.deepEqual((await agreed(id, at('2027-07-10T12:00:00Z'))).pricePence, 3200);
  const caller = { ...portal.caller('live'), accountId: id };
  assert.equal(await priceCharges(at('2027-08-01T12:00:00Z'), caller, '2027-06'), 1);
  assert.deepEqual(await laterPrices(id), [{ amount_pence: 2850, fee_pence: 500 }]);
});

test('after two steps of a price, an order of before both is said to cost what applied later, not the price of its day', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Stepped Pricing Care' });
  await agree({}, id);
  assert.deepEqual(await charged(at('2027-08-15T12:00:00Z'), id), unpriced);
  const on = (instant: string, terms: Omit<Agreement, 'name'>) =>
    switchOnTypes(at(instant), 'system', id, [{ name: 'identity', ...terms }]);
  const caller = { ...portal.caller('live'), accountId: id, subsidiaryIds: null };
  const said = async () =>
    (await findPriceable(ctx.db, caller, '2027-08', at('2027-10-06T12:00:00Z').now())).map((one) => [
      one.price_pence,
      one.later_from,
    ]);
  await on('2027-08-20T12:00:00Z', { pricePence: 1000, nextPricePence: 1200, nextFrom: '2027-09-01' });
  await on('2027-09-05T12:00:00Z', { nextPricePence: 1400, nextFrom: '2027-10-01' });
  assert.deepEqual(await said(), [[1000, null]]);
  await on('2027-10-05T12:00:00Z', { workingDays: 3 });
  assert.deepEqual(await said(), [[1200, '2027-09-01']]);
});

test('where only a price from a later day on is agreed, a report is charged at it from that day on, as the page says', async () => {
  await agree({}, unpricedId);
  const ordered = addDays(today, -1);
  assert.deepEqual(await charged(at(`${ordered}T12:00:00Z`), unpricedId), unpriced);
  const page = `/desk/accounts/${unpricedId}/charges?month=${ordered.slice(0, 7)}`;
  const price = `/desk/accounts/${unpricedId}/charges/price?month=${ordered.slice(0, 7)}`;
  await agree({ nextPricePence: 3200, nextFeePence: 100, nextFrom: tomorrow }, unpricedId);
  assert.doesNotMatch((await manager.get(page)).body, /Charge these/);
  await manager.submit(page, price, {});
  assert.deepEqual(await laterPrices(unpricedId), []);
  await agree({ nextPricePence: 3200, nextFeePence: 100, nextFrom: today }, unpricedId);
  const said = `Identity: 1 report at £32\\.00 \\+ £1\\.00 fee, the price from ${formatLongDate(today)} on: none is known for the day of the order`;
  assert.match(textOf((await manager.get(page)).body), new RegExp(said));
  await manager.submit(page, price, {});
  assert.deepEqual(await laterPrices(unpricedId), [{ amount_pence: 3200, fee_pence: 100 }]);
});

test('a day needs a price or a fee, they need a day, and it must be one of the calendar', async () => {
  for (const [terms, message] of [
    [{ nextPricePence: 3200 }, 'must be given with a price, a fee or volume prices to come'],
    [{ nextFrom: '2027-07-01' }, 'must be empty without a price, a fee or volume prices to come'],
    [{ nextPricePence: 3200, nextFrom: '2027-02-30' }, 'must be a day such as 2027-01-31'],
  ] as const)
    await assert.rejects(async () => agree(terms), { fields: { 'reports[0].nextFrom': [message] } });
  assert.deepEqual(['', '1/7/2027', '2027-07-01', 'soon'].map(typedDay), [
    undefined,
    '2027-07-01',
    '2027-07-01',
    'soon',
  ]);
});

test('the desk agrees a price from a day on for all that are found, shows it, keeps it when a row is saved, and takes it away', async () => {
  await agree({ pricePence: 2850 });
  const page = `${path}?status=on`;
  const found = `${path}/found?status=on`;
  const wrong = await manager.submit(page, found, { change: 'on', next_price: '32' });
  assert.equal(wrong.status, 422);
  assert.match(
    textOf(wrong.body),
    /The day from which they apply must be given with a price, a fee or volume prices to come/,
  );
  const fields = { change: 'on', next_price: '32.00', next_fee: '5', next_from: tomorrow };
  assert.equal((await manager.submit(page, found, fields)).status, 303);
  const coming = { nextPricePence: 3200, nextFeePence: 500, nextFrom: tomorrow };
  assert.deepEqual(await agreed(), { pricePence: 2850, feePence: null, ...coming });
  const shown = (await manager.get(page)).body;
  assert.match(textOf(shown), new RegExp(`from ${formatLongDate(tomorrow)}: £32\\.00 \\+ £5\\.00 fee`));
  const form_token = /name="form_token" value="([^"]+)"/.exec(shown)![1]!;
  const row = { form_token, types: `${identity}`, were_on: `${identity}`, on: `${identity}` };
  await manager.post(path, { ...row, [`price_${identity}`]: '29.00' });
  assert.deepEqual(await agreed(), { pricePence: 2900, feePence: null, ...coming });
  const both = await manager.submit(page, found, { ...fields, clear: 'next_from' });
  assert.match(textOf(both.body), /The day from which they apply is both typed and taken away/);
  await manager.submit(page, found, { change: 'on', clear: 'next_from' });
  const nothing = { nextPricePence: null, nextFeePence: null, nextFrom: null };
  assert.deepEqual(await agreed(), { pricePence: 2900, feePence: null, ...nothing });
  assert.doesNotMatch((await manager.get(page)).body, /from \d+ \w+ 20\d\d: £/);
});

test('the page of a report type agrees its price from a day on, and takes it away', async () => {
  await agree({ pricePence: 2850, feePence: 500 });
  const page = `${path}/${identity}`;
  assert.match((await manager.get(`${path}?status=on`)).body, new RegExp(`href="${page}">Identity<`));
  for (const next_from of [today, '0027-01-01']) {
    const past = await manager.submit(page, page, { next_price: '32.00', next_from });
    assert.deepEqual([past.status, /Enter a day from tomorrow on/.test(past.body)], [422, true]);
  }
  const wrong = await manager.submit(page, page, { next_price: '32,00', next_from: tomorrow });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /The price to come must be in pounds, such as 28\.50/);
  assert.match(wrong.body, /value="32,00"/);
  assert.equal((await manager.submit(page, page, { next_price: '32.00', next_from: tomorrow })).status, 303);
  const shown = textOf((await manager.get(page)).body);
  assert.match(shown, new RegExp(`£28\\.50 \\+ £5\\.00 fee To come from ${formatLongDate(tomorrow)}: £32\\.00 `));
  // Another day would take the place of that step: it is asked, and saved when it is sent again.
  const later = addDays(tomorrow, 31);
  const second = { next_price: '34.00', next_from: later };
  const asked = await manager.submit(page, page, second);
  assert.equal(asked.status, 422);
  assert.match(
    textOf(asked.body),
    new RegExp(`takes the place of what is agreed from ${formatLongDate(tomorrow)}: £32\\.00`),
  );
  assert.equal((await agreed()).nextPricePence, 3200);
  const meant = `3400 ${later}`;
  assert.match(asked.body, new RegExp(`name="meant" value="${meant}"`));
  assert.equal((await manager.submit(page, page, { ...second, meant })).status, 303);
  assert.deepEqual([(await agreed()).nextPricePence, (await agreed()).nextFrom], [3400, later]);
  await manager.submit(page, page, { next_from: '', next_price: '', next_fee: '' });
  const nothing = { nextPricePence: null, nextFeePence: null, nextFrom: null };
  assert.deepEqual(await agreed(), { pricePence: 2850, feePence: 500, ...nothing }, 'the other terms stay');
  assert.equal((await manager.get(`${path}/999999`)).status, 404);
  const off = `/desk/accounts/${otherId}/report-types/${identity}`;
  await switchOffTypes(ctx, 'system', otherId, [{ name: 'identity' }]);
  assert.equal((await manager.get(off)).status, 404, 'what is switched off has no price to come');
});

test('the page of a report type agrees its price and fee of today, and what is to come stays', async () => {
  await agree({ pricePence: 700, nextPricePence: 900, nextFrom: tomorrow });
  const page = `${path}/${identity}`;
  const wrong = await manager.submit(page, `${page}/today`, { price: 'eight', fee: '' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /name="price"[^>]*value="eight"/);
  assert.equal((await manager.submit(page, `${page}/today`, { price: '8.00', fee: '1.50' })).status, 303);
  const coming = { nextPricePence: 900, nextFeePence: null, nextFrom: tomorrow };
  assert.deepEqual(await agreed(), { pricePence: 800, feePence: 150, ...coming });
  const far = { price: '800', fee: '1.50' };
  const asked = await manager.submit(page, `${page}/today`, far);
  assert.match(textOf(asked.body), /£800\.00 is far from £8\.00 of today\. Save again if it is meant/);
  assert.match(asked.body, /name="meant" value="80000"/);
  assert.equal((await manager.submit(page, `${page}/today`, { ...far, meant: '80000' })).status, 303);
  assert.equal((await agreed()).pricePence, 80_000);
});

test('the file of the agreement holds what is to come, and its import says what changed', async () => {
  await agree({ pricePence: 2850, feePence: 500, nextPricePence: 3200, nextFrom: tomorrow, volumePrices: '51:800' });
  const { body } = await manager.get(`${path}/file`);
  const [heads, ...lines] = body.replace('\uFEFF', '').split('\r\n');
  assert.match(heads!, /,next_price_gbp,next_fee_gbp,next_from,volume_prices,next_volume_prices$/);
  const line = lines.find((one) => one.startsWith('identity,'))!;
  assert.match(line, new RegExp(`,yes,28\\.50,5\\.00,,,32\\.00,,${tomorrow},51: 8\\.00,$`));
  const token = /name="form_token" value="([^"]+)"/.exec((await manager.get(path)).body)![1]!;
  const send = async (text: string) => {
    const part = (headers: string, content: string) =>
      `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
    const file = part('name="file"; filename="types.csv"\r\ncontent-type: text/csv', text);
    const sent = `${part('name="form_token"', token)}${file}--x--\r\n`;
    return textOf((await manager.send(`${path}/file`, 'multipart/form-data; boundary=x', sent)).body);
  };
  assert.match(await send(body), /This changed no report type/);
  const later = addDays(today, 40).split('-').toReversed().join('/');
  const changed = await send(`${heads}\r\n${line.replace(`32.00,,${tomorrow}`, `33.00,6.00,${later}`)}\r\n`);
  assert.match(changed, new RegExp(`Identity from ${formatLongDate(addDays(today, 40))}: £33\\.00 \\+ £6\\.00 fee`));
  // A file of before the day is as good as one of after it: the new price applies.
  const passed = await send(`${heads}\r\n${line.replace(tomorrow, today)}\r\n`);
  assert.match(passed, /Identity price £28\.50 → £32\.00; no price to come any more/);
  assert.match(
    await send(`${heads}\r\n${line.replace(tomorrow, 'soon')}\r\n`),
    /has “soon” as the day from which they apply: write it as 2027-01-31/,
  );
  assert.match(
    await send(`${heads}\r\n${line.replace(tomorrow, '')}\r\n`),
    /line 2 has “” as the day from which they apply: it must be given/,
  );
  assert.match(
    await send(`${heads}\r\n${line.replace('51: 8.00', '51: 8.00; 201: 7.50')}\r\n`),
    /volume prices 51: 8\.00 → 51: 8\.00; 201: 7\.50/,
  );
  assert.match(await send(`${heads}\r\n${line.replace('51: 8.00', '8.00')}\r\n`), /has “8\.00” as the volume prices/);
  assert.match(
    await send(`${heads}\r\n${line}41: 7.00; 101: 6.50\r\n`),
    new RegExp(`from ${formatLongDate(tomorrow)}: £32\\.00, £7\\.00 from number 41 of a month, £6\\.50 from 101`),
  );
  assert.match(await send(`${heads}\r\n${line}cheap\r\n`), /has “cheap” as the volume prices to come: write it as/);
  assert.match(await send(`${heads}\r\n${line.replace('51: 8.00', '')}\r\n`), /volume prices 51: 8\.00 → none/);
});

test('copying an agreement copies what is to come', async () => {
  await agree({ pricePence: 2850, feePence: 500, nextPricePence: 3200, nextFrom: tomorrow });
  const page = `/desk/accounts/${otherId}/report-types`;
  const asked = (await manager.submit(page, `${page}/copy`, { from: accountId })).body;
  const shown = /name="shown" value="([^"]+)"/.exec(asked)![1]!;
  const { body } = await manager.submit(page, `${page}/copy`, { from: accountId, shown });
  assert.match(
    textOf(body),
    new RegExp(`Identity Switched on; price £28\\.50; fee £5\\.00; from ${formatLongDate(tomorrow)}: £32\\.00`),
  );
  assert.deepEqual(await agreed(otherId), await agreed());
});

test('the client’s order form shows the price of today', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const priceShown = async () =>
    /Identity[\s\S]{0,400}?(£[\d.]+)/.exec((await client.get('/portal/orders/new')).body)?.[1];
  await agree({ pricePence: 2850, feePence: 0, nextPricePence: 3200, nextFrom: tomorrow });
  assert.equal(await priceShown(), '£28.50');
  await agree({ nextPricePence: 3200, nextFrom: today });
  assert.equal(await priceShown(), '£32.00');
});

test('axe finds no problem where a price is to come, and the page fits a phone and a desk', async () => {
  await agree({
    pricePence: 2850,
    feePence: 500,
    nextPricePence: 123_456,
    nextFeePence: 123_456,
    nextFrom: '2027-09-30',
  });
  const yesterday = addDays(today, -1);
  await charged(at(`${yesterday}T12:00:00Z`), unpricedId);
  const chargesPage = `/desk/accounts/${unpricedId}/charges?month=${yesterday.slice(0, 7)}`;
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const [index, address] of [`${path}?status=on`, `${path}/${identity}`, chargesPage].entries()) {
      await page.goto(`${portal.url}${address}`);
      await keepScreenshot(page, `coming-${screen}-${index}`);
      assert.equal(await scrollsSideways(page), false, `${address} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${address} ${screen}`);
    }
  }
});

test('one page changes the fee from a day on in the house standard and in every account that follows it, and mails the clients', async () => {
  const administrator = { name: 'Jo Sample', email: 'jo@zebra.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', otherId, administrator);
  await beginStandard(ctx, 'system', 'uk_standard');
  const standard = (await readStandard(ctx, 'system'))!.id;
  const dbs = { name: 'criminal_history', variant: 'enhanced', feePence: 4950 };
  await switchOnTypes(ctx, 'system', standard, [{ ...dbs, pricePence: 1000 }]);
  await switchOnTypes(ctx, 'system', accountId, [{ ...dbs, pricePence: 900 }]);
  await switchOnTypes(ctx, 'system', otherId, [{ ...dbs, pricePence: 1000 }]);
  await switchOnTypes(ctx, 'system', unpricedId, [{ ...dbs, pricePence: 1000, feePence: 100 }]);
  const enhanced = reportTypeIds['criminal_history:enhanced'];
  const page = `/desk/accounts/prices?report=${enhanced}`;
  const tickedIn = (html: string) =>
    [...html.matchAll(/name="accounts" value="([^"]+)"[^>]* checked/g)].map(([, id]) => id).toSorted();
  assert.deepEqual(tickedIn((await manager.get(page)).body), [otherId, unpricedId].toSorted());
  assert.deepEqual(tickedIn((await manager.get(`${page}&tick=fee`)).body), [accountId, otherId].toSorted());

  const nothing = await manager.submit(page, page, { accounts: otherId, from: tomorrow });
  assert.deepEqual([nothing.status, /Enter a price, a fee or both/.test(nothing.body)], [422, true]);
  const past = await manager.submit(page, page, { accounts: otherId, from: today, fee: '55' });
  assert.deepEqual([past.status, /Enter a day from tomorrow on/.test(past.body)], [422, true]);
  const untrue = await manager.submit(page, page, { accounts: otherId, fee: '55,1,1' });
  assert.match(textOf(untrue.body), /The fee must be in pounds/);

  const send = (accounts: string) =>
    manager.submit(page, page, { accounts, from: tomorrow, fee: '55', mail: 'yes', step: 'save' });
  for (const id of [accountId, otherId])
    assert.equal((await send(id)).headers.location, `${page}&tick=none&done=mailed`);
  assert.equal((await send(standard)).status, 422);
  const own = async (id: string) => (await listAvailableTypes(ctx, id)).find(({ type }) => type.id === enhanced)!;
  for (const id of [accountId, otherId]) {
    const { feePence, nextFeePence, nextPricePence, nextFrom } = await own(id);
    assert.deepEqual([feePence, nextFeePence, nextPricePence, nextFrom], [4950, 5500, null, tomorrow]);
  }
  assert.equal((await own(unpricedId)).nextFrom, null, 'its fee is its own');
  assert.equal((await own(standard)).nextFrom, null, 'who works for some accounts does not keep the house standard');
  assert.match((await manager.get(`/desk/accounts/${otherId}/history`)).body, /fee to come £55\.00/);
  const mails = await ctx.db.rows<{ account_id: string }>(
    sql`select account_id from emails where template = 'price_changing' and account_id = ${otherId}`,
  );
  assert.equal(mails.length, 1);
  assert.match(String((await send(otherId)).headers.location), /done=same/);

  const price = await manager.submit(page, page, { accounts: otherId, from: tomorrow, price: '12', step: 'save' });
  assert.match(String(price.headers.location), /done=saved/);
  const { nextPricePence, nextFeePence } = await own(otherId);
  assert.deepEqual([nextPricePence, nextFeePence], [1200, 5500], 'the fee of the same day stays');
});

test('a raise shows what each account pays before and after, saves nothing before, and those with prices of their own can be left out', async () => {
  const type = { name: 'employment_history', variant: 'uk' };
  const id = reportTypeIds['employment_history:uk'];
  const standard = (await readStandard(ctx, 'system'))!.id;
  await switchOnTypes(ctx, 'system', standard, [{ ...type, pricePence: 1800 }]);
  await switchOnTypes(ctx, 'system', accountId, [
    { ...type, pricePence: 1550, nextPricePence: 1700, nextFrom: '2090-01-01' },
  ]);
  await switchOnTypes(ctx, 'system', otherId, [{ ...type, pricePence: 1800 }]);
  const page = `/desk/accounts/prices?report=${id}`;
  const form_token = /name="form_token" value="([^"]+)"/.exec((await manager.get(page)).body)![1]!;
  const send = async (fields: Record<string, string>, accounts: readonly string[]) => {
    const body = new URLSearchParams({ form_token, from: tomorrow, ...fields });
    for (const one of accounts) body.append('accounts', one);
    return manager.send(page, 'application/x-www-form-urlencoded', body.toString());
  };
  const both = [accountId, otherId];
  assert.match(
    textOf((await send({ raise: 'much' }, both)).body),
    /The raise must be an amount or a percentage, such as/,
  );
  assert.match(textOf((await send({ raise: '4%', price: '20' }, both)).body), /Enter a new price or a raise, not both/);
  const review = textOf((await send({ raise: '4%' }, both)).body);
  assert.match(review, /raised by 4%, from .* on\. Nothing is saved yet\. 1 account has a price or fee of its own/);
  assert.match(review, /Own price Now: £15\.50 Then: £16\.12 Replaces from 1 January 2090: £17\.00/);
  assert.match(review, /Zebra Foods Now: £18\.00 Then: £18\.72/);
  const next = async (of: string) =>
    (await listAvailableTypes(ctx, of)).find((one) => one.type.id === id)?.nextPricePence ?? null;
  assert.deepEqual([await next(accountId), await next(otherId)], [1700, null], 'nothing is saved yet');
  const again = await send({ raise: '4%', step: 'change' }, both);
  assert.match(again.body, /name="raise"[^>]* value="4%"/);
  assert.doesNotMatch(again.body, /There is a problem/);
  await keepReview({ form_token, raise: '4%' });

  const shown = { [`shown_${accountId}`]: '1550', [`shown_${otherId}`]: '1800' };
  const saved = await send({ raise: '4%', step: 'save', ...shown }, [otherId]);
  assert.match(String(saved.headers.location), /done=saved/);
  assert.deepEqual([await next(accountId), await next(otherId)], [1700, 1872], 'the other was left out');
  assert.match((await manager.get(`/desk/accounts/${otherId}/history`)).body, /£18\.72/);
  await send({ raise: '-0.50', step: 'save', ...shown }, both);
  assert.deepEqual([await next(accountId), await next(otherId)], [1500, 1750], 'of the price of today');

  // It is the price that was shown that is raised: not one that a colleague raised meanwhile.
  const { body: reviewed } = await send({ raise: '1', from: '' }, [otherId]);
  const hidden = new RegExp(`name="shown_${otherId}" value="(\\d+)"`).exec(reviewed)!;
  await switchOnTypes(ctx, 'system', otherId, [{ ...type, pricePence: 1900 }]);
  const meant = { raise: '1', from: '', step: 'save', [`shown_${otherId}`]: hidden[1]! };
  const late = await send(meant, [otherId]);
  assert.equal(late.status, 422);
  assert.match(textOf(late.body), /The price of a ticked account has changed since the new prices were shown/);
  const now = (await listAvailableTypes(ctx, otherId)).find((one) => one.type.id === id)!;
  assert.equal(now.pricePence, 1900);

  async function keepReview(fields: Record<string, string>) {
    for (const screen of ['phone', 'desk'] as const) {
      const shown = await openPage(browser, { screen });
      await shown.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await shown.goto(`${portal.url}${page}&tick=all`);
      await shown.fill('#from', tomorrow);
      await shown.fill('#raise', fields.raise!);
      await shown.click('text=Continue');
      await keepScreenshot(shown, `raise-${screen}`);
      assert.equal(await scrollsSideways(shown), false);
      assert.deepEqual(await accessibilityProblems(shown), []);
      await shown.context().close();
    }
  }
});

test('a raise is an amount or a percentage, rounded to the penny', () => {
  assert.deepEqual(typedRaise('0.50'), { pence: 50 });
  assert.deepEqual(typedRaise('4.25 %'), { percentHundredths: 425 });
  assert.deepEqual(typedRaise('-4%'), { percentHundredths: -400 });
  assert.deepEqual(
    [typedRaise(''), typedRaise('0'), typedRaise('5,0'), typedRaise('%')],
    [undefined, null, null, null],
  );
  assert.equal(raisedPence(333, { percentHundredths: 450 }), 348);
  assert.equal(raisedPence(null, { pence: 1 }), null);
  assert.deepEqual([raiseText({ percentHundredths: 1000 }), raiseText({ pence: 50 })], ['by 10%', 'by £0.50']);
});

test('the command changes the price in the house standard and in the accounts that follow it', async () => {
  const change = reportTypes.verbs['change-price']!;
  const rows = await change.run(ctx, '', { report: 'criminal_history:enhanced', pence: 1100 });
  const changed = (rows as readonly { account: string; changed: boolean }[]).filter((row) => row.changed);
  assert.deepEqual(changed.map(({ account }) => account).toSorted(), [
    'House standard',
    'Unpriced Care',
    'Zebra Foods',
  ]);
});

test('what is ordered from the first of a month on has the VAT rate of then, and what was ordered before keeps its own', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Rate Care' });
  await agree({ pricePence: 1000 }, id);
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 20, vatNextFrom: '2027-07', vatPercentNext: 22 });
  for (const ordered of ['2027-06-30T22:59:00Z', '2027-06-30T23:00:00Z']) await charged(at(ordered), id);
  const rates = await ctx.db.rows<{ vat_percent: number }>(
    sql`select vat_percent from charges where account_id = ${id} order by created_at`,
  );
  assert.deepEqual(
    rates.map(({ vat_percent }) => vat_percent),
    [20, 22],
  );
});

test('volume prices are numbers and prices, each number higher and each price lower than the one before', () => {
  for (const [text, kept] of [
    ['', undefined],
    ['51: 8.00; 201: 7.5', '51:800 201:750'],
    ['51:£8', '51:800'],
  ] as const) {
    assert.equal(typedVolume(text), kept);
    assert.equal(kept === undefined || volumeProblem(kept) === undefined, true, text);
    if (kept !== undefined) assert.equal(typedVolume(volumeText(kept)), kept);
  }
  for (const text of ['8.00', '1: 8.00', '51: 8.00; 51: 7.00', '51: 8.00; 201: 8.00', '51: 8,00', '2:4;3:3;4:2;5:1'])
    assert.match(volumeProblem(typedVolume(text)!) ?? '', /each price lower/, text);
  assert.equal(volumeWords('51:800 201:750'), '£8.00 from number 51 of a month, £7.50 from 201');
  assert.equal(
    volumeForecast('51:800 101:750', 60, '2027-06-15'),
    '60 ordered this month, 120 at this pace: 50 of them at £8.00, 20 of them at £7.50.',
  );
  assert.match(volumeForecast('51:800', 3, '2027-06-30'), /3 at this pace: all at the first price\.$/);
});

test('volume prices are agreed on the page of the report type, and the client sees how far the month is', async () => {
  await agree({ pricePence: 900 });
  const page = `${path}/${identity}`;
  const refused = await manager.submit(page, `${page}/volume`, { volume: '51: 8.00; 41: 7.00' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /The volume prices must be a number and a lower price/);
  const above = await manager.submit(page, `${page}/volume`, { volume: '3: 14.00; 6: 3.50' });
  assert.match(textOf(above.body), /The volume prices must each be lower than the price, £9\.00/);
  const saved = await manager.submit(page, `${page}/volume`, { volume: '51: 8.00; 201: 7.50' });
  assert.equal(saved.headers.location, `${page}?done=volume`);
  const shown = textOf((await manager.get(page)).body);
  assert.match(shown, /£8\.00 from number 51 of a month, £7\.50 from 201 \d+ ordered this month, \d+ at this pace/);
  // The list and a new price leave them as they are.
  const below = await manager.submit(page, `${page}/today`, { price: '5.00', fee: '' });
  assert.match(textOf(below.body), /The volume prices must each be lower than the price, £5\.00/);
  await manager.submit(page, `${page}/today`, { price: '9.50', fee: '' });
  assert.match(textOf((await manager.get(`${path}?q=identity`)).body), /£8\.00 from number 51/);
  const buyer = { name: 'Sam Sample', email: 'buyer@acme.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', accountId, buyer);
  await createSignIn(ctx, 'system', { email: buyer.email, password });
  const client = await signedInVisitor(portal, buyer.email);
  assert.match(
    textOf((await client.get('/portal/agreement?q=Identity')).body),
    /from number 51 of a month, £7\.50 from 201 \d+ ordered/,
  );
  // From a day on, other volume prices apply.
  await manager.submit(page, page, { next_from: '', next_price: '', next_fee: '', next_volume: '' });
  await manager.submit(page, page, { next_from: tomorrow, next_price: '', next_fee: '', next_volume: '41: 7.00' });
  assert.match(
    textOf((await manager.get(page)).body),
    new RegExp(`To come from ${formatLongDate(tomorrow)}: £7\\.00 from number 41 of a month`),
  );
  await agree({ nextVolumePrices: '41:700', nextFrom: today });
  assert.match(textOf((await manager.get(page)).body), /By volume £7\.00 from number 41 of a month/);
  assert.equal((await manager.submit(page, `${page}/volume`, { volume: '' })).status, 303);
  assert.doesNotMatch(textOf((await manager.get(page)).body), /from number 51/);
});

test('all prices to come stand on one page by day, and what is ticked is taken back as it was shown', async () => {
  const list = '/desk/accounts/prices/coming';
  const inAWeek = addDays(today, 7);
  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'identity', pricePence: 700, nextPricePence: 800, nextFrom: inAWeek },
  ]);
  await switchOnTypes(ctx, 'system', otherId, [
    { name: 'identity', pricePence: 600, nextFeePence: 150, nextFrom: tomorrow },
  ]);
  await switchOnTypes(ctx, 'system', clockId, [
    { name: 'identity', pricePence: 900, nextPricePence: 950, nextFrom: tomorrow },
  ]);
  const shown = async () => textOf((await manager.get(list)).body);
  const row = (account: string, on: string, then: string) =>
    new RegExp(`Identity , ${account} From ${formatLongDate(on)} ${account} Today: £[67]\\.00[^T]* Then: ${then}`);
  assert.match(await shown(), row('Zebra Foods', tomorrow, '£1\\.50 fee'));
  assert.match(await shown(), row('Acme Care', inAWeek, '£8\\.00'));
  assert.doesNotMatch(await shown(), /Clock Care/, 'of an account that they do not see');
  const values = [...(await manager.get(list)).body.matchAll(/name="steps" value="([^"]+)"/g)].map(
    ([, value]) => value!,
  );
  const [zebra, acme] = [otherId, accountId].map(
    (id) => values.find((value) => value.startsWith(`${id}/${identity}/`))!,
  );
  const none = await manager.submit(list, list, {});
  assert.deepEqual([none.status, /Tick what is taken back/.test(none.body)], [422, true]);

  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'identity', pricePence: 700, nextPricePence: 850, nextFrom: inAWeek },
  ]);
  const stale = await manager.submit(list, list, { steps: acme! });
  assert.deepEqual([stale.status, /One of the ticked steps is another by now/.test(stale.body)], [422, true]);
  const foreign = await manager.submit(list, list, { steps: zebra!.replace(otherId, clockId) });
  assert.equal(foreign.status, 422, 'nobody takes back a price of an account that they do not see');

  const done = await manager.submit(list, list, { steps: zebra! });
  assert.equal(String(done.headers.location), `${list}?done=taken_back`);
  assert.doesNotMatch(await shown(), /Identity , Zebra Foods/);
  const [type] = (await listAvailableTypes(ctx, otherId)).filter((one) => one.type.id === identity);
  assert.deepEqual([type!.pricePence, type!.nextFrom, type!.nextFeePence], [600, null, null]);
  assert.match(await shown(), row('Acme Care', inAWeek, '£8\\.50'), 'the other stays');
  assert.match((await manager.get('/desk/accounts')).body, new RegExp(`href="${list}"`));
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await page.goto(`${portal.url}${list}`);
    await keepScreenshot(page, `coming-prices-${screen}`);
    assert.equal(await scrollsSideways(page), false);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.context().close();
  }
});
