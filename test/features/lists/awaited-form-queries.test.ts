// The list of awaited forms: its order, its views and counts, and the index that reads a page of a long list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../src/features/access/permissions.ts';
import { extendSubmission, remindNow } from '../../../src/features/candidate-form/form-deadline-actions.ts';
import { remindCandidates } from '../../../src/features/cases/form-reminder-actions.ts';
import { completeForm, openForm } from '../../../src/features/checks/check-progress-actions.ts';
import { lastDayOf } from '../../../src/features/checks/form-deadline-schedule.ts';
import {
  type AwaitedPage,
  type AwaitedView,
  countAwaitedForms,
  findAwaitedForms,
} from '../../../src/features/lists/awaited-form-queries.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { planOf, readWhole } from '../../support/plans.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

// On 4 March 2026, a Wednesday.
const { ctx, database, passSeconds } = await startForms();
const userId = '00000000-0000-7000-8000-00000000dead';
const readerOf = (...accounts: string[]) => ({ userId, accounts, permissions: roles.desk.screener }) as const;
const DAY = 86_400;

const times = () => ({ now: ctx.now(), calendar: ctx.calendar() });

const list = (accountId: string, page: Partial<AwaitedPage> = {}) =>
  findAwaitedForms(ctx.db, readerOf(accountId), {
    ...{ environment: 'live', view: 'all', times: times(), offset: 0, limit: 50 },
    ...page,
  });
const ordersOf = async (accountId: string, page: Partial<AwaitedPage> = {}) =>
  (await list(accountId, page)).map(({ order_id }) => order_id);
const failed = (checkId: string) =>
  database.run(sql`update emails set status = 'failed' where check_id = ${checkId} and status <> 'sent'`);

test('orders whose form is awaited are listed until it is submitted, what ends first at the top', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Waiting Care');
  const by = caller('live');
  const [longest, submitted, first] = [
    (await placeWaiting(ctx, by)).check,
    (await placeWaiting(ctx, by)).check,
    (await placeWaiting(ctx, by)).check,
  ];
  await extendSubmission(ctx, by, longest.id, 40);
  const inTest = (await placeWaiting(ctx, caller('test'))).check;
  assert.deepEqual(await ordersOf(accountId), [submitted.orderId, first.orderId, longest.orderId]);
  await completeForm(ctx, by, submitted.id, submitted.order.facts);
  assert.deepEqual(await ordersOf(accountId), [first.orderId, longest.orderId]);
  assert.deepEqual(await ordersOf(accountId, { offset: 1 }), [longest.orderId]);
  assert.deepEqual(await ordersOf(accountId, { environment: 'test' }), [inTest.orderId]);
  const [row] = await list(accountId);
  assert.deepEqual(
    [row!.account_name, row!.report_id, row!.invited_at, row!.form_opened_at, row!.reminders_sent],
    ['Waiting Care', first.reports[0]!.id, first.createdAt, null, 0],
  );
  assert.deepEqual([lastDayOf(row!.submission_due_at), row!.is_not_delivered], ['2026-06-02', false]);
  await openForm(ctx, by, first.id);
  await remindNow(ctx, by, first.id);
  const [opened] = await list(accountId);
  assert.deepEqual([opened!.form_opened_at, opened!.reminders_sent], [ctx.now(), 1]);
});

test('the views are those who never opened the form, whose newest mail failed, and who have five working days', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Chased Care');
  const [other, by, now] = [await makeAccount(ctx, 'Other Care'), caller('live'), ctx.now()];
  const place = async () => (await placeWaiting(ctx, by)).check;
  const [opened, bounced, corrected, ending] = [await place(), await place(), await place(), await place()];
  await openForm(ctx, by, opened.id);
  for (const { id } of [bounced, corrected]) await failed(id);
  const later = new Date(now.getTime() + 60_000);
  await remindNow({ ...ctx, now: () => later }, by, corrected.id);
  const endsOn = (day: string) =>
    database.run(sql`
      update deadlines set due_at = ${day}::date + interval '1 day' where check_id = ${ending.id} and kind = 'form_submission'`);
  await endsOn('2026-03-11');
  const shown = (view: AwaitedView) => ordersOf(accountId, { view });
  assert.deepEqual((await shown('not_opened')).length, 3);
  assert.deepEqual(await shown('not_delivered'), [bounced.orderId]);
  assert.deepEqual(await shown('due_soon'), [ending.orderId]);
  const count = async () => {
    const [group, ...others] = await countAwaitedForms(ctx.db, readerOf(accountId), 'live', times());
    assert.deepEqual([others, group!.account_name], [[], 'Chased Care']);
    return [group!.all, group!.not_opened, group!.not_delivered, group!.due_soon];
  };
  assert.deepEqual(await count(), [4, 3, 1, 1]);
  await endsOn('2026-03-12');
  assert.deepEqual([await shown('due_soon'), await count()], [[], [4, 3, 1, 0]]);
  assert.deepEqual(await ordersOf(other.accountId), [], 'another account');
  assert.deepEqual(await ordersOf(other.accountId, { accountId }), [], 'an account that the reader may not see');
});

test('in test data, working days are counted from the account’s own clock', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Ahead Care');
  const { check } = await placeWaiting(ctx, caller('test'));
  const soon = () => ordersOf(accountId, { environment: 'test', view: 'due_soon' });
  assert.deepEqual(await soon(), []);
  await database.run(sql`update accounts set test_clock_offset_seconds = ${85 * DAY} where id = ${accountId}`);
  assert.deepEqual(await soon(), [check.orderId]);
});

test('many candidates are reminded at once, each once a day, and only in accounts that the screener sees', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Bulk Care');
  const [other, by] = [await makeAccount(ctx, 'Not Theirs'), caller('live')];
  const place = async () => (await placeWaiting(ctx, by)).check;
  const [first, second, submitted] = [await place(), await place(), await place()];
  const foreign = (await placeWaiting(ctx, other.caller('live'))).check;
  await completeForm(ctx, by, submitted.id, submitted.order.facts);
  await remindNow(ctx, by, second.id);
  const checkIds = [first, second, submitted, foreign].map(({ id }) => id);
  const remind = (screener = readerOf(accountId)) => remindCandidates(ctx, screener, { environment: 'live', checkIds });
  assert.deepEqual(await remind(), { reminded: 1, reminded_today: 1, not_awaited: 2 });
  assert.deepEqual(await remind(), { reminded: 0, reminded_today: 2, not_awaited: 2 });
  const sent = async (id: string) =>
    (await database.rows(sql`select 1 from emails where check_id = ${id} and template = 'form_reminder'`)).length;
  assert.deepEqual(await Promise.all([first, second, submitted, foreign].map(({ id }) => sent(id))), [1, 1, 0, 0]);
  const events = await database.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${first.id} and type = 'check.candidate_reminded'`);
  assert.deepEqual(events, [{ actor: `user:${userId}` }]);
  passSeconds(DAY);
  await failed(first.id);
  assert.deepEqual(await remind(), { reminded: 2, reminded_today: 0, not_awaited: 2 });
  await failed(first.id);
  assert.equal((await remind()).reminded, 1, 'a reminder that failed does not count');
  const auditor = { userId, accounts: [accountId], permissions: roles.desk.auditor } as const;
  await assert.rejects(remindCandidates(ctx, auditor, { environment: 'live', checkIds }), { reason: 'not_permitted' });
});

test('a page of 5,000 awaited forms among 50,000 deadlines is read from an index', async () => {
  const { accountId } = await makeAccount(ctx, 'Long Care');
  await database.run(sql`
    with people as (
      insert into applicants (account_id, environment, id, created_at, sealed_facts, search_keys)
      select ${accountId}::uuid, 'live', uuidv7(), now(), '', array[n] from generate_series(1, 25000) n
      returning id
    ), orders as (
      insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
      select ${accountId}::uuid, 'live', id, id, 'standard',
        case when row_number() over () % 5 = 0 then 'awaiting_applicant' else 'in_progress' end, now(), ''
      from people returning id, status
    ), first as (
      insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider, created_at)
      select ${accountId}::uuid, 'live', uuidv7(), id, 1, 1, 'identity', 'awaiting_data', 'manual', now() from orders
    ), mails as (
      insert into emails (account_id, environment, id, check_id, template, sealed_message, status, created_at)
      select ${accountId}::uuid, 'live', uuidv7(), id, 'check_invitation', '',
        case when row_number() over () % 100 = 0 then 'failed' else 'sent' end, now()
      from orders
    )
    insert into deadlines (account_id, environment, kind, subject_id, check_id, due_at)
    select ${accountId}::uuid, 'live', kind, id, id, now() + random() * interval '60 days' from orders,
      unnest(array['candidate_reminder', 'chase', 'form_submission']) kind
    where kind <> 'form_submission' or status = 'awaiting_applicant'`);
  for (const table of ['deadlines', 'checks', 'reports', 'applicants', 'emails'])
    await database.run(sql`vacuum analyze ${rawSql(table)}`);
  for (const reader of [readerOf(accountId), { ...readerOf(), accounts: 'all' } as const]) {
    const page = { environment: 'live', view: 'all', times: times(), offset: 0, limit: 51 } as const;
    const plan = await planOf(database, (db) => findAwaitedForms(db, reader, page));
    assert.deepEqual(readWhole(plan), []);
    const scan = plan.find((node) => node['Index Name'] === 'deadlines_of_forms')!;
    assert.equal(scan['Node Type'], 'Index Only Scan');
    assert.ok(scan['Actual Rows'] <= 51, `${scan['Actual Rows']} rows for one page`);
    const counted = await planOf(database, (db) => countAwaitedForms(db, reader, 'live', times()));
    assert.ok(counted.some((node) => node['Index Name'] === 'deadlines_of_forms'));
  }
});
