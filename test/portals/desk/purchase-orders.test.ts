// What a client's accounts department needs of invoices: purchase orders, demanded, used up and each with its invoice; codes and VAT.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { roles } from '../../../src/features/access/permissions.ts';
import { createAccount, createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { addCharge } from '../../../src/features/charges/added-charge-actions.ts';
import { creditPart } from '../../../src/features/invoices/credit-actions.ts';
import { listInvoices, renderInvoice } from '../../../src/features/invoices/invoice-actions.ts';
import { documentData } from '../../../src/features/invoices/invoice-document.ts';
import { lastMonth } from '../../../src/features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { sageCustomer } from '../../../src/features/invoices/sage-file-rules.ts';
import { type Charge, readCharges } from '../../../src/features/lists/charge-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { purchaseOrderFault } from '../../../src/features/purchase-orders/purchase-order-rules.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const live = portal.caller('live');
const path = `/desk/accounts/${accountId}/purchase-orders`;
const last = lastMonth(ukDateOf(ctx.now()));
Object.assign(ctx.settings, { operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] });
await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 4000 }]);
await changeAccountSettings(ctx, 'system', accountId, { billingAddress: 'Buyer', purchaseOrder: 'PO-77' });

const { id: abroadId } = await createAccount(ctx, 'system', { name: 'Clinique Exemple SARL' });
await createDeskUser(ctx, 'system', { name: 'Fin', email: 'fin@desk.test', role: 'finance', accounts: 'all' });
await createSignIn(ctx, 'system', { email: 'fin@desk.test', password });
const finance = await signedInVisitor(portal, 'fin@desk.test');
await createUser(ctx, 'system', accountId, { name: 'Admin', email: 'admin@acme.test', role: 'administrator' });
await createSignIn(ctx, 'system', { email: 'admin@acme.test', password });
const client = await signedInVisitor(portal, 'admin@acme.test');

async function userOf(email: string, role: 'administrator' | 'requester', subsidiaryIds: string[] | null) {
  await createUser(ctx, 'system', accountId, { name: 'One', email, role, subsidiaryIds });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

let people = 0;
const order = async (...tags: string[]) => {
  people += 1;
  const facts = { email: `person${people}@candidate.test` };
  return (await placeWaiting(ctx, live, { tags, facts, reports: ['identity'] })).check;
};

test('a purchase order is judged by what was agreed, on the day of the order', () => {
  const one = { id: '1', number: 'PO-1', name: '', limit_pence: null, used_pence: 0, month_orders: 0, month_pence: 0 };
  const agreed = [{ ...one, valid_from: '2026-10-01', valid_until: '2026-10-31' }];
  const fault = (isRequired: boolean, number: string, today: string) =>
    purchaseOrderFault({ isRequired, agreed }, number, today);
  assert.equal(fault(false, '', '2026-10-01'), undefined);
  assert.equal(fault(true, '', '2026-10-01'), "can't be blank");
  assert.equal(fault(true, ' po-1', '2026-10-31'), undefined);
  assert.equal(fault(true, 'ＰＯ－1'.replace('－', '-'), '2026-10-31'), undefined, 'as the blind keys have it');
  assert.equal(fault(true, 'PO-2', '2026-10-31'), 'is not one of those that were agreed: PO-1');
  assert.equal(fault(true, 'PO-1', '2026-11-01'), 'is not valid today');
  assert.equal(purchaseOrderFault({ isRequired: true, agreed: [] }, 'PO-2', '2026-11-01'), undefined);
});

test('finance keeps the list, the entry of orders demands one of it, and orders without one are named until they have one', async () => {
  const empty = await finance.submit(path, path, { until: '2026', limit: 'much' });
  assert.equal(empty.status, 422);
  assert.match(textOf(empty.body), /Enter the number of the purchase order/);
  assert.match(textOf(empty.body), /The limit must be in pounds/);
  assert.equal((await finance.submit(path, path, { number: 'PO-1', name: 'Nursing', limit: '100.00' })).status, 303);
  assert.equal((await finance.submit(path, path, { number: 'po-1' })).status, 422, 'is agreed already');
  const old = { number: 'PO-0', from: '2020-01-01', until: '2020-12-31' };
  assert.equal((await finance.submit(path, path, old)).status, 303);

  const without = await order();
  assert.doesNotMatch((await client.get('/portal/charges')).body, /without a purchase order/, 'none is demanded');
  await changeAccountSettings(ctx, 'system', accountId, { purchaseOrderRequired: true });
  const form = (await client.get('/portal/orders/new')).body;
  assert.match(form, /<option value="PO-1">PO-1, Nursing, £0\.00 of £100\.00 used \(0%\)<\/option>/);
  assert.doesNotMatch(form, /PO-0/);
  const typed = { do: 'continue', first_name: 'Jo', last_name: 'Sample', what: 'reports', types: '1' };
  const send = (fields: Record<string, string>) =>
    client.submit('/portal/orders/new', '/portal/orders/new', { ...typed, ...fields });
  assert.match((await send({})).body, /Enter the purchase order: orders of this account need one/);
  assert.match(
    (await send({ purchase_order: 'PO-9' })).body,
    /The purchase order number is not one of those that were agreed/,
  );
  assert.doesNotMatch(
    (await send({ purchase_order: 'PO-1' })).body,
    /The purchase order number|Enter the purchase order/,
  );

  assert.match((await client.get('/portal/charges')).body, /1 order without a purchase order/);
  const number = new RegExp(`href="/portal/checks/${without.id}/change">VF${without.orderId}<`);
  assert.match((await client.get('/portal/charges/purchase-orders')).body, number);
  assert.match((await finance.get(`/desk/accounts/${accountId}/invoices`)).body, /1 order without a purchase order/);
  const change = `/portal/checks/${without.id}/change`;
  assert.equal((await client.submit(change, change, { purchase_order: 'PO-1', reason: 'came_later' })).status, 303);
  assert.doesNotMatch((await client.get('/portal/charges')).body, /without a purchase order/);

  await order('PO-1');
  const used = textOf((await finance.get(path)).body);
  assert.match(used, /PO-0 .*until 31 December 2020 .*Ended/);
  assert.match(used, /PO-1 Nursing Always Ordered this month £80\.00 \d orders? Used £80\.00 Limit £100\.00 80% used/);
  // What is charged this month for an order of the last month was ordered then.
  const placed = (at: string) =>
    portal.superuser.run(sql`
      update checks set created_at = ${at}::timestamptz where id = ${without.id}`);
  await placed(`${last}-20T12:00:00Z`);
  const [, pence, orders] = /PO-1 Nursing Always Ordered this month £([\d.]+) (\d) order/.exec(
    textOf((await finance.get(path)).body),
  )!;
  assert.deepEqual([pence, orders], ['40.00', '1']);
  await placed(ctx.now().toISOString());
  assert.match(
    textOf((await client.get('/portal/charges')).body),
    /Purchase order PO-1 : £80\.00 of £100\.00 used\. 80% used/,
  );

  const { id: partId } = await createSubsidiary(ctx, 'system', accountId, { name: 'Part', externalId: null });
  const part = await userOf('part@acme.test', 'administrator', [partId]);
  const requester = await userOf('requester@acme.test', 'requester', null);
  const entry = /<option value="PO-1">PO-1, Nursing<\/option>/;
  assert.match((await part.get('/portal/orders/new')).body, entry, 'who sees a part reads nothing of the whole');
  assert.match((await requester.get('/portal/orders/new')).body, entry, 'nor does who reads no charges');
  for (const page of ['/portal/charges', '/portal/charges/purchase-orders'])
    assert.doesNotMatch((await part.get(page)).body, /80\.00|100\.00|80%/, page);
  assert.match((await part.get('/portal/charges/purchase-orders')).body, /PO-1/);
});

test('each purchase order has its invoice, with its number, and the orders of none have one too', async () => {
  await order('Ward 7');
  await order();
  await changeAccountSettings(ctx, 'system', accountId, { invoiceByPurchaseOrder: true });
  await portal.superuser.run(sql`update charges set created_at = ${`${last}-20T12:00:00Z`}`);
  const open = (await finance.get(`/desk/accounts/${accountId}/invoices`)).body;
  assert.match(textOf(open), /Drafts \(PDF\) for [^:]*: (Without a purchase order|PO-1|Ward 7) ?, /);
  for (const [, href] of open.matchAll(/href="([^"]*draft\/file[^"]*)"/g))
    assert.equal((await finance.get(href!.replaceAll('&amp;', '&'))).status, 200, href);
  assert.equal((await issueInvoices(ctx, 'system', accountId, last)).length, 3);
  const invoices = await listInvoices(ctx, 'system', [accountId], undefined, { offset: 0, limit: 9 });
  const found = invoices.map(({ buyer, lines }) => [buyer.purchaseOrder, lines[0]!.quantity]).toSorted();
  assert.deepEqual(found, [
    ['PO-1', 2],
    ['PO-77', 1],
    ['Ward 7', 1],
  ]);
  await order('PO-1');
  const next = addDays(`${last}-28`, 10).slice(0, 7);
  const later = { ...ctx, now: () => new Date(`${addDays(`${next}-28`, 10)}T12:00:00Z`) };
  assert.deepEqual(await issueInvoices(ctx, 'system', accountId, last), [], 'once a month');
  assert.equal((await issueInvoices(later, 'system', accountId, next)).length, 1);
});

test('a corrected number keeps what is used, and an erased candidate takes nothing of it away', async () => {
  const ada = { ...live, actor: 'system' as const, permissions: roles.desk.administrator };
  await changeAccountSettings(ctx, 'system', accountId, { purchaseOrderRequired: false });
  await finance.submit(path, path, { number: 'PO-l2', limit: '100.00' });
  const [typo, kept] = [await order('po-L2', 'Tag of Sam'), await order('PO-l2')];
  const free = await order('Ward 9');
  const named = await order(`Placing ${typo.order.facts.last_name}`);
  const listed = async () => textOf((await finance.get(path)).body);
  assert.match(
    await listed(),
    /PO-l2 Always Ordered this month £80\.00 \d orders? Used £80\.00 Limit £100\.00 80% used/,
  );

  const [, page = ''] = new RegExp(`href="(${path}/[^"]*)"[^>]*>PO-l2<`).exec((await finance.get(path)).body) ?? [];
  assert.match(textOf((await finance.get(page)).body), /what is used stays, and invoices to come say it/);
  const corrected = { number: 'PO-12', limit: '100.00' };
  assert.equal((await finance.submit(page, page, { ...corrected, number: 'PO-1' })).status, 422, 'is agreed already');
  assert.equal((await finance.submit(page, page, corrected)).status, 303);
  assert.match(
    await listed(),
    /PO-12 Always Ordered this month £80\.00 \d orders? Used £80\.00 Limit £100\.00 80% used/,
  );
  assert.match(textOf((await finance.get(`/desk/accounts/${accountId}/history`)).body), /Its number was corrected/);
  const change = `/portal/checks/${kept.id}/change`;
  for (const order of [`/portal/checks/${kept.id}`, change])
    assert.match((await client.get(order)).body, /PO-12/, 'its page says the corrected number');
  const other = await client.submit(change, change, {
    purchase_order: 'PO-l2',
    reference: 'Ward',
    reason: 'came_later',
  });
  assert.equal(other.status, 303);
  assert.match(
    await listed(),
    /PO-12 Always Ordered this month £80\.00 \d orders? Used £80\.00/,
    'another change of the order leaves its purchase order',
  );

  for (const one of [typo, free, named]) {
    // As if it were done: what is withdrawn before work began is credited.
    await portal.superuser.run(sql`update checks set status = 'complete' where id = ${one.id}`);
    await erasePerson(ctx, ada, one.applicantId, 'candidate_asked');
  }
  assert.match(await listed(), /PO-12 Always Ordered this month £80\.00 \d orders? Used £80\.00/);
  const months = [...new Set([last, ukDateOf(ctx.now()).slice(0, 7)])];
  const lines: Charge[] = [];
  for (const month of months) for await (const some of readCharges(ctx, live, { month })) lines.push(...some);
  const numberOf = ({ id }: { readonly id: string }) => lines.find(({ check_id }) => check_id === id)!;
  assert.equal(numberOf(typo).purchaseOrder, 'PO-12');
  assert.equal(numberOf(free).purchaseOrder, 'Ward 9', 'also of one that is not agreed');
  assert.equal(numberOf(named).purchaseOrder, null, 'but not one that names the candidate');
  assert.equal(numberOf(typo).reference, null, 'what else the client wrote is erased');
  const stored = await ctx.db.rows(sql`
    select c.sealed_purchase_order is null as is_gone, c.purchase_order_key is null as has_no_key from checks c where id = ${named.id}`);
  assert.deepEqual(stored, [{ is_gone: true, has_no_key: true }]);

  await portal.superuser.run(sql`update checks set status = 'withdrawn' where id = ${kept.id}`);
  await orderAgain(ctx, { ...live, actor: 'system' }, kept.id, null);
  assert.match(
    await listed(),
    /PO-12 Always Ordered this month £120\.00 \d orders? Used £120\.00/,
    'a repeated order is billed by the corrected number',
  );
});

test('an invoice to the wrong purchase order is credited with its own reason and issued again to the right one', async () => {
  const check = await order('Wrong 1');
  await portal.superuser.run(sql`
    update charges set created_at = ${`${last}-20T12:00:00Z`} where report_id = ${check.reports[0]!.id}`);
  await issueInvoices(ctx, 'system', accountId, last);
  const newest = async (kind: 'invoice' | 'credit_note') =>
    (await listInvoices(ctx, 'system', [accountId], undefined, { offset: 0, limit: 20 }))
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => other.number.localeCompare(one.number));
  const [wrong] = await newest('invoice');
  assert.equal(wrong!.buyer.purchaseOrder, 'Wrong 1');
  const part = {
    checkId: check.id,
    applicantId: check.applicantId,
    reportId: check.reports[0]!.id,
    feePence: undefined,
  };
  await creditPart(ctx, live, { ...part, pricePence: 1000, reason: 'goodwill' });
  const change = `/portal/checks/${check.id}/change`;
  assert.doesNotMatch((await client.get(change)).body, /name="purchase_order"/);

  const page = `/desk/accounts/${accountId}/invoices/${wrong!.id}`;
  const pdf = async () => {
    const document = await getDocumentProxy(new Uint8Array(await renderInvoice(ctx, live, wrong!)));
    return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ');
  };
  const before = await pdf();
  assert.match((await finance.get(page)).body, new RegExp(`href="${page}/again"`));
  const credited = await finance.submit(`${page}/again`, `${page}/again`, {});
  assert.equal(credited.headers.location, `${page}?done=reopened#again`);
  const [again, given] = await newest('credit_note');
  assert.deepEqual([given!.netPence, again!.netPence, again!.credits!.number], [-1000, -3000, wrong!.number]);
  assert.deepEqual(
    again!.lines.map(({ description, netPence }) => [description, netPence]),
    [
      ['Identity: credited (the purchase order, name, address or subsidiary was wrong: invoiced again)', -4000],
      ['Identity: credited in part (goodwill), taken off before', 1000],
    ],
  );
  assert.equal(await pdf(), before, 'the document of the invoice stays as it was');
  const twice = await finance.submit(`${page}/again`, `${page}/again`, {});
  assert.match(textOf(twice.body), /The invoice is credited already: nothing of it is left/);

  const reopened = textOf((await finance.get(page)).body);
  assert.match(reopened, /What this invoice charged is open again/);
  assert.match(reopened, /Status Credited/);
  assert.equal((await client.submit(change, change, { purchase_order: 'PO-1', reason: 'came_later' })).status, 303);
  const issued = await finance.submit(page, `/desk/accounts/${accountId}/invoices`, { month: last });
  assert.equal(issued.headers.location, `/desk/accounts/${accountId}/invoices?done=issued`);
  const [right] = await newest('invoice');
  assert.deepEqual(
    [right!.buyer.purchaseOrder, right!.month, right!.netPence, right!.replaces.map(({ number }) => number)],
    ['PO-1', last, 3000, [wrong!.number]],
  );
  assert.doesNotMatch((await finance.get(page)).body, /open again/);
  // Each names the other, with a link, and so does the credit note between them.
  const rightPage = `/desk/accounts/${accountId}/invoices/${right!.id}`;
  const names = (body: string, word: string, href: string) =>
    assert.match(body, new RegExp(`>${word}</dt><dd[^>]*><a [^>]*href="${href}"`));
  names((await finance.get(page)).body, 'Replaced by', rightPage);
  names((await finance.get(rightPage)).body, 'Replaces', page);
  names((await finance.get(`/desk/accounts/${accountId}/invoices/${again!.id}`)).body, 'Corrects', page);
  const list = textOf((await finance.get(`/desk/accounts/${accountId}/invoices`)).body);
  assert.match(list, new RegExp(`Replaced by ${right!.number}`));
  assert.deepEqual(await issueInvoices(ctx, 'system', accountId, last), [], 'once');
  await assert.rejects(
    async () => portal.superuser.run(sql`update charges set invoice_id = null where invoice_id = ${right!.id}`),
    /never changed or removed/,
  );
});

test('files for Xero and Sage 50 post each kind of line to its code, and the invoice of a client abroad says the reverse charge', async () => {
  const id = abroadId;
  const caller = { ...live, accountId: id };
  const priced = { pricePence: 4000, feePence: 500 };
  await switchOnTypes(ctx, 'system', id, [{ name: 'identity', ...priced }]);
  const set = (change: Record<string, unknown>) => changeAccountSettings(ctx, 'system', id, change);
  assert.throws(() => set({ nominalCodes: 'identitty: 4010' }), { reason: 'invalid_fields' });
  await set({ billingAddress: 'Clinique', vatCountry: 'France', reverseCharge: true, vatPercent: 20 });
  await set({
    accountingReference: 'CLINIQ01',
    accountingDepartment: 3,
    nominalCodes: 'identity: 4010\ndisbursements: 5000',
  });
  await placeWaiting(ctx, caller, { facts: {}, reports: ['identity'] });
  const discount = {
    description: 'Discount',
    pence: -1000,
    as: 'price',
    order: '',
    subsidiaryId: '',
    month: '',
  } as const;
  await addCharge(ctx, caller, discount);
  await portal.superuser.run(sql`update charges set created_at = ${`${last}-20T12:00:00Z`} where account_id = ${id}`);
  Object.assign(ctx.settings, { operatorVatNumber: 'GB123456789' });
  const refused = await finance.submit(`/desk/accounts/${id}/invoices`, `/desk/accounts/${id}/invoices`, {
    month: last,
  });
  assert.match(textOf(refused.body), /The reverse charge of Clinique Exemple SARL stands against its charges with VAT/);
  assert.match(textOf(refused.body), /The VAT number of Clinique Exemple SARL is not set/);
  await set({ vatNumber: 'FR12345678901', vatPercent: 0 });
  await portal.superuser.run(sql`update charges set vat_percent = 0 where account_id = ${id}`);
  await issueInvoices(ctx, 'system', id, last);
  const [invoice] = await listInvoices(ctx, 'system', [id], undefined, { offset: 0, limit: 9 });
  const document = JSON.stringify(documentData(invoice!));
  assert.match(document, /Outside the scope of UK VAT\. Reverse charge: the customer accounts for VAT\./);
  assert.match(document, /"Your VAT number","FR12345678901"/);
  assert.match(document, /"Clinique","France"/);

  const file = `/desk/accounts/${id}/invoices/${invoice!.id}/file`;
  const rows = async (address: string) => (await finance.get(address)).body.trim().split('\r\n').slice(1);
  const xero = await rows(file);
  assert.ok(
    xero.every((row) => row.startsWith('"CLINIQ01",')),
    xero.join('\n'),
  );
  assert.deepEqual(xero.map((row) => /,"(\d*)","No VAT"/.exec(row)![1]).toSorted(), ['200', '4010', '5000']);
  const [year, month, day] = invoice!.issuedOn.split('-');
  const on = `${day}/${month}/${year},"${invoice!.number}"`;
  assert.deepEqual((await rows(`${file}?format=sage`)).toSorted(), [
    `SC,"CLINIQ01","200",3,${on},"Discount",10.00,T9,0.00`,
    `SI,"CLINIQ01","4010",3,${on},"Identity",40.00,T9,0.00`,
    `SI,"CLINIQ01","5000",3,${on},"Identity: fee",5.00,T9,0.00`,
  ]);
  const buyer = invoice!.buyer;
  assert.equal(sageCustomer({ ...buyer, reference: '', account: 'Demo Care (North)' }), 'DEMOCARE');
});
