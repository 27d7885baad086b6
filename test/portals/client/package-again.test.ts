// An order of a package that has a price of its own, ordered again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { creditReports } from '../../../src/features/invoices/credit-actions.ts';
import { listInvoices } from '../../../src/features/invoices/invoice-actions.ts';
import { lastMonth } from '../../../src/features/invoices/invoice-rules.ts';
import { issueInvoices } from '../../../src/features/invoices/issue-actions.ts';
import { type Charge, readCharges } from '../../../src/features/lists/charge-actions.ts';
import { withPackages } from '../../../src/features/lists/charge-line-rules.ts';
import { changePackage, createPackage, endPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
// Sanctions have a price only within a package, where they count as the average of the others.
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 3000 },
  { name: 'credit', pricePence: 1000 },
  { name: 'sanctions' },
]);
await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: true });
const client = await signedInVisitor(portal, clientEmail);

const items = [{ name: 'identity' }, { name: 'credit' }, { name: 'sanctions' }];
const newPackage = (name: string) =>
  createPackage(ctx, 'system', accountId, { name, pricePence: 2000, reports: items });

const path = '/portal/orders/new';
async function orderOf(packageId: number, last_name: string) {
  const birth = { 'dob-day': '3', 'dob-month': '4', 'dob-year': '1990' };
  const email = `${last_name.toLowerCase()}@candidate.test`;
  const typed = { ...{ first_name: 'Robin', last_name, email }, ...birth, what: String(packageId) };
  const answers = (await client.submit(path, path, { ...typed, do: 'continue' })).body;
  const { headers } = await client.post(path, { ...hiddenFields(answers, path), do: 'place' });
  return orderAt(headers.location);
}

const orderAt = (location: unknown) => readCheck(ctx, caller, String(location).split('?')[0]!.split('/').at(-1)!);

const chargesOf = async (checkId: string) =>
  (
    await ctx.db.rows<{ pence: number | null }>(sql`
      select h.amount_pence as pence from charges h join reports r on r.id = h.report_id
      where r.check_id = ${checkId} and h.kind = 'order' order by r.position`)
  ).map(({ pence }) => pence);

async function complete(checkId: string, reports: readonly { readonly id: string }[]) {
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  for (const { id } of reports) await moveReport(ctx, caller, { checkId, reportId: id }, { move: 'complete', outcome });
}

const again = (checkId: string) => `/portal/checks/${checkId}/again`;
const screen = async (checkId: string, chosen: readonly { readonly id: string }[]) => {
  const fields = hiddenFields((await client.get(again(checkId))).body, again(checkId));
  const ids = chosen.map(({ id }): [string, string] => ['report', id]);
  const body = new URLSearchParams([...Object.entries(fields), ...ids]).toString();
  return client.send(again(checkId), 'application/x-www-form-urlencoded', body);
};

test('a closed order of a package is ordered again for the price of the package, as it is today', async () => {
  const packageId = await newPackage('Whole');
  const check = await orderOf(packageId, 'Whole');
  assert.deepEqual(await chargesOf(check.id), [1000, 333, 667]);
  await closeCheck(ctx, caller, check.id, 'cancel');
  const seen = (await client.get(again(check.id))).body;
  assert.match(seen, /Identity: £10\.00<[\s\S]+their part of the price of the package “Whole”, which is £20\.00 today/);
  await changePackage(ctx, 'system', accountId, packageId, { name: 'Whole', pricePence: 2400, reports: items });
  const late = await client.post(again(check.id), hiddenFields(seen, again(check.id)));
  assert.match(late.body, /The prices or the reports have changed[\s\S]+Identity: £12\.00/);
  const { headers } = await client.post(again(check.id), hiddenFields(late.body, again(check.id)));
  const placed = await orderAt(headers.location);
  assert.deepEqual(await chargesOf(placed.id), [1200, 400, 800]);
  assert.equal(placed.order.details?.PackageId, packageId);
  assert.match((await client.get(`/portal/checks/${placed.id}`)).body, /Package\s*<\/dt>\s*<dd[^>]*>\s*Whole/);
});

test('what a closed order of a package did not complete keeps its part of the price', async () => {
  const check = await orderOf(await newPackage('Rest'), 'Rest');
  await complete(check.id, check.reports.slice(0, 1));
  await closeCheck(ctx, caller, check.id, 'cancel');
  const { headers } = await client.submit(again(check.id), again(check.id), {});
  const rest = await orderAt(headers.location);
  assert.deepEqual(await chargesOf(rest.id), [333, 667]);
  await closeCheck(ctx, caller, rest.id, 'cancel');
  const second = await client.submit(again(rest.id), again(rest.id), {});
  assert.deepEqual(await chargesOf((await orderAt(second.headers.location)).id), [333, 667], 'also a second time');
});

test('a complete order of the rest of a package is said to hold a part of it, not that the package has changed', async () => {
  const check = await orderOf(await newPackage('Parted'), 'Parted');
  await complete(check.id, check.reports.slice(0, 1));
  await closeCheck(ctx, caller, check.id, 'cancel');
  const rest = await orderAt((await client.submit(again(check.id), again(check.id), {})).headers.location);
  await complete(rest.id, rest.reports);
  const seen = (await client.get(again(rest.id))).body;
  assert.match(seen, /This order holds only a part of the package “Parted” as it is today: Identity,/);
  assert.doesNotMatch(seen, /has changed/);
});

test('a complete order of a package is renewed for its price, and a part of it for the prices of the reports', async () => {
  const check = await orderOf(await newPackage('Renewed'), 'Renewed');
  await complete(check.id, check.reports);
  const seen = (await client.get(again(check.id))).body;
  assert.match(seen, /Identity: £30\.00[\s\S]+As the package “Renewed” they cost £20\.00 together/);
  const part = await orderAt((await screen(check.id, check.reports.slice(0, 2))).headers.location);
  assert.deepEqual(await chargesOf(part.id), [3000, 1000]);
  assert.equal(part.order.details?.PackageId, null, 'it is not an order of the package');
  await closeCheck(ctx, caller, part.id, 'withdraw');
  const unpriced = await screen(check.id, check.reports.slice(1));
  assert.match(unpriced.body, /It cannot be ordered as it is: the order names sanctions, which has no agreed price/);
  const whole = await orderAt((await screen(check.id, check.reports)).headers.location);
  assert.deepEqual(await chargesOf(whole.id), [1000, 333, 667]);
});

test('the page says that the package holds more today, or is not offered any more, before anything is ordered', async () => {
  const packageId = await newPackage('Gone');
  const check = await orderOf(packageId, 'Gone');
  await complete(check.id, check.reports);
  const more = [...items, { name: 'right_to_work' }];
  await changePackage(ctx, 'system', accountId, packageId, { name: 'Gone', pricePence: 2000, reports: more });
  assert.match(
    (await client.get(again(check.id))).body,
    /This order holds only a part of the package “Gone” as it is today: Identity, [^.]*Right to work[^.]*\. Each report here has its own price\. Place a new order for the package\./,
  );
  await endPackage(ctx, 'system', accountId, packageId);
  assert.match((await client.get(again(check.id))).body, /The package of this order is not offered any more/);
  const own = await orderAt((await screen(check.id, check.reports.slice(0, 2))).headers.location);
  assert.deepEqual(await chargesOf(own.id), [3000, 1000]);
});

test('a package with a price of its own is one line of invoice and statement, until a report of it was credited', async () => {
  const packageId = await newPackage('Starter');
  const [whole, rest] = [await orderOf(packageId, 'Onewhole'), await orderOf(packageId, 'Therest')];
  const credit = rest.reports.find(({ name }) => name === 'credit')!;
  const of = { checkId: rest.id, applicantId: rest.applicantId };
  await creditReports(ctx, caller, { ...of, reportIds: [credit.id], reason: 'goodwill' });
  const email = 'bills@acme.test';
  await createUser(ctx, 'system', accountId, { name: 'Bills', email, role: 'billing' });
  await createSignIn(ctx, 'system', { email, password });
  const reader = await signedInVisitor(portal, email);
  const statement = (await reader.get('/portal/charges/statement')).body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(
    statement,
    new RegExp(`VF${whole.orderId} Starter Ordered Query this charge: VF${whole.orderId}, Starter Price £20\\.00 `),
  );
  assert.match(
    statement,
    new RegExp(`VF${rest.orderId} Starter, [^£]*Credited Query this charge: [^£]*Price -£3\\.33 `),
  );
  const month = lastMonth(ukDateOf(ctx.now()));
  await portal.superuser.run(sql`update charges set created_at = ${`${month}-20T12:00:00Z`} where package = 'Starter'`);
  await changeAccountSettings(ctx, 'system', accountId, { billingAddress: 'Acme', vatPercent: 0 });
  Object.assign(ctx.settings, { operatorName: 'Open Screening Ltd', operatorAddress: ['1 High Street'] });
  await issueInvoices(ctx, 'system', accountId, month);
  const [invoice] = await listInvoices(ctx, 'system', [accountId], undefined, { offset: 0, limit: 1 });
  assert.deepEqual(
    invoice!.lines.map(({ description, quantity, pricePence }) => [description, quantity, pricePence]),
    [
      ['Starter', 1, 2000],
      ['Starter, Identity', 1, 1000],
      ['Starter, Sanctions and politically exposed persons', 1, 667],
    ],
  );
});

test('the parts of a package share the VAT of its price to the penny, charged and credited', async () => {
  await changeAccountSettings(ctx, 'system', accountId, { vatPercent: 20 });
  const packageId = await createPackage(ctx, 'system', accountId, { name: 'Odd', pricePence: 2008, reports: items });
  const check = await orderOf(packageId, 'Odd');
  assert.deepEqual(await chargesOf(check.id), [1004, 335, 669]);
  const vatOf = async (kind: string) => {
    const lines: Charge[] = [];
    for await (const part of readCharges(ctx, caller, { month: ukDateOf(ctx.now()).slice(0, 7) })) lines.push(...part);
    return withPackages(lines.filter((one) => one.check_id === check.id && one.kind === kind)).map(
      (one) => one.vat_pence,
    );
  };
  // 20% of £20.08 is £4.016; of the parts £2.008, £0.67 and £1.338.
  assert.deepEqual(await vatOf('order'), [402]);
  await closeCheck(ctx, caller, check.id, 'cancel');
  assert.equal(
    (await vatOf('credit')).reduce((sum, one) => sum + one, 0),
    -402,
  );
});

test('a package that is another subsidiary’s alone since is not ordered again as one', async () => {
  const packageId = await newPackage('Of Leeds');
  const check = await orderOf(packageId, 'Hullperson');
  const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds' });
  const { id: hull } = await createSubsidiary(ctx, 'system', accountId, { name: 'Hull' });
  await portal.superuser.run(sql`update checks set subsidiary_id = ${hull} where id = ${check.id}`);
  await complete(check.id, check.reports);
  const offerTo = (id: string) =>
    changePackage(ctx, 'system', accountId, packageId, {
      ...{ name: 'Of Leeds', pricePence: 2000, reports: items, subsidiaryIds: [id] },
    });
  await offerTo(leeds);
  assert.match((await client.get(again(check.id))).body, /The package of this order is not offered any more/);
  const single = await orderAt((await screen(check.id, check.reports.slice(0, 2))).headers.location);
  assert.deepEqual(await chargesOf(single.id), [3000, 1000]);
  await portal.superuser.run(sql`update checks set status = 'withdrawn' where id = ${single.id}`);
  await offerTo(hull);
  assert.match((await client.get(again(check.id))).body, /As the package “Of Leeds” they cost £20\.00/);
});
