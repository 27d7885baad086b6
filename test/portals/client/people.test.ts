// The client's people: everybody by their newest check, the reports that are due for renewal, and the page of a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm, moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { renewalJobs } from '../../../src/features/lists/renewal-jobs.ts';
import { placeBulkOrderJob } from '../../../src/features/orders/bulk-order-placing-actions.ts';
import { orderAgain, readOrderLinks } from '../../../src/features/orders/order-again-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { erasePerson } from '../../../src/features/retention/erasure-actions.ts';
import { findDueForErasure } from '../../../src/features/retention/erasure-queries.ts';
import { recordWorkStart } from '../../../src/features/work-starts/work-start-actions.ts';
import { addDays, addMonths, dateOf, formatLongDate } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { parsed } from '../../support/html.ts';
import { until } from '../../support/limited-loops.ts';
import {
  clientEmail,
  hiddenFields,
  password,
  signedInVisitor,
  startPortal,
  type Visitor,
} from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const tenant = portal.caller('live');
const today = dateOf(ctx.now());
const renewals = '/portal/people?show=renewals';
await switchOnTypes(ctx, 'system', accountId, [
  { name: 'identity', pricePence: 500, renewAfterMonths: 12 },
  { name: 'credit' },
  { name: 'sanctions', renewAfterMonths: 12 },
]);

/** Of the bulk order on that page. */
const runPlacing = (page: string) =>
  placeBulkOrderJob(ctx)({ ...{ accountId, environment: 'live' }, id: page.split('/').at(-1)! });

interface Screened {
  readonly name?: string;
  readonly reports?: readonly string[];
  /** The day of the results. */
  readonly on: string;
  readonly monitor?: string;
}

/** A complete check whose results are of that day. */
async function screened({ name = 'Sam', reports = ['identity'], on, monitor }: Screened) {
  const check = await portal.placeCheck('live', { first_name: name }, [...reports]);
  for (const { id } of check.reports) {
    const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
    await moveReport(ctx, tenant, { checkId: check.id, reportId: id }, { move: 'complete', outcome });
  }
  await ctx.db.run(sql`
    update reports set first_completed_at = ${`${on}T12:00:00Z`}, monitor = ${monitor ?? null} where check_id = ${check.id}`);
  return { ...check, page: `/portal/checks/${check.id}`, person: `/portal/people/${check.applicantId}` };
}

const monthsAgo = (months: number, days = 0) => addDays(addMonths(today, -months), days);
const listed = async (client: Visitor) => (await client.get(renewals)).body;
const linkTo = (path: string) => new RegExp(`href="${path.replace('?', '\\?')}"`);

test('a report is listed from 60 days before it is due for renewal, by its name and its day', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const soon = await screened({ name: 'Soon', on: monthsAgo(12, 50) });
  const overdue = await screened({ name: 'Overdue', on: monthsAgo(13) });
  const later = await screened({ name: 'Later', on: monthsAgo(12, 70) });
  const never = await screened({ name: 'Never', reports: ['credit'], on: monthsAgo(100) });
  const monitored = await screened({ name: 'Monitored', on: monthsAgo(13), monitor: 'yearly' });
  const body = await listed(client);
  for (const { person } of [soon, overdue]) assert.match(body, linkTo(person));
  for (const { person } of [later, never, monitored]) assert.doesNotMatch(body, linkTo(person));
  assert.ok(body.indexOf(overdue.person) < body.indexOf(soon.person), 'what is due first stands first');
  assert.match(body, new RegExp(`Identity[\\s\\S]+?overdue since ${formatLongDate(monthsAgo(1))}`));
  assert.match(body, new RegExp(`due ${formatLongDate(addDays(today, 50))}`));
  assert.match(body, /Due for renewal <span class="app-count">2</);
  assert.match((await client.get('/portal')).body, /2 people have reports that are due for renewal<\/a>/);
  assert.match(
    (await client.get(later.person)).body,
    /Identity[\s\S]+?Screen again<\/a>/,
    'their own page names any day',
  );
});

test('the client screens somebody again with the reports that are due, as often as they are', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const old = await screened({ name: 'Again', reports: ['identity', 'credit'], on: monthsAgo(13) });
  const [identity] = old.reports;
  const again = `${old.page}/again?report=${identity!.id}`;
  assert.match(await listed(client), linkTo(again));
  const asked = (await client.get(again)).body;
  assert.match(asked, /value="[^"]+" checked[^>]*>\s*<label[^>]*>\s*Identity: /);
  assert.equal(asked.match(/name="report"[^>]* checked/g)?.length, 1, 'only what is due is ticked');
  const nothing = await client.post(`${old.page}/again`, hiddenFields(asked, `${old.page}/again`));
  assert.equal(nothing.status, 422);
  assert.match(nothing.body, /<a href="#report">Choose the reports to renew/);

  const send = async () => {
    const sent = { ...hiddenFields((await client.get(again)).body, `${old.page}/again`), report: identity!.id };
    const { headers } = await client.post(`${old.page}/again`, sent);
    return readCheck(ctx, tenant, String(headers.location).split('/').at(-1)!);
  };
  const first = await send();
  assert.deepEqual([first.applicantId, first.reports.map(({ name }) => name)], [old.applicantId, ['identity']]);
  assert.doesNotMatch(await listed(client), linkTo(old.person), 'while it is ordered nothing is due');
  await ctx.db.run(sql`update checks set status = 'withdrawn' where id = ${first.id}`);
  await ctx.db.run(sql`update reports set status = 'withdrawn' where check_id = ${first.id}`);
  assert.match(await listed(client), linkTo(again), 'a withdrawn report renews nothing');
  const second = await send();
  assert.notEqual(second.id, first.id);
  assert.match((await client.get(old.page)).body, new RegExp(`Ordered again as[\\s\\S]+VF${second.orderId}`));
  const person = (await client.get(old.person)).body;
  for (const { orderId } of [old, first, second]) assert.match(person, new RegExp(`VF${orderId}<`));
});

test('nobody is renewed who has left or was found not suitable, and the client can change their mind', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const gone = await screened({ name: 'Gone', on: monthsAgo(13) });
  const unsuitable = await screened({ name: 'Unsuitable', on: monthsAgo(13) });
  assert.match(await listed(client), linkTo(unsuitable.person));
  const decision = `${unsuitable.page}/decision`;
  await client.submit(decision, decision, { decision: 'not_suitable', reason: 'The references did not agree.' });
  assert.doesNotMatch(await listed(client), linkTo(unsuitable.person));

  const leave = (leftOn = today) => client.submit(gone.person, `${gone.person}/renewals`, { left_on: leftOn });
  const tomorrow = await leave(addDays(today, 1));
  assert.equal(tomorrow.status, 422);
  assert.match(tomorrow.body, /Enter a day until today: say it once they have left/);
  assert.match((await leave('')).body, /Enter the day on which they left/);
  assert.equal((await leave(addDays(today, -9))).status, 303);
  assert.doesNotMatch(await listed(client), linkTo(gone.person));
  assert.match(
    (await client.get(gone.person)).body,
    new RegExp(`No report of theirs is renewed since ${formatLongDate(addDays(today, -9))}`),
  );
  assert.equal((await leave()).status, 303);
  assert.match(await listed(client), linkTo(gone.person));
  const types = await ctx.db.rows<{ type: string }>(
    sql`select type from events where applicant_id = ${gone.applicantId} and type like 'applicant.renewals%' order by id`,
  );
  assert.deepEqual(
    types.map(({ type }) => type),
    ['applicant.renewals_ended', 'applicant.renewals_resumed'],
  );
});

test('the page of a person says when they are erased by the account’s rule, and why they are kept', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const staff = await screened({ name: 'Stafford', on: today });
  const said = async () => (await client.get(staff.person)).body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  assert.match(await said(), /Your account erases nobody by time/);
  const set = (settings: object) => changeAccountSettings(ctx, 'system', accountId, { ...settings });
  await set({ eraseAfterDays: 90 });
  const due = formatLongDate(addDays(today, 90));
  assert.match(await said(), new RegExp(`is erased on ${due}: 90 days after their last order ended, whether they`));
  await set({ keepsStaff: true });
  assert.match(await said(), new RegExp(`If they left today, all that is known about them would be erased on ${due}`));
  await ctx.db.run(sql`update checks set completed_at = completed_at - interval '40 days' where id = ${staff.id}`);
  await client.submit(staff.person, `${staff.person}/renewals`, { left_on: addDays(today, -30) });
  const page = await said();
  assert.match(page, new RegExp(`is erased on ${formatLongDate(addDays(today, 60))}: 90 days after they have left`));
  const watched = await screened({ name: 'Watchful', on: today, monitor: 'yearly' });
  assert.match((await client.get(watched.person)).body, /kept, because a report of theirs is monitored/);
  await set({ keepsStaff: false, eraseAfterDays: 0 });
});

test('who was never hired has days of their own until they are erased, unless a first day of work is known', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const set = (settings: object) => changeAccountSettings(ctx, 'system', accountId, { ...settings });
  await set({ eraseAfterDays: 2557, neverHiredDays: 365, keepsStaff: true });
  const [unsuitable, started, staff] = [
    await screened({ name: 'Unsuitable', on: today }),
    await screened({ name: 'Begun', on: today }),
    await screened({ name: 'Kept', on: today }),
  ];
  await recordWorkStart(ctx, tenant, started.id, { startsOn: addDays(today, -1) });
  for (const one of [unsuitable, started]) {
    const decision = `${one.page}/decision`;
    const asked = await client.submit(decision, decision, {
      decision: 'not_suitable',
      reason: 'The references did not agree.',
    });
    assert.equal(asked.status, 303);
  }
  const said = async ({ person }: { readonly person: string }) =>
    (await client.get(person)).body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  const on = (days: number) => formatLongDate(addDays(today, days));
  assert.match(await said(unsuitable), new RegExp(`is erased on ${on(365)}: 365 days after the decision not to hire`));
  assert.match(await said(started), new RegExp(`erased on ${on(2557)}: 2557 days after they have left`));
  assert.match(await said(staff), new RegExp(`If they left today[^:]+ ${on(2557)}: 2557 days`));
  const withdrawn = await screened({ name: 'Withdrawn', on: today });
  await ctx.db.run(sql`update checks set status = 'withdrawn' where id = ${withdrawn.id}`);
  assert.match(await said(withdrawn), new RegExp(`erased on ${on(365)}: 365 days`));
  const due = async (withinDays: number) =>
    (await findDueForErasure(ctx.db, [accountId], 'live', { now: ctx.now(), withinDays, limit: 99 })).map(
      ({ applicant_id }) => applicant_id,
    );
  const [inAYear, ever] = [await due(366), await due(2560)];
  assert.deepEqual(
    [unsuitable, withdrawn, started].map(({ applicantId }) => inAYear.includes(applicantId)),
    [true, true, false],
  );
  assert.deepEqual(
    [started, staff].map(({ applicantId }) => ever.includes(applicantId)),
    [true, false],
  );
  await set({ eraseAfterDays: 0, neverHiredDays: 0, keepsStaff: false });
});

test('whom the client found suitable once was hired, although it decides against them when they are screened again', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const set = (settings: object) => changeAccountSettings(ctx, 'system', accountId, { ...settings });
  await set({ eraseAfterDays: 2557, neverHiredDays: 365, keepsStaff: true });
  const decide = async (page: string, decision: string) => {
    const path = `${page}/decision`;
    assert.equal((await client.submit(path, path, { decision, reason: 'By the results.' })).status, 303);
  };
  const first = await screened({ name: 'Onceheld', on: today });
  await decide(first.page, 'suitable');
  const again = await orderAgain(ctx, tenant, first.id, null);
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, tenant, { checkId: again.id, reportId: again.reports[0]!.id }, { move: 'complete', outcome });
  await decide(`/portal/checks/${again.id}`, 'not_suitable');
  const found = await findDueForErasure(ctx.db, [accountId], 'live', { now: ctx.now(), withinDays: 366, limit: 99 });
  assert.ok(!found.some(({ applicant_id }) => applicant_id === first.applicantId));
  await set({ eraseAfterDays: 0, neverHiredDays: 0, keepsStaff: false });
});

test('who would be erased within a week of being said to have left is erased only if that is said once more', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const set = (settings: object) => changeAccountSettings(ctx, 'system', accountId, { ...settings });
  await set({ eraseAfterDays: 90, keepsStaff: true });
  const [past, soon, later] = [
    await screened({ name: 'Pastly', on: monthsAgo(13), monitor: 'yearly' }),
    await screened({ name: 'Soonly', on: monthsAgo(13) }),
    await screened({ name: 'Laterly', on: monthsAgo(13) }),
  ];
  const ids = [past, soon, later].map(({ id }) => id);
  await ctx.db.run(sql`update checks set completed_at = completed_at - interval '300 days' where id = any (${ids})`);
  const leave = ({ person }: typeof past, days: number, more: object = {}) =>
    client.submit(person, `${person}/renewals`, { left_on: addDays(today, -days), stop_monitoring: 'yes', ...more });
  const endedOf = async ({ id }: typeof past) =>
    (await ctx.db.row<{ at: Date | null }>(sql`select renewals_ended_at as at from reports where check_id = ${id}`))!
      .at;
  const asked = await leave(past, 200);
  assert.equal(asked.status, 422);
  assert.match(asked.body, /If they left on that day[\s\S]*in the coming night, as its day is past/);
  assert.match(asked.body, /Yes, erase all that is known about them in the coming night/);
  assert.equal(await endedOf(past), null);
  const near = (await leave(soon, 84)).body;
  assert.match(near, /Yes, erase all that is known about them on \d+ \w+ \d{4}/);
  assert.equal((await leave(soon, 84, { erasure: 'yes' })).status, 303);
  assert.equal((await leave(later, 80)).status, 303, 'ten days are left');
  assert.notEqual(await endedOf(soon), null);
  await set({ keepsStaff: false, eraseAfterDays: 0 });
});

test('who works in two subsidiaries leaves one of them, and is staff and renewed in the other until they leave it, too', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { id: leeds } = await createSubsidiary(ctx, 'system', accountId, { name: 'Leeds' });
  const { id: hull } = await createSubsidiary(ctx, 'system', accountId, { name: 'Hull' });
  const one = await screened({ name: 'Twoplaces', on: monthsAgo(13) });
  const other = await orderAgain(ctx, tenant, one.id, null);
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, other.id, other.order.facts);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, tenant, { checkId: other.id, reportId: other.reports[0]!.id }, { move: 'complete', outcome });
  await portal.superuser.run(sql`
    update checks set subsidiary_id = ${leeds}, completed_at = completed_at - interval '300 days' where id = ${one.id}`);
  await portal.superuser.run(sql`
    update checks set subsidiary_id = ${hull}, completed_at = completed_at - interval '300 days' where id = ${other.id}`);
  await portal.superuser.run(sql`update reports set renewed_by = null where check_id = any (${[one.id, other.id]})`);
  const set = (settings: object) => changeAccountSettings(ctx, 'system', accountId, { ...settings });
  await set({ eraseAfterDays: 30, keepsStaff: true });
  const { person } = one;
  const leave = (sent: object) => client.submit(person, `${person}/renewals`, { left_on: today, ...sent });
  const staffOf = async () => {
    const rows = await ctx.db.rows<{ subsidiary_id: string; ended: boolean }>(sql`
      select c.subsidiary_id, bool_or(r.renewals_ended_at is not null) as ended
      from checks c join reports r on r.check_id = c.id where c.applicant_id = ${one.applicantId} group by 1`);
    return rows.filter(({ ended }) => !ended).map(({ subsidiary_id }) => subsidiary_id);
  };
  const record = async (show: string) =>
    (await client.get(`/portal/people/record?show=${show}`)).body.includes(one.applicantId);
  assert.match((await client.get(person)).body, /Where have they left\?[\s\S]*Hull[\s\S]*Leeds[\s\S]*Everywhere/);
  assert.match((await leave({})).body, /Choose where they left/);
  // Long past: they stay in the record of the other, so that nobody is asked about an erasure.
  assert.equal((await leave({ place: leeds, left_on: addDays(today, -200) })).status, 303);
  assert.deepEqual(await staffOf(), [hull]);
  assert.deepEqual([await record('current'), await record('left')], [true, false]);
  const due = () => findDueForErasure(ctx.db, [accountId], 'live', { now: ctx.now(), withinDays: 400, limit: 100 });
  const isDue = async () => (await due()).some(({ applicant_id }) => applicant_id === one.applicantId);
  assert.equal(await isDue(), false, 'they work in the other');
  assert.match((await client.get(person)).body, /They left Leeds on[\s\S]*They have not left Leeds/);
  assert.equal((await leave({})).status, 422, 'the last one is chosen, too');
  assert.equal((await leave({ place: hull })).status, 303);
  assert.deepEqual([await record('current'), await record('left'), await isDue()], [false, true, true]);
  await client.post(`${person}/renewals`, {
    ...hiddenFields((await client.get(person)).body, `${person}/renewals`),
    ...{ renewed: 'yes', place: leeds },
  });
  assert.deepEqual(await staffOf(), [leeds]);
  await set({ keepsStaff: false, eraseAfterDays: 0 });

  // Suitable for one says nothing of the other.
  const decision = `/portal/checks/${one.id}/decision`;
  await client.submit(decision, decision, { decision: 'suitable', reason: 'All is as stated.' });
  assert.deepEqual(await staffOf(), [leeds]);
});

test('somebody of test data leaves, too', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { applicantId } = await portal.placeCheck('test', { first_name: 'Testleaver' }, ['identity']);
  const person = `/portal/people/${applicantId}`;
  assert.equal((await client.submit(person, `${person}/renewals`, { left_on: today })).status, 303);
  assert.match((await client.get(person)).body, /They have not left/);
});

test('who was found not suitable is renewed again by another decision, not by saying that they have not left', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const { page, person } = await screened({ name: 'Stillunsuitable', on: monthsAgo(13) });
  const decision = `${page}/decision`;
  await client.submit(decision, decision, { decision: 'not_suitable', reason: 'The references did not agree.' });
  const { body } = await client.get(person);
  assert.match(body, /They were found not suitable, in order[\s\S]*decide again/);
  assert.doesNotMatch(body, /They have not left/);
  const { form_token = '' } = hiddenFields(body, '/sign-out');
  assert.equal((await client.post(`${person}/renewals`, { form_token, renewed: 'yes' })).status, 409);
  await client.submit(decision, decision, { decision: 'suitable', reason: 'They do agree.' });
  assert.match(await listed(client), linkTo(person));
});

test('who has left is not monitored any more, unless the client keeps that on', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const plans = async ({ id }: { readonly id: string }) =>
    (await ctx.db.rows<{ monitor: string | null }>(sql`select monitor from reports where check_id = ${id}`)).map(
      ({ monitor }) => monitor,
    );
  const [gone, kept] = [
    await screened({ name: 'Gonetoo', on: monthsAgo(3), monitor: 'yearly' }),
    await screened({ name: 'Kepton', on: monthsAgo(3), monitor: 'yearly' }),
  ];
  assert.match((await client.get(gone.person)).body, /name="stop_monitoring"[^>]* value="yes"[^>]* checked/);
  await client.submit(gone.person, `${gone.person}/renewals`, { stop_monitoring: 'yes', left_on: today });
  await client.submit(kept.person, `${kept.person}/renewals`, { stop_monitoring: '', left_on: today });
  assert.deepEqual([await plans(gone), await plans(kept)], [[null], ['yearly']]);
  assert.match((await client.get(kept.person)).body, /A report of theirs is still monitored/);
  assert.doesNotMatch((await client.get(gone.person)).body, /still monitored|name="stop_monitoring"/);
  const stopped = await ctx.db.rows(sql`
    select from events where check_id = ${gone.id} and type = 'report.monitoring_stopped'`);
  assert.equal(stopped.length, 1);
});

test('everybody stands once in the list of people, by their newest check, and is found by name', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const first = await screened({ name: 'Twice', on: monthsAgo(13) });
  const again = `${first.page}/again`;
  const sent = { ...hiddenFields((await client.get(again)).body, again), report: first.reports[0]!.id };
  await client.post(again, sent);
  const { body } = await client.get('/portal/people');
  assert.equal(body.match(new RegExp(`href="${first.person}"`, 'g'))?.length, 1);
  assert.doesNotMatch(body, new RegExp(`>VF${first.orderId}<`));
  const found = await client.submit('/portal/people', '/portal/people', { find: 'Twice' });
  const result = (await client.get(String(found.headers.location))).body;
  assert.deepEqual(result.match(/\/portal\/people\/[0-9a-f-]{36}/g), [first.person]);
});

test('who is due within some months is listed, and ordered for again from there', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const inFive = await screened({ name: 'Infive', on: monthsAgo(7) });
  const inThree = await screened({ name: 'Inthree', on: monthsAgo(10, 15) });
  const inNotice = await screened({ name: 'Innotice', on: monthsAgo(12, 40) });
  const over = await screened({ name: 'Longover', on: monthsAgo(14) });
  const bodyOf = async (within: string) => (await client.get(`${renewals}&within=${within}`)).body;
  for (const [within, sees] of [
    ['over', [false, false, false, true]],
    ['notice', [false, false, true, true]],
    ['3', [false, true, true, true]],
    ['6', [true, true, true, true]],
    ['invalid', [false, false, true, true]],
  ] as const) {
    const body = await bodyOf(within);
    const seen = [inFive, inThree, inNotice, over].map(({ person }) => linkTo(person).test(body));
    assert.deepEqual(seen, sees, within);
  }
  const chosen = `/portal/people/renew?environment=live&within=6&renewal=${inFive.id}`;
  const page = (await client.get(chosen)).body;
  assert.match(page, /Screen this person again\?/);
  const answer = await client.post('/portal/people/renew', hiddenFields(page, '/portal/people/renew'));
  assert.match((await client.get(String(answer.headers.location))).body, /Check the orders[\s\S]+Infive Sample/);
});

test('people are told apart by their date of birth, and found by it however it is typed', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const one = await portal.placeCheck('live', { first_name: 'Born', dob: '1990-02-01' }, ['identity']);
  await portal.placeCheck('live', { first_name: 'Born', dob: '1991-02-01' }, ['identity']);
  const person = `/portal/people/${one.applicantId}`;
  for (const find of ['1 February 1990', '01/02/1990', '1990-02-01', 'born 1.2.1990']) {
    const found = await client.submit('/portal/people', '/portal/people', { find });
    const { body } = await client.get(String(found.headers.location));
    assert.deepEqual(body.match(/\/portal\/people\/[0-9a-f-]{36}/g), [person], find);
    assert.match(body, /1 February 1990<\/span>/);
  }
  for (const page of [person, `/portal/checks/${one.id}`])
    assert.match((await client.get(page)).body, /Date of birth\s*<\/dt>[\s\S]*?1 February 1990[\s\S]*?Email address/);
});

test('who may not read results sees neither them nor why nothing is renewed; who may not order cannot renew', async () => {
  const { person, page } = await screened({ name: 'Shown', on: monthsAgo(13) });
  const visitorOf = async (role: 'requester' | 'read_only') => {
    const email = `${role}@people.test`;
    await createUser(ctx, 'system', accountId, { name: role, email, role });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const requester = await visitorOf('requester');
  const shown = (await requester.get(person)).body;
  assert.doesNotMatch(shown, /Result|Clear/);
  assert.match(shown, linkTo(`${page}/again?report=[^"]+`));
  const reader = await visitorOf('read_only');
  const read = (await reader.get(renewals)).body;
  assert.match(read, linkTo(person));
  assert.doesNotMatch(read, /Screen again/);
  assert.doesNotMatch((await reader.get(person)).body, /They have left/);
  assert.equal((await reader.post(`${person}/renewals`, { renewed: 'no' })).status, 403);
  assert.equal((await reader.get('/portal/people/00000000-0000-7000-8000-00000000ffff')).status, 404);
});

test('the page of a person says at one look whether they may start, what was checked, until when, and what is missing', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const words = async (visitor: Visitor, page: string) =>
    parsed((await visitor.get(page)).body).textContent.replaceAll(/\s+/g, ' ');
  const done = await screened({ name: 'Glance', reports: ['identity', 'credit'], on: monthsAgo(11) });
  await recordWorkStart(ctx, tenant, done.id, { startsOn: addDays(today, 4) });
  const text = await words(client, done.person);
  assert.match(
    text,
    new RegExp(`May they start\\?.*VF${done.orderId}.*First day ${formatLongDate(addDays(today, 4))}`),
  );
  const renewBy = formatLongDate(addMonths(monthsAgo(11), 12));
  assert.match(text, new RegExp(`What was checked.* Identity ?Clear, green.* Renew by ${renewBy}`));
  assert.match(text, /UK credit Clear, green [^V]*Valid until: No end set/);
  assert.doesNotMatch(text, /What is missing/);

  const open = await portal.placeCheck('live', { first_name: 'Glanceopen' }, ['criminal_history:basic']);
  const person = `/portal/people/${open.applicantId}`;
  const shown = await words(client, person);
  assert.match(shown, /Not cleared yet/);
  assert.match(shown, /waiting for you: identity/);
  assert.match(shown, /What is missing ?Criminal record, basic: not complete/);

  const email = 'glance@people.test';
  await createUser(ctx, 'system', accountId, { name: 'Glance', email, role: 'requester' });
  await createSignIn(ctx, 'system', { email, password });
  const requester = await words(await signedInVisitor(portal, email), done.person);
  assert.doesNotMatch(requester, /May they start|Cleared|What was checked|Clear/);
  assert.match(requester, new RegExp(`VF${done.orderId}`));
});

test('the client screens several people again at once, and reads of each what became of it', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const one = await screened({ name: 'Onefold', reports: ['identity', 'credit'], on: monthsAgo(13) });
  const two = await screened({ name: 'Twofold', reports: ['sanctions'], on: monthsAgo(13) });
  const other = await screened({ name: 'Unticked', on: monthsAgo(13) });
  const chosen = [one, two].map(({ id }) => `renewal=${id}`).join('&');
  const asked = (await client.get(`/portal/people/renew?${chosen}`)).body;
  assert.match(asked, /Screen these 2 people again\?[\s\S]+Onefold Sample, Twofold Sample/);
  const sent = {
    ...hiddenFields(asked, '/portal/people/renew'),
    purchase_order: 'WAVE-7',
    notes: 'Yearly',
    other_reference: 'HR 9',
  };
  const wrong = await client.post('/portal/people/renew', { ...sent, starts_on: '2020-01-01' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.body, /The first day of work must be a day from today on[\s\S]+WAVE-7/);
  const place = String((await client.post('/portal/people/renew', sent)).headers.location);
  assert.equal(
    String((await client.post('/portal/people/renew', sent)).headers.location),
    place,
    'sent twice, it is kept once',
  );
  const review = (await client.get(place)).body;
  assert.match(review, /Identity[\s\S]+£5\.00[\s\S]+Onefold Sample[\s\S]+Twofold Sample/);
  assert.doesNotMatch(review, /UK credit/, 'it is not due');
  const isOrdered = async () => (await readOrderLinks(ctx, tenant, one.id)).as;
  assert.equal(await isOrdered(), null, 'nothing is ordered before it is confirmed');
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: true });
  const confirmed = { ...hiddenFields(review, place), do: 'place' };
  for (let time = 0; time < 2; time += 1) assert.equal((await client.post(place, confirmed)).status, 303);
  await runPlacing(place);
  await runPlacing(place);
  await changeAccountSettings(ctx, 'system', accountId, { refuseUnpriced: false });
  const done = (await client.get(place)).body;
  assert.match(
    done,
    new RegExp(`1 order is placed[\\s\\S]+People for whom no order is placed[\\s\\S]+After VF${two.orderId}`),
  );
  const placed = await readCheck(ctx, tenant, (await isOrdered())!.id);
  assert.equal(placed.order.tags[0], 'WAVE-7');
  const { OtherReference, ApplicantNotes } = placed.order.details!.PersonalInfo;
  assert.deepEqual([OtherReference, ApplicantNotes], ['HR 9', 'Yearly']);
  const orders = await ctx.db.row(sql`select count(*)::integer as n from checks where renews_check_id = ${one.id}`);
  assert.deepEqual(orders, { n: 1 }, 'a second click orders nobody twice');
  const body = await listed(client);
  assert.doesNotMatch(body, linkTo(one.person));
  for (const { person } of [two, other]) assert.match(body, linkTo(person));
  const told = async (query: string) => {
    const { headers } = await client.get(`/portal/people/renew${query}`);
    return (await client.get(String(headers.location))).body;
  };
  assert.match(await told(''), /Choose who is screened again/);
  assert.match(await told(`?renewal=${one.id}`), /Nothing was ordered: what you chose is not due any more/);
});

test('only the reports of complete checks are due, and a newer report takes the place of one earlier report', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const closed = await screened({ name: 'Closed', reports: ['identity', 'credit'], on: monthsAgo(13) });
  await ctx.db.run(sql`update checks set status = 'withdrawn' where id = ${closed.id}`);
  await ctx.db.run(sql`update reports set status = 'withdrawn' where id = ${closed.reports[1]!.id}`);
  assert.doesNotMatch(await listed(client), linkTo(closed.person));

  const double = await screened({ name: 'Double', reports: ['identity', 'identity'], on: monthsAgo(13) });
  const again = await orderAgain(ctx, tenant, double.id, null, [double.reports[1]!.id]);
  const [invited] = await listEmails(ctx, tenant, 1);
  assert.match(invited!.subject, /asks you to bring your background check up to date/);
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);
  const target = { checkId: again.id, reportId: again.reports[0]!.id };
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, tenant, target, { move: 'complete', outcome });
  const due = (await client.get(double.person)).body.match(/report=[0-9a-f-]{36}/g);
  assert.equal(due?.length, 2, 'one of the two old ones, and the new one');
  assert.match(await listed(client), linkTo(double.person));

  const decision = `/portal/checks/${again.id}/decision`;
  await client.submit(decision, decision, { decision: 'not_suitable', reason: 'The identity is in doubt.' });
  assert.doesNotMatch(await listed(client), linkTo(double.person), 'whatever check the decision is about');
  await client.submit(decision, decision, { decision: 'suitable', reason: 'It does not matter here.' });
  assert.match(await listed(client), linkTo(double.person));
});

test('somebody erased is not among the people', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const gone = await screened({ name: 'Vanished', on: monthsAgo(13) });
  assert.match((await client.get('/portal/people')).body, linkTo(gone.person));
  await erasePerson(ctx, tenant, gone.applicantId, 'candidate_asked');
  for (const page of ['/portal/people', renewals])
    assert.doesNotMatch((await client.get(page)).body, linkTo(gone.person));
});

test('on Mondays the administrators get a mail with the number of people who are due, unless their account ends it', async () => {
  await screened({ name: 'Mailed', on: monthsAgo(13) });
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: null });
  const administrator = { name: 'Ada Admin', email: 'ada@people.test', role: 'administrator' } as const;
  await createUser(ctx, 'system', accountId, administrator);
  const north = { name: 'Nora North', email: 'nora@people.test', ...scopeOf(subsidiaryId) };
  await createUser(ctx, 'system', accountId, { ...administrator, ...north });
  const mails = async () => (await listEmails(ctx, tenant, 50)).filter(({ template }) => template === 'renewals_due');
  await renewalJobs(ctx).tell_renewals({});
  const [mail, ...others] = await mails();
  assert.deepEqual([mail?.to.address, others.length], [administrator.email, 0], 'North has no such check');
  assert.match(mail!.text, /people of .+ have reports that are due for renewal within 60 days/);
  await renewalJobs(ctx).tell_renewals({});
  assert.equal((await mails()).length, 1, 'a job that runs again mails nobody twice');
  await ctx.db.run(sql`update emails set created_at = created_at - interval '7 days' where template = 'renewals_due'`);
  assert.match(mail!.text, /\/portal\/people\?show=renewals/);
  assert.doesNotMatch(mail!.text, /Mailed/, 'nobody is named');
  await changeAccountSettings(ctx, 'system', accountId, { renewalMails: false });
  await renewalJobs(ctx).tell_renewals({});
  assert.equal((await mails()).length, 1);
});

test('a report that is withdrawn after it took the place of an earlier one gives the place back', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const old = await screened({ name: 'Back', on: monthsAgo(13) });
  const again = await orderAgain(ctx, tenant, old.id, null);
  await completeForm(ctx, { ...tenant, actor: 'candidate' }, again.id, again.order.facts);
  const target = { checkId: again.id, reportId: again.reports[0]!.id };
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, tenant, target, { move: 'complete', outcome });
  assert.doesNotMatch(await listed(client), linkTo(old.person));
  await reopenReport(ctx, tenant, target, 'reopen');
  await moveReport(ctx, tenant, target, { move: 'withdraw' });
  assert.match(await listed(client), linkTo(old.person));
});

test('the file has everybody’s newest complete reports with the day of their renewal, and is recorded', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const held = await screened({ name: 'Held', reports: ['identity', 'credit'], on: monthsAgo(3) });
  const watched = await screened({ name: 'Watched', on: monthsAgo(3), monitor: 'yearly' });
  const left = await screened({ name: 'Leaver', on: monthsAgo(3) });
  const replaced = await screened({ name: 'Replaced', on: monthsAgo(30) });
  const open = await portal.placeCheck('live', { first_name: 'Unfinished' }, ['identity']);
  await ctx.db.run(sql`update reports set renewals_ended_at = now() where check_id = ${left.id}`);
  await ctx.db.run(sql`update reports set renewed_by = ${held.reports[0]!.id} where check_id = ${replaced.id}`);
  assert.match((await client.get('/portal/people')).body, /href="\/portal\/people\/file">Download everybody/);
  const { headers, body } = await client.get('/portal/people/file');
  assert.match(String(headers['content-disposition']), /filename="people-\d{4}-\d\d-\d\d\.csv"/);
  const [head, ...lines] = body.trimEnd().split('\r\n');
  assert.equal(
    head,
    '\uFEFFfirst_name,last_name,email,order,purchase_order,reference,report,completed_on,renew_on,renewal,permission_ends_on,subsidiary',
  );
  const linesOf = ({ orderId }: { readonly orderId: number }) =>
    lines.filter((line) => line.includes(`,VF${orderId},`)).map((line) => line.split(`,VF${orderId},`)[1]);
  const on = monthsAgo(3);
  assert.deepEqual(
    [linesOf(held), linesOf(watched), linesOf(left), linesOf(replaced), linesOf(open)],
    [
      [
        `"","","Identity",${on},${addMonths(on, 12)},,,"The whole account"`,
        `"","","UK credit",${on},,,,"The whole account"`,
      ],
      [`"","","Identity",${on},,monitored,,"The whole account"`],
      [`"","","Identity",${on},,ended,,"The whole account"`],
      [],
      [],
    ],
  );
  assert.match(lines.find((line) => line.includes(`VF${held.orderId}`))!, /^"Held","[^"]+","[^"]+@[^"]+",/);
  const looks = () =>
    ctx.db.rows(sql`
      select from events where account_id = ${accountId} and type = 'account.checks_listed'
        and detail -> 'filter' ->> 'held' = 'true'`);
  // The program may be writing them, too.
  await ctx.batches.write();
  await until(async () => (await looks()).length > 0);
  const looked = await looks();
  const exported = await ctx.db.rows(sql`
    select from security_events where account_id = ${accountId} and type = 'records.exported'`);
  assert.deepEqual([looked.length, exported.length], [1, 1]);
});

/** A complete check on the right to work; without a day the permission does not end. */
async function permitted(name: string, endsOn: string | null, again?: { readonly id: string }) {
  const check = again
    ? await orderAgain(ctx, tenant, again.id, null)
    : await portal.placeCheck('live', { first_name: name }, ['right_to_work']);
  if (again) await completeForm(ctx, { ...tenant, actor: 'candidate' }, check.id, check.order.facts);
  const permission = endsOn === null ? { result: 'unlimited' } : { result: 'limited', properties: { ends_on: endsOn } };
  const outcome = { result: 'clear', subResult: null, findings: { ...noFindings, breakdown: { permission } } } as const;
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  await moveReport(ctx, tenant, target, { move: 'complete', outcome });
  return { ...check, page: `/portal/checks/${check.id}`, person: `/portal/people/${check.applicantId}` };
}

test('whose permission to work ends is listed with the day and the days left, the first first, by period and in the file', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const later = await permitted('Laterend', addDays(today, 80));
  const soon = await permitted('Soonend', addDays(today, 20));
  const over = await permitted('Overend', addDays(today, -3));
  const unlimited = await permitted('Endless', null);
  const left = await permitted('Leftend', addDays(today, 20));
  await client.submit(left.person, `${left.person}/renewals`, { left_on: today });
  await ctx.db.run(sql`update reports set monitor = 'before_expiry' where check_id = ${soon.id}`);
  const shown = async (period = '') => (await client.get(`/portal/people?show=ends${period}`)).body;
  const all = await shown();
  const places = [over, soon, later].map(({ person }) => all.indexOf(`href="${person}"`));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    'what ends first stands first',
  );
  assert.ok(places[0]! > 0);
  for (const { person } of [unlimited, left]) assert.doesNotMatch(all, linkTo(person));
  assert.match(all, /Permission ends <span class="app-count">2</);
  const text = all.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assert.match(
    text,
    new RegExp(`${formatLongDate(addDays(today, 20))} Days left: 20 days Soonend Sample Right to work`),
  );
  assert.match(text, new RegExp(`Ended 3 days ago Overend Sample[^.]+?VF${over.orderId} Monitored: No`));
  const month = await shown('&period=30');
  assert.match(month, linkTo(soon.person));
  for (const { person } of [later, over]) assert.doesNotMatch(month, linkTo(person));
  assert.match(await shown('&period=over'), linkTo(over.person));

  const page = (await client.get(soon.page)).body;
  assert.match(page, new RegExp(`Permission ends on ${formatLongDate(addDays(today, 20))}`));
  assert.match(page, new RegExp(`It expires on <strong>${formatLongDate(addDays(today, 20))}`));
  const file = (await client.get('/portal/people/file')).body;
  assert.match(file.split('\r\n')[0]!, /,permission_ends_on,subsidiary$/);
  assert.match(file, new RegExp(`,VF${soon.orderId},.+,${addDays(today, 20)},"The whole account"\r\n`));

  const followedUp = await permitted('Soonend', addDays(today, 400), soon);
  const after = await shown();
  assert.doesNotMatch(after, new RegExp(`VF${soon.orderId}<`), 'a newer report replaces it');
  assert.match(after, new RegExp(`VF${followedUp.orderId}<`));
  await ctx.batches.write();
  const read = await ctx.db.rows(sql`
    select from events where type = 'check.results_read' and check_id = ${over.id} and report_id is not null`);
  assert.ok(read.length > 0, 'the list names a result, so the look is recorded');
  await erasePerson(ctx, tenant, over.applicantId, 'candidate_asked');
  const kept = await ctx.db.row(sql`select permission_ends_on as day from reports where check_id = ${over.id}`);
  assert.deepEqual(kept, { day: null });
});

test('a permission ends by the newest clear report on the same right', async () => {
  const client = await signedInVisitor(portal, clientEmail);
  const types = ['right_to_work:manual_list_b', 'right_to_work:follow_up', 'right_to_work_international:deu'];
  types.push('right_to_work_international:fra', 'right_to_work_international:irl');
  const check = await portal.placeCheck('live', { first_name: 'Manyrights' }, types);
  const results = ['clear', 'clear', 'clear', 'clear', 'consider'] as const;
  for (const [index, result] of results.entries()) {
    const outcome = { result, subResult: null, findings: noFindings } as const;
    const target = { checkId: check.id, reportId: check.reports[index]!.id };
    await moveReport(ctx, tenant, target, { move: 'complete', outcome });
    await ctx.db.run(sql`
      update reports set permission_ends_on = ${addDays(today, 30 + index)} where id = ${target.reportId}`);
  }
  const shown = (await client.get('/portal/people?show=ends')).body;
  assert.deepEqual(
    check.reports.map(({ id }) => shown.includes(`/reports/${id}"`)),
    [false, true, true, true, false],
  );
});

test('who may not read results sees no permission end', async () => {
  const ending = await permitted('Hiddenend', addDays(today, 20));
  await createUser(ctx, 'system', accountId, { name: 'Req', email: 'ends@people.test', role: 'requester' });
  await createSignIn(ctx, 'system', { email: 'ends@people.test', password });
  const requester = await signedInVisitor(portal, 'ends@people.test');
  assert.doesNotMatch((await requester.get('/portal/people')).body, /Permission ends/);
  assert.equal((await requester.get('/portal/people?show=ends')).status, 403);
  assert.doesNotMatch((await requester.get(ending.page)).body, /Permission ends|It expires/);
  assert.doesNotMatch((await requester.get('/portal/people/file')).body, /permission_ends_on/);
});

test('an administrator of the client sets the months to renewal, and nobody else does', async () => {
  const personOf = async (name: string, role: 'administrator' | 'standard', subsidiaryId: string | null) => {
    const email = `${name}@renewals.test`;
    await createUser(ctx, 'system', accountId, { name, email, role, ...scopeOf(subsidiaryId) });
    await createSignIn(ctx, 'system', { email, password });
    return signedInVisitor(portal, email);
  };
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'West', externalId: 'west' });
  const administrator = await personOf('months', 'administrator', null);
  const page = '/portal/people/renewal-months';
  assert.match(await listed(administrator), linkTo(page));
  for (const other of [
    await personOf('plain', 'standard', null),
    await personOf('west', 'administrator', subsidiaryId),
  ]) {
    assert.doesNotMatch(await listed(other), linkTo(page));
    assert.match(await listed(other), /Your administrators set after how many months/);
    assert.equal((await other.get(page)).status, 403);
    const token = hiddenFields(await listed(other), '/sign-out');
    assert.equal((await other.post(page, { ...token, shown: '1:', renew_1: '24' })).status, 403);
  }
  const { id } = (await ctx.db.row<{ id: number }>(sql`
    select report_type_id as id from account_report_types where account_id = ${accountId} and price_pence = 500`))!;
  const find = `${page}?q=identity`;
  const monthsOn = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<input [^>]*name="(renew_\d+)"[^>]*>/g)].map(([input, name]) => [
        name!,
        / value="(\d*)"/.exec(input)?.[1] ?? '',
      ]),
    );
  // Below the search, whose form has the same address.
  const formIn = (body: string) => body.slice(body.lastIndexOf('<form', body.indexOf('name="shown"')));
  const sent = (body: string, months: string, path = find) =>
    administrator.post(path, { ...hiddenFields(formIn(body), path), ...monthsOn(body), [`renew_${id}`]: months });
  const save = async (months: string) => sent((await administrator.get(find)).body, months);
  const refused = await save('2');
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Identity: the number of months must be a whole number from 3 to 120/);
  const terms = async () =>
    ctx.db.row(sql`
      select price_pence, renew_after_months from account_report_types
      where account_id = ${accountId} and report_type_id = ${id}`);
  assert.equal((await save('24')).headers.location, `${find}&done=saved`);
  assert.deepEqual(await terms(), { price_pence: 500, renew_after_months: 24 });
  assert.equal((await save('24')).status, 303, 'again changes nothing');
  const opened = (await administrator.get(page)).body;
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'sanctions', renewAfterMonths: 36 }]);
  assert.equal((await sent(opened, '48', page)).status, 303);
  const sanctions = await ctx.db.row(sql`
    select 1 from account_report_types where account_id = ${accountId} and renew_after_months = 36`);
  assert.ok(sanctions, 'what the desk set meanwhile stays');
  assert.equal((await save('')).status, 303);
  assert.deepEqual(await terms(), { price_pence: 500, renew_after_months: null });
  const stored = await ctx.db.rows<{ detail: unknown }>(
    sql`select detail from events where type = 'account.renewals_set' order by id`,
  );
  assert.deepEqual(
    stored.map(({ detail }) => detail),
    [24, 48, null].map((months) => ({ report_types: [{ report_type_id: id, renew_after_months: months }] })),
  );
});
