// What a run of invoices takes, where it begins, and where what it issued is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { inTransaction } from '../../../src/context.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { creditPart, creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { renderDraft } from '../../../src/features/invoices/draft-actions.ts';
import { listInvoices, readInvoicedOf } from '../../../src/features/invoices/invoice-actions.ts';
import { lastMonth, monthWords, settledOf } from '../../../src/features/invoices/invoice-rules.ts';
import { takeNumber } from '../../../src/features/invoices/invoice-store.ts';
import { findOpenParts } from '../../../src/features/invoices/invoiced-charge-store.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { readOpenMonth } from '../../../src/features/invoices/open-invoice-actions.ts';
import { pastMonthJobs } from '../../../src/features/invoices/past-month-jobs.ts';
import { countOpenAgain, creditToIssueAgain } from '../../../src/features/invoices/reissue-actions.ts';
import { recordReceipt } from '../../../src/features/payments/payment-actions.ts';
import { takeBackReceipt } from '../../../src/features/payments/receipt-end-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { planOf, readWhole, used } from '../../support/plans.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx } = portal;
const today = ukDateOf(ctx.now());
const thisMonth = today.slice(0, 7);
const last = lastMonth(today);
const before = lastMonth(`${last}-01`);
const all = '/desk/accounts/invoices';

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Pays £4.99 for an identity report, with VAT. */
async function newAccount(name: string, billingAddress = name) {
  const { id } = await createAccount(ctx, 'system', { name });
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', pricePence: 499 }]);
  await changeAccountSettings(ctx, 'system', id, { vatPercent: 20, billingAddress });
  return { id, name, caller: { ...portal.caller('live'), accountId: id }, path: `/desk/accounts/${id}/invoices` };
}
type Account = Awaited<ReturnType<typeof newAccount>>;

const accounts = new Map<string, Account>();
for (const name of [
  'Penny Care',
  'Early Care',
  'Elsewhere Care',
  'Offered Care',
  'Quiet Care',
  'Noted Care',
  'Unknown Care',
  'Lacking Care',
  'Complete Care',
  'Many Care',
  'Free Care',
  'Credited Care',
  'Divided Care',
  'Unpriced Care',
  'Held Care',
  'Waiting Care',
  'Small Care',
  'Still Care',
  'Busy Care',
  'Drafted Care',
  'Moved Care',
  'Volume Care',
  'Moving Care',
  'Paying Care',
  'Ticked Care',
  'Skipped Care',
  'Reopened Care',
])
  accounts.set(name, await newAccount(name, name.startsWith('Lacking') ? '' : name));
const called = (name: string) => accounts.get(name)!;

await createDeskUser(ctx, 'system', { name: 'Ada', email: 'ada@desk.test', role: 'account_manager', accounts: 'all' });
await createSignIn(ctx, 'system', { email: 'ada@desk.test', password });
const manager = await signedInVisitor(portal, 'ada@desk.test');
Object.assign(ctx.settings, {
  ...{ operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'], operatorVatNumber: 'GB123456789' },
});

let people = 0;
/** @param month in which it was charged */
async function order({ caller }: Account, month: string, reports = ['identity']) {
  people += 1;
  const { check } = await placeWaiting(ctx, caller, {
    reports,
    facts: { email: `person${people}@candidate.test` },
  });
  const [report] = check.reports;
  await portal.superuser.run(
    sql`update charges set created_at = ${`${month}-20T12:00:00Z`} where report_id = ${report!.id}`,
  );
  return { number: `VF${check.orderId}`, checkId: check.id, applicantId: check.applicantId, reportId: report!.id };
}
type Ordered = Awaited<ReturnType<typeof order>>;

const credit = ({ caller }: Account, { reportId, ...of }: Ordered) =>
  creditReports(ctx, caller, { ...of, reportIds: [reportId], reason: 'goodwill' });

const invoicesOf = async ({ id }: Account) =>
  (await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 100 })).toReversed();

const openOf = async ({ id }: Account, month: string) => (await readOpenMonth(ctx, 'system', [id], month)).accounts[0];
const openInvoicesOf = async (id: string) => (await readOpenMonth(ctx, 'system', [id], last)).invoices;

test('an invoice that is credited a report at a time loses exactly its VAT, and is then settled, not overdue', async () => {
  const account = called('Penny Care');
  const ordered = [await order(account, last), await order(account, last), await order(account, last)];
  await issueInvoices(ctx, 'system', account.id, last);
  for (const one of ordered) {
    await credit(account, one);
    await issueCreditNotes(ctx, 'system', account.id);
  }
  const [invoice, ...notes] = await invoicesOf(account);
  assert.deepEqual([invoice!.vatPence, invoice!.totalPence, settledOf(invoice!)], [299, 1796, 1796]);
  assert.deepEqual(
    notes.map(({ netPence, vatPence }) => [netPence, vatPence]),
    [
      [-499, -100],
      [-499, -99],
      [-499, -100],
    ],
  );
  await portal.superuser.run(sql`alter table invoices disable trigger invoices_are_append_only`);
  await portal.superuser.run(sql`update invoices set due_on = issued_on - 1 where id = ${invoice!.id}`);
  await portal.superuser.run(sql`alter table invoices enable trigger invoices_are_append_only`);
  const page = textOf((await manager.get(`${account.path}/${invoice!.id}`)).body);
  assert.match(page, /Status Credited /);
  assert.match(page, /Paid £5\.99 CRN-000001/);
});

test('months that were billed elsewhere are not invoiced: the account says from which month it is, and the page says so', async () => {
  const account = called('Elsewhere Care');
  const old = await order(account, before);
  await order(account, last);
  await creditPart(ctx, account.caller, { ...old, pricePence: 100, feePence: undefined, reason: 'goodwill' });
  assert.match(
    textOf((await manager.get(account.path)).body),
    new RegExp(
      `2 reports for £8\\.98, since ${monthWords(before)}.*if earlier ones were billed elsewhere, set the first month`,
    ),
  );
  const wrong = async () => changeAccountSettings(ctx, 'system', account.id, { invoiceFrom: '2026-13' });
  await assert.rejects(wrong, { fields: { invoiceFrom: ['must be a month such as 2027-01, or empty'] } });
  await changeAccountSettings(ctx, 'system', account.id, { invoiceFrom: last });
  const page = (await manager.get(account.path)).body;
  assert.match(
    textOf(page),
    new RegExp(`: 1 report for £4\\.99\\..*ordered before ${monthWords(last)} is not invoiced here`),
  );
  assert.doesNotMatch(page, new RegExp(`value="${before}"`));
  assert.equal(await openOf(account, before), undefined);
  assert.deepEqual(await issueInvoices(ctx, 'system', account.id, before), []);
  await issueInvoices(ctx, 'system', account.id, last);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ netPence }) => netPence),
    [499],
    'neither the old order nor what was credited of it',
  );
});

test('what is credited before its invoice comes off it, also where it was credited after the month, and leaves no credit note', async () => {
  const account = called('Early Care');
  const whole = await order(account, last);
  const part = await order(account, last);
  await credit(account, whole);
  await creditPart(ctx, account.caller, { ...part, pricePence: 99, feePence: undefined, reason: 'goodwill' });
  const run = await manager.submit(account.path, account.path, { month: last });
  assert.equal(run.status, 303);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ kind, netPence }) => [kind, netPence]),
    [['invoice', 400]],
  );
  assert.equal(await openOf(account, last), undefined, 'nothing waits for a credit note');
  assert.deepEqual(await issueCreditNotes(ctx, 'system', account.id), []);
});

test('what the page offers to invoice is what issuing invoices, and a month without more is not offered', async () => {
  const account = called('Offered Care');
  await order(account, before);
  await order(account, last);
  assert.deepEqual([(await openOf(account, before))!.reports, (await openOf(account, last))!.reports], [1, 2]);
  await issueInvoices(ctx, 'system', account.id, last);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ netPence }) => netPence),
    [998],
  );
  assert.deepEqual([await openOf(account, before), await openOf(account, last)], [undefined, undefined]);
  // One more for a month that is invoiced: it waits for the next.
  await order(account, last);
  assert.equal(await openOf(account, last), undefined);
  assert.doesNotMatch(textOf((await manager.get(`${all}?month=${last}`)).body), /Offered Care To issue/);
  assert.deepEqual(await issueInvoices(ctx, 'system', account.id, last), []);
});

test('finance begins with what of the last month is not invoiced', async () => {
  const account = called('Waiting Care');
  await order(account, last);
  await createDeskUser(ctx, 'system', { name: 'Fin', email: 'fin@desk.test', role: 'finance', accounts: [account.id] });
  await createSignIn(ctx, 'system', { email: 'fin@desk.test', password });
  const finance = await signedInVisitor(portal, 'fin@desk.test');
  const home = await finance.get('/');
  assert.equal(home.headers.location, all);
  const page = (await finance.get(all)).body;
  assert.match(textOf(page), new RegExp(`Not invoiced for ${monthWords(last)} 1 account is not invoiced yet\\.`));
  assert.match(page, /href="\/desk\/accounts\/charges"[^>]*>\s*Charges/);
});

test('reports without a price are named after the run, too, with the month in which they get one', async () => {
  const account = called('Unpriced Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'adverse_media' }]);
  for (const reports of [['identity'], ['adverse_media']]) await order(account, last, reports);
  const unpriced = await order(account, last, ['adverse_media']);
  const wait = new RegExp(`href="/desk/accounts/${account.id}/charges\\?month=${last}">2 reports wait for a price`);
  assert.match((await manager.get(account.path)).body, wait);
  const run = await manager.submit(account.path, account.path, { month: last });
  const issued = (await manager.get(String(run.headers.location))).body;
  assert.match(
    textOf(issued),
    /What could be issued is issued; 2 reports of 1 account wait for a price\..*Nothing is left/,
  );
  assert.match(issued, wait);
  const after = (await manager.get(`${all}?month=${last}&done=issued`)).body;
  assert.match(textOf(after), /is issued; 2 reports of 1 account wait for a price\. What is left is below\./);
  assert.match(after, wait);
  assert.doesNotMatch(after, /Nothing is left to invoice/);
  const credit = `/desk/accounts/${account.id}/charges/credit?order=${unpriced.number}`;
  assert.match(textOf((await manager.get(credit)).body), /Adverse media: no price agreed It is then never charged/);
});

test('an account that is held gets no invoice in the run, and each invoice has a draft without a number before it is issued', async () => {
  const [held, other] = [called('Held Care'), called('Drafted Care')];
  const ordered = await order(held, last);
  await order(other, last);
  const { id: south } = await createSubsidiary(ctx, 'system', other.id, { name: 'South', externalId: null });
  const inSouth = await order(other, last);
  await portal.superuser.run(sql`update checks set subsidiary_id = ${south} where id = ${inSouth.checkId}`);
  await changeAccountSettings(ctx, 'system', other.id, { invoiceBySubsidiary: true });
  const page = (await manager.get(`${all}?month=${last}`)).body;
  const hrefs = [...page.matchAll(/href="([^"]+\/draft\/file[^"]*)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  assert.ok(hrefs.includes(`${held.path}/draft/file?month=${last}`));
  assert.ok(hrefs.includes(`${other.path}/draft/file?month=${last}&subsidiary=${south}`), hrefs.join(' '));
  const draft = await renderDraft(
    ctx,
    { ...held.caller, subsidiaryIds: null },
    { month: last, subsidiaryId: null, purchaseOrderKey: null },
  );
  const document = await getDocumentProxy(new Uint8Array(draft));
  const text = (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ');
  assert.match(text, /Draft of an invoice.*Identity 1 £4\.99.*not a VAT invoice/);
  assert.match(text, new RegExp(`Orders .*${ordered.number} Identity £4\\.99`));
  assert.doesNotMatch(text, /INV-|Due on|How to pay/);
  assert.match((await manager.get(`${held.path}/draft/file?month=${last}`)).body, /^%PDF-/);
  assert.deepEqual(await invoicesOf(held), [], 'nothing is stored');
  const review = await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month: last, hold: held.id });
  assert.match(
    textOf(review.body),
    /You are about to issue \d+ invoices.*Drafted Care 2 invoices Now £11\.98 .* New .*Held, and invoiced with the next month Why Held Care is held Choose why/,
  );
  assert.deepEqual(await invoicesOf(other), [], 'nothing is issued before it is looked at');
  const issue = { month: last, step: 'issue', hold: held.id };
  const without = await manager.submit(`${all}?month=${last}`, `${all}/issue`, issue);
  assert.equal(without.status, 422);
  assert.match(textOf(without.body), /Choose why Held Care is held/);
  assert.deepEqual(await invoicesOf(other), [], 'nothing is issued before it is said why');
  await manager.submit(`${all}?month=${last}`, `${all}/issue`, { ...issue, [`why_${held.id}`]: 'queried' });
  const run = async () => textOf((await manager.get(`${all}?month=${last}`)).body);
  const why = /Held Care Since [\d\w ]+ at [\d:apm]+ By Ada The client asks about a charge/;
  assert.match(await run(), new RegExp(`${why.source} Not invoiced yet`));
  assert.match(
    textOf((await manager.get(`${held.path.replace('/invoices', '/history')}?kind=money`)).body),
    /Ada Invoice of \w+ \d{4} held The client asks about a charge/,
  );
  const sums = textOf((await manager.get(`${all}?month=${last}`)).body);
  assert.match(
    sums,
    /What they come to Number Net VAT Fees Total Invoices Number \d+ Net £[\d,.]+ VAT £[\d,.]+ Fees £0\.00 Total £/,
  );
  assert.deepEqual([(await invoicesOf(held)).length, (await invoicesOf(other)).length], [0, 2]);
  assert.equal((await openOf(held, last))!.reports, 1);
  assert.equal((await manager.get(`${other.path}/draft/file?month=${last}`)).status, 404);
  const [number] = await issueInvoices(ctx, 'system', held.id, last);
  assert.match(
    await run(),
    new RegExp(`${why.source} Invoiced since: ${number} on`),
    'also when the run is read again',
  );
});

test('the run makes up the minimum of a month once, on the invoice, the statement and the file, also where nothing was ordered', async () => {
  const [small, nothing, enough] = [called('Small Care'), called('Still Care'), called('Busy Care')];
  const ordered = await order(small, last);
  await order(enough, last);
  const agreed = { minimumPounds: 250, minimumFrom: last };
  const settings = `/desk/accounts/${small.id}/settings`;
  const refused = await manager.submit(settings, settings, {
    group: 'invoices',
    minimumPounds: '250',
    minimumFrom: '',
  });
  assert.match(textOf(refused.body), /First month with a minimum is needed with “Minimum of a month”/);
  const wrong = await manager.submit(settings, settings, { group: 'invoices', minimumPounds: '1,250.505' });
  assert.match(textOf(wrong.body), /Minimum of a month must be in pounds, such as 29\.95, from 0 to 100,000/);
  const pence = { group: 'invoices', minimumPounds: '£1,250.50', minimumFrom: last };
  assert.equal((await manager.submit(settings, settings, pence)).status, 303);
  assert.match((await manager.get(settings)).body, /name="minimumPounds"[^>]*value="1250\.50"/);
  assert.equal((await openInvoicesOf(small.id))[0]!.price_pence, 125_050);
  for (const { id } of [small, nothing]) await changeAccountSettings(ctx, 'system', id, agreed);
  await changeAccountSettings(ctx, 'system', enough.id, { ...agreed, minimumPounds: 4 });
  assert.match(
    textOf((await manager.get(small.path)).body),
    /1 report and the minimum commitment for £250\.00\. With VAT it comes to £300\.00/,
  );
  assert.equal(await openOf(small, before), undefined, 'before the first month with a minimum');
  await issueInvoices(ctx, 'system', small.id, before);
  await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month: last, step: 'issue' });
  await issueInvoices(ctx, 'system', small.id, last);
  const minimum = `Minimum commitment of ${monthWords(last)}`;
  const linesOf = async (account: Account) =>
    (await invoicesOf(account)).flatMap(({ lines }) =>
      lines.map((one) => [one.description, one.netPence, one.vatPence]),
    );
  assert.deepEqual(await linesOf(small), [
    ['Identity', 499, 100],
    [minimum, 24_501, 4900],
  ]);
  assert.deepEqual(await linesOf(nothing), [[minimum, 25_000, 5000]]);
  assert.deepEqual(await linesOf(enough), [['Identity', 499, 100]]);
  const statement = (await manager.get(`/desk/accounts/${small.id}/charges/statement?month=${last}`)).body;
  assert.match(textOf(statement), new RegExp(`${minimum} Added Price £245\\.01`));
  const [invoice] = await invoicesOf(small);
  assert.match((await manager.get(`${small.path}/${invoice!.id}/file`)).body, new RegExp(`"${minimum}",1,245\\.01`));
  // Agreed after the month was invoiced, it does not count for that month; what is credited later leaves it as it is.
  await changeAccountSettings(ctx, 'system', enough.id, { minimumPounds: 100 });
  await credit(small, ordered);
  for (const { id } of [small, enough]) assert.deepEqual(await openInvoicesOf(id), []);
});

test('reports from a number in a month on are charged at the price of their tier, which the invoice, the statement and the file name', async () => {
  const account = called('Volume Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', volumePrices: '2:400 4:350' }]);
  const ordered: Ordered[] = [];
  for (let many = 0; many < 5; many += 1) ordered.push(await order(account, last));
  // What is credited whole does not count, and of what is credited in part the rest is charged at no more than the tier.
  await credit(account, ordered[0]!);
  await creditPart(ctx, account.caller, { ...ordered[4]!, pricePence: 99, feePence: 0, reason: 'goodwill' });
  // The pages say what will be issued before the job of the night has put it in the ledger.
  const early = textOf((await manager.get(account.path)).body);
  assert.match(early, /for £16\.49\. With VAT it comes to £19\.7\d/);
  await pastMonthJobs(ctx).complete_past_month({});
  await pastMonthJobs(ctx).complete_past_month({});
  const [open] = await openInvoicesOf(account.id);
  assert.equal(open!.price_pence, 499 + 400 + 400 + 350);
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  assert.deepEqual(
    invoice!.lines.map((line) => [line.description, line.quantity, line.netPence]),
    [
      ['Identity', 4, 1996],
      ['Identity: credited in part (goodwill)', 1, -99],
      ['Identity: second tier of the volume prices', 2, -198],
      ['Identity: third tier of the volume prices', 1, -50],
    ],
  );
  const statement = textOf((await manager.get(`/desk/accounts/${account.id}/charges/statement?month=${last}`)).body);
  assert.match(statement, new RegExp(`${ordered[2]!.number} Identity Second tier of the volume prices`));
  const { body } = await manager.get(`/desk/accounts/${account.id}/charges/file?month=${last}`);
  assert.match(body, /part_credit,-0\.99,[^\n]*Second tier of the volume prices/);
  // Credited afterwards, it is what is left that is credited, and the report in the fourth place is in the third, its goodwill kept.
  // What has been agreed since does not count.
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', volumePrices: '50:100' }]);
  await credit(account, ordered[2]!);
  await issueCreditNotes(ctx, 'system', account.id);
  await issueCreditNotes(ctx, 'system', account.id);
  const notes = (await invoicesOf(account)).filter(({ kind }) => kind === 'credit_note');
  assert.deepEqual(
    notes.map(({ lines, netPence }) => [netPence, ...lines.map((line) => [line.description, line.netPence])]),
    [[-350, ['Identity: credited (goodwill)', -400], ['Identity: second tier of the volume prices', 50]]],
  );
});

test('reports move to an earlier tier once another is credited before the invoice, and each has the volume prices of its day', async () => {
  const account = called('Moving Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', volumePrices: '2:400 3:350' }]);
  const ordered: Ordered[] = [];
  for (let many = 0; many < 3; many += 1) ordered.push(await order(account, last));
  const net = async () => (await openInvoicesOf(account.id))[0]!.price_pence;
  await pastMonthJobs(ctx).complete_past_month({});
  assert.equal(await net(), 499 + 400 + 350);
  await credit(account, ordered[0]!);
  for (let many = 0; many < 2; many += 1) {
    await pastMonthJobs(ctx).complete_past_month({});
    assert.equal(await net(), 499 + 400);
  }
  // Prices that came on a day of this month leave the month before as it was.
  const today = ukDateOf(ctx.now());
  const coming = { name: 'identity', nextVolumePrices: '2:100', nextFrom: `${today.slice(0, 7)}-01` } as const;
  await switchOnTypes(ctx, 'system', account.id, [coming]);
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', pricePence: 600 }]);
  await order(account, last);
  await pastMonthJobs(ctx).complete_past_month({});
  assert.equal(await net(), 499 + 400 + 350);
});

test('what was credited to be issued again is at the price of its tier, also with the next month, and what is credited meanwhile is not open', async () => {
  const account = called('Reopened Care');
  const caller = { ...account.caller, subsidiaryIds: null };
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', volumePrices: '2:400' }]);
  const ordered: Ordered[] = [];
  for (let many = 0; many < 3; many += 1) ordered.push(await order(account, before));
  await issueInvoices(ctx, 'system', account.id, before);
  const [wrong] = await invoicesOf(account);
  assert.equal(wrong!.netPence, 499 + 400 + 400);
  const invoiced = async () => (await readInvoicedOf(ctx, 'system', [account.id], before)).get(account.id);
  assert.equal(await invoiced(), wrong!.totalPence);
  await creditToIssueAgain(ctx, caller, wrong!.id);
  assert.equal(await invoiced(), undefined, 'what is issued again does not count twice');
  await credit(account, ordered[0]!);
  await issueInvoices(ctx, 'system', account.id, last);
  const again = (await invoicesOf(account)).at(-1)!;
  assert.deepEqual([again.month, again.netPence], [last, 499 + 400]);
  await creditToIssueAgain(ctx, caller, again.id);
  for (const one of ordered.slice(1)) await credit(account, one);
  assert.equal(await countOpenAgain(ctx, caller, again.id), 0, 'nothing is left to invoice');
});

test('a report that is credited whole while a month is completed is not credited down to its tier, too', async () => {
  const account = called('Volume Care');
  const one = await order(account, last);
  let completing: Promise<unknown> | undefined;
  await inTransaction(ctx, async (tx) => {
    await creditReports(tx, account.caller, { ...one, reportIds: [one.reportId], reason: 'goodwill' });
    completing = pastMonthJobs(ctx).complete_past_month({});
    await sleep(300);
  });
  await completing;
  const left = await ctx.db.row(sql`
    select sum(amount_pence)::integer as pence from charges where account_id = ${account.id} and report_id = ${one.reportId}`);
  assert.deepEqual(left, { pence: 0 });
});

test('lines of an invoice and of a month are credited over several orders at once, all of them or none', async () => {
  const account = called('Ticked Care');
  const ordered = [await order(account, last), await order(account, last), await order(account, last)];
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  const lines = `/desk/accounts/${account.id}/charges/credit/lines`;
  const page = `${lines}?invoice=${invoice!.id}`;
  assert.match((await manager.get(`${account.path}/${invoice!.id}`)).body, /credit\/lines\?invoice=/);
  assert.match((await manager.get(`/desk/accounts/${account.id}/charges?month=${last}`)).body, /credit\/lines\?month=/);
  const tick = async (reason: string) => {
    const form = new URLSearchParams({ ...hiddenFields((await manager.get(page)).body, lines), reason });
    for (const { reportId } of [ordered[0]!, ordered[2]!]) form.append('report', reportId);
    return manager.send(lines, 'application/x-www-form-urlencoded', String(form));
  };
  const shown = textOf((await manager.get(page)).body);
  for (const { number } of ordered) assert.match(shown, new RegExp(`${number} Identity .* £4\\.99`));
  const form = (await manager.get(page)).body.match(new RegExp(`<form[^>]* action="${lines}"[^>]*>`))?.[0];
  assert.match(form ?? '', /data-draft="none"/, 'no tick of an earlier visit is kept');
  const { body: empty } = await manager.submit(page, lines, { invoice: invoice!.id, month: '' });
  assert.match(textOf(empty), /Tick the lines to credit/);
  const unsaid = await tick('');
  assert.equal(unsaid.status, 422);
  assert.equal(unsaid.body.match(/ checked[ >]/g)?.length, 2, 'what is ticked stays ticked');
  const sent = await tick('goodwill');
  assert.equal(sent.headers.location, `/desk/accounts/${account.id}/charges?done=credited`);
  const [note] = (await invoicesOf(account)).filter(({ kind }) => kind === 'credit_note');
  assert.deepEqual([note!.lines[0]!.quantity, note!.netPence], [2, -998]);
  const left = textOf((await manager.get(`${lines}?month=${last}`)).body);
  assert.match(left, new RegExp(`${ordered[1]!.number} Identity`));
  assert.doesNotMatch(left, new RegExp(`${ordered[0]!.number}|${ordered[2]!.number}`));
  const gone = await tick('goodwill');
  assert.equal(gone.status, 422, 'credited once only');
  const numbers = [ordered[0]!, ordered[2]!].map(({ number }) => `${number} Identity`).join(', ');
  assert.match(textOf(gone.body), new RegExp(`Credited since you opened this page: ${numbers}`));
  for (const wrong of ['?month=soon', '', '?invoice=1', `?invoice=${account.id}`])
    assert.equal((await manager.get(`${lines}${wrong}`)).status, 404, wrong);
});

test('the fee of each month is a line of its own, once, also where nothing was ordered, and counts towards the minimum', async () => {
  const account = called('Paying Care');
  const fee = { monthlyFeePounds: 40, monthlyFeeFrom: last, monthlyFeeText: 'Platform subscription' };
  await changeAccountSettings(ctx, 'system', account.id, { ...fee, minimumPounds: 100, minimumFrom: last });
  // Of a client that has left, the month in which new orders ended is the last one.
  // The row is not as its fingerprint says until it is as before.
  const left = (closedAt: string | null) => {
    const closing = closedAt === null ? null : JSON.stringify({ closedAt, signInEndedAt: closedAt });
    return portal.superuser.run(sql`update accounts set closing = ${closing}::jsonb where id = ${account.id}`);
  };
  await left(`${before}-28T12:00:00Z`);
  assert.deepEqual(await openInvoicesOf(account.id), []);
  await left(`${last}-20T12:00:00Z`);
  await pastMonthJobs(ctx).complete_past_month({});
  const [open] = await openInvoicesOf(account.id);
  assert.deepEqual([open!.added, open!.minimum, open!.price_pence, open!.vat_pence], [1, 1, 10_000, 2000]);
  await issueInvoices(ctx, 'system', account.id, before);
  await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month: last, step: 'issue' });
  const issued = await invoicesOf(account);
  assert.deepEqual(
    issued.flatMap(({ lines }) => lines.map(({ description, netPence }) => [description, netPence])),
    [
      [`Minimum commitment of ${monthWords(last)}`, 6000],
      ['Platform subscription', 4000],
    ],
  );
  await pastMonthJobs(ctx).complete_past_month({});
  assert.deepEqual(await openInvoicesOf(account.id), []);
  await left(null);
});

test('a month that was held is invoiced with the next one: its minimum, its monthly fee and its volume prices', async () => {
  const account = called('Skipped Care');
  await switchOnTypes(ctx, 'system', account.id, [{ name: 'identity', volumePrices: '2:400' }]);
  const fee = { monthlyFeePounds: 40, monthlyFeeFrom: before, monthlyFeeText: 'Platform subscription' };
  await changeAccountSettings(ctx, 'system', account.id, { ...fee, minimumPounds: 100, minimumFrom: before });
  for (const month of [before, before, last]) await order(account, month);
  await pastMonthJobs(ctx).complete_past_month({});
  const page = textOf((await manager.get(`${all}?month=${last}`)).body);
  assert.match(
    page,
    new RegExp(`earlier months are invoiced with this one: .*Skipped Care since ${monthWords(before)}`),
  );
  assert.match(
    page,
    /Skipped Care To issue: 3 reports and 2 charges added by hand and the minimum commitments of 2 months/,
  );
  assert.equal((await openOf(account, last))!.minimum, 2);
  assert.equal((await openInvoicesOf(account.id))[0]!.price_pence, 20_000);
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  assert.equal(invoice!.netPence, 20_000);
  assert.deepEqual(
    new Map(invoice!.lines.map(({ description, netPence }) => [description, netPence])),
    new Map<string, number>([
      ['Identity', 499],
      [`Identity, ordered in ${monthWords(before)}`, 998],
      ['Identity: second tier of the volume prices', -99],
      [`Minimum commitment of ${monthWords(before)}, added in ${monthWords(before)}`, 10_000 - 4000 - 899],
      [`Minimum commitment of ${monthWords(last)}`, 10_000 - 4000 - 499],
      ['Platform subscription', 4000],
      [`Platform subscription, added in ${monthWords(before)}`, 4000],
    ]),
  );
  for (const month of [before, last]) assert.equal(await openOf(account, month), undefined);
  // The month was not issued by itself, and nothing of it comes again, whatever is credited of it.
  await credit(account, await order(account, before));
  assert.deepEqual(await issueInvoices(ctx, 'system', account.id, before), []);
});

test('the page says what each invoice comes to with VAT, and has a row for each subsidiary that gets its own', async () => {
  const account = called('Divided Care');
  const { id: north } = await createSubsidiary(ctx, 'system', account.id, { name: 'North', externalId: 'north' });
  const ordered = [await order(account, last), await order(account, last), await order(account, last)];
  const inNorth = ordered.slice(1).map(({ checkId }) => checkId);
  await portal.superuser.run(sql`update checks set subsidiary_id = ${north} where id = any (${inNorth}::uuid[])`);
  const rows = async () => textOf((await manager.get(`${all}?month=${last}`)).body);
  // Rounded once for each line: 20% of £14.97, not three times 20% of £4.99.
  assert.match(
    await rows(),
    /Divided Care To issue: 3 reports for £14\.97 Draft of Divided Care \(PDF\) VAT: £2\.99 Total: £17\.96/,
  );
  assert.match(
    textOf((await manager.get(account.path)).body),
    /3 reports for £14\.97\. With VAT it comes to £17\.96\./,
  );
  await changeAccountSettings(ctx, 'system', account.id, { invoiceBySubsidiary: true });
  assert.match(
    await rows(),
    /3 reports for £14\.97 VAT: £3\.00 Total: £17\.97 (Hold Hold Divided Care )?Divided Care, Without a subsidiary To issue: 1 report for £4\.99 Draft of Divided Care, Without a subsidiary \(PDF\) VAT: £1\.00 Total: £5\.99 Divided Care, North To issue: 2 reports for £9\.98 Draft of Divided Care, North \(PDF\) VAT: £2\.00 Total: £11\.98/,
  );
  await issueInvoices(ctx, 'system', account.id, last);
  assert.deepEqual(
    (await invoicesOf(account)).map(({ totalPence }) => totalPence).sort(),
    [1198, 599],
    'which is what the invoices are of',
  );
});

test('what costs nothing is on no invoice, and what was credited in parts before its invoice is on one of £0.00', async () => {
  const [free, credited] = [called('Free Care'), called('Credited Care')];
  await switchOnTypes(ctx, 'system', free.id, [{ name: 'identity', pricePence: 0 }]);
  await order(free, last);
  assert.equal(await openOf(free, last), undefined, 'it is not offered');
  assert.deepEqual(await issueInvoices(ctx, 'system', free.id, last), []);
  const ordered = await order(credited, last);
  const part = { ...ordered, pricePence: 499, feePence: 0, reason: 'goodwill' } as const;
  await creditPart(ctx, credited.caller, part);
  await portal.superuser.run(sql`
    update charges set created_at = ${`${last}-21T12:00:00Z`}
    where report_id = ${ordered.reportId} and kind = 'part_credit'`);
  assert.equal((await issueInvoices(ctx, 'system', credited.id, last)).length, 1);
  const [invoice] = await invoicesOf(credited);
  assert.deepEqual([invoice!.netPence, invoice!.vatPence, invoice!.totalPence], [0, 0, 0]);
  assert.deepEqual(
    invoice!.lines.map(({ pricePence }) => pricePence),
    [499, -499],
  );
  assert.doesNotMatch(textOf((await manager.get(`${credited.path}/${invoice!.id}`)).body), /Status Overdue/);
});

test('the orders on no invoice are found by an index, and nobody waits for a number who takes none', async () => {
  const account = called('Quiet Care');
  const plan = await planOf(ctx.db, (db) => findOpenParts(db, account.id, last));
  assert.deepEqual([used(plan).includes('charges_not_invoiced'), readWhole(plan)], [true, []]);
  await inTransaction(ctx, async (tx) => {
    await takeNumber(tx.db, 'invoice');
    assert.deepEqual(await issueInvoices({ ...ctx }, 'system', account.id, last), []);
    throw new Error('no number is taken');
  }).catch((error: Error) => assert.equal(error.message, 'no number is taken'));
});

test('a credit note stands under the month of its invoice, and under the month in which it was issued', async () => {
  const account = called('Noted Care');
  const ordered = await order(account, before);
  const then = { ...ctx, now: () => new Date(`${addDays(`${before}-28`, 7).slice(0, 7)}-03T12:00:00Z`) };
  const [invoice] = await issueInvoices(then, 'system', account.id, before);
  await credit(account, ordered);
  await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month: last, step: 'issue' });
  const note = (await invoicesOf(account)).at(-1)!.number;
  assert.match(note, /^CRN-/);
  const numbersAt = async (query: string) => {
    const page = (await manager.get(`${all}?${query}`)).body;
    const file = (await manager.get(`${all}/file?${query}`)).body;
    return [invoice!, note].map((number) => [page.includes(`${number}</a>`), file.includes(`"${number}","`)]);
  };
  assert.deepEqual(await numbersAt(`month=${before}`), [
    [true, true],
    [true, true],
  ]);
  assert.deepEqual(await numbersAt(`month=${thisMonth}&by=issued`), [
    [false, false],
    [true, true],
  ]);
  assert.match(
    (await manager.get(`${all}?month=${last}`)).body,
    new RegExp(`href="[^"]*month=${thisMonth}&amp;by=issued"`),
  );
});

test('a client who goes abroad is credited for earlier invoices with their VAT, and invoiced without it', async () => {
  const account = called('Moved Care');
  const ordered = await order(account, before);
  await issueInvoices(ctx, 'system', account.id, before);
  const abroad = { reverseCharge: true, vatNumber: 'FR12345678901', vatCountry: 'France', vatPercent: 0 };
  await changeAccountSettings(ctx, 'system', account.id, abroad);
  await order(account, last);
  await credit(account, ordered);
  assert.equal((await issueInvoices(ctx, 'system', account.id, last)).length, 2);
  const issued = (await invoicesOf(account))
    .slice(1)
    .map(({ kind, vatPence, buyer }) => [...[kind, vatPence, buyer.isReverseCharge, buyer.vatNumber, buyer.country]]);
  assert.deepEqual(issued.toSorted(), [
    ['credit_note', -100, false, '', ''],
    ['invoice', 0, true, 'FR12345678901', 'France'],
  ]);
});

test('a run for a month that is not known or not over is refused, and issues nothing', async () => {
  const account = called('Unknown Care');
  await order(account, last);
  for (const month of ['', 'October', '1999-12', thisMonth]) {
    const answer = await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month, step: 'issue' });
    assert.equal(answer.status, 422, month);
    assert.match(textOf(answer.body), /Choose a month that is over and has charges\. Nothing was issued/);
  }
  assert.deepEqual(await invoicesOf(account), []);
});

test('the page says for each account why nothing was issued, beside those for which it was', async () => {
  const [lacking, complete] = [called('Lacking Care'), called('Complete Care')];
  for (const account of [lacking, complete]) await order(account, last);
  const answer = await manager.submit(`${all}?month=${last}`, `${all}/issue`, { month: last, step: 'issue' });
  assert.equal(answer.status, 422);
  const page = textOf(answer.body);
  assert.match(page, /There is a problem Lacking Care: The name and address on invoices of Lacking Care is not set/);
  assert.match(answer.body, new RegExp(`href="#account-${lacking.id}"[\\s\\S]*id="account-${lacking.id}"`));
  assert.equal((await invoicesOf(complete)).length, 1);
  assert.deepEqual(await invoicesOf(lacking), []);
});

test('a list of any length is paged, and the file has every invoice', async () => {
  const account = called('Many Care');
  await order(account, last);
  await issueInvoices(ctx, 'system', account.id, last);
  await portal.superuser.run(sql`
    insert into invoices select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n,
      'month', '2020-01', 'subsidiary_id', null))).*
    from invoices v cross join generate_series(1, 1) n where v.account_id = ${account.id}`);
  await portal.superuser.run(sql`drop index one_invoice_of_a_month`);
  await portal.superuser.run(sql`
    insert into invoices select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'number', 1001 + n))).*
    from invoices v cross join generate_series(1, 250) n where v.number = 1001`);
  const first = (await manager.get(account.path)).body;
  assert.match(first, /invoices\?page=2#invoices/);
  assert.equal((first.match(/INV-\d{6}</g) ?? []).length, 50);
  const sixth = (await manager.get(`${account.path}?page=6`)).body;
  assert.equal((sixth.match(/INV-\d{6}</g) ?? []).length, 2);
  const file = (await manager.get(`${all}/file?month=${thisMonth}&by=issued`)).body;
  assert.equal(new Set(file.match(/INV-001\d{3}/g)).size, 251);
});

test('what clients still owe stands on one page with its age, whatever its month, without what is paid or credited', async () => {
  const unpaid = `${all}/unpaid`;
  const account = await newAccount('Owing Care');
  await order(account, last);
  await issueInvoices(ctx, 'system', account.id, last);
  const [invoice] = await invoicesOf(account);
  const dueBefore = async (days: number) => {
    await portal.superuser.run(sql`alter table invoices disable trigger invoices_are_append_only`);
    await portal.superuser.run(sql`update invoices set due_on = ${addDays(today, -days)} where id = ${invoice!.id}`);
    await portal.superuser.run(sql`alter table invoices enable trigger invoices_are_append_only`);
  };
  const rowOf = async () => {
    const { body } = await manager.get(unpaid);
    return textOf(new RegExp(`${invoice!.number}</a>[\\s\\S]*?</tr>`).exec(body)?.[0] ?? '');
  };
  assert.match((await manager.get(all)).body, new RegExp(`href="${unpaid}"`));
  await dueBefore(-1);
  assert.match(await rowOf(), /Owing Care .* Not due yet Left to pay: £5\.99/);
  await dueBefore(31);
  assert.match(await rowOf(), /Owing Care .* Days overdue: 31 Left to pay: £5\.99/);
  assert.match(textOf((await manager.get(unpaid)).body), /Owing Care 31–60 days: £5\.99 Total: £5\.99/);
  const line = (await manager.get(`${unpaid}/file`)).body.split('\r\n').find((one) => one.includes('Owing Care'))!;
  assert.match(line, new RegExp(`^"${invoice!.number}","Owing Care",.*,"31","5\\.99","Overdue",`));
  const paid = { on: today, pence: 599, method: 'cheque', reference: '', shares: undefined } as const;
  const receipt = await recordReceipt(ctx, account.caller, paid);
  assert.equal(await rowOf(), '');
  await takeBackReceipt(ctx, account.caller, receipt, 'returned');
  assert.match(await rowOf(), /Days overdue: 31/);
  await createDeskUser(ctx, 'system', { name: 'Sue', email: 'sue@desk.test', role: 'screener', accounts: 'all' });
  await createSignIn(ctx, 'system', { email: 'sue@desk.test', password });
  assert.equal((await (await signedInVisitor(portal, 'sue@desk.test')).get(unpaid)).status, 403);
});
