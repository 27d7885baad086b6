// The operator's own closing days: an administrator adds and removes them, due dates move or stay, and everything counts them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { changeWork } from '../../../src/features/cases/work-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { changeClosingDays, openCalendar } from '../../../src/features/working-days/closing-day-actions.ts';
import { jurisdictions } from '../../../src/features/working-days/closing-day-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays, type IsoDate } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { makeAccount } from '../../support/accounts.ts';
import { noAddress } from '../../support/empty-entries.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const today = ukDateOf(ctx.now());
const path = '/desk/working-days';
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function person(name: string, role: 'administrator' | 'screener', accounts: 'all' | readonly string[]) {
  const email = `${name.toLowerCase()}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name, email, role, accounts });
  await createSignIn(ctx, 'system', { email, password });
  return { userId, accounts, permissions: roles.desk[role], visitor: await signedInVisitor(portal, email) };
}
const olga = await person('Olga', 'administrator', 'all');
const { visitor } = olga;

const live = portal.caller('live');

/** A report in work, of a candidate who lives there. */
async function reportIn(postcode = 'SW1A 1AA') {
  const { check } = await placeWaiting(ctx, live, { reports: ['identity'], placeOfWork: '' });
  const { facts } = check.order;
  const home = { ...noAddress, country: 'GBR', postcode };
  return (await completeForm(ctx, live, check.id, { ...facts, addresses: [home] })).reports[0]!.id;
}

const dueOf = async (id: string) =>
  (await ctx.db.row<{ due_on: IsoDate; first_due_on: IsoDate | null }>(
    sql`select due_on, first_due_on from reports where id = ${id}`,
  ))!;

/** The next day that is worked in all parts of the country, after the day. */
function workedDay(after: IsoDate): IsoDate {
  const day = addDays(after, 1);
  const isWorked = jurisdictions.every((one) => addWorkingDays(after, 1, bankHolidays[one]) === day);
  return isWorked ? day : workedDay(day);
}

const idOf = async (name: string) =>
  (await ctx.db.row<{ id: string }>(sql`select id from closing_day_versions where name = ${name}`))!.id;

/** Fills in the form, and answers what becomes of due dates where that is asked. */
async function add(given: Readonly<Record<string, string | string[]>>, dueDates?: 'move' | 'leave') {
  const sent = await visitor.submit(`${path}/new`, `${path}/new`, { name: '', from: '', to: '', ...given });
  const asked = String(sent.headers.location ?? '');
  if (dueDates === undefined || !asked.startsWith(`${path}/add`)) return sent;
  return visitor.submit(asked, `${path}/add`, { due_dates: dueDates });
}

test('the coming bank holidays are shown by part of the country, with their source', async () => {
  const shown = textOf((await visitor.get(path)).body);
  assert.match(shown, /Working days .+ Bank holidays .+ \d{4} For: All of the UK .+Scotland .+Northern Ireland/);
  assert.match(shown, /UK bank holidays, GOV\.UK , read on/);
  assert.match(shown, /None to come\. Add the days/);
});

test('a closing day moves the due dates of open reports with an event each, counts for what comes, and goes again', async () => {
  const [moved, chosen] = [await reportIn(), await reportIn()];
  const { due_on: due } = await dueOf(moved);
  const later = addDays(due, 20);
  await changeWork(ctx, olga, chosen, { dueOn: later, delay: { reason: 'source', words: '' } });

  const asked = await add({ name: 'Founder’s day', from: due });
  const asking = String(asked.headers.location);
  assert.match(textOf((await visitor.get(asking)).body), /2 open reports would be due on another day/);
  const unanswered = await visitor.submit(asking, `${path}/add`, {});
  assert.equal(unanswered.status, 422);
  assert.match(textOf(unanswered.body), /Choose what becomes of the due dates/);
  const done = await visitor.submit(asking, `${path}/add`, { due_dates: 'move' });
  assert.equal(done.headers.location, `${path}?done=added_moved`);

  const next = addWorkingDays(due, 1, bankHolidays.england_and_wales);
  assert.deepEqual(await dueOf(moved), { due_on: next, first_due_on: null });
  assert.deepEqual(await dueOf(chosen), { due_on: later, first_due_on: next }, 'what somebody chose stays');
  const history = textOf((await visitor.get(`/desk/reports/${moved}`)).body);
  assert.match(history, /Due date moved from .+ to .+, because the days on which we work changed/);
  assert.equal((await dueOf(await reportIn())).due_on, next, 'what is ordered from now on counts it');
  const page = textOf((await visitor.get(path)).body);
  assert.match(page, /Founder’s day Days: .+ For: All of the UK Remove/);
  assert.match(page, /History .+: Olga added Founder’s day, .+, all of the UK: 2 due dates moved/);

  const remove = `${path}/${await idOf('Founder’s day')}/remove`;
  assert.match(textOf((await visitor.get(remove)).body), /3 open reports would be due on another day/);
  await visitor.submit(remove, remove, { due_dates: 'move' });
  assert.deepEqual(await dueOf(moved), { due_on: due, first_due_on: null });
  assert.deepEqual(await dueOf(chosen), { due_on: later, first_due_on: due });
  assert.match(textOf((await visitor.get(path)).body), /Olga removed Founder’s day, .+: 3 due dates moved/);
  assert.equal((await visitor.get(remove)).status, 404, 'it is gone');
});

test('due dates that are left stay, and only new ones count the day, and come back when it is removed', async () => {
  await switchOnTypes(ctx, 'system', accountId, [{ name: 'identity', workingDays: 5 }]);
  const left = await reportIn();
  const { due_on: due } = await dueOf(left);
  const done = await add({ name: 'Stocktaking', from: workedDay(today) }, 'leave');
  assert.equal(done.headers.location, `${path}?done=added`);
  assert.equal((await dueOf(left)).due_on, due);
  const counted = await reportIn();
  assert.notEqual((await dueOf(counted)).due_on, due);
  await changeClosingDays(ctx, 'system', { id: await idOf('Stocktaking') }, { movesDueDates: true });
  assert.equal((await dueOf(counted)).due_on, due);
  assert.equal((await dueOf(left)).due_on, due, 'never earlier than it was');
});

test('an order follows the part of the country where its candidate lives, and says so', async () => {
  const [scottish, english] = [await reportIn('EH1 1AA'), await reportIn()];
  const day = workedDay(today);
  const before = [await dueOf(scottish), await dueOf(english)].map(({ due_on }) => due_on);
  await add({ name: 'Edinburgh holiday', from: day, part: 'scotland' }, 'move');
  const after = [await dueOf(scottish), await dueOf(english)].map(({ due_on }) => due_on);
  assert.ok(after[0]! > before[0]!, `${after[0]} is later than ${before[0]}`);
  assert.equal(after[1], before[1]);
  assert.match(textOf((await visitor.get(`/desk/reports/${scottish}`)).body), /\(working days of Scotland\)/);
  assert.doesNotMatch(textOf((await visitor.get(`/desk/reports/${english}`)).body), /working days of England/);
  const calendar = (await openCalendar(ctx.db)).calendar();
  assert.deepEqual(
    jurisdictions.map((one) => calendar[one].has(day)),
    [false, true, false],
    'another process reads it, too',
  );
  await changeClosingDays(ctx, 'system', { id: await idOf('Edinburgh holiday') }, { movesDueDates: true });
  assert.equal((await dueOf(scottish)).due_on, before[0]);
});

test('closing days concern every client: who does not work for all of them, or is no administrator, only reads them', async () => {
  const refused = await add({ name: 'Closed', from: addDays(today, -1) });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused.body), /The day must be today or later/);
  const some = await person('Sam', 'administrator', [accountId, (await makeAccount(ctx, 'Other Care')).accountId]);
  assert.doesNotMatch(textOf((await some.visitor.get(path)).body), /Add closing days/);
  const given = { name: 'Closed', from: addDays(today, 300), to: '' };
  assert.equal((await some.visitor.get(`${path}/new`)).status, 403);
  assert.equal((await some.visitor.submit(path, `${path}/new`, given)).status, 403);
  const screener = await person('Sue', 'screener', 'all');
  assert.equal((await screener.visitor.get(path)).status, 200);
  assert.equal((await screener.visitor.get(`${path}/new`)).status, 403);
});
