// The credit limit of an account: what counts, who is told, and when new orders are refused and taken again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { addCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { listCreditUse } from '../../../src/features/credit-limits/credit-use-actions.ts';
import { creditUseOf } from '../../../src/features/credit-limits/credit-use-rules.ts';
import { creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { lastMonth } from '../../../src/features/invoices/invoice-rules.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { allocatePayment, recordReceipt } from '../../../src/features/payments/payment-actions.ts';
import { readStatement } from '../../../src/features/payments/statement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
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
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
Object.assign(ctx.settings, {
  operatorName: 'Open Screening Ltd',
  operatorAddress: ['1 High Street'],
  operatorVatNumber: 'GB1',
});
const today = ukDateOf(ctx.now());
const last = lastMonth(today);
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { id } = await createAccount(ctx, 'system', { name: 'Paying Care' });
const account = { ...portal.caller('live'), accountId: id };
const path = `/desk/accounts/${id}`;
await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 5000, feePence: 1000 }]);
await changeAccountSettings(ctx, 'system', id, { billingAddress: 'Paying Care', vatPercent: 20 });

async function person(email: string, create: () => Promise<unknown>) {
  await create();
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const ofDesk = (email: string, role: 'finance' | 'account_manager' | 'screener') =>
  person(email, () => createDeskUser(ctx, 'system', { name: role, email, role, accounts: [id] }));
const ofClient = (email: string, role: 'billing' | 'administrator' | 'standard', more = {}) =>
  person(email, () => createUser(ctx, 'system', id, { name: role, email, role, ...more }));
const finance = await ofDesk('fin@desk.test', 'finance');
const manager = await ofDesk('ada@desk.test', 'account_manager');
const billing = await ofClient('bill@paying.test', 'billing');
const orderer = await ofClient('ann@paying.test', 'administrator');

let people = 0;
async function order(month?: string) {
  people += 1;
  const { check } = await placeWaiting(ctx, account, {
    ...{ reports: ['identity'], facts: { email: `payer${people}@candidate.test` } },
  });
  if (month !== undefined)
    await portal.superuser.run(sql`
      update charges set created_at = ${`${month}-20T12:00:00Z`} where report_id = ${check.reports[0]!.id}`);
  return check;
}
const used = async () => (await listCreditUse(ctx, 'system', [id]))[0]?.usedPence;
const setLimit = (creditLimitPounds: number, refuseAboveCreditLimit = false) =>
  changeAccountSettings(ctx, 'system', id, { creditLimitPounds, refuseAboveCreditLimit });

test('without a limit nothing is counted, shown or refused', async () => {
  assert.deepEqual(await listCreditUse(ctx, 'system', [id]), []);
  assert.doesNotMatch((await billing.get('/portal/charges')).body, /Credit limit/);
  assert.match(textOf((await finance.get(`${path}/owed`)).body), /Credit limit None is set/);
});

test('what is charged and what is invoiced counts once, with VAT and fees; credits and money lower it', async () => {
  await setLimit(1000);
  const credited = await order(last);
  await order(last);
  const each = 5000 + 1000 + 1000;
  assert.equal(await used(), 2 * each, 'charged and not invoiced');
  await issueInvoices(ctx, 'system', id, last);
  assert.equal(await used(), 2 * each, 'the same once it is invoiced');
  await order();
  await addCharge(ctx, account, {
    ...{ description: 'Training', pence: 1000, as: 'price', order: '', subsidiaryId: '', month: '' },
  });
  assert.equal(await used(), 3 * each + 1200);
  const { id: checkId, applicantId, reports } = credited;
  await creditReports(ctx, account, { checkId, applicantId, reportIds: [reports[0]!.id], reason: 'ordered_twice' });
  assert.equal(await used(), 2 * each + 1200, 'credited, and on no note yet');
  await issueCreditNotes(ctx, 'system', id);
  assert.equal(await used(), 2 * each + 1200, 'the same once it is on a note');
  const receiptId = await recordReceipt(
    ctx,
    { ...account, subsidiaryIds: null },
    {
      ...{ on: today, pence: 3000, method: 'bank_transfer', reference: '', shares: [] },
    },
  );
  assert.equal(await used(), 2 * each + 1200 - 3000, 'money counts before it is allocated');
  await allocatePayment(ctx, { ...account, subsidiaryIds: null }, receiptId, {
    target: 'client',
    pence: 1000,
    on: today,
  });
  assert.equal(await used(), 2 * each + 1200 - 2000, 'what was paid back is owed again');
  const ledger = await readStatement(ctx, { ...account, subsidiaryIds: null }, { from: `${last}-01`, to: today });
  assert.equal(await used(), ledger.closingPence + each + 1200, 'the statement, and what is not invoiced');
  await changeAccountSettings(ctx, 'system', id, { invoiceFrom: '2090-01' });
  assert.equal(await used(), ledger.closingPence, 'what was billed elsewhere is not owed here');
  await changeAccountSettings(ctx, 'system', id, { invoiceFrom: '' });
});

test('from four fifths on account managers and finance are told, and the client sees what is used', async () => {
  // £132.00 is used.
  await setLimit(166);
  const managerId = (await ctx.db.row<{ id: string }>(sql`select id from desk_users where email = 'ada@desk.test'`))!
    .id;
  await changeAccountSettings(ctx, 'system', id, { accountManager: managerId });
  assert.match(
    textOf((await billing.get('/portal/charges')).body),
    /Credit limit: £132\.00 of £166\.00 used \(79%\) What/,
  );
  assert.doesNotMatch((await finance.get('/desk/accounts/invoices')).body, /Near or above/);
  await setLimit(165);
  const said = /£132\.00 of £165\.00 used \(80%\)/;
  for (const [reader, at] of [
    [manager, '/desk/my-clients'],
    [manager, path],
    [finance, `${path}/owed`],
    [finance, '/desk/accounts/invoices'],
    [finance, '/desk/accounts/invoices/unpaid'],
    [billing, '/portal/charges'],
  ] as const)
    assert.match(textOf((await reader.get(at)).body), said, at);
  assert.match(
    textOf((await finance.get('/desk/accounts/invoices')).body),
    /Near or above their credit limit Paying Care/,
  );
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', id, { name: 'North' });
  const part = await ofClient('part@paying.test', 'billing', scopeOf(subsidiaryId));
  assert.doesNotMatch((await part.get('/portal/charges')).body, /Credit limit/, 'it is of the whole account');
  const screener = await ofDesk('sam@desk.test', 'screener');
  assert.equal((await screener.get('/desk/accounts/invoices')).status, 403);
});

test('above the limit new orders go on, unless they are refused above it; they are taken again once enough is paid', async () => {
  await setLimit(132, true);
  await order();
  // £202.00 is used.
  await setLimit(132);
  await order();
  await setLimit(132, true);
  await assert.rejects(order(), { reason: 'unknown_report_name' });
  assert.match(
    textOf((await orderer.get('/portal/orders/new')).body),
    /Your account is above its credit limit\. Nothing/,
  );
  assert.match(textOf((await finance.get(`${path}/owed`)).body), /New orders Refused above the credit limit/);
  assert.match(
    textOf((await manager.get(path)).body),
    /New orders Refused above the credit limit .*£272\.00 of £132\.00 used \(206%\) Above the limit New orders are refused/,
  );
  const test_ = await placeWaiting(
    ctx,
    { ...account, environment: 'test' },
    { reports: ['identity'], facts: { email: 'tess@candidate.test' } },
  );
  assert.equal(test_.check.tenant.environment, 'test', 'test orders cost nothing');
  await recordReceipt(
    ctx,
    { ...account, subsidiaryIds: null },
    {
      ...{ on: today, pence: 14_000, method: 'bank_transfer', reference: 'x', shares: [] },
    },
    { isOver: true },
  );
  assert.doesNotMatch((await orderer.get('/portal/orders/new')).body, /credit limit/);
  // Exactly the limit is used: it lets one more in, also where several are placed at the same moment.
  const atOnce = await Promise.allSettled([order(), order(), order()]);
  assert.equal(atOnce.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of atOnce)
    if (one.status === 'rejected') assert.equal(one.reason.reason, 'unknown_report_name', String(one.reason));
});

test('where somebody stopped the orders, too, the page does not say that a payment lets them in again', async () => {
  await setLimit(100, true);
  assert.match((await orderer.get('/portal/orders/new')).body, /is above its credit limit/);
  await changeAccountSettings(ctx, 'system', id, { acceptOrders: false, stopReason: 'Unpaid' });
  const { body } = await orderer.get('/portal/orders/new');
  assert.match(body, /New orders of your account are stopped/);
  assert.doesNotMatch(body, /credit limit/);
  await changeAccountSettings(ctx, 'system', id, { acceptOrders: true, stopReason: '' });
});

test('the limit itself may be used, and a client that is owed money has used nothing', () => {
  const use = (usedPence: number) =>
    creditUseOf({ accountId: 'a', account: 'A' }, { limitPence: 1000, usedPence, stops: true });
  assert.deepEqual([use(1000).standing, use(1000).isStopped], ['near', false]);
  assert.deepEqual([use(1001).standing, use(1001).isStopped], ['over', true]);
  assert.deepEqual([use(799).standing, use(-50).percent], ['within', 0]);
});

test('axe finds no problem where a limit is near, and the pages fit a phone and a desk', async () => {
  await setLimit(100, true);
  for (const [{ cookies }, at] of [
    [finance, `${path}/owed`],
    [finance, '/desk/accounts/invoices/unpaid'],
    [manager, path],
    [billing, '/portal/charges'],
    [orderer, '/portal/orders/new'],
  ] as const)
    for (const screen of ['phone', 'desk'] as const) {
      const page = await openPage(browser, { screen });
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${at}`);
      await keepScreenshot(page, `credit-limit-${at.split('/').at(-1)}-${screen}`);
      assert.equal(await scrollsSideways(page), false, at);
      assert.deepEqual(await accessibilityProblems(page), [], at);
      await page.context().close();
    }
});
