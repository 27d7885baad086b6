// Months to renewal by package and by job role, the one day of an order, the check of a certificate's status, and all who are due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { openAccount } from '../../../src/features/accounts/new-account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { keepOrderKeys } from '../../../src/features/applicants/order-key-actions.ts';
import { certificateTerms } from '../../../src/features/applicants/search-key-rules.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listRenewals, readRenewalsOf } from '../../../src/features/lists/renewal-list-actions.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { jobKeysOf } from '../../../src/features/renewals/renewal-plan-actions.ts';
import {
  createJobRole,
  createPackage,
  listAgreedJobRoles,
} from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { addMonths, dateOf } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { hiddenFields, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = { ...portal.caller('live'), subsidiaryIds: null };
const today = dateOf(ctx.now());
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity' },
  { name: 'credit', renewAfterMonths: 36 },
  { name: 'sanctions', renewAfterMonths: 36 },
  { name: 'dbs_update_service' },
]);
const packageId = await createPackage(ctx, 'system', accountId, {
  name: 'Annual',
  reports: [{ name: 'identity' }, { name: 'credit' }, { name: 'sanctions' }],
});
const roleId = await createJobRole(ctx, 'system', accountId, {
  roleTitle: 'Senior manager',
  roleCheckType: 'standard',
});
const email = 'months@renewals.test';
await createUser(ctx, 'system', accountId, { name: 'months', email, role: 'administrator', subsidiaryIds: null });
await createSignIn(ctx, 'system', { email, password });
const client = await signedInVisitor(portal, email);
const typeNamed = (name: string, variant: string | null = null) =>
  catalogue.find((type) => type.name === name && type.variant === variant)!;
const [credit, sanctions] = [typeNamed('credit').id, typeNamed('sanctions').id];

/** @param days on which its reports were completed */
async function screened(name: string, reports: readonly string[], days: readonly string[]): Promise<Check> {
  const check = await portal.placeCheck('live', { first_name: name }, reports);
  for (const [at, { id }] of check.reports.entries()) {
    const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
    await moveReport(ctx, caller, { checkId: check.id, reportId: id }, { move: 'complete', outcome });
    await ctx.db.run(sql`update reports set first_completed_at = ${`${days[at]}T12:00:00Z`} where id = ${id}`);
  }
  return check;
}

const dueOf = async ({ applicantId }: Check) =>
  (await readRenewalsOf(ctx, caller, applicantId)).flatMap(({ reports }) =>
    reports.map((one) => [one.report_type_id, one.renew_on]),
  );

const save = async (what: string, fields: Readonly<Record<string, string>>) => {
  const path = `/portal/people/renewal-months?for=${what}`;
  const { body } = await client.get(path);
  return client.post(path, {
    ...hiddenFields(body.slice(body.lastIndexOf('<form', body.indexOf('name="shown"'))), path),
    ...fields,
  });
};

test('the months of a job role come before those of a package, and these before those of the account; one order is due on one day', async () => {
  const early = addMonths(today, -10);
  const late = addMonths(today, -9);
  const check = await screened('Planned', ['identity', 'credit', 'sanctions'], [late, late, early]);
  assert.deepEqual(await dueOf(check), [
    [credit, addMonths(early, 36)],
    [sanctions, addMonths(early, 36)],
  ]);
  await ctx.db.run(sql`update checks set package_id = ${packageId} where id = ${check.id}`);
  const page = (await client.get(`/portal/people/renewal-months?for=package-${packageId}`)).body;
  assert.match(page, /Identity and right to work are left out/);
  assert.doesNotMatch(page, new RegExp(`name="renew_${typeNamed('identity').id}"`));
  assert.equal((await save(`package-${packageId}`, { every: '12' })).status, 303);
  assert.deepEqual(await dueOf(check), [
    [credit, addMonths(early, 12)],
    [sanctions, addMonths(early, 12)],
  ]);
  const keys = await jobKeysOf(ctx, caller, roleId);
  await ctx.db.run(sql`update checks set reference_keys = ${keys}::bigint[] where id = ${check.id}`);
  assert.equal((await save(`role-${roleId}`, { [`renew_${credit}`]: '6', [`renew_${sanctions}`]: '0' })).status, 303);
  assert.deepEqual(await dueOf(check), [[credit, addMonths(late, 6)]], '0 is never');
  const wrong = await save(`role-${roleId}`, { [`renew_${credit}`]: '2' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /the number of months must be a whole number from 3 to 120/);
  const { renewals } = await listRenewals(ctx, caller, { limit: 9, packageId, jobRoleId: roleId });
  assert.deepEqual(
    renewals.map(({ checkId }) => checkId),
    [check.id],
  );
  assert.equal((await save(`role-${roleId}`, { [`renew_${credit}`]: '', [`renew_${sanctions}`]: '' })).status, 303);
  assert.deepEqual((await dueOf(check)).length, 2, 'the package holds again');
});

test('what the client ordered most stands first among the months', async () => {
  const { body } = await client.get('/portal/people/renewal-months');
  const labels = [...body.matchAll(/<label [^>]*for="renew_(\d+)"/g)].map(([, id]) => Number(id));
  assert.deepEqual(new Set(labels.slice(0, 3)), new Set([typeNamed('identity').id, credit, sanctions]));
});

test('a check of the status with the Update Service renews the certificate with that number, unless there is new information', async () => {
  const enhanced = typeNamed('criminal_history', 'enhanced');
  await switchOnTypes(ctx, 'system', accountId, [
    { name: 'criminal_history', variant: 'enhanced', renewAfterMonths: 12 },
  ]);
  const asked = async (number: string, status: string) => {
    const before = await screened('Subscriber', ['sanctions'], [addMonths(today, -20)]);
    await ctx.db.run(sql`update reports set report_type_id = ${enhanced.id}, name = ${enhanced.name}, variant = ${enhanced.variant}
      where check_id = ${before.id}`);
    await keepOrderKeys(ctx, caller, before.id, certificateTerms('001234567890'));
    const check = await portal.placeCheck(
      'live',
      {
        first_name: 'Subscriber',
        certificate_number: number,
        certificate_last_name: 'Sample',
        certificate_issued_on: '2024-01-01',
      },
      ['dbs_update_service'],
    );
    await ctx.db.run(sql`update checks set applicant_id = ${check.applicantId} where id = ${before.id}`);
    const findings = { ...noFindings, breakdown: { status: { result: status, properties: {} } } };
    const outcome = { result: status === 'NEW_INFO' ? 'consider' : 'clear', subResult: null, findings } as const;
    await moveReport(ctx, caller, { checkId: check.id, reportId: check.reports[0]!.id }, { move: 'complete', outcome });
    return (await dueOf({ ...before, applicantId: check.applicantId })).map(([, on]) => on);
  };
  const overdue = addMonths(addMonths(today, -20), 12);
  assert.deepEqual(await asked('001234567890', 'NEW_INFO'), [overdue]);
  assert.deepEqual(await asked('009999999999', 'BLANK_NO_NEW_INFO'), [overdue], 'of another certificate');
  assert.deepEqual(await asked('0012 3456 7890', 'BLANK_NO_NEW_INFO'), [addMonths(today, 12)]);
});

test('every page of who is due can be reached, and all of them can be chosen at once', async () => {
  const month = addMonths(today, 5).slice(0, 7);
  const day = addMonths(`${month}-10`, -36);
  for (let at = 0; at < 52; at += 1)
    await screened(`Many${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'x' : 'y'}`, ['sanctions'], [day]);
  await screened('Other', ['sanctions'], [addMonths(day, 1)]);
  const list = `/portal/people?show=renewals&within=${month}`;
  const first = (await client.get(list)).body;
  assert.match(first, /52 people are due: 1 to 50 are shown/);
  assert.match(first, /Screen all 52 again/);
  const second = (await client.get(`${list}&page=2`)).body;
  const peopleIn = (body: string) => new Set(body.match(/\/portal\/people\/[0-9a-f-]{36}/g));
  assert.deepEqual([peopleIn(first).size, peopleIn(second).size], [50, 2]);
  assert.equal(new Set([...peopleIn(first), ...peopleIn(second)]).size, 52);
  const renew = '/portal/people/renew';
  const asked = (await client.get(`${renew}?within=${month}&all=yes`)).body;
  assert.match(asked, /Screen these 52 people again\?/);
  const { location } = (await client.post(renew, hiddenFields(asked, renew))).headers;
  const review = (await client.get(String(location))).body;
  assert.match(review, /Place 52 orders/);
  const { n } = (await ctx.db.row<{ n: number }>(sql`
    select count(*)::integer as n from bulk_order_rows where bulk_order_id = ${String(location).split('/').at(-1)}`))!;
  assert.equal(n, 52);
});

test('who sends the form after a colleague has ordered the same people is told so', async () => {
  const month = addMonths(today, 5).slice(0, 7);
  const one = await screened('Colleague', ['sanctions'], [addMonths(`${month}-10`, -36)]);
  const renew = '/portal/people/renew';
  const asked = (await client.get(`${renew}?within=${month}&renewal=${one.id}`)).body;
  await orderAgain(ctx, caller, one.id, null);
  const { headers } = await client.post(renew, hiddenFields(asked, renew));
  assert.match(String(headers.location), /show=renewals.*done=over/);
});

test('a new account that starts like another has its months of packages and job roles', async () => {
  await save(`package-${packageId}`, { [`renew_${credit}`]: '24' });
  await save(`role-${roleId}`, { [`renew_${sanctions}`]: '6' });
  const { id } = await openAccount(ctx, 'system', {
    ...{ name: 'Alike Ltd', start: { like: accountId }, secondFactorDemanded: false, administrator: undefined },
  });
  const plansOf = (account: string) =>
    ctx.db.rows(sql`
      select p.name, j.role_title, r.report_type_id, r.months from renewal_plans r
      left join packages p on (p.account_id, p.id) = (r.account_id, r.package_id)
      left join job_roles j on (j.account_id, j.id) = (r.account_id, r.job_role_id)
      where r.account_id = ${account} order by 3, 4, 1, 2`);
  const plans = await plansOf(id);
  assert.ok(plans.length >= 2);
  assert.deepEqual(plans, await plansOf(accountId));
  const [role] = await listAgreedJobRoles(ctx, id);
  const tenants = (['live', 'test'] as const).map((environment) => ({ accountId: id, environment }));
  const keys = await Promise.all(tenants.map((tenant) => jobKeysOf(ctx, tenant, role!.id)));
  const stored = await ctx.db.row<{ job_keys: string[] }>(sql`
    select job_keys from renewal_plans where account_id = ${id} and job_role_id is not null limit 1`);
  assert.deepEqual(stored!.job_keys, keys.flat(), 'its orders are found by them');
});

test('a wave of renewals has the price of a package and of the single reports that were ordered with it', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'sanctions', pricePence: 350, renewAfterMonths: 36 }]);
  const priced = await createPackage(ctx, 'system', accountId, {
    ...{ name: 'Money', pricePence: 1000, reports: [{ name: 'credit' }] },
  });
  const path = '/portal/orders/new';
  const typed = {
    ...{ first_name: 'Wanda', last_name: 'Besides', email: 'wanda@candidate.test' },
    ...{ 'dob-day': '27', 'dob-month': '3', 'dob-year': '1985', what: String(priced), types: String(sanctions) },
  };
  const details = await client.submit(path, path, { ...typed, do: 'continue' });
  const review = await client.post(path, { ...hiddenFields(details.body, path), do: 'details' });
  const { headers } = await client.post(path, { ...hiddenFields(review.body, path), do: 'place' });
  const [id] = /[\da-f-]{36}/.exec(String(headers.location))!;
  const { order, reports } = await readCheck(ctx, caller, id);
  assert.deepEqual(
    reports.map(({ name }) => name),
    ['credit', 'sanctions'],
  );
  await completeForm(ctx, { ...caller, actor: 'candidate' }, id, order.facts);
  const month = addMonths(today, 4).slice(0, 7);
  for (const { id: reportId } of reports) {
    const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
    await moveReport(ctx, caller, { checkId: id, reportId }, { move: 'complete', outcome });
    const day = addMonths(`${month}-10`, -36);
    await ctx.db.run(sql`update reports set first_completed_at = ${`${day}T12:00:00Z`} where id = ${reportId}`);
  }
  const renew = '/portal/people/renew';
  const asked = (await client.get(`${renew}?within=${month}&renewal=${id}`)).body;
  const { location } = (await client.post(renew, hiddenFields(asked, renew))).headers;
  const shown = (await client.get(String(location))).body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(shown, /Sanctions/);
  assert.match(shown, /£13\.50/);
});
