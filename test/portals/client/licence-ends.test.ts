// Licences and registrations that end: listed, told ahead by mail, missing in the record and marked where it says who is cleared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { permissionEndJobs } from '../../../src/features/lists/permission-end-jobs.ts';
import { noticePeriods } from '../../../src/features/lists/permission-end-rules.ts';
import { orderAgain } from '../../../src/features/orders/order-again-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import type { Outcome } from '../../../src/features/reports/report-rules.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { addDays, dateOf, formatLongDate, type IsoDate } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { clientEmail, password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const caller = portal.caller('live');
const today = dateOf(ctx.now());
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'professional_membership', variant: 'sia' },
  { name: 'driver_cpc' },
]);
const client = await signedInVisitor(portal, clientEmail);

const outcomeOf = (endsOn: IsoDate, inPart = false): Outcome => ({
  ...({ result: 'clear', subResult: null } as const),
  findings: inPart
    ? { ...noFindings, breakdown: { valid: { result: 'clear', properties: { expires_on: endsOn } } } }
    : { ...noFindings, properties: { expires_on: endsOn } },
});

/** Ordered by the client's user, with sanctions in place of the licence until it is placed: its form asks for nothing then. */
async function screened(name: string, type: 'sia' | 'cpc', endsOn: IsoDate) {
  const check = await portal.placeCheck('live', { first_name: name }, ['sanctions']);
  const [typeName, variant] = type === 'sia' ? ['professional_membership', 'sia'] : ['driver_cpc', null];
  const [report] = check.reports;
  const { id } = (await ctx.db.row<{ id: number }>(sql`select ${typeIdOf(typeName, variant)}::integer as id`))!;
  await ctx.db.run(
    sql`update reports set report_type_id = ${id}, name = ${typeName}, variant = ${variant} where id = ${report!.id}`,
  );
  await ctx.db.run(sql`
    update checks set ordered_by_user_id = (select id from users where account_id = ${accountId} and email = ${clientEmail})
    where id = ${check.id}`);
  const outcome = outcomeOf(endsOn, type === 'cpc');
  await moveReport(ctx, caller, { checkId: check.id, reportId: report!.id }, { move: 'complete', outcome });
  return { ...check, report: report!.id, person: `/portal/people/${check.applicantId}` };
}

const typeIdOf = (name: string, variant: string | null) =>
  catalogue.find((type) => type.name === name && type.variant === variant)!.id;

async function readerOf(role: 'status_reader') {
  const email = `${role}@licences.test`;
  await createUser(ctx, 'system', accountId, { name: role, email, role, subsidiaryIds: null });
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(portal, email);
}

const ended = await screened('Ended', 'sia', addDays(today, -3));
const soon = await screened('Soon', 'sia', addDays(today, 20));
const card = await screened('Card', 'cpc', addDays(today, 200));

test('who holds a licence that ends is listed by its day, its kind and the period', async () => {
  const seen = async (query: string) => {
    const { body } = await client.get(`/portal/people?show=licences${query}`);
    return [ended, soon, card].map(({ person }) => body.includes(`"${person}"`));
  };
  assert.deepEqual(await seen(''), [true, true, true]);
  assert.deepEqual(await seen('&period=over'), [true, false, false]);
  assert.deepEqual(await seen('&period=30'), [false, true, false]);
  assert.deepEqual(await seen(`&licence=${typeIdOf('driver_cpc', null)}`), [false, false, true]);
  const { body } = await client.get('/portal/people?show=licences');
  assert.ok(body.includes(`/portal/checks/${soon.id}/again?report=${soon.report}`), 'it is checked again from there');
  assert.ok(!(await client.get('/portal/people?show=ends')).body.includes(soon.person), 'it is no permission to work');
});

test('a licence that has ended is missing in the record, and marked where it says who is cleared', async () => {
  const words = `ended ${formatLongDate(addDays(today, -3))}`;
  const record = (await client.get('/portal/people/record?show=missing')).body;
  assert.ok(record.includes(`licence ended on ${formatLongDate(addDays(today, -3))}`));
  const reader = await readerOf('status_reader');
  const { body } = await reader.get('/portal/clearance');
  assert.equal(body.split(words).length, 2, 'of one person');
  const again = await orderAgain(ctx, caller, ended.id, null);
  const outcome = outcomeOf(addDays(today, 700));
  await ctx.db.run(sql`update reports set status = 'awaiting_data' where check_id = ${again.id}`);
  await ctx.db.run(sql`update checks set status = 'in_progress' where id = ${again.id}`);
  await moveReport(ctx, caller, { checkId: again.id, reportId: again.reports[0]!.id }, { move: 'complete', outcome });
  assert.ok(!(await reader.get('/portal/clearance')).body.includes(words), 'a newer report takes its place');
});

test('whoever ordered is told before the last day, once, and again where it is corrected to an earlier day', async () => {
  const isWorked = (day: IsoDate) => noticePeriods(day, ctx.calendar().england_and_wales).length > 0;
  const first = [1, 2, 3, 4, 5].map((days) => addDays(today, days)).find(isWorked)!;
  const onDay = (day: IsoDate) =>
    permissionEndJobs({ ...ctx, now: () => new Date(`${day}T06:00:00Z`) }).tell_permission_ends({});
  const mails = async () =>
    (await listEmails(ctx, caller, 300)).filter(
      ({ template, text }) => template === 'licences_ending' && text.includes(`VF${card.orderId}:`),
    );
  await ctx.db.run(sql`update reports set licence_ends_on = ${addDays(first, 60)} where id = ${card.report}`);
  for (let time = 0; time < 2; time += 1) await onDay(first);
  assert.equal((await mails()).length, 1);
  await reopenReport(ctx, caller, { checkId: card.id, reportId: card.report }, 'reopen');
  const outcome = outcomeOf(addDays(first, 8), true);
  await moveReport(ctx, caller, { checkId: card.id, reportId: card.report }, { move: 'complete', outcome });
  const next = [2, 3, 4, 5, 6, 7].map((days) => addDays(first, days)).find(isWorked)!;
  await onDay(next);
  const [told, ...others] = await mails();
  assert.equal(others.length, 1);
  assert.match(told!.text, /show=licences/);
  assert.doesNotMatch(told!.text, /Card|Sample/);
});
