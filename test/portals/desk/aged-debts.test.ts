// What clients owed at the end of a day that is over: it agrees with what was invoiced and paid until then, on every day.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Ctx } from '../../../src/context.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { lastMonth } from '../../../src/features/invoices/invoice-rules.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { readAgedDebts } from '../../../src/features/payments/aged-debt-actions.ts';
import { allocatePayment, recordReceipt, undoAllocation } from '../../../src/features/payments/payment-actions.ts';
import { takeBackReceipt, writeOff } from '../../../src/features/payments/receipt-end-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
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
Object.assign(ctx.settings, { operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] });

const today = ukDateOf(ctx.now());
const month = lastMonth(today);
const before = lastMonth(`${month}-01`);
const monthEnd = addDays(`${today.slice(0, 7)}-01`, -1);
const page = '/desk/accounts/invoices/unpaid/on';
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** As on the day. */
const on = (day: string): Ctx => ({ ...ctx, now: () => new Date(`${day}T12:00:00Z`) });

let people = 0;
async function client(name: string, orders: number) {
  const { id } = await createAccount(ctx, 'system', { name });
  const scope = { ...portal.caller('live'), accountId: id, subsidiaryIds: null };
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 6000 }]);
  await changeAccountSettings(ctx, 'system', id, { billingAddress: name, vatPercent: 0, paymentDays: 10 });
  const checks = [];
  for (let at = 0; at < orders; at += 1) {
    people += 1;
    const facts = { email: `aged${people}@candidate.test` };
    const { check } = await placeWaiting(ctx, scope, { reports: ['identity'], facts });
    checks.push(check);
    const report = check.reports[0]!.id;
    await portal.superuser.run(
      sql`update charges set created_at = ${`${before}-20T12:00:00Z`} where report_id = ${report}`,
    );
  }
  await issueInvoices(on(`${month}-05`), 'system', id, before);
  return { id, scope, checks };
}

const care = await client('Aged Care', 2);
const bank = await client('Borough Bank', 1);
const pay = (of: typeof care, day: string, pence: number) =>
  recordReceipt(
    ctx,
    of.scope,
    { on: day, pence, method: 'bank_transfer', reference: `of ${day}`, shares: undefined },
    { isOver: true },
  );

// Recorded today, of days that are over.
const part = await pay(care, `${month}-24`, 5000);
const over = await pay(bank, `${month}-10`, 10_000);
await allocatePayment(ctx, bank.scope, over, { target: 'client', pence: 1000, on: `${month}-15` });

await createDeskUser(ctx, 'system', {
  ...{ name: 'Fin', email: 'fin@desk.test', role: 'finance', accounts: [care.id, bank.id] },
});
await createSignIn(ctx, 'system', { email: 'fin@desk.test', password });
const finance = await signedInVisitor(portal, 'fin@desk.test');
const shown = async (day = '') => textOf((await finance.get(`${page}${day && `?on=${day}`}`)).body);

test('a payment counts from its own day, though it is recorded later, and the age is that of the day', async () => {
  assert.match(
    await shown(`${month}-04`),
    /Nothing was owed.*Owed before [^£]* £0\.00 Owed at the end of [^£]* £0\.00 It agrees/,
  );
  assert.match(await shown(`${month}-08`), /Aged Care Not due: £120\.00 Total: £120\.00 Balance: £120\.00/);
  const late = await shown(`${month}-20`);
  assert.match(late, /Aged Care 1–30 days: £120\.00 Total: £120\.00 Balance: £120\.00/);
  assert.match(late, /Borough Bank Unallocated: £30\.00 Balance: -£30\.00/);
  assert.match(late, /All clients 1–30 days: £120\.00 Total: £120\.00 Unallocated: £30\.00 Balance: £90\.00/);
  assert.match(
    await shown(),
    /Aged Care 1–30 days: £70\.00 Total: £70\.00 Balance: £70\.00.*Invoices issued £180\.00 Received -£150\.00 Paid back to clients £10\.00 Owed at the end of [^£]* £40\.00 It agrees/,
    'without a day it is the last of last month',
  );
});

test('credit notes, write-offs and what is taken back or undone keep the sum of both records the same on every day', async () => {
  const [check] = care.checks;
  const credited = { checkId: check!.id, applicantId: check!.applicantId, reportIds: [check!.reports[0]!.id] };
  await creditReports(on(`${month}-26`), care.scope, { ...credited, reason: 'goodwill' });
  await issueCreditNotes(on(`${month}-26`), 'system', care.id);
  const { invoices: ofCare } = await readAgedDebts(ctx, 'system', [care.id], `${month}-20`);
  await undoAllocation(ctx, care.scope, part, ofCare[0]!.invoiceId);
  await takeBackReceipt(ctx, bank.scope, over, 'mistyped');
  const { invoices } = await readAgedDebts(ctx, 'system', [bank.id], today);
  await writeOff(ctx, bank.scope, invoices[0]!.invoiceId, 'small');
  for (let day = `${month}-01`; day <= today; day = addDays(day, 1)) {
    const { clients, closingPence } = await readAgedDebts(ctx, 'system', 'all', day);
    const balance = clients.reduce((all, { leftPence, unallocatedPence }) => all + leftPence - unallocatedPence, 0);
    assert.equal(balance, closingPence, day);
  }
  assert.doesNotMatch(await shown(today), /does not agree/);
});

test('both files are of the day, and a day to come is refused', async () => {
  const clients = (await finance.get(`${page}/clients/file?on=${month}-08`)).body;
  assert.match(clients, /^\uFEFF?day,account,not_due_gbp,.*,left_gbp,unallocated_gbp,balance_gbp,account_id\r\n/);
  assert.match(
    clients,
    new RegExp(`"${month}-08","Aged Care","120.00","0.00","0.00","0.00","0.00","120.00","0.00","120.00"`),
  );
  const invoices = (await finance.get(`${page}/file?on=${month}-20`)).body;
  assert.match(invoices, new RegExp(`"${month}-20","INV-\\d+","Aged Care","${month}-05","${month}-15","5","120.00"`));
  const wrong = await finance.get(`${page}?on=${addDays(today, 1)}`);
  assert.deepEqual([wrong.status, /The day must be a date until today/.test(wrong.body)], [422, true]);
  assert.match((await finance.get('/desk/accounts/invoices/unpaid')).body, new RegExp(`href="${page}"`));
});

test('axe finds no problem in what was owed, and it fits a phone and a desk', async () => {
  for (const screen of ['phone', 'desk'] as const) {
    const open = await openPage(browser, { screen });
    await open.context().addCookies([...finance.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    await open.goto(`${portal.url}${page}?on=${monthEnd}`);
    await keepScreenshot(open, `aged-debts-${screen}`);
    assert.equal(await scrollsSideways(open), false);
    assert.deepEqual(await accessibilityProblems(open), []);
    await open.context().close();
  }
});
