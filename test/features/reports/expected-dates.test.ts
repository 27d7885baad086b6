// Expected dates of reports and checks: by the catalogue or, from thirty complete reports of the type on, by their
// durations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { readExpectedDates } from '../../../src/features/reports/expected-date-actions.ts';
import {
  checkOverdueSince,
  expectedCheck,
  expectedReport,
  leastCompleted,
  type OpenReport,
  overdueSince,
} from '../../../src/features/reports/expected-date-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

// On 4 March 2026, a Wednesday.
const { ctx, database, passSeconds } = await startForms();

const enough = { completed: leastCompleted, medianDays: 2, p90Days: 9 };
const cases: readonly [title: string, report: OpenReport, on: string | null, latest?: string][] = [
  ['before the candidate submits', { beganOn: null, dueOn: '2026-03-09', history: enough }, null],
  ['with enough history', { beganOn: '2026-03-04', dueOn: '2026-03-30', history: enough }, '2026-03-06', '2026-03-13'],
  [
    'with too little history, by its due date',
    { beganOn: '2026-03-04', dueOn: '2026-03-09', history: { ...enough, completed: leastCompleted - 1 } },
    '2026-03-09',
    '2026-03-09',
  ],
  [
    'whose due date a screener set, whatever its history',
    { beganOn: '2026-03-04', dueOn: '2026-03-30', isDueSet: true, history: enough },
    '2026-03-30',
    '2026-03-30',
  ],
  ['without history or due date', { beganOn: '2026-03-04', dueOn: null, history: null }, null],
  [
    'on a weekend, on the Monday after',
    { beganOn: '2026-03-04', dueOn: null, history: { ...enough, medianDays: 3, p90Days: 4 } },
    '2026-03-09',
    '2026-03-09',
  ],
  ['later than half of them', { beganOn: '2026-03-01', dueOn: null, history: enough }, '2026-03-04', '2026-03-10'],
  ['later than nine of ten', { beganOn: '2026-02-01', dueOn: null, history: enough }, null],
  ['past its due date', { beganOn: '2026-02-01', dueOn: '2026-02-03', history: null }, null],
];
for (const [title, report, on, latest] of cases) {
  test(`a report ${title} is expected ${on ?? 'on no day'}`, () => {
    assert.deepEqual(expectedReport(report, '2026-03-04', bankHolidays), on === null ? null : { on, latest });
  });
}

test('a report is overdue once its due date has passed, also where it is expected later, and only while it is worked on', () => {
  const since = (report: Partial<OpenReport>) =>
    overdueSince({ beganOn: '2026-02-20', dueOn: '2026-03-03', history: enough, ...report }, '2026-03-04');
  assert.deepEqual(
    [since({}), since({ dueOn: '2026-03-04' }), since({ dueOn: null }), since({ beganOn: null })],
    ['2026-03-03', null, null, null],
  );
});

test('a check is overdue once the last due date of its open reports has passed', () => {
  const due = (dueOn: string | null): OpenReport => ({ beganOn: '2026-02-02', dueOn, history: null });
  assert.equal(checkOverdueSince([due('2026-03-02'), due('2026-03-03'), due(null)], '2026-03-04'), '2026-03-03');
  assert.equal(checkOverdueSince([due('2026-03-02'), due('2026-03-04')], '2026-03-04'), null);
  assert.equal(checkOverdueSince([], '2026-03-04'), null);
});

test('a check is expected with the last of its reports, also where another one has no date', () => {
  const [early, late] = [
    { on: '2026-03-05', latest: '2026-03-20' },
    { on: '2026-03-09', latest: '2026-03-10' },
  ];
  assert.deepEqual(expectedCheck([early, late]), { on: '2026-03-09', latest: '2026-03-20' });
  assert.deepEqual(expectedCheck([early, null]), early);
  assert.equal(expectedCheck([null]), null);
  assert.equal(expectedCheck([]), null);
});

test('an expected date is never before today or after the latest date', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.nat(120), (median, more, passed) => {
      const today = addDays('2026-03-04', passed);
      const history = { completed: leastCompleted, medianDays: median, p90Days: median + more };
      const found = expectedReport({ beganOn: '2026-03-04', dueOn: null, history }, today, bankHolidays);
      if (found !== null) assert.ok(today <= found.on && found.on <= found.latest);
    }),
  );
});

/** Complete reports of the type; the first took no day, each further one a day longer. */
async function makeHistory(accountId: string, checkId: string, count: number) {
  await database.run(sql`
    with source as (select * from checks where account_id = ${accountId} and id = ${checkId})
    insert into reports (account_id, environment, id, check_id, position, report_type_id, name, status, result,
      provider, created_at, requested_at, completed_at, first_completed_at)
    select s.account_id, s.environment, uuidv7(), s.id, 100 + n, 1, 'identity', 'complete', 'clear', 'manual',
      s.created_at, '2026-01-05', d.day, d.day
    from source s, generate_series(0, ${count - 1}) n,
      lateral (select timestamptz '2026-01-05' + n * interval '1 day' as day) d`);
}

test('durations count from thirty complete reports on, within the account only', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Expecting Care');
  const other = await makeAccount(ctx, 'Other Care');
  const { check } = await placeWaiting(ctx, caller('live'), { reports: ['identity'] });
  const before = await readExpectedDates(ctx, caller('live'), check.id);
  assert.deepEqual([before.check, [...before.reports.values()]], [null, [null]], 'the candidate has not submitted');
  await completeForm(ctx, caller('live'), check.id, check.order.facts);
  const expected = async () => (await readExpectedDates(ctx, caller('live'), check.id)).check;
  const byCatalogue = { on: '2026-03-05', latest: '2026-03-05' };
  const { check: theirs } = await placeWaiting(ctx, other.caller('live'), { reports: ['identity'] });
  await makeHistory(other.accountId, theirs.id, 40);
  assert.deepEqual(await expected(), byCatalogue);
  await makeHistory(accountId, check.id, 29);
  assert.deepEqual(await expected(), byCatalogue);
  await database.run(sql`delete from reports where check_id = ${check.id} and status = 'complete'`);
  await makeHistory(accountId, check.id, 30);
  // Half of them took at most 14 days, nine of ten at most 26: until 18 March, and until Monday 30 March.
  assert.deepEqual(await expected(), { on: '2026-03-18', latest: '2026-03-30' });
  const { bases } = await readExpectedDates(ctx, caller('live'), check.id);
  assert.deepEqual([...bases.values()], ['history']);
  assert.equal(await (await readExpectedDates(ctx, other.caller('live'), check.id)).check, null);
});

test('a report is due by the day on which the candidate submitted the form, however long ago it was ordered', async () => {
  const { caller } = await makeAccount(ctx, 'Waiting Care');
  const { check } = await placeWaiting(ctx, caller('live'), { reports: ['identity', 'right_to_work'] });
  passSeconds(40 * 86_400);
  await completeForm(ctx, caller('live'), check.id, check.order.facts);
  const due = () =>
    database.rows<{ due_on: string }>(sql`
      select due_on from reports where check_id = ${check.id} order by position`);
  // Ordered on Wednesday 4 March, submitted on Monday 13 April.
  assert.deepEqual(await due(), [{ due_on: '2026-04-14' }, { due_on: '2026-04-14' }]);
  const { check: expected, bases } = await readExpectedDates(ctx, caller('live'), check.id);
  assert.deepEqual(expected, { on: '2026-04-14', latest: '2026-04-14' });
  assert.deepEqual([...bases.values()], ['catalogue', 'catalogue']);
});

test('durations are read from an index only', async () => {
  const { accountId, caller } = await makeAccount(ctx, 'Long Care');
  const { check } = await placeWaiting(ctx, caller('live'), { reports: ['identity'] });
  await makeHistory(accountId, check.id, 5000);
  await database.run(sql`vacuum (analyze) reports`);
  const rows = await database.rows<{ 'QUERY PLAN': string }>(sql`
    explain select requested_at, first_completed_at from reports
    where account_id = ${accountId} and environment = 'live' and report_type_id = 1
      and first_completed_at is not null
    order by first_completed_at desc limit 200`);
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Only Scan (Backward )?using reports_completed/);
});
