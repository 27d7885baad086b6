// The order and the counts of the queue, and the indexes that read a page of a long queue.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorityOf, roles } from '../../../src/features/access/permissions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { findListedChecks } from '../../../src/features/lists/check-list-queries.ts';
import { countDeskOrders, findDeskOrders } from '../../../src/features/lists/desk-order-queries.ts';
import { countLateBands } from '../../../src/features/lists/queue-band-queries.ts';
import { queueDues } from '../../../src/features/lists/queue-due-queries.ts';
import { countRenewals } from '../../../src/features/lists/renewal-queries.ts';
import { findReports } from '../../../src/features/lists/report-search-queries.ts';
import { searchAccounts } from '../../../src/features/lists/search-actions.ts';
import { findHeldCounts } from '../../../src/features/lists/team-queries.ts';
import {
  countQueuedReports,
  findQueuedReports,
  type QueueFilter,
  type QueuePage,
  type QueueSort,
  totalOf,
} from '../../../src/features/lists/work-queue-queries.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { type PlanNode, planOf, readWhole, used } from '../../support/plans.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

// On 4 March 2026, a Wednesday.
const { ctx, database, account } = await startForms();

const reader = {
  userId: '00000000-0000-7000-8000-00000000dead',
  accounts: 'all',
  permissions: roles.desk.reviewer,
} as const;

async function placeOpen(caller: ReturnType<typeof account.caller>, ...reports: string[]) {
  const { check } = await placeWaiting(ctx, caller, { reports });
  await completeForm(ctx, caller, check.id, check.order.facts);
  return check;
}

test('a report is due after the working days of its type, if they are known', async () => {
  const caller = account.caller('live');
  const check = await placeOpen(
    caller,
    'identity',
    'criminal_history:basic',
    'employment_history:uk',
    'professional_membership',
  );
  const rows = await database.rows<{ due_on: string | null }>(sql`
    select due_on from reports where account_id = ${account.accountId} and check_id = ${check.id} order by position`);
  assert.deepEqual(
    rows.map((row) => row.due_on),
    ['2026-03-05', '2026-03-05', '2026-03-18', null],
  );
});

test('the earliest due report comes first, then the longest waiting; overdue depends on the account’s clock', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Queued Care');
  const slow = await placeOpen(caller('test'), 'employment_history:uk');
  const undated = await placeOpen(caller('test'), 'professional_membership');
  const quick = await placeOpen(caller('test'), 'identity');
  const waited = await placeOpen(caller('test'), 'identity');
  await database.run(sql`update reports set requested_at = '2026-03-01' where check_id = ${waited.id}`);
  const inOrder = async (sort: QueueSort, filter: Partial<QueueFilter> = {}, view: QueuePage['view'] = 'all') => {
    const page = { view, now: ctx.now(), sort, offset: 0, limit: 50 };
    const found = await findQueuedReports(
      ctx.db,
      { ...reader, accounts: [accountId] },
      { environment: 'test', ...filter },
      page,
    );
    return found.map((row) => row.order_id);
  };
  const byDue = [waited, quick, slow, undated].map((check) => check.orderId);
  assert.deepEqual(await inOrder('due'), byDue);
  assert.equal((await inOrder('waiting'))[0], waited.orderId);
  assert.deepEqual(await inOrder('due', { reportTypeIds: [19] }), [undated.orderId]);
  assert.deepEqual(await inOrder('due', {}, 'overdue'), []);
  await database.run(sql`update accounts set test_clock_offset_seconds = 2 * 86400 where id = ${accountId}`);
  assert.deepEqual(await inOrder('due', {}, 'overdue'), [waited.orderId, quick.orderId]);
  const groups = await countQueuedReports(
    ctx.db,
    { ...reader, accounts: [accountId] },
    { environment: 'test' },
    ctx.now(),
  );
  assert.deepEqual(totalOf(groups), { all: 4, mine: 0, unassigned: 4, overdue: 2, for_me: 0 });
});

/** How often the work reads this index, also in functions, whose plans are not shown. */
const scansOf = (index: string, work: (db: Db) => Promise<unknown>) =>
  database.transaction(async (db) => {
    await work(db);
    const row = await db.row<{ scans: number }>(sql`select pg_stat_get_xact_numscans(${index}::regclass) as scans`);
    return row!.scans;
  });

test('a page of 10,000 open reports among 100,000, and of 20,000 checks, is read from indexes', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Busy Care');
  const { check } = await placeWaiting(ctx, caller('live'), { facts: { last_name: 'Needle' }, reports: ['identity'] });
  await completeForm(ctx, caller('live'), check.id, check.order.facts);
  await database.run(sql`
    with people as (
      insert into applicants (account_id, environment, id, created_at, sealed_facts, search_keys)
      select ${accountId}::uuid, 'live', uuidv7(), now(), '', array[n, n + 1, n + 2] from generate_series(1, 20000) n
      returning id
    ), orders as (
      insert into checks (account_id, environment, id, applicant_id, type, status, created_at, sealed_order)
      select ${accountId}::uuid, 'live', id, id, 'standard',
        case when row_number() over () % 100 = 0 then 'on_hold' when row_number() over () % 2 = 0 then 'in_progress' else 'complete' end,
        now(), ''
      from people returning id, status
    )
    insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, provider,
      created_at, requested_at, due_on, first_completed_at)
    select ${accountId}::uuid, 'live', uuidv7(), id, position, 1 + (random() * 5)::integer, 'identity',
      case when is_open then 'awaiting_data' else 'complete' end, 'manual', now(), now(),
      date '2026-03-01' + (random() * 20)::integer, case when not is_open then timestamptz '2026-03-01' - random() * interval '400 days' end
    from orders, generate_series(1, 5) position, lateral (select position = 1 and status <> 'complete' as is_open) state`);
  await database.run(sql`
    update account_report_types set renew_after_months = 12 where account_id = ${accountId} and report_type_id <= 6`);
  await database.run(sql`vacuum analyze account_report_types`);
  await database.run(sql`vacuum analyze reports`);
  await database.run(sql`vacuum analyze checks`);
  await database.run(sql`vacuum analyze applicants`);
  const searches = await searchAccounts(ctx, authorityOf(reader), [accountId], 'live', 'needle');
  const queue = (filter: Partial<QueueFilter>, view: QueuePage['view'] = 'all') =>
    planOf(database, (db) =>
      findQueuedReports(
        db,
        { ...reader, accounts: [accountId] },
        { environment: 'live', ...filter },
        { view, now: ctx.now(), sort: 'due', offset: 0, limit: 51 },
      ),
    );
  const frequent = [
    [{}],
    [{ status: 'awaiting_data' }],
    [{ reportTypeIds: [3] }],
    [{ waiting: 'nobody' }],
    [{}, 'overdue'],
    [{}, 'unassigned'],
  ] as const;
  for (const [filter, view] of frequent) {
    const plan = await queue(filter, view);
    assert.deepEqual(readWhole(plan), []);
    const scan = plan.find((node) => node['Index Name'] === 'reports_in_queue')!;
    assert.equal(scan['Node Type'], 'Index Only Scan', JSON.stringify(filter));
    assert.ok(scan['Actual Rows'] <= 60, `${scan['Actual Rows']} rows for one page`);
  }
  const byGroup = 'reports_in_queue_by_group';
  // The rows that are shown are completed by their primary keys.
  const usedOfReports = (plan: readonly PlanNode[]) =>
    new Set(used(plan).filter((name) => name.startsWith('reports') && name !== 'reports_pkey'));
  for (const view of ['mine', 'for_me'] as const) {
    const plan = await queue({}, view);
    assert.deepEqual([readWhole(plan), usedOfReports(plan)], [[], new Set([byGroup])], view);
    for (const scan of plan.filter((node) => node['Index Name'] === byGroup)) assert.equal(scan['Actual Rows'], 0);
  }
  const counted = await planOf(database, (db) =>
    countQueuedReports(db, { ...reader, accounts: [accountId] }, { environment: 'live' }, ctx.now()),
  );
  assert.deepEqual([readWhole(counted), usedOfReports(counted)], [[], new Set([byGroup])]);
  const ofAll = counted.find((node) => node['Index Name'] === byGroup && node['Actual Rows'] > 1000);
  assert.equal(ofAll?.['Node Type'], 'Index Only Scan');
  const own = { ...reader, accounts: [accountId] };
  for (const count of [
    (db: Db) => findHeldCounts(db, own, 'live', ctx.now()),
    (db: Db) => countLateBands(db, own, { environment: 'live' }, { now: ctx.now(), calendar: ctx.calendar() }),
  ])
    assert.deepEqual(readWhole(await planOf(database, count)), []);
  for (const due of queueDues) {
    const times = { now: ctx.now(), calendar: ctx.calendar(), due, idleDays: undefined };
    assert.deepEqual(readWhole(await queue({ times })), [], due);
  }
  const find = (db: Db) => findReports(db, { ...reader, accounts: [accountId] }, searches, { offset: 0, limit: 51 });
  assert.deepEqual(readWhole(await planOf(database, find)), []);
  assert.ok((await scansOf('applicants_by_search_key', find)) > 0);
  assert.equal(await scansOf('applicants', find), 0);

  const findList = (db: Db, filter: Parameters<typeof findListedChecks>[2]) =>
    findListedChecks(db, caller('live'), filter, { sort: 'newest', limit: 21 });
  const list = (filter: Parameters<typeof findListedChecks>[2]) => planOf(database, (db) => findList(db, filter));
  assert.ok(used(await list({})).includes('checks_in_order'));
  assert.ok(used(await list({ status: 'on_hold' })).includes('checks_by_status'));
  assert.ok(used(await list({ result: 'consider' })).includes('checks_to_consider'));
  assert.ok(used(await list({ result: 'undecided' })).includes('checks_to_decide'));
  for (const read of [findDeskOrders, countDeskOrders] as const)
    for (const filter of [{}, { status: 'on_hold' }, { reportTypeId: 3 }] as const) {
      const asked = { environment: 'live', ...filter } as const;
      const plan = await planOf(database, (db) =>
        read === findDeskOrders
          ? findDeskOrders(db, reader, asked, { sort: 'newest', limit: 51 })
          : countDeskOrders(db, reader, asked, 51),
      );
      assert.deepEqual(readWhole(plan), [], JSON.stringify(filter));
    }
  const due = await planOf(database, (db) => countRenewals(db, caller('live'), { until: '2026-03-04' }, 100));
  assert.ok(used(due).includes('reports_to_renew'));
  assert.deepEqual(readWhole(due), []);
  const [search] = searches;
  assert.ok((await scansOf('applicants_by_search_key', (db) => findList(db, { search }))) > 0);
  for (const filter of [{}, { status: 'on_hold' }, { search }] as const)
    assert.deepEqual(readWhole(await list(filter)), []);
});
