// An account can order the report types that are switched on for it, and no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount, createApiKey, createUser } from '../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../src/features/accounts/account-settings-actions.ts';
import { addCharge } from '../../src/features/charges/added-charge-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { planClosing } from '../../src/features/closings/closing-actions.ts';
import { carryOutClosings } from '../../src/features/closings/closing-jobs.ts';
import { orderAgain } from '../../src/features/orders/order-again-actions.ts';
import { createPackage } from '../../src/features/report-types/agreement-actions.ts';
import {
  listAvailableTypes,
  switchOffTypes,
  switchOnTemplate,
  switchOnTypes,
} from '../../src/features/report-types/availability-actions.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../src/features/report-types/catalogue-rules.ts';
import { templateIds, typesOfTemplate } from '../../src/features/report-types/templates.ts';
import { addDays } from '../../src/lib/dates.ts';
import { ukDateOf } from '../../src/lib/uk-times.ts';
import { sql } from '../../src/platform/db/database.ts';
import { until } from '../support/limited-loops.ts';
import { startProbity } from '../support/probity.ts';
import { assertRefused as assertRefusedV1, v1Client } from './v1/v1-client.ts';
import { type AnsweredOrder, identityOrder } from './v1/v1-samples.ts';
import { assertRefused, v2Client } from './v2/v2-client.ts';
import { makeApplicant, makeCheck, messagesOf } from './v2/v2-samples.ts';

const probity = await startProbity();
const { ctx, account } = probity;
const { accountId } = account;
const v2 = v2Client(probity);
const v1 = v1Client(probity);

interface Listed {
  readonly report_types: readonly { name: string; variant: string | null }[];
}
const listed = async (query = '') => (await v2.get<Listed>(`/reporttypes${query}`)).body.report_types.map(codeOf);

test('a type that is switched off is not listed, and ordering it is refused by its name', async () => {
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'credit' }]);
  assert.ok(!(await listed()).includes('credit'));
  const applicant = await makeApplicant(v2);
  const order = { type: 'standard', reports: [{ name: 'identity' }, { name: 'credit' }] };
  const refused = await v2.post(`/applicants/${applicant.id}/checks`, order);
  assertRefused(refused, 422, 'invalid_reports_names');
  assert.deepEqual(messagesOf(refused), { reports: ['names credit, which is not available to this account'] });
  const byNumber = identityOrder({ Checks: [{ CheckType: 'identity' }, { CheckType: 'UKCreditCheckEquifax' }] });
  const refusedV1 = await v1.post('/orders/candidateentry', byNumber);
  assertRefusedV1(refusedV1, 400, 'invalid_fields', ['Checks[1].CheckType']);
  assert.match(refusedV1.text, /not available to this account/);
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'credit' }]);
  assert.ok((await listed()).includes('credit'));
  await makeCheck(v2, order, applicant.id);
});

test("a package with a type that is switched off is refused with the type's label", async () => {
  const reports = [{ name: 'identity' }, { name: 'directorship' }];
  const PackageId = await createPackage(ctx, 'system', accountId, { name: 'Director', reports });
  await switchOffTypes(ctx, 'system', accountId, [{ name: 'directorship' }]);
  const refused = await v1.post('/orders/candidateentry', identityOrder({ Checks: undefined, PackageId }));
  assertRefusedV1(refused, 400, 'invalid_fields', ['PackageId']);
  assert.match(refused.text, /holds UK directorships and disqualifications, which is not available/);
});

test("an account's own working days decide the due date of a report, and its own price the charge", async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 725, workingDays: 9 }]);
  const live = v2Client(probity, 'live');
  const check = await makeCheck(live, { reports: [{ name: 'identity' }, { name: 'document' }] });
  const rows = await ctx.db.rows<{ name: string; days: number; pence: number }>(sql`
    select r.name, r.due_on - r.created_at::date as days, c.amount_pence as pence
    from reports r join charges c on (c.account_id, c.environment, c.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${accountId} and r.environment = 'live' and r.check_id = ${check.id} order by r.position`);
  assert.equal(rows[0]!.pence, 725);
  assert.ok(rows[0]!.days >= 11, `nine working days are at least eleven days, not ${rows[0]!.days}`);
  assert.ok(rows[1]!.days <= 4);
});

test('a report without an agreed price is charged without an amount, as is its credit, and a free one at 0', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 0 }]);
  const live = v2Client(probity, 'live');
  const check = await makeCheck(live, { reports: [{ name: 'identity' }, { name: 'education', variant: 'uk' }] });
  await closeCheck(ctx, account.caller('live'), check.id, 'withdraw');
  const rows = await ctx.db.rows<{ name: string; kind: string; pence: number | null }>(sql`
    select r.name, c.kind, c.amount_pence as pence
    from reports r join charges c on (c.account_id, c.environment, c.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${accountId} and r.environment = 'live' and r.check_id = ${check.id}
    order by r.position, c.kind desc`);
  assert.deepEqual(
    rows.map(({ name, kind, pence }) => [name, kind, pence === 0 ? 0 : pence]),
    [
      ['identity', 'order', 0],
      ['identity', 'credit', 0],
      ['education', 'order', null],
      ['education', 'credit', null],
    ],
  );
});

test('an account can refuse reports without an agreed price, which are named', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', pricePence: 0 }]);
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: true });
  const applicant = await makeApplicant(v2);
  const reports = [{ name: 'identity' }, { name: 'education', variant: 'uk' }];
  const refused = await v2.post(`/applicants/${applicant.id}/checks`, { type: 'standard', reports });
  assertRefused(refused, 422, 'invalid_reports_names');
  assert.deepEqual(messagesOf(refused), { reports: ['names education:uk, which has no agreed price'] });
  const order = identityOrder({ Checks: [{ CheckType: 'identity' }, { CheckType: 'AcademicUK' }] });
  const refusedV1 = await v1.post('/orders/candidateentry', order);
  assertRefusedV1(refusedV1, 400, 'invalid_fields', ['Checks[1].CheckType']);
  assert.match(refusedV1.text, /is education:uk, which has no agreed price/);
  const PackageId = await createPackage(ctx, 'system', accountId, { name: 'Degree', reports });
  const packed = await v1.post('/orders/candidateentry', identityOrder({ Checks: undefined, PackageId }));
  assertRefusedV1(packed, 400, 'invalid_fields', ['PackageId']);
  assert.match(packed.text, /holds Education, UK, which has no agreed price/);

  await switchOnTypes(ctx, 'system', accountId, [{ name: 'education', variant: 'uk', pricePence: 1200 }]);
  await makeCheck(v2, { type: 'standard', reports }, applicant.id);
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: false });
});

test('a package with a price of its own costs that price, spread over its reports, also where one has no price', async () => {
  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'identity', pricePence: 3000 },
    { name: 'document', pricePence: 2000, feePence: 500 },
    { name: 'cv_comparison' },
  ]);
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: true });
  const live = v1Client(probity, 'live');
  const reports = [{ name: 'identity' }, { name: 'document' }, { name: 'cv_comparison' }];
  const PackageId = await createPackage(ctx, 'system', accountId, { name: 'Office', pricePence: 4000, reports });
  const placed = await live.post<AnsweredOrder>(
    '/orders/candidateentry',
    identityOrder({ Checks: undefined, PackageId }),
  );
  assert.equal(placed.status, 201, placed.text);
  const lines = (kind: string) => sql`
    select r.name, c.amount_pence as pence, c.fee_pence as fee
    from reports r join charges c on (c.account_id, c.environment, c.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${accountId} and r.check_id = ${placed.body.CheckId} and c.kind = ${kind} order by r.name`;
  assert.deepEqual(
    (await ctx.db.rows<{ name: string; pence: number; fee: number }>(lines('order'))).map((line) =>
      Object.values(line),
    ),
    [
      ['cv_comparison', 1333, 0],
      ['document', 1067, 500],
      ['identity', 1600, 0],
    ],
  );
  await closeCheck(ctx, account.caller('live'), placed.body.CheckId, 'withdraw');
  const credited = await ctx.db.rows<{ pence: number }>(lines('credit'));
  assert.equal(
    credited.reduce((sum, { pence }) => sum + pence, 0),
    -4000,
  );
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: false });
});

test('an account whose new orders are stopped orders nothing live, by either interface, until they are accepted again', async () => {
  const live = { v1: v1Client(probity, 'live'), v2: v2Client(probity, 'live') };
  const applicant = await makeApplicant(live.v2);
  const earlier = await makeCheck(live.v2, { reports: [{ name: 'identity' }] });
  const placed = identityOrder();
  const before = await live.v1.post('/orders/candidateentry', placed);
  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: false });
  const repeated = await live.v1.post('/orders/candidateentry', placed);
  assert.deepEqual([repeated.status, repeated.json], [201, before.json], 'an order that was placed is answered again');
  const order = { type: 'standard', reports: [{ name: 'identity' }] };
  const refused = await live.v2.post(`/applicants/${applicant.id}/checks`, order);
  assertRefused(refused, 422, 'invalid_reports_names');
  const message = 'cannot be placed: new orders of this account are stopped';
  assert.deepEqual(messagesOf(refused), { reports: [message] });
  for (const path of ['/orders/candidateentry', '/orders/candidateentry/validate']) {
    const refusedV1 = await live.v1.post(path, identityOrder());
    assert.match(refusedV1.text, new RegExp(`"message":"${message}","fieldPath":"Checks"`), path);
  }
  await closeCheck(ctx, account.caller('live'), earlier.id, 'withdraw');
  await assert.rejects(orderAgain(ctx, account.caller('live'), earlier.id, null), { reason: 'unknown_report_name' });
  await makeCheck(v2, order);

  await changeAccountSettings(ctx, 'system', accountId, { acceptOrders: true });
  // The same answer above a credit limit that refuses.
  await addCharge(
    ctx,
    { accountId, environment: 'live', actor: 'system' },
    {
      ...{ description: 'Training', pence: 200_000, as: 'price', order: '', subsidiaryId: '', month: '' },
    },
  );
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds: 1000, refuseAboveCreditLimit: true });
  const above = await live.v2.post(`/applicants/${applicant.id}/checks`, order);
  assert.deepEqual(messagesOf(above), { reports: [message] });
  const aboveV1 = await live.v1.post('/orders/candidateentry', identityOrder());
  assert.match(aboveV1.text, new RegExp(`"message":"${message}","fieldPath":"Checks"`));
  await makeCheck(v2, order);
  await changeAccountSettings(ctx, 'system', accountId, { creditLimitPounds: 0, refuseAboveCreditLimit: false });
  await makeCheck(live.v2, order, applicant.id);
  await orderAgain(ctx, account.caller('live'), earlier.id, null);
});

test('report types are filtered by family, country and words, and answered in pages', async () => {
  assert.deepEqual(await listed('?family=criminal_history'), [
    'criminal_history:basic',
    'criminal_history:standard',
    'criminal_history:enhanced',
  ]);
  const words = await listed('?q=criminal%20enhanced');
  assert.ok(words.includes('criminal_history:enhanced') && !words.includes('criminal_history:basic'));
  const dbs = await listed('?q=dbs');
  assert.equal(dbs[0], 'dbs_adult_first');
  assert.ok(dbs.includes('criminal_history:enhanced'), 'by what it is commonly called');
  assert.equal((await listed('?q=credit'))[0], 'credit', 'the United Kingdom first');
  assert.ok((await listed('?country=gbr')).includes('right_to_work'));
  assert.deepEqual(await listed('?country=XXX'), []);
  const page = await v2.get<Listed>('/reporttypes?family=criminal_history&page=2&per_page=2');
  assert.deepEqual(page.body.report_types.map(codeOf), ['criminal_history:enhanced']);
  assert.equal(page.headers['x-total-count'], '3');
  assert.match(String(page.headers.link), /family=criminal_history/);
});

test('a new account starts with the types of a template, and a further template adds to them', async () => {
  const { id } = await createAccount(ctx, 'system', { name: 'Fresh Start Ltd' });
  const idsOf = async () => (await listAvailableTypes(ctx, id)).map(({ type }) => type.id);
  assert.deepEqual(
    await idsOf(),
    typesOfTemplate('uk_standard', catalogue).map((type) => type.id),
  );
  await switchOnTemplate(ctx, 'system', id, 'everything');
  assert.deepEqual(
    await idsOf(),
    catalogue.map((type) => type.id),
  );
});

test('every template contains the nineteen original types, and `everything` contains all', () => {
  for (const template of templateIds) {
    const ids = typesOfTemplate(template, catalogue).map((type) => type.id);
    if (template === 'uk_standard') for (let one = 1; one <= 19; one += 1) assert.ok(ids.includes(one), `${one}`);
  }
  assert.equal(typesOfTemplate('everything', catalogue).length, catalogue.length);
});

async function otherAccount(name: string) {
  const { id } = await createAccount(ctx, 'system', { name });
  const email = `${id}@other.test`;
  const { id: userId } = await createUser(ctx, 'system', id, { name: 'Other', email, role: 'administrator' });
  const { key } = await createApiKey(ctx, 'system', id, { userId, environment: 'test' });
  return { id, client: v2Client(probity, 'test', key) };
}

test("another account's agreement has no effect", async () => {
  const { id, client } = await otherAccount('Other Ltd');
  await switchOffTypes(ctx, 'system', id, [{ name: 'identity' }]);
  const theirs = await client.get<Listed>('/reporttypes');
  assert.ok(!theirs.body.report_types.map(codeOf).includes('identity'));
  assert.ok((await listed()).includes('identity'));
});

test('orders that are read in one statement get the applicant and the agreements of their own account', async () => {
  const { id, client: theirs } = await otherAccount('Same Moment Ltd');
  await switchOffTypes(ctx, 'system', id, [{ name: 'identity' }]);
  const each = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, work));
  const ours = await each(() => makeApplicant(v2));
  const others = await each(() => makeApplicant(theirs));
  const both = { type: 'standard', reports: [{ name: 'identity' }, { name: 'document' }] };
  const order = (client: typeof v2, applicant: { id: string }) =>
    client.post<{ href: string; type: string }>(`/applicants/${applicant.id}/checks`, both);
  const [placed, refused, foreign] = await Promise.all([
    Promise.all(ours.map((applicant) => order(v2, applicant))),
    Promise.all(others.map((applicant) => order(theirs, applicant))),
    Promise.all(others.map((applicant) => order(v2, applicant))),
  ]);
  placed.forEach((answer, index) => {
    assert.equal(answer.status, 201);
    assert.ok(answer.body.href.includes(ours[index]!.id));
  });
  for (const answer of refused) assertRefused(answer, 422, 'invalid_reports_names');
  for (const answer of foreign) assert.equal(answer.status, 404);
});

test('an account that is closed refuses live orders as one whose orders are stopped, and its keys once sign-in has ended', async () => {
  const live = v2Client(probity, 'live');
  const applicant = await makeApplicant(live);
  const today = ukDateOf(ctx.now());
  const days = { orders_end_on: today, sign_in_until: today, erase_on: addDays(today, 90) };
  await planClosing(ctx, 'system', accountId, { ...days, open_orders: 'withdraw', note: '' });
  const order = { type: 'standard', reports: [{ name: 'identity' }] };
  const refused = await live.post(`/applicants/${applicant.id}/checks`, order);
  assertRefused(refused, 422, 'invalid_reports_names');
  assert.deepEqual(messagesOf(refused), { reports: ['cannot be placed: new orders of this account are stopped'] });
  assert.equal((await live.get(`/applicants/${applicant.id}`)).status, 200, 'reading goes on');
  await carryOutClosings({ ...ctx, now: () => new Date(Date.now() + 86_400_000) });
  await until(async () => (await live.get(`/applicants/${applicant.id}`)).status === 401);
});
