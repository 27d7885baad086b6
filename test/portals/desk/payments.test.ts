// Payments: what comes in is set against invoices, in parts and over, and is undone; what a client owes follows from it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { answerDispute, disputeCharge, listDisputesOf } from '../../../src/features/charge-disputes/dispute-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { creditReports } from '../../../src/features/invoices/credit-actions.ts';
import type { Invoice } from '../../../src/features/invoices/invoice.ts';
import { listInvoices } from '../../../src/features/invoices/invoice-actions.ts';
import { lastMonth, leftOf } from '../../../src/features/invoices/invoice-rules.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import {
  allocatePayment,
  listReceipts,
  recordReceipt,
  undoAllocation,
} from '../../../src/features/payments/payment-actions.ts';
import { isNamedIn, suggestShares } from '../../../src/features/payments/payment-rules.ts';
import { moveReceipt, takeBackReceipt } from '../../../src/features/payments/receipt-end-actions.ts';
import { isSure, matchLine } from '../../../src/features/payments/receipt-file-rules.ts';
import { remindNow } from '../../../src/features/payments/reminder-actions.ts';
import { reminderJobs } from '../../../src/features/payments/reminder-jobs.ts';
import { isLastStepTaken, stepDue } from '../../../src/features/payments/reminder-rules.ts';
import { paymentAttachments, readStatement } from '../../../src/features/payments/statement-actions.ts';
import { statementJobs } from '../../../src/features/payments/statement-jobs.ts';
import { type StatementEntry, statementOf } from '../../../src/features/payments/statement-rules.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays, mondayOf, nextWorkingDay } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const today = ukDateOf(ctx.now());
const last = lastMonth(today);
const before = lastMonth(`${last}-01`);
Object.assign(ctx.settings, { operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] });

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const { id } = await createAccount(ctx, 'system', { name: 'Paying Care' });
const account = { ...portal.caller('live'), accountId: id };
const path = `/desk/accounts/${id}`;
await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 5000 }]);
await changeAccountSettings(ctx, 'system', id, { billingAddress: 'Paying Care', billingEmail: 'bills@paying.test' });

let people = 0;
async function order(month: string, of = account) {
  people += 1;
  const facts = { email: `payer${people}@candidate.test` };
  const { check } = await placeWaiting(ctx, of, { reports: ['identity'], facts });
  const at = `${month}-20T12:00:00Z`;
  await portal.superuser.run(sql`update charges set created_at = ${at} where report_id = ${check.reports[0]!.id}`);
  return check;
}

const old = await order(before);
await issueInvoices(ctx, 'system', id, before);
await order(last);
await issueInvoices(ctx, 'system', id, last);
const documents = async () =>
  (await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 100 })).toReversed();
const [first, second] = await documents();
const leftNow = async () => (await documents()).map(leftOf);

await createDeskUser(ctx, 'system', { name: 'Fin', email: 'fin@desk.test', role: 'finance', accounts: 'all' });
await createSignIn(ctx, 'system', { email: 'fin@desk.test', password });
const finance = await signedInVisitor(portal, 'fin@desk.test');
await createUser(ctx, 'system', id, { name: 'Bill', email: 'bill@paying.test', role: 'billing' });
await createSignIn(ctx, 'system', { email: 'bill@paying.test', password });
const client = await signedInVisitor(portal, 'bill@paying.test');

const form = `${path}/payments/new`;
const typed = { on: today, method: 'bank_transfer', reference: '', as: 'suggested', over: 'yes' };
const record = (fields: Record<string, string>) => finance.submit(form, form, { ...typed, ...fields });
const paymentIn = ({ headers }: Awaited<ReturnType<typeof record>>) => String(headers.location).split('?')[0]!;

test('a payment goes to the invoices that its reference names, then to the oldest, and never to more than is left', () => {
  const owed = (number: string, dueOn: string, totalPence: number) => ({
    ...{ id: number, number, dueOn, totalPence, settlements: [] },
  });
  const unpaid = [owed('INV-000003', '2026-03-01', 300), owed('INV-000001', '2026-01-01', 100)];
  const shares = (pence: number, reference: string) =>
    suggestShares(pence, reference, unpaid).map((one) => [one.invoiceId, one.pence]);
  assert.deepEqual(shares(350, ''), [
    ['INV-000001', 100],
    ['INV-000003', 250],
  ]);
  assert.deepEqual(shares(350, 'BACS inv 3'), [
    ['INV-000003', 300],
    ['INV-000001', 50],
  ]);
  assert.deepEqual(shares(900, 'INV000003'), [
    ['INV-000003', 300],
    ['INV-000001', 100],
  ]);
  assert.equal(isNamedIn('INV-000003', 'account 3, INV-000031'), false);
});

test('a part payment leaves the rest unpaid, and desk and client see how much of how much is paid', async () => {
  const wrong = await record({ amount: 'lots', on: addDays(today, 1), method: '', reference: 'CHQ 9' });
  assert.equal(wrong.status, 422);
  assert.match(
    textOf(wrong.body),
    /The day must not be after today.*The amount must be in pounds.*Choose how it was paid/,
  );
  assert.match(wrong.body, /value="CHQ 9"/);
  const over = await record({
    amount: '10.00',
    as: 'chosen',
    [`share-${first!.id}`]: '60',
    [`share-${second!.id}`]: '5',
  });
  assert.match(textOf(over.body), /amount must be at least £65\.00.*must be at most £50\.00, which is left to pay/);
  assert.deepEqual(await leftNow(), [5000, 5000], 'nothing was recorded');

  await record({ amount: '20.00', reference: `${second!.number} part` });
  assert.deepEqual(await leftNow(), [5000, 3000]);
  for (const [who, at] of [
    [finance, `${path}/invoices`],
    [client, '/portal/charges'],
  ] as const)
    assert.match(textOf((await who.get(at)).body), new RegExp(`${second!.number}.*£20\\.00 of £50\\.00 paid`));
});

test('one payment pays several invoices, and what is over waits until it is set or paid back', async () => {
  const over = await record({ amount: '1000.00', over: '' });
  assert.match(textOf(over.body), /It is more than everything that is left to pay/);
  const payment = paymentIn(await record({ amount: '100.00' }));
  assert.deepEqual(await leftNow(), [0, 0]);
  assert.match(
    textOf((await finance.get(payment)).body),
    /£50\.00 against INV-\d+ .*£30\.00 against INV-\d+ .*Unallocated £20\.00/,
  );
  assert.match(textOf((await finance.get(`${path}/payments`)).body), /Unallocated: £20\.00/);
  const tooMuch = await finance.submit(payment, `${payment}/set`, { target: 'client', amount: '20.01' });
  assert.match(textOf(tooMuch.body), /The amount must be at most £20\.00, which is left/);
  const back = { target: 'client', amount: '20' };
  const tomorrow = await finance.submit(payment, `${payment}/set`, { ...back, on: addDays(today, 1) });
  assert.match(textOf(tomorrow.body), /The day must be a day from .* to today/);
  assert.equal((await finance.submit(payment, `${payment}/set`, { ...back, on: today })).status, 303);
  assert.match(textOf((await finance.get(payment)).body), /£20\.00 paid back to the client on .*Unallocated Nothing/);
  await finance.submit(payment, `${payment}/undo`, { target: first!.id });
  assert.deepEqual(await leftNow(), [5000, 0]);
  assert.equal((await finance.submit(payment, `${payment}/take-back`, { reason: '' })).status, 422);
  await finance.submit(payment, `${payment}/take-back`, { reason: 'returned' });
  assert.deepEqual(await leftNow(), [5000, 3000], 'the invoices that it paid are unpaid again');
  assert.match(textOf((await finance.get(payment)).body), /Taken back on [^:]*: The bank returned it/);
  assert.match(
    textOf((await finance.get(`${path}/history`)).body),
    /Payment taken back £100\.00 of .*The bank returned it/,
  );
  await assert.rejects(ctx.db.run(sql`update receipts set amount_pence = 1`), /permission denied|never changed/);
});

test('a credit note takes off its own invoice, and what is over is set against another one', async () => {
  await record({ amount: '45.00', reference: first!.number });
  await creditReports(ctx, account, {
    ...{
      checkId: old.id,
      applicantId: old.applicantId,
      reportIds: old.reports.map((one) => one.id),
      reason: 'goodwill',
    },
  });
  await issueCreditNotes(ctx, 'system', id);
  const note = (await documents()).at(-1)!;
  assert.deepEqual(await leftNow(), [0, 3000, 4500]);
  const payment = `${path}/payments/${note.id}`;
  assert.match(textOf((await finance.get(`${path}/payments`)).body), /CRN-000001 \(£45\.00 left\)/);
  await finance.submit(payment, `${payment}/set`, { target: second!.id, amount: '30.00' });
  assert.deepEqual(await leftNow(), [0, 0, 1500]);
  assert.match(textOf((await finance.get(`${path}/invoices/${second!.id}`)).body), /£30\.00 CRN-000001/);
});

test('two people who record at once do not pay an invoice twice', async () => {
  const third = await order(last);
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 0 });
  assert.ok(third);
  const later = { ...ctx, now: () => new Date(`${addDays(`${today.slice(0, 7)}-28`, 10)}T12:00:00Z`) };
  await issueInvoices(later, 'system', id, today.slice(0, 7));
  const invoice = (await documents()).at(-1)!;
  await Promise.all([record({ amount: '50.00', another: 'yes' }), record({ amount: '50.00', another: 'yes' })]);
  assert.equal(leftOf((await documents()).find((one) => one.id === invoice.id)!), 0);
  assert.match(textOf((await finance.get(`${path}/payments`)).body), /Unallocated: £50\.00/);
});

test('what a client owes stands by age, with whom to call and what was said last, which only the desk sees', async () => {
  await changeAccountSettings(ctx, 'system', id, { billingContact: 'Accounts payable, 01904 000000' });
  await order(last);
  const next = new Date(`${addDays(`${today.slice(0, 7)}-28`, 40)}T12:00:00Z`);
  await issueInvoices(
    { ...ctx, now: () => next },
    'system',
    id,
    ukDateOf(next).slice(0, 7) > last ? lastMonth(ukDateOf(next)) : last,
  );
  const owed = `${path}/owed`;
  const page = textOf((await finance.get(owed)).body);
  assert.match(page, /Left to pay £50\.00 Not due: £50\.00 Unallocated £65\.00 .*Accounts payable, 01904 000000/);
  const empty = await finance.submit(owed, owed, { note: '' });
  assert.match(textOf(empty.body), /Write the note/);
  await finance.submit(owed, owed, { note: 'They pay on Friday.' });
  await finance.submit(owed, owed, { note: 'They did not, and pay on Monday.' });
  assert.match(textOf((await finance.get(owed)).body), /They did not, and pay on Monday\. Fin, .*They pay on Friday/);
  const unpaid = '/desk/accounts/invoices/unpaid';
  assert.match(
    textOf((await finance.get(unpaid)).body),
    /Paying Care Not due: £50\.00 Total: £50\.00 Unallocated: £65\.00 .*They did not, and pay on Monday/,
  );
  assert.match(
    (await finance.get(`${unpaid}/clients/file`)).body,
    /account,not_due_gbp,.*\r\n"Paying Care","50\.00","0\.00","0\.00","0\.00","0\.00","50\.00","65\.00"/,
  );
  assert.doesNotMatch((await client.get('/portal/charges')).body, /Monday/);
});

test('a line of a bank file is of whose invoice it names, else of whom it names, else of the only invoice of its amount', () => {
  const owed = (accountId: string, number: string, totalPence: number) =>
    ({ ...{ accountId, id: number, number, dueOn: '2026-01-01', totalPence, settlements: [] } }) as unknown as Invoice;
  const unpaid = [owed('a', 'INV-000001', 100), owed('b', 'INV-000002', 200), owed('b', 'INV-000003', 100)];
  const accounts = [
    { id: 'a', name: 'Alder Homes Ltd' },
    { id: 'b', name: 'Birch Care' },
  ];
  const match = (reference: string, pence: number) => matchLine({ reference, pence }, unpaid, accounts);
  assert.deepEqual(match('ALDER HOMES INV 1', 5), { accountId: 'a', by: 'invoice', otherId: undefined });
  const contradicted = match('BIRCH CARE INV 1', 5)!;
  assert.deepEqual(contradicted, { accountId: 'a', by: 'invoice', otherId: 'b' });
  assert.equal(isSure(contradicted), false, 'the name is of another account');
  assert.deepEqual(match('FP ALDER HOMES NORTH', 5), { accountId: 'a', by: 'account' }, 'banks cut names off');
  assert.equal(match('INV-1 INV-2', 300), undefined, 'two accounts');
  assert.deepEqual(match('FPI ALDER HOMES LIMITED 77', 5), { accountId: 'a', by: 'account' });
  const alike = match('thanks', 200)!;
  assert.deepEqual(alike, { accountId: 'b', by: 'amount' });
  assert.equal(isSure(alike), false, 'anybody may pay the same amount');
  assert.equal(match('thanks', 100), undefined, 'two invoices');
  assert.equal(match('INV-000009', 200), undefined, 'of an invoice that is paid, or that they do not see');
});

test('a bank file shows whose each payment is, records what is ticked, and recognises what is recorded', async () => {
  const at = '/desk/accounts/invoices/bank-file';
  const british = today.split('-').toReversed().join('/');
  const unpaid = (await documents()).find((one) => one.kind === 'invoice' && leftOf(one) > 0)!;
  const rows = [
    'Date,Amount,Narrative',
    `${british},10.00,"FPI ${unpaid.number.replace('-', '')}"`,
    `${british},10.00,"FPI ${unpaid.number.replace('-', '')}"`,
    `${british},-99.00,RENT`,
    `${british},7.77,somebody`,
  ].join('\n');
  const bad = await finance.submit(at, at, { rows: 'Date,Amount,Reference\n31/31/2026,5,x' });
  assert.match(textOf(bad.body), /Row 2: the date must be a day until today/);
  const preview = await finance.submit(at, at, { rows });
  const text = textOf(preview.body);
  assert.match(
    text,
    /£10\.00 of INV-\d+ Names its invoice .*1 line of money|1 line of money that went out is left out/,
  );
  assert.match(preview.body, /name="tick-2"[^>]* checked[\s\S]*name="tick-3"[^>]* checked/);
  assert.doesNotMatch(preview.body, /name="tick-5"[^>]* checked/);
  const sent = { rows, step: 'record', new: '3', 'account-2': id, 'account-3': id, 'account-5': '' };
  const before = leftOf(unpaid);
  const done = await finance.submit(at, at, { ...sent, 'tick-2': 'yes', 'tick-3': 'yes', 'tick-5': 'yes' });
  assert.match(String(done.headers.location), /recorded=2&unallocated=0&left=1$/);
  assert.match(
    textOf((await finance.get(String(done.headers.location))).body),
    /2 payments are recorded\. 1 payment was left/,
  );
  const now = (await documents()).find((one) => one.id === unpaid.id)!;
  assert.equal(leftOf(now), before - 2000);
  const again = await finance.submit(at, at, { ...sent, 'tick-2': 'yes', 'tick-3': 'yes' });
  assert.match(String(again.headers.location), /recorded=0&/, 'a second time records nothing');
  assert.match(textOf((await finance.submit(at, at, { rows })).body), /2 lines are recorded already/);

  const [one, other] = [
    await createAccount(ctx, 'system', { name: 'Twin Care' }),
    await createAccount(ctx, 'system', { name: 'Other Twin' }),
  ];
  const twins = ['Date,Amount,Narrative', `${british},3.33,twin`, `${british},3.33,twin`].join('\n');
  const whose = { 'account-2': one.id, 'account-3': other.id };
  const ticked = { rows: twins, step: 'record', ...whose, 'tick-2': 'yes', 'tick-3': 'yes' };
  assert.match(String((await finance.submit(at, at, ticked)).headers.location), /recorded=2&unallocated=666&left=0$/);
  const owed = textOf((await finance.get('/desk/accounts/invoices/unpaid')).body);
  assert.match(owed, /Twin Care Unallocated: £3\.33/, 'who owes nothing, but whose money waits, is on the list');
  const resent = await finance.submit(at, at, ticked);
  assert.match(String(resent.headers.location), /recorded=0&/, 'also where the same payment came from two clients');
});

test('a payment like one that is recorded is another one only when somebody says so, and its reference is sealed', async () => {
  const { id: ownId } = await createAccount(ctx, 'system', { name: 'Typing Care' });
  const own = `/desk/accounts/${ownId}`;
  const recordOwn = (fields: Record<string, string>) =>
    finance.submit(`${own}/payments/new`, `${own}/payments/new`, { ...typed, ...fields });
  const payer = { amount: '6.21', reference: 'FPI  Sam Sample ' };
  assert.equal((await recordOwn(payer)).status, 303);
  const again = await recordOwn({ ...payer, reference: 'fpi sam sample' });
  assert.equal(again.status, 422);
  assert.match(textOf(again.body), /A payment of this day, amount and reference is recorded already: tick the box/);
  assert.match(again.body, /name="another"[^>]*>/);
  for (const other of [{ amount: '6.22' }, { reference: 'FPI Jo Sample' }, { on: addDays(today, -1) }])
    assert.equal((await recordOwn({ ...payer, ...other })).status, 303, JSON.stringify(other));
  const another = await recordOwn({ ...payer, another: 'yes' });
  assert.equal(another.status, 303);
  const british = today.split('-').toReversed().join('/');
  const at = '/desk/accounts/invoices/bank-file';
  const rows = ['Date,Amount,Narrative', ...[1, 2, 3].map(() => `${british},6.21,FPI SAM SAMPLE`)].join('\n');
  assert.match(
    textOf((await finance.submit(at, at, { rows })).body),
    /2 lines are recorded already/,
    'a bank file knows what was typed, by the same rule',
  );
  const payment = paymentIn(another);
  assert.match(textOf((await finance.get(payment)).body), /Reference FPI Sam Sample/);
  assert.match(textOf((await finance.get(`${own}/statement`)).body), /Payment: Bank transfer, FPI Sam Sample/);
  const stored = await portal.superuser.rows<{ row: string }>(sql`select receipts::text as row from receipts`);
  assert.doesNotMatch(stored.map(({ row }) => row).join(), /Sample|53616d706c65/i);
});

test('the statement has what was owed, invoiced, credited and received, for desk and client alike, and is mailed by hand and each month', async () => {
  const entry = (kind: StatementEntry['kind'], on: string, pence: number): StatementEntry => ({
    ...{ kind, on, pence, number: kind === 'invoice' ? 1 : null, method: 'cheque', reference: '' },
  });
  const entries = [
    entry('invoice', '2026-01-31', 500),
    entry('invoice', '2026-02-02', 100),
    entry('receipt', '2026-02-03', -550),
  ];
  const { openingPence, lines, closingPence } = statementOf(entries, { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual([openingPence, lines.map((one) => one.balancePence), closingPence], [500, [600, 50], 50]);

  const at = `${path}/statement`;
  const page = textOf((await finance.get(at)).body);
  assert.match(
    page,
    /Opening balance Balance: £0\.00 .*Invoice INV-000001 .*Payment: Bank transfer.*Payment taken back.*Credit note CRN-000001/,
  );
  const closing = /Closing balance Balance: (-?£[\d.]+)/.exec(page)![1]!;
  const own = textOf((await client.get('/portal/charges/account-statement')).body);
  assert.ok(own.includes(`Closing balance Balance: ${closing}`));
  assert.match(textOf((await client.get('/portal/charges')).body), /£30\.00 is left to pay\. Statement of account/);
  for (const [who, file] of [
    [finance, `${at}/file`],
    [client, '/portal/charges/account-statement/file'],
  ] as const)
    assert.ok((await who.get(file)).body.startsWith('%PDF-'));
  assert.match(textOf((await finance.get(`${at}?from=2026-02-31`)).body), /The first day must be a date/);
  const ofPart = { ...account, subsidiaryIds: ['00000000-0000-7000-8000-000000000001'] };
  await assert.rejects(readStatement(ctx, ofPart, { from: today, to: today }), { reason: 'not_found' });

  assert.equal((await finance.submit(at, `${at}/mail`, {})).status, 303);
  const mailed = async () =>
    (await listEmails(ctx, account, 50)).filter(({ subject }) => /^Statement of account/.test(subject));
  const [mail, ...others] = await mailed();
  assert.deepEqual([mail!.to.address, others.length], ['bills@paying.test', 0]);
  const [attached] = await paymentAttachments(ctx, account, mail!);
  assert.deepEqual([attached!.filename, String(attached!.content.subarray(0, 5))], [`statement-${today}.pdf`, '%PDF-']);
  const nextMonth = {
    ...ctx,
    now: () => new Date(`${addDays(`${today.slice(0, 7)}-28`, 7).slice(0, 7)}-03T07:40:00Z`),
  };
  await statementJobs(nextMonth).mail_statements({});
  assert.equal((await mailed()).length, 1, 'the account did not ask for it');
  await changeAccountSettings(ctx, 'system', id, { monthlyStatement: true });
  await statementJobs(nextMonth).mail_statements({});
  await statementJobs(nextMonth).mail_statements({});
  assert.equal((await mailed()).length, 2, 'once a month');
});

test('an invoice has a reminder once at each step that it reaches, and none for those that it has passed', () => {
  const steps = [30, 14, 7];
  const cases: [days: number, taken: number[], due: number | undefined, isLast: boolean][] = [
    [0, [], undefined, false],
    [6, [], undefined, false],
    [7, [], 7, false],
    [9, [], 7, false],
    [9, [7], undefined, false],
    [14, [7], 14, false],
    [29, [7, 14], undefined, false],
    [90, [], 30, false],
    [90, [30], undefined, true],
    [20, [40], undefined, true],
  ];
  for (const [days, taken, due, isLast] of cases)
    assert.deepEqual([stepDue(days, steps, taken), isLastStepTaken(steps, taken)], [due, isLast], `${days} ${taken}`);
  assert.equal(stepDue(14, [14, 10], [7]), 14, 'the days of the settings were changed');
});

test('a client is reminded of what is overdue on working days, once at each step and not while a charge is queried, and by hand', async () => {
  const { id: lateId } = await createAccount(ctx, 'system', { name: 'Late Care' });
  const late = { ...account, accountId: lateId };
  await switchOnTypes(ctx, 'system', lateId, [{ name: 'identity', pricePence: 5000 }]);
  const settings = { billingAddress: 'Late Care', billingEmail: 'bills@late.test', paymentDays: 0 };
  await changeAccountSettings(ctx, 'system', lateId, { ...settings, paymentReminderWords: 'Call us on 01904 000000.' });
  const charged = lastMonth(`${before}-01`);
  const check = await order(charged, late);
  const due = `${before}-05`;
  const clockAt = (day: string) => ({ ...ctx, now: () => new Date(`${day}T07:50:00Z`) });
  await issueInvoices(clockAt(due), 'system', lateId, charged);
  const [invoice] = await listInvoices(ctx, 'system', [lateId], undefined, { offset: 0, limit: 1 });

  const mails = async () =>
    (await listEmails(ctx, late, 50)).filter(({ template }) => template === 'payment_reminder').toReversed();
  const runOn = async (day: string) => {
    await Promise.all([1, 2].map(() => reminderJobs(clockAt(day)).remind_unpaid({})));
    return (await mails()).length;
  };
  const workingDay = (days: number) => nextWorkingDay(addDays(due, days), ctx.calendar().england_and_wales);
  assert.equal(await runOn(workingDay(7)), 0, 'the account has no reminders');
  await changeAccountSettings(ctx, 'system', lateId, { paymentReminders: true });
  assert.equal(await runOn(workingDay(1)), 0);
  assert.equal(await runOn(workingDay(7)), 1);
  const [mail] = await mails();
  assert.equal(mail!.to.address, 'bills@late.test');
  assert.match(
    mail!.text,
    new RegExp(
      `${invoice!.number}: £50\\.00, due on .*Call us on 01904 000000\\..*/portal/charges/account-statement`,
      's',
    ),
  );
  const saturday = addDays(mondayOf(addDays(due, 14)), 5);
  assert.equal(await runOn(saturday), 1);
  assert.equal(await runOn(nextWorkingDay(saturday, ctx.calendar().england_and_wales)), 2);

  const owed = `/desk/accounts/${lateId}/owed`;
  const aboutId = check.reports[0]!.id;
  await disputeCharge(ctx, late, { aboutId, reason: 'other', words: 'What is this?' });
  assert.equal(await runOn(workingDay(30)), 2, 'a charge is queried');
  const queried = await finance.get(owed);
  assert.ok(textOf(queried.body).includes('Reminded on Not while queried'));
  assert.doesNotMatch(queried.body, /Send a reminder now/);
  const [dispute] = await listDisputesOf(ctx, late);
  const answer = {
    answer: 'An identity check.',
    credit: 'none',
    reason: '',
    pricePence: undefined,
    feePence: undefined,
  } as const;
  await answerDispute(ctx, { actor: 'system' }, 'all', dispute!.id, answer);
  assert.equal(await runOn(workingDay(31)), 3);
  assert.equal(await runOn(workingDay(40)), 3, 'it was the last step');

  const page = textOf((await finance.get(owed)).body);
  assert.match(page, new RegExp(`The last reminder of ${invoice!.number} was sent.* stop new orders`));
  assert.match(
    page,
    /Reminded on [^,]*, 3 times .*A reminder to bills@late\.test names 1 invoice, with £50\.00 left to pay/,
  );
  assert.equal((await finance.submit(owed, `${owed}/remind`, {})).headers.location, `${owed}?done=reminded`);
  assert.equal((await mails()).length, 4);
  const twice = await finance.submit(owed, `${owed}/remind`, {});
  assert.equal(twice.status, 422);
  assert.match(twice.body, /The invoices were reminded of today/);
  // Their money is here, and waits for finance.
  const paid = { on: due, pence: 5000, method: 'bank_transfer', reference: '', shares: [] } as const;
  const live = { ...late, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  const receipt = await recordReceipt(ctx, live, paid);
  assert.match(textOf((await finance.get(owed)).body), /No reminder goes while money of the client is unallocated/);
  await assert.rejects(remindNow(clockAt(addDays(due, 400)), live), { fields: { invoices: ['are not overdue'] } });
  await takeBackReceipt(ctx, live, receipt, 'returned');
  await remindNow(clockAt(addDays(due, 400)), live);
  assert.equal((await mails()).length, 5);
  assert.match(
    textOf((await finance.get(`/desk/accounts/${lateId}/history`)).body),
    new RegExp(`Reminded of unpaid invoices ${invoice!.number}`),
  );
});

test('who may read charges only sees payments and records none', async () => {
  await createDeskUser(ctx, 'system', { name: 'Sue', email: 'sue@desk.test', role: 'screener', accounts: 'all' });
  await createSignIn(ctx, 'system', { email: 'sue@desk.test', password });
  assert.equal((await (await signedInVisitor(portal, 'sue@desk.test')).get(`${path}/payments`)).status, 403);
});

test('what cannot be collected is written off without a credit note, and taken back if it is paid after all', async () => {
  const broke = await createAccount(ctx, 'system', { name: 'Broke Care' });
  const own = { ...portal.caller('live'), accountId: broke.id };
  const accountPath = `/desk/accounts/${broke.id}`;
  await switchOnTypes(ctx, 'system', broke.id, [{ name: 'identity', pricePence: 5000 }]);
  await changeAccountSettings(ctx, 'system', broke.id, { billingAddress: 'Broke Care' });
  await order(last, own);
  await issueInvoices(ctx, 'system', broke.id, last);
  const read = async () =>
    (await listInvoices(ctx, 'system', [broke.id], undefined, { offset: 0, limit: 10 })).find(
      ({ kind }) => kind === 'invoice',
    )!;
  const at = `${accountPath}/invoices/${(await read()).id}`;
  const page = `${at}/write-off`;
  assert.match((await finance.get(at)).body, new RegExp(`href="${page}"`));
  assert.match(textOf((await finance.submit(page, page, {})).body), /Choose why it is written off/);
  assert.equal((await finance.submit(page, page, { reason: 'insolvent' })).headers.location, at);
  assert.match(textOf((await finance.get(at)).body), /Written off .*written off on/);
  assert.equal((await finance.get(page)).status, 404, 'nothing is left');
  assert.match(textOf((await finance.get(`${accountPath}/payments`)).body), /Written off .*The client is insolvent/);
  assert.match(textOf((await finance.get(`${accountPath}/history`)).body), /Written off £/);
  const { lines } = await readStatement(ctx, own, { from: today, to: today });
  assert.ok(lines.some(({ text }) => text === 'Written off'));
  const payment = /href="([^"]*\/payments\/[^"]*)">written off/.exec((await finance.get(at)).body)![1]!;
  const shown = (await finance.get(payment)).body;
  assert.doesNotMatch(shown, /\/undo"/);
  assert.doesNotMatch(shown, /The bank returned it/);
  assert.equal((await finance.submit(payment, `${payment}/take-back`, { reason: 'returned' })).status, 422);
  await finance.submit(payment, `${payment}/take-back`, { reason: 'paid_after_all' });
  assert.equal(leftOf(await read()), 5000);
  // Recorded at another account, it is moved, and pays what its reference names.
  const elsewhere = paymentIn(await record({ amount: '50.00', reference: (await read()).number }));
  assert.equal((await finance.submit(elsewhere, `${elsewhere}/move`, { to: '' })).status, 422);
  const moved = await finance.submit(elsewhere, `${elsewhere}/move`, { to: broke.id });
  assert.match(String(moved.headers.location), new RegExp(`${broke.id}/payments/[^?]*\\?done=moved$`));
  assert.equal(leftOf(await read()), 0);
  assert.match(textOf((await finance.get(elsewhere)).body), /Taken back on .*It is of another account/);
});

test('finance has the VAT and the payments of a period over all accounts, as a page, a spreadsheet and a file for Sage', async () => {
  const { id: ownId } = await createAccount(ctx, 'system', { name: 'Period Care' });
  const own = { ...portal.caller('live'), accountId: ownId };
  await switchOnTypes(ctx, 'system', ownId, [{ name: 'identity', pricePence: 10_000, feePence: 4950 }]);
  const codes = { nominalCodes: 'bank: 1230', accountingReference: 'PERIOD', accountingDepartment: 4 };
  await changeAccountSettings(ctx, 'system', ownId, { billingAddress: 'Period Care', vatPercent: 20, ...codes });
  Object.assign(ctx.settings, { operatorVatNumber: 'GB123456789' });
  const check = await order(last, own);
  await issueInvoices(ctx, 'system', ownId, last);
  const [invoice] = await listInvoices(ctx, 'system', [ownId], undefined, { offset: 0, limit: 1 });
  await creditReports(ctx, own, {
    ...{ checkId: check.id, applicantId: check.applicantId, reportIds: [check.reports[0]!.id], reason: 'goodwill' },
  });
  const paid = { on: today, method: 'bank_transfer', reference: `BACS ${invoice!.number}`, shares: undefined } as const;
  await recordReceipt(ctx, own, { ...paid, pence: 16_950 });
  await issueCreditNotes(ctx, 'system', ownId);
  await createDeskUser(ctx, 'system', { name: 'Pat', email: 'pat@desk.test', role: 'finance', accounts: [ownId] });
  await createSignIn(ctx, 'system', { email: 'pat@desk.test', password });
  const pat = await signedInVisitor(portal, 'pat@desk.test');
  const at = '/desk/accounts/invoices/period';
  const period = `?from=${today}&to=${today}`;
  const page = textOf((await pat.get(`${at}${period}`)).body);
  assert.match(page, /VAT £0\.00 on sales of £0\.00 net\. Fees of £0\.00/);
  const number = 'Number 1 Net';
  assert.match(
    page,
    new RegExp(`Invoices 20% VAT ${number} £100\\.00 VAT £20\\.00 Invoices Fees passed on.*VAT ${number} £49\\.50`),
  );
  assert.match(page, new RegExp(`Credit notes 20% VAT ${number} -£100\\.00 VAT -£20\\.00`));
  assert.match(page, /Received Number 1 Amount £169\.50/);
  assert.match(textOf((await pat.get(`${at}?from=soon`)).body), /The first day must be a date/);
  assert.match((await pat.get(`${at}/vat/file${period}`)).body, /"Invoices","20% VAT","1","100\.00","20\.00"/);
  assert.match(
    (await pat.get(`${at}/payments/file${period}`)).body,
    new RegExp(
      `"${today}","Period Care","PERIOD","Received","Bank transfer","BACS ${invoice!.number}","169\\.50","${invoice!.number}","${ownId}"`,
    ),
  );
  const british = today.split('-').toReversed().join('/');
  assert.match(
    (await pat.get(`${at}/payments/file${period}&format=sage`)).body,
    new RegExp(
      `\nSA,"PERIOD","1230",4,${british},"BACS ${invoice!.number}","Received ${invoice!.number}",169\\.50,T9,0\\.00\r\n`,
    ),
  );
  assert.match(
    (await finance.get(`${at}/payments/file${period}&format=sage`)).body,
    /\nSC,"BROKECAR","8100",0,[^\n]*"Written off/,
  );
});

test('a payment that two people move at once is recorded once, and moves in both directions wait for each other', async () => {
  const [from, to] = await Promise.all(
    ['Moving Care', 'Moved Care'].map(async (name) => ({
      ...portal.caller('live'),
      accountId: (await createAccount(ctx, 'system', { name })).id,
    })),
  );
  const paid = { on: today, method: 'card', reference: '', shares: undefined } as const;
  const one = await recordReceipt(ctx, from!, { ...paid, pence: 700 }, { isOver: true });
  const other = await recordReceipt(ctx, to!, { ...paid, pence: 900 }, { isOver: true });
  const moves = await Promise.allSettled([
    moveReceipt(ctx, from!, one, to!),
    moveReceipt(ctx, from!, one, to!),
    moveReceipt(ctx, to!, other, from!),
  ]);
  assert.deepEqual(moves.map(({ status }) => status).toSorted(), ['fulfilled', 'fulfilled', 'rejected']);
  const countedAt = async (at: typeof account) =>
    (await listReceipts(ctx, at, { offset: 0, limit: 10 })).map(({ leftPence }) => leftPence).filter(Boolean);
  assert.deepEqual([await countedAt(from!), await countedAt(to!)], [[900], [700]]);
});

test('a repayment that is taken back is no second refund in the file for Sage', async () => {
  const own = { ...portal.caller('live'), accountId: (await createAccount(ctx, 'system', { name: 'Back Care' })).id };
  const paid = { on: today, method: 'card', reference: '', shares: undefined } as const;
  const receipt = await recordReceipt(ctx, own, { ...paid, pence: 800 }, { isOver: true });
  await allocatePayment(ctx, own, receipt, { target: 'client', pence: 800, on: today });
  await undoAllocation(ctx, own, receipt, 'client');
  const at = '/desk/accounts/invoices/period';
  const period = `?from=${today}&to=${today}`;
  const { body } = await finance.get(`${at}/payments/file${period}&format=sage`);
  const lines = body.split('\r\n').filter((line) => line.includes('"BACKCARE"'));
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    ['SA', 'SP', 'SA'],
  );
  assert.match(lines[2]!, /"Repayment taken back",8\.00/);
  assert.match(textOf((await finance.get(`${at}${period}`)).body), /Repayment taken back Number \d+ Amount £/);
});
