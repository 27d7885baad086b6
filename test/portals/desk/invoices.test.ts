// Invoices and credit notes: issued at the desk for a month, read and downloaded by the client, and paid.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { typedSetting } from '../../../src/features/accounts/account-setting.ts';
import { accountSettings } from '../../../src/features/accounts/account-settings.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { creditPart, creditReports } from '../../../src/features/invoices/credit-actions.ts';
import type { Invoice } from '../../../src/features/invoices/invoice.ts';
import { invoiceAttachments, listInvoices, renderInvoice } from '../../../src/features/invoices/invoice-actions.ts';
import { DOCUMENT, documentData, ordersData } from '../../../src/features/invoices/invoice-document.ts';
import { lastMonth } from '../../../src/features/invoices/invoice-rules.ts';
import { issueCreditNotes, issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { type Charge, priceCharges, readCharges } from '../../../src/features/lists/charge-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { renderPdf } from '../../../src/platform/pdf/pdf.ts';
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
const { ctx, accountId } = portal;
const browser = await launchBrowser(portal.certificate);
after(() => browser.close());
const live = portal.caller('live');
const today = ukDateOf(ctx.now());
const month = lastMonth(today);
const path = `/desk/accounts/${accountId}/invoices`;
const all = '/desk/accounts/invoices';
const { id: otherId } = await createAccount(ctx, 'system', { name: 'Zebra Foods' });

for (const id of [accountId, otherId])
  await switchOnTypes(ctx, 'system', id, [
    { name: 'identity', pricePence: 499 },
    { name: 'right_to_work', pricePence: 900, feePence: 150 },
    { name: 'adverse_media' },
  ]);
await changeAccountSettings(ctx, 'system', accountId, {
  vatPercent: 20,
  billingEmail: 'bills@acme.test',
  purchaseOrder: 'PO-77',
});

async function deskVisitor(role: 'account_manager' | 'auditor', name: string) {
  const email = `${name}@desk.test`;
  await createDeskUser(ctx, 'system', { name, email, role, accounts: [accountId, otherId] });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}
const manager = await deskVisitor('account_manager', 'manager');

async function clientVisitor(role: 'billing' | 'standard', name: string, subsidiaryId: string | null = null) {
  const email = `${name}@acme.test`;
  await createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** As if everything that was charged until now had been charged in that month. */
const chargeIn = (day: string) =>
  portal.superuser.run(
    sql`update charges set created_at = ${`${day}T12:00:00Z`} where created_at > ${new Date(Date.now() - 86_400_000)}`,
  );

let people = 0;
async function order(reports: string[], account = accountId, subsidiaryId: string | null = null) {
  people += 1;
  const facts = { email: `person${people}@candidate.test` };
  const scope = { ...live, accountId: account, ...scopeOf(subsidiaryId) } as typeof live;
  return (await placeWaiting(ctx, scope, { reports, facts })).check;
}

const ofAccount = async (id: string): Promise<Invoice[]> =>
  (await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 100 })).toReversed();

const pdfText = async (invoice: Invoice) => {
  const document = await getDocumentProxy(new Uint8Array(await renderInvoice(ctx, live, invoice)));
  return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ');
};

const first = await order(['identity', 'right_to_work']);
await order(['identity']);
await order(['identity', 'adverse_media']);
await order(['identity'], otherId);
const given = await order(['right_to_work']);
await creditReports(ctx, live, {
  checkId: given.id,
  applicantId: given.applicantId,
  reportIds: given.reports.map(({ id }) => id),
  reason: 'goodwill',
});
await portal.placeCheck('test', {}, ['identity']);
await chargeIn(`${month}-20`);

test('nothing is invoiced before the operator and the client have a name and an address, and the page says so', async () => {
  const before = textOf((await manager.get(all)).body);
  assert.match(before, /PROBITY_OPERATOR_NAME and PROBITY_OPERATOR_ADDRESS/);
  Object.assign(ctx.settings, {
    operatorName: 'Open Screening Ltd',
    operatorAddress: ['1 High Street', 'Leeds', 'LS1 1AA'],
    paymentDetails: ['Sort code 12-34-56', 'Account 12345678'],
  });
  const page = await manager.get(all);
  assert.match(
    textOf(page.body),
    /Acme Care To issue: 4 reports for £23\.97 and £1\.50 fees Draft of Acme Care \(PDF\) VAT: £4\.79 Total: £30\.26 Still needed: No name and address for invoices in its settings\..* 1 report waits for a price/,
  );
  const told = await manager.get(path);
  assert.match(
    told.body,
    new RegExp(`Nothing can be invoiced yet[\\s\\S]*?href="/desk/accounts/${accountId}/settings#billingAddress"`),
  );
  const refused = await manager.submit(path, path, { month });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /The name and address on invoices of Acme Care is not set/);

  const typed = 'Acme Care Ltd\r\n\r\n 2 Low Road \r\nYork\r\nYO1 1AA';
  const billingAddress = typedSetting(accountSettings.billingAddress, typed);
  await changeAccountSettings(ctx, 'system', accountId, { billingAddress });
  assert.match(
    (await manager.get(`/desk/accounts/${accountId}/settings`)).body,
    />Acme Care Ltd\n2 Low Road\nYork\nYO1 1AA</,
  );
  const unnumbered = await manager.submit(path, path, { month });
  assert.match(textOf(unnumbered.body), /The service has no PROBITY_OPERATOR_VAT_NUMBER/);
  assert.deepEqual(await ofAccount(accountId), [], 'no number is lost');
  Object.assign(ctx.settings, { operatorVatNumber: 'GB123456789' });
  const future = await manager.submit(path, path, { month: today.slice(0, 7) });
  assert.match(textOf(future.body), /The month must be over before it is invoiced/);
});

test('two people who issue at once issue one invoice, of the live reports with a price, and the second run issues nothing', async () => {
  const runs = await Promise.all([1, 2].map(() => manager.submit(all, `${all}/issue`, { month, step: 'issue' })));
  assert.deepEqual(
    runs.map(({ status }) => status),
    [422, 422],
    'the other account lacks an address',
  );
  const [invoice, ...others] = await ofAccount(accountId);
  assert.deepEqual(others, []);
  assert.deepEqual(await ofAccount(otherId), [], 'it has no address');
  const { number, issuedOn, dueOn, buyer, lines, netPence, feesPence, vatPence, totalPence } = invoice!;
  assert.deepEqual(
    { number, issuedOn, dueOn, netPence, feesPence, vatPence, totalPence },
    // 3 × £4.99 = £14.97, VAT £2.994; £9.00, VAT £1.80.
    {
      number: 'INV-000001',
      issuedOn: today,
      dueOn: addDays(today, 30),
      netPence: 2397,
      feesPence: 150,
      vatPence: 479,
      totalPence: 3026,
    },
  );
  assert.deepEqual(
    lines.map(({ description, quantity, vatPence: vat }) => [description, quantity, vat]),
    [
      ['Identity', 3, 299],
      ['Right to work', 1, 180],
    ],
  );
  assert.deepEqual(buyer.address, ['Acme Care Ltd', '2 Low Road', 'York', 'YO1 1AA']);
  assert.match((await manager.submit(path, path, { month })).headers.location as string, /done=nothing/);

  await changeAccountSettings(ctx, 'system', otherId, { billingAddress: 'Zebra' });
  await manager.submit(all, `${all}/issue`, { month, step: 'issue' });
  assert.deepEqual(
    (await ofAccount(otherId)).map((one) => [one.number, one.totalPence]),
    [['INV-000002', 499]],
  );
  const [mail] = await listEmails(ctx, live, 1);
  assert.deepEqual([mail?.to.address, mail?.subject], ['bills@acme.test', 'Invoice INV-000001 for Acme Care']);
  assert.match(mail!.text, /£30\.26[\s\S]*attached as a PDF[\s\S]*\/portal\/charges#invoices/);
  const [attached] = await invoiceAttachments(ctx, live, mail!);
  assert.deepEqual([attached!.filename, String(attached!.content.subarray(0, 5))], ['INV-000001.pdf', '%PDF-']);
  await assert.rejects(portal.superuser.run(sql`update invoices set vat_pence = 0`), /never changed or removed/);
});

test('the client reads and downloads its invoices with the permission for charges, and nobody else’s', async () => {
  const billing = await clientVisitor('billing', 'billing');
  const page = (await billing.get('/portal/charges')).body;
  const href = /href="(\/portal\/charges\/invoices\/[^"]+)"/.exec(page)![1]!;
  assert.match(textOf(page), /INV-000001.*£30\.26 Issued/);
  assert.doesNotMatch(page, /INV-000002/);
  const file = await billing.get(href);
  assert.match(String(file.headers['content-disposition']), /INV-000001\.pdf/);
  assert.ok(file.body.startsWith('%PDF-'));
  const text = await pdfText((await ofAccount(accountId))[0]!);
  for (const said of [
    ...['Invoice number INV-000001', 'Open Screening Ltd', 'VAT number GB123456789', 'Acme Care Ltd', 'PO-77'],
    ...['Identity 3 £4.99 £14.97 20% £2.99 £0.00 £17.96', 'Sort code 12-34-56', '£30.26'],
    ...['Orders Order Purchase order or cost centre', `VF${first.orderId} Identity £4.99 £0.00`],
    ...[`VF${first.orderId} Right to work £9.00 £1.50`, 'Sum, without VAT £23.97 £1.50'],
  ])
    assert.ok(text.includes(said), `${said} in ${text}`);
  const [issued] = await ofAccount(accountId);
  const charges: Charge[] = [];
  for await (const part of readCharges(ctx, live, { invoiceId: issued!.id })) charges.push(...part);
  const data = { ...documentData(issued!), ...ordersData(charges, charges.length - 1) };
  const short = await getDocumentProxy(new Uint8Array(await renderPdf({ template: DOCUMENT, data })));
  const shortText = (await extractText(short, { mergePages: true })).text.replace(/\s+/g, ' ');
  assert.match(shortText, /orders are not listed here, because there are more than 3 reports and charges/);
  assert.doesNotMatch(shortText, new RegExp(`VF${first.orderId}`));
  const [other] = await ofAccount(otherId);
  assert.equal((await billing.get(`/portal/charges/invoices/${other!.id}`)).status, 404);
  const standard = await clientVisitor('standard', 'standard');
  assert.equal((await standard.get(href)).status, 403);
  const auditor = await deskVisitor('auditor', 'auditor');
  assert.equal((await auditor.get(all)).status, 403);
});

test('a month is a file in the columns that Xero imports, a line for each price and each fee', async () => {
  const file = (await manager.get(`${all}/file?month=${month}`)).body.split('\r\n');
  const [columns, ...lines] = file;
  assert.match(
    columns!,
    /^\*ContactName,EmailAddress,POAddressLine1,.*\*InvoiceNumber,Reference,\*InvoiceDate,\*DueDate,/,
  );
  const day = (date: string) => date.split('-').toReversed().join('/');
  const [invoice] = await ofAccount(accountId);
  const head = `"Acme Care","bills@acme.test","Acme Care Ltd","2 Low Road","York","YO1 1AA","INV-000001","PO-77",${day(today)},${day(invoice!.dueOn!)},30.26`;
  assert.deepEqual(lines.slice(0, 3), [
    `${head},"Identity",3,4.99,"200","20% (VAT on Income)",2.99,GBP`,
    `${head},"Right to work",1,9.00,"200","20% (VAT on Income)",1.80,GBP`,
    `${head},"Right to work: fee",1,1.50,"200","No VAT",0.00,GBP`,
  ]);
  assert.match(lines[3]!, /^"Zebra Foods","","Zebra","","","","INV-000002",""/);
});

test('an invoice is recorded as sent by hand, and paid by the payments that are set against it', async () => {
  const [invoice] = await ofAccount(accountId);
  const page = `${path}/${invoice!.id}`;
  const mark = (fields: Record<string, string>) => manager.submit(page, `${page}/marks`, fields);
  const wrong = await mark({ on: addDays(today, 1), reference: 'Portal 7' });
  assert.equal(wrong.status, 422);
  assert.match(textOf(wrong.body), /The day must not be after today/);
  assert.match(wrong.body, /value="Portal 7"/);
  const statusNow = async () => /<strong class="govuk-tag[^>]*>\s*(\w+)/.exec((await manager.get(page)).body)![1];
  assert.equal(await statusNow(), 'Issued');
  assert.equal((await mark({ on: today, reference: 'Portal 7' })).status, 303);
  assert.equal(await statusNow(), 'Sent');
  const form = `/desk/accounts/${accountId}/payments/new`;
  assert.match((await manager.get(`${form}?invoice=${invoice!.id}`)).body, /name="amount"[^>]*value="30\.26"/);
  const typed = { on: today, amount: '30.26', method: 'bank_transfer', reference: 'BACS 7', as: 'suggested' };
  assert.equal((await manager.submit(form, form, typed)).status, 303);
  assert.equal(await statusNow(), 'Paid');
  assert.match(textOf((await manager.get(page)).body), /Paid £30\.26 received on /);
});

test('what is credited after its invoice is on a credit note with a number of its own, at once', async () => {
  const credit = `/desk/accounts/${accountId}/charges/credit`;
  const { id } = first.reports.find(({ name }) => name === 'right_to_work')!;
  const sent = { order: `VF${first.orderId}`, report: id, reason: 'ordered_twice' };
  const form_token = /name="form_token" value="([^"]+)"/.exec(
    (await manager.get(`${credit}?order=VF${first.orderId}`)).body,
  )![1]!;
  assert.equal((await manager.post(credit, { ...sent, form_token })).status, 303);
  const [, note, ...others] = await ofAccount(accountId);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [
      note!.number,
      note!.kind,
      note!.credits?.number,
      note!.dueOn,
      note!.netPence,
      note!.feesPence,
      note!.vatPence,
      note!.totalPence,
    ],
    ['CRN-000001', 'credit_note', 'INV-000001', null, -900, -150, -180, -1230],
  );
  const file = (await manager.get(`${path}/${note!.id}/file`)).body;
  assert.match(
    file,
    /"CRN-000001","PO-77, INV-000001",.*-12\.30,"Right to work: credited \(it was ordered twice\)",1,-9\.00,/,
  );
  assert.ok((await manager.get(`${path}/${note!.id}/pdf`)).body.startsWith('%PDF-'));
  const said = /Right to work: credited \(it was ordered twice\)/;
  const page = `${path}/${note!.id}`;
  assert.match(textOf((await manager.get(page)).body), said);
  assert.match(textOf((await manager.get(page)).body), /Nothing yet £12\.30 is left: allocate it to an invoice/);
  const payment = `/desk/accounts/${accountId}/payments/${note!.id}`;
  const repaid = await manager.submit(payment, `${payment}/set`, { target: 'client', amount: '12.30', on: today });
  assert.equal(repaid.status, 303);
  assert.match(textOf((await manager.get(page)).body), /Status Settled .*£12\.30 paid back to the client/);
  const pdf = await pdfText(note!);
  assert.match(pdf, said);
  assert.match(pdf, /Credit note number CRN-000001.*Corrects INV-000001 of/);
  assert.doesNotMatch(pdf, /How to pay/);
});

test('a part that is credited after its invoice is on a credit note of its own', async () => {
  const identity = first.reports.find(({ name }) => name === 'identity')!;
  const part = { checkId: first.id, applicantId: first.applicantId, reportId: identity.id, feePence: undefined };
  await creditPart(ctx, live, { ...part, pricePence: 101, reason: 'goodwill' });
  assert.deepEqual(await issueCreditNotes(ctx, 'system', accountId), ['CRN-000002']);
  assert.deepEqual(await issueCreditNotes(ctx, 'system', accountId), []);
  const note = (await ofAccount(accountId)).at(-1)!;
  assert.deepEqual(
    [note.lines[0]!.description, note.netPence, note.vatPence],
    ['Identity: credited in part (goodwill)', -101, -20],
  );
});

test('a report that is priced later is on the invoice of the next month, and a subsidiary’s users see its invoices alone', async () => {
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, {
    name: 'Acme North',
    externalId: null,
  });
  await order(['identity']);
  await order(['identity'], accountId, subsidiaryId);
  await changeAccountSettings(ctx, 'system', accountId, { invoiceBySubsidiary: true });
  const next = addDays(`${month}-28`, 10).slice(0, 7);
  const later = { ...ctx, now: () => new Date(`${addDays(`${next}-28`, 10)}T12:00:00Z`) };
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'adverse_media', pricePence: 2000 }]);
  assert.equal(await priceCharges(ctx, live, month), 1);
  assert.deepEqual(await issueInvoices(later, 'system', accountId, next), ['INV-000003', 'INV-000004']);
  const [, , , ofNone, ofNorth] = await ofAccount(accountId);
  assert.deepEqual(
    ofNone!.lines.map(({ description }) => description.replace(/ordered in .*/, 'earlier')),
    ['Adverse media, earlier', 'Identity'],
  );
  assert.deepEqual([ofNorth!.buyer.subsidiary, ofNorth!.lines.length], ['Acme North', 1]);
  const north = await clientVisitor('billing', 'north', subsidiaryId);
  const numbers = [...(await north.get('/portal/charges')).body.matchAll(/(?:INV|CRN)-\d+/g)].map(([found]) => found);
  assert.deepEqual([...new Set(numbers)], ['INV-000004']);
  assert.equal((await north.get(`/portal/charges/invoices/${ofNone!.id}`)).status, 404);
});

test('axe finds no problem in the pages of invoices, which fit a phone', async () => {
  const [invoice] = await ofAccount(accountId);
  const client = await clientVisitor('billing', 'reader');
  const open = (await createAccount(ctx, 'system', { name: 'Sample Residential Homes of the North Ltd' })).id;
  const { id: south } = await createSubsidiary(ctx, 'system', open, { name: 'South', externalId: null });
  await switchOnTypes(ctx, 'system', open, [{ name: 'identity', pricePence: 499 }, { name: 'adverse_media' }]);
  const agreed = { billingAddress: 'Homes', vatPercent: 20, invoiceBySubsidiary: true };
  await changeAccountSettings(ctx, 'system', open, { ...agreed, minimumPounds: 250, minimumFrom: month });
  await order(['identity', 'adverse_media'], open);
  await order(['identity'], open, south);
  await portal.superuser.run(
    sql`update charges set created_at = ${`${month}-20T12:00:00Z`} where account_id = ${open}`,
  );
  await createDeskUser(ctx, 'system', { name: 'Fin', email: 'fin@desk.test', role: 'finance', accounts: [open] });
  await createSignIn(ctx, 'system', { email: 'fin@desk.test', password });
  const finance = await signedInVisitor(portal, 'fin@desk.test');
  for (const screen of ['phone', 'desk'] as const) {
    const page = await openPage(browser, { screen });
    for (const [name, at, person] of [
      ['invoice', `${path}/${invoice!.id}`, manager],
      ['invoices', path, manager],
      ['all-invoices', all, manager],
      ['run', all, finance],
      ['to-issue', `/desk/accounts/${open}/invoices`, finance],
      ['own-invoices', '/portal/charges', client],
    ] as const) {
      await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: portal.url })));
      await page.goto(`${portal.url}${at}`);
      await keepScreenshot(page, `${name}-${screen}`);
      assert.equal(await scrollsSideways(page), false, `${name} ${screen}`);
      assert.deepEqual(await accessibilityProblems(page), [], `${name} ${screen}`);
    }
  }
});

test('the page of an invoice says to whom and when it was mailed, and mails it again to another address', async () => {
  const [invoice] = await ofAccount(accountId);
  const page = `${path}/${invoice!.id}`;
  assert.match(textOf((await manager.get(page)).body), /Mailed To bills@acme\.test /);
  const send = (email: string) => manager.submit(page, `${page}/mails`, { email });
  assert.match(textOf((await send('bills')).body), /The address must be an email address/);
  assert.equal((await send('other@acme.test')).headers.location, `${page}?done=mailed#mails`);
  assert.match(textOf((await manager.get(page)).body), /Mailed To other@acme\.test .* To bills@acme\.test /);
  const mail = (await listEmails(ctx, live, 50)).find(({ to }) => to.address === 'other@acme.test');
  assert.deepEqual([mail?.template, mail?.invoiceId], ['invoice_issued', invoice!.id]);
});
