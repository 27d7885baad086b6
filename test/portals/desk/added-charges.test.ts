// Charges and discounts that the desk adds by hand: in the month, on invoices, with the client, and taken back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { addCharge, type ChargeArguments, takeBackCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { findAddedCharges } from '../../../src/features/charges/added-charge-queries.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { creditPart, creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { listInvoices } from '../../../src/features/invoices/invoice-actions.ts';
import { documentData } from '../../../src/features/invoices/invoice-document.ts';
import { invoiceFileLines } from '../../../src/features/invoices/invoice-file-rules.ts';
import { lastMonth, monthWords } from '../../../src/features/invoices/invoice-rules.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
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
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const thisMonth = ukDateOf(ctx.now()).slice(0, 7);
const last = lastMonth(`${thisMonth}-01`);
Object.assign(ctx.settings, {
  ...{ operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'], operatorVatNumber: 'GB123456789' },
});

/** Pays £5.00 for an identity report, with VAT. */
async function agreed(id: string) {
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 500 }]);
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 20, billingAddress: 'Buyer' });
  const caller = { ...portal.caller('live'), accountId: id };
  return { id, caller, path: `/desk/accounts/${id}/charges` };
}
type Account = Awaited<ReturnType<typeof agreed>>;

const acme = await agreed(portal.accountId);
// A new account ends the sessions of whoever works for all.
const accounts = new Map<string, Account>();
for (const name of [
  'Group Care',
  'Invoiced Care',
  'Discounted Care',
  'Free Trial Care',
  'Closing Care',
  'Closed Care',
  'Penny Care',
  'Withheld Care',
  'Divided Care',
  'Minimum Care',
  'Partly Care',
  'Tiered Care',
])
  accounts.set(name, await agreed((await createAccount(ctx, 'system', { name })).id));
const called = (name: string) => accounts.get(name)!;

async function personOf(role: 'account_manager' | 'screener', name: string) {
  await createDeskUser(ctx, 'system', { name, email: `${name}@desk.test`, role, accounts: 'all' });
  await createSignIn(ctx, 'system', { email: `${name}@desk.test`, password });
  return signedInVisitor(portal, `${name}@desk.test`);
}
await createUser(ctx, 'system', acme.id, { name: 'Billing', email: 'billing@acme.test', role: 'billing' });
await createSignIn(ctx, 'system', { email: 'billing@acme.test', password });
const manager = await personOf('account_manager', 'manager');

const textOf = (html: string) =>
  html
    .replace(/<span class="app-table__word">[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

let people = 0;
const order = (caller: Account['caller'], reports = ['identity']) => {
  people += 1;
  return placeWaiting(ctx, caller, { reports, facts: { email: `person${people}@candidate.test` } });
};

const minimum: ChargeArguments = {
  ...{ description: 'Monthly minimum', pence: 1000, as: 'price', order: '', subsidiaryId: '', month: '' },
};
const add = ({ caller }: Account, given: Partial<ChargeArguments>) => addCharge(ctx, caller, { ...minimum, ...given });

const addedTo = ({ caller }: Account) =>
  findAddedCharges(ctx.db, { ...caller, subsidiaryIds: null }, { month: thisMonth });

/** As if all that was charged so far had been in the month before. */
const inLastMonth = ({ id }: Account) =>
  portal.superuser.run(sql`
    update charges set created_at = ${`${last}-20T12:00:00Z`} where account_id = ${id} and invoice_id is null`);

/** Takes back the only discount of an account. */
async function takeBackDiscount({ id, caller }: Account) {
  const [discount] = await ctx.db.rows<{ id: string }>(sql`
    select added_id as id from charges where account_id = ${id} and kind = 'added'`);
  await takeBackCharge(ctx, caller, { id: discount!.id, reason: 'not_due' });
}

const invoicesOf = async ({ id }: Account) =>
  (await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 100 })).toReversed();

test('a charge is added with VAT or as a fee, is told to the client in the month, the statement and the file, and is taken back once', async () => {
  const { path } = acme;
  const check = await portal.placeCheck('live', {}, ['identity']);
  const number = `VF${check.orderId}`;
  assert.match((await manager.get(path)).body, new RegExp(`href="${path}/add\\?month=${thisMonth}"`));
  const send = (fields: Record<string, string>) => manager.submit(`${path}/add`, `${path}/add`, fields);
  const empty = textOf((await send({})).body);
  assert.match(empty, /Enter what is charged Enter an amount other than 0 Choose whether VAT is added/);
  const wrong = await send({ description: 'Court fee', amount: '5,00', as: 'fee', order: 'VF999999' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /The amount must be in pounds, such as 45\.00 or -10\.00/);
  assert.match(textOf(wrong.body), /The order number is not the number of a live order of the account/);
  assert.match(wrong.body, /name="amount"[^>]*value="5,00"/);
  assert.match(wrong.body, /value="fee" checked/);

  const done = await send({ description: 'Court fee', amount: '45', as: 'fee', order: number, step: 'add' });
  assert.equal(String(done.headers.location), `${path}?month=${thisMonth}&done=added`);
  const discount = { description: 'Volume discount', amount: '-£2.50', as: 'price' };
  const checked = textOf((await send(discount)).body);
  assert.match(checked, /Amount -£2\.50 VAT -£0\.50 \(20%\) Total -£3\.00/);
  assert.doesNotMatch(textOf((await manager.get(path)).body), /Volume discount/, 'it is shown before it is added');
  assert.match((await send({ ...discount, step: 'change' })).body, /name="amount"[^>]*value="-£2\.50"/);
  await send({ ...discount, step: 'add' });
  const page = textOf((await manager.get(path)).body);
  assert.match(page, /Court fee 0 0 £0\.00 £45\.00 £0\.00 £45\.00/);
  assert.match(page, /Volume discount 0 0 -£2\.50 £0\.00 -£0\.50 -£3\.00/);
  assert.match(page, /Total 1 0 £2\.50 £45\.00 £0\.50 £48\.00/);
  assert.match(page, new RegExp(`Court fee \\(${number}\\), £45\\.00 fee\\. Take back`));
  assert.match(
    textOf((await manager.get('/desk/accounts/charges')).body),
    /Acme Care 1 0 £2\.50 £45\.00 £0\.50 £48\.00/,
  );
  assert.match(textOf((await manager.get(`${path}/credit?order=${number}`)).body), /Added by hand: .*Court fee/);

  const client = await signedInVisitor(portal, clientEmail);
  const billing = await signedInVisitor(portal, 'billing@acme.test');
  assert.match(textOf((await billing.get('/portal/charges')).body), /Court fee 0 0 £0\.00 £45\.00 £0\.00 £45\.00/);
  const statement = textOf((await billing.get('/portal/charges/statement')).body);
  assert.match(
    statement,
    new RegExp(`${number} Court fee (– )?Added (?:Query this charge: [^£]*)?£0\\.00 £45\\.00 £0\\.00 £45\\.00`),
  );
  assert.match(statement, /No order Volume discount (– )?Added (?:Query this charge: [^£]*)?-£2\.50/);
  const file = (await billing.get('/portal/charges/file')).body.split('\r\n').map((line) => line.slice(11));
  assert.ok(file.includes(`${number},,"Court fee",added,0.00,45.00,20,0.00,45.00,"","",,,,no,,,`), file.join('\n'));
  assert.ok(file.includes(',,"Volume discount",added,-2.50,0.00,20,-0.50,-3.00,"","",,,,no,,,'), file.join('\n'));
  assert.match(textOf((await client.get(`/portal/checks/${check.id}`)).body), /Charge added by hand/);
  const [report] = check.reports;
  const historyOf = async () => textOf((await manager.get(`/desk/reports/${report!.id}?tab=history`)).body);
  assert.match(await historyOf(), /Charge of £45\.00 added by hand/);

  const [charge] = await addedTo(acme);
  const one = `${path}/added/${charge!.id}`;
  assert.match((await manager.get(path)).body, new RegExp(`href="${one}"`));
  assert.match(textOf((await manager.submit(one, one, {})).body), /Choose why it is taken back/);
  const back = await manager.submit(one, one, { reason: 'not_due' });
  assert.equal(String(back.headers.location), `${path}?done=taken_back`);
  assert.match(textOf((await manager.get(path)).body), /Court fee \(VF\d+\), £45\.00 fee\. Taken back\./);
  assert.match(textOf((await manager.get(path)).body), /Total 1 0 £2\.50 £0\.00 £0\.50 £3\.00/);
  assert.match(await historyOf(), /Charge of £45\.00 taken back: it was not due/);
  assert.doesNotMatch(textOf((await client.get(`/portal/checks/${check.id}`)).body), /not due|£45/);
  await assert.rejects(takeBackCharge(ctx, acme.caller, { id: charge!.id, reason: 'goodwill' }), /invalid/);
});

test('a charge falls into the month before until that month is invoiced for whom it is for, and its page names the month', async () => {
  const account = called('Minimum Care');
  const add = `${account.path}/add`;
  const { id: north } = await createSubsidiary(ctx, 'system', account.id, { name: 'North' });
  const given = { description: 'Minimum', amount: '117', as: 'price', month: last };
  const checked = textOf((await manager.submit(add, add, given)).body);
  assert.match(checked, new RegExp(`Total £140\\.40 On the invoice of ${monthWords(last)}`));
  const done = await manager.submit(add, add, { ...given, step: 'add' });
  assert.equal(String(done.headers.location), `${account.path}?month=${last}&done=added`);
  assert.match(
    textOf((await manager.get(String(done.headers.location))).body),
    new RegExp(`The charge is added to ${monthWords(last)}\\..*Minimum 0 0 £117\\.00`),
  );
  await changeAccountSettings(ctx, 'system', account.id, { invoiceBySubsidiary: true });
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  assert.deepEqual([invoice!.month, invoice!.totalPence, invoice!.lines[0]!.description], [last, 14_040, 'Minimum']);
  const refused = await manager.submit(add, add, { ...given, step: 'add' });
  assert.match(textOf(refused.body), /The month is invoiced already/);
  // That of North is not invoiced yet.
  await manager.submit(add, add, { ...given, subsidiary: north, step: 'add' });
  await issueInvoices(ctx, 'system', account.id, last);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ buyer }) => buyer.subsidiary),
    [null, 'North'],
  );
  assert.doesNotMatch((await manager.get(add)).body, new RegExp(`value="${last}"`), 'both are invoiced');
  const addedIn = (month: string) => addCharge(ctx, account.caller, { ...minimum, month });
  await assert.rejects(addedIn(lastMonth(`${last}-01`)), { fields: { month: ['must be this one or the one before'] } });
});

test('a charge for an order is of the subsidiary of the order, one for a subsidiary is in its statement alone', async () => {
  const account = called('Group Care');
  const [north, south] = [
    (await createSubsidiary(ctx, 'system', account.id, { name: 'North' })).id,
    (await createSubsidiary(ctx, 'system', account.id, { name: 'South' })).id,
  ];
  const { check } = await order({ ...account.caller, ...scopeOf(north) } as Account['caller']);
  await add(account, { description: 'Urgent surcharge', order: `VF${check.orderId}` });
  await add(account, { description: 'Set-up', subsidiaryId: south });
  await add(account, {});
  assert.deepEqual(
    (await addedTo(account)).map(({ description, subsidiary }) => [description, subsidiary]),
    [
      ['Urgent surcharge', 'North'],
      ['Set-up', 'South'],
      ['Monthly minimum', null],
    ],
  );
  const ofSouth = textOf((await manager.get(`${account.path}?subsidiary=${south}`)).body);
  assert.match(ofSouth, /Total 0 0 £10\.00 £0\.00 £2\.00 £12\.00/);
  assert.doesNotMatch(ofSouth, /Urgent surcharge|Monthly minimum/);
  await assert.rejects(add(account, { order: `VF${check.orderId}`, subsidiaryId: south }), {
    reason: 'invalid_fields',
  });
  const { check: foreign } = await order(acme.caller);
  await assert.rejects(add(account, { order: `VF${foreign.orderId}` }), { reason: 'invalid_fields' });

  await changeAccountSettings(ctx, 'system', account.id, { invoiceBySubsidiary: true });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ buyer, lines }) => [buyer.subsidiary, ...lines.map((one) => one.description)]),
    [
      [null, 'Monthly minimum'],
      ['North', 'Identity', 'Urgent surcharge'],
      ['South', 'Set-up'],
    ],
  );
});

test('a charge is taken back in part, which a credit note takes off, and then no more than is left of it', async () => {
  const account = called('Partly Care');
  await add(account, { description: 'Half a month', pence: 10_000 });
  const [charge] = await addedTo(account);
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  const one = `/desk/accounts/${account.id}/charges/added/${charge!.id}`;
  const send = (part: string) => manager.submit(one, one, { reason: 'wrong_amount', part });
  assert.match(textOf((await send('much')).body), /The part must be in pounds/);
  assert.match(textOf((await send('100.00')).body), /The part must be less than is left of the charge/);
  assert.match(String((await send('40.00')).headers.location), /done=taken_back/);
  assert.match(textOf((await send('60.00')).body), /of which £40\.00 without VAT is taken back.*less than is left/);
  assert.match(String((await send('')).headers.location), /done=taken_back/);
  const notes = (await invoicesOf(account)).filter(({ kind }) => kind === 'credit_note');
  assert.deepEqual(notes.map(({ netPence }) => netPence).toSorted(), [-4000, -6000]);
  const [invoice] = (await invoicesOf(account)).filter(({ kind }) => kind === 'invoice');
  const lines = `/desk/accounts/${account.id}/charges/credit/lines?invoice=${invoice!.id}`;
  assert.match(
    textOf((await manager.get(lines)).body),
    /No report is left to credit here\..*Half a month, £100\.00[^:]*: taken back/,
  );
});

test('an invoice has what was added, and what is taken back afterwards is on a credit note, a discount on the next invoice', async () => {
  const account = called('Invoiced Care');
  await order(account.caller);
  await add(account, { description: 'Court fee', pence: 4500, as: 'fee' });
  await add(account, { description: 'Loyalty discount', pence: -200 });
  await add(account, { description: 'Added by mistake' });
  const [fee, discount, mistake] = await addedTo(account);
  await takeBackCharge(ctx, account.caller, { id: mistake!.id, reason: 'added_twice' });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  assert.deepEqual(
    invoice!.lines.map((line) => [line.description, line.netPence, line.feesPence, line.vatPence]),
    [
      ['Court fee', 0, 4500, 0],
      ['Identity', 500, 0, 100],
      ['Loyalty discount', -200, 0, -40],
    ],
  );
  assert.equal(invoice!.totalPence, 4860);
  assert.match(
    textOf((await manager.get(`/desk/accounts/${account.id}/invoices/${invoice!.id}`)).body),
    /Court fee 1 £0\.00 £0\.00 None £45\.00 £45\.00/,
  );
  assert.equal(documentData(invoice!).lines[0]![4], '–', 'an outlay has no rate');
  assert.match(
    invoiceFileLines([invoice!], () => '200'),
    /"Court fee",1,45\.00,"200","No VAT",0\.00,GBP[\s\S]*"Loyalty discount",1,-2\.00,"200","20% \(VAT on Income\)",-0\.40,GBP/,
  );

  for (const charge of [fee!, discount!])
    await takeBackCharge(ctx, account.caller, { id: charge.id, reason: 'not_due' });
  await issueCreditNotes(ctx, 'system', account.id);
  const [, note, ...others] = await invoicesOf(account);
  assert.deepEqual([note!.kind, note!.totalPence, others], ['credit_note', -4500, []]);
  assert.equal(note!.lines[0]!.description, 'Court fee: taken back (it was not due)');
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 40 * 86_400_000) };
  await issueInvoices(later, 'system', account.id, thisMonth);
  const [, , next] = await invoicesOf(account);
  assert.deepEqual(
    next!.lines.map((line) => [line.description, line.netPence, line.vatPence]),
    [['Loyalty discount: taken back (it was not due)', 200, 40]],
  );
});

test('no invoice is of less than nothing: its discount waits for the charges of later months', async () => {
  const account = called('Discounted Care');
  await order(account.caller);
  await add(account, { description: 'Welcome discount', pence: -700 });
  await inLastMonth(account);
  const page = textOf((await manager.get(`/desk/accounts/${account.id}/invoices`)).body);
  assert.match(page, /1 report and 1 charge added by hand for -£2\.00, which waits for charges of as much/);
  assert.deepEqual(await issueInvoices(ctx, 'system', account.id, last), []);
  await order(account.caller);
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 40 * 86_400_000) };
  await issueInvoices(later, 'system', account.id, thisMonth);
  const [invoice] = await invoicesOf(account);
  assert.equal(invoice!.totalPence, 360);
  assert.deepEqual(invoice!.lines.map(({ description }) => description).sort(), [
    'Identity',
    `Identity, ordered in ${new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date(`${last}-15`))}`,
    `Welcome discount, added in ${new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date(`${last}-15`))}`,
  ]);
});

test('no more is credited of an invoice than it charged after its discounts, until they are taken back', async () => {
  const account = called('Free Trial Care');
  const { check } = await order(account.caller);
  await add(account, { description: 'Free trial', pence: -300 });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  const { id: checkId, applicantId, reports } = check;
  const page = `${account.path}/credit?order=VF${check.orderId}`;
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec((await manager.get(page)).body) ?? [];
  const form = { order: `VF${check.orderId}`, form_token };
  const whole = { ...form, report: reports[0]!.id, reason: 'goodwill' };
  const refused = await manager.post(`${account.path}/credit`, whole);
  assert.equal(refused.status, 422);
  assert.match(
    textOf(refused.body),
    /The credit comes to £6\.00 with VAT and fees, but only £2\.40 is left to credit of INV-\d+, after its discounts/,
  );
  const part = { ...form, part_report: reports[0]!.id, part_price: '2.00', part_reason: 'goodwill' };
  assert.equal((await manager.post(`${account.path}/credit/part`, part)).status, 303);
  const more = await manager.post(`${account.path}/credit/part`, { ...part, part_price: '0.01' });
  assert.match(textOf(more.body), /but only £0\.00 is left to credit/);

  await takeBackDiscount(account);
  const reportIds = [reports[0]!.id];
  await creditReports(ctx, account.caller, { checkId, applicantId, reportIds, reason: 'goodwill' });
  await issueCreditNotes(ctx, 'system', account.id);
  const [, ...notes] = await invoicesOf(account);
  assert.deepEqual(
    notes.map(({ netPence, vatPence }) => [netPence, vatPence]),
    [
      [-200, -40],
      [-300, -60],
    ],
  );
});

test('the credit note of an order that was closed waits while it is more than its invoice charged', async () => {
  const account = called('Closing Care');
  const { check } = await order(account.caller);
  await add(account, { description: 'Discount', pence: -300 });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  await closeCheck(ctx, account.caller, check.id, 'cancel');
  assert.deepEqual(await issueCreditNotes(ctx, 'system', account.id), []);
  await takeBackDiscount(account);
  assert.equal((await issueCreditNotes(ctx, 'system', account.id)).length, 1);
});

test('what a report in an earlier tier is charged again waits with the credit that moved it: no credit note charges', async () => {
  const account = called('Tiered Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', pricePence: 500, volumePrices: '2:400' }]);
  const { check } = await order(account.caller);
  await order(account.caller);
  await add(account, { description: 'Discount', pence: -700 });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  await closeCheck(ctx, account.caller, check.id, 'cancel');
  for (let many = 0; many < 2; many += 1) assert.deepEqual(await issueCreditNotes(ctx, 'system', account.id), []);
  await takeBackDiscount(account);
  assert.equal((await issueCreditNotes(ctx, 'system', account.id)).length, 1);
  assert.equal((await invoicesOf(account)).at(-1)!.netPence, -400);
});

test('once its discount is taken back, an invoice is credited to the penny', async () => {
  const account = called('Penny Care');
  const checks = [];
  for (const pricePence of [2497, 1247]) {
    await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', pricePence }]);
    checks.push((await order(account.caller)).check);
  }
  await add(account, { description: 'Discount', pence: -500 });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  await takeBackDiscount(account);
  for (const { id: checkId, applicantId, reports } of checks)
    await creditReports(ctx, account.caller, { checkId, applicantId, reportIds: [reports[0]!.id], reason: 'goodwill' });
  await issueCreditNotes(ctx, 'system', account.id);
  const [invoice, note] = await invoicesOf(account);
  assert.deepEqual([invoice!.vatPence, note!.netPence, note!.vatPence], [648, -3744, -748]);
});

test('the pages say which credit note waits and for which discount, and issue what is within its invoice', async () => {
  const account = called('Withheld Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', pricePence: 10_000 }]);
  const { check: credited } = await order(account.caller);
  const { check: closed } = await order(account.caller);
  await add(account, { description: 'Winter discount', pence: -15_000 });
  await inLastMonth(account);
  await issueInvoices(ctx, 'system', account.id, last);
  const { id: checkId, applicantId, reports } = credited;
  const part = { reportId: reports[0]!.id, pricePence: 1000, feePence: undefined, reason: 'goodwill' } as const;
  await creditPart(ctx, account.caller, { checkId, applicantId, ...part });
  await closeCheck(ctx, account.caller, closed.id, 'cancel');
  const path = `/desk/accounts/${account.id}/invoices`;
  const page = async () => (await manager.get(path)).body;
  assert.match(
    textOf(await page()),
    /without VAT: 1 credit note\..*A part of the credit note of INV-\d+ waits: more was/,
  );
  const issue = async () =>
    String((await manager.submit(path, path, { month: last })).headers.location).replace(`${path}?done=`, '');
  assert.equal(await issue(), 'issued');
  const [, note] = await invoicesOf(account);
  assert.equal(note!.totalPence, -1200);
  assert.match(
    textOf(await page()),
    /Nothing is left to invoice.* The credit note of INV-\d+ waits: .* Winter discount ?\./,
  );
  assert.equal(await issue(), 'waits');
  const run = (await manager.get('/desk/accounts/invoices')).body;
  assert.match(textOf(run), /Withheld Care Nothing The credit note of INV-\d+ waits: /);
  const [, discount = ''] = new RegExp(`href="(${account.path}/added/[^"]+)">Winter discount`).exec(run) ?? [];
  assert.equal((await manager.submit(discount, discount, { reason: 'not_due' })).status, 303);
  assert.doesNotMatch(textOf(await page()), /waits: more was credited/);
  assert.equal((await invoicesOf(account)).at(-1)!.totalPence, -12_000);
});

test('what invoices come to leaves out the subsidiary whose discount waits', async () => {
  const account = called('Divided Care');
  const ids = [];
  for (const name of ['North', 'South']) ids.push((await createSubsidiary(ctx, 'system', account.id, { name })).id);
  await changeAccountSettings(ctx, 'system', account.id, { invoiceBySubsidiary: true });
  await add(account, { description: 'Set-up', pence: 10_000, subsidiaryId: ids[0]! });
  await add(account, { description: 'Discount', pence: -5000, subsidiaryId: ids[1]! });
  await inLastMonth(account);
  assert.match(
    textOf((await manager.get('/desk/accounts/invoices')).body),
    /Divided Care 1 charge added by hand for £100\.00 £20\.00 £120\.00 (Hold Hold Divided Care )?Divided Care, North 1 charge added by hand for £100\.00 Draft of Divided Care, North \(PDF\) £20\.00 £120\.00 Divided Care, South 1 charge added by hand for -£50\.00, which waits for charges of as much/,
  );
  assert.match(
    textOf((await manager.get(`/desk/accounts/${account.id}/invoices`)).body),
    /1 charge added by hand for £100\.00\. With VAT it comes to £120\.00\./,
  );
});

test('the ledger keeps what was added as it is, and whoever may not credit adds nothing', async () => {
  const account = called('Closed Care');
  await add(account, {});
  const [charge] = await addedTo(account);
  const screener = await personOf('screener', 'screener');
  for (const at of ['add', `added/${charge!.id}`]) {
    assert.equal((await screener.get(`${account.path}/${at}`)).status, 403, at);
    assert.equal((await manager.get(`${account.path}/${at}`)).status, 200, at);
  }
  assert.equal((await manager.get(`${acme.path}/added/${charge!.id}`)).status, 404, 'of another account');
  const both = await Promise.allSettled(
    [1, 2].map(() => takeBackCharge(ctx, account.caller, { id: charge!.id, reason: 'goodwill' })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(ctx.db.run(sql`update charges set description = 'Other'`), /permission denied/);
  await assert.rejects(ctx.db.run(sql`delete from charges`), /permission denied/);
  const events = await ctx.db.rows<{ type: string; detail: Record<string, unknown> }>(sql`
    select type, detail from events where account_id = ${account.id} and type like 'account.charge%' order by id`);
  assert.deepEqual(
    events.map(({ type, detail }) => [type, detail.pence, detail.reason]),
    [
      ['account.charge_added', 1000, undefined],
      ['account.charge_taken_back', 1000, 'goodwill'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(events), /Monthly minimum/);
});

test('axe finds no problem in the form, the list and the page that takes one back, which fit a phone', async () => {
  const browser = await launchBrowser(portal.certificate);
  after(() => browser.close());
  await createSubsidiary(ctx, 'system', acme.id, { name: 'Acme North' });
  await add(acme, { description: `Surcharge for ${'a very long reason '.repeat(4)}`.trim() });
  const charge = (await addedTo(acme)).at(-1)!;
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    await page.context().addCookies([...manager.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
    for (const [name, at] of [
      ['charges', acme.path],
      ['statement', `${acme.path}/statement`],
      ['add-charge', `${acme.path}/add`],
      ['added-charge', `${acme.path}/added/${charge.id}`],
    ] as const) {
      await page.goto(`${portal.url}${at}`);
      await keepScreenshot(page, `${name}-${screen}`);
      assert.equal(await scrollsSideways(page), false, `${name} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${name} ${screen}`);
    }
  }
});
