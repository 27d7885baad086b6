// Monitoring of complete reports: asked again on time, recorded without a change, and opened again with one.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inTransaction } from '../../../src/context.ts';
import { roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import { recordFollowUp } from '../../../src/features/cases/note-actions.ts';
import {
  correctReport,
  planFollowUp,
  type Screener,
  screenReport,
} from '../../../src/features/cases/screening-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck } from '../../../src/features/checks/check-progress-actions.ts';
import { listDeadlines } from '../../../src/features/deadlines/deadline-actions.ts';
import { takeDueDeadlines } from '../../../src/features/deadlines/deadline-jobs.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { deadlineHandlers } from '../../../src/features/housekeeping/deadlines.ts';
import {
  listFollowUps,
  readMonitoring,
  recordChange,
  stopMonitoring,
} from '../../../src/features/monitoring/monitor-actions.ts';
import type { Target } from '../../../src/features/provider-requests/answer-actions.ts';
import { monitoringJobs } from '../../../src/features/provider-requests/recheck-jobs.ts';
import type { MonitorPlanName } from '../../../src/features/report-types/monitoring.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import { dueDate } from '../../../src/features/reports/due-date-rules.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import { verifyAllOutcomes } from '../../../src/features/results/outcome-check-actions.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { ukDateOf } from '../../../src/lib/uk-times.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { dbsUpdateServiceProvider } from '../../../src/providers/dbs-status/dbs-status-provider.ts';
import { importSanctionsList } from '../../../src/providers/sanctions/import-actions.ts';
import { sanctionsProvider } from '../../../src/providers/sanctions/sanctions-provider.ts';
import { openProviderWorld, speakAs } from '../../providers/provider-world.ts';
import { writeInventedList } from '../../support/invented-list.ts';
import { until } from '../../support/limited-loops.ts';

const world = await openProviderWorld();
const { ctx, caller, database, receiver, supply } = world;
const jobs = monitoringJobs(ctx, supply);

const typeNamed = (name: string) => {
  const found = findReportType(name, null);
  if ('missing' in found) throw new Error(name);
  return found.type;
};

world.add(
  dbsUpdateServiceProvider({
    url: receiver.url,
    requester: { organisation: 'Sample Screening Ltd', forename: 'Alex', surname: 'Screener' },
  }),
);
await world.choose(['dbs_update_service'], 'not_clear', typeNamed('dbs_update_service'));
await world.choose([sanctionsProvider.name], 'not_clear', typeNamed('sanctions'));

let status = 'BLANK_NO_NEW_INFO';
speakAs(receiver, () => ({
  status: 200,
  body: `<statusCheckResult><statusCheckResultType>SUCCESS</statusCheckResultType><status>${status}</status></statusCheckResult>`,
}));

const { accountId } = caller;
const userId = await createDeskUser(ctx, 'system', {
  name: 'Ben',
  email: 'ben@desk.test',
  role: 'reviewer',
  accounts: [accountId],
});
const ben: Screener = { userId, accounts: [accountId], permissions: roles.desk.reviewer };

/** A monitored report whose provider has answered, or for which a person is asked. */
async function searched(name: string, monitor: MonitorPlanName): Promise<Target> {
  const target = await world.report({ certificate_number: '001234567890' }, typeNamed(name), monitor);
  await world.workFor(target, 1);
  return target;
}

type Breakdown = typeof noFindings.breakdown;

/** What a screener types of a permission. */
const limited = (ends_on?: string): Breakdown => ({
  permission: { result: 'limited', ...(ends_on !== undefined && { properties: { ends_on } }) },
});

const followUps = async () => (await listFollowUps(ctx, ben, 'live', 10)).map(({ report_id }) => report_id);

/** Completes a report as its provider or a person found it. */
async function release(target: Target, breakdown: Breakdown = {}): Promise<void> {
  const findings = { ...noFindings, breakdown };
  const isProposed = (await world.statusOf(target)).status === 'awaiting_approval';
  await screenReport(ctx, ben, target.reportId, {
    move: 'complete',
    ...(isProposed ? {} : { outcome: { result: 'clear', subResult: null, findings } }),
  });
  await jobs.begin_monitoring!({ ...target });
}

async function complete(name: string, monitor: MonitorPlanName, breakdown: Breakdown = {}): Promise<Target> {
  const target = await searched(name, monitor);
  await release(target, breakdown);
  return target;
}

/** Runs the enqueued jobs of this name. Returns how many. */
async function runJobs(name: string): Promise<number> {
  const enqueued = await database.rows<{ payload: Record<string, unknown> }>(sql`
    delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier = ${name}) returning payload`);
  for (const { payload } of enqueued) await jobs[name]!(payload);
  return enqueued.length;
}

const folder = mkdtempSync(join(tmpdir(), 'probity-lists-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const onEveryList = ['Ondravia', 'Quillbrandt'];
const candidate = ['Jo', 'Sample'];

/** Imports the UK list with these people in addition, without what follows from it. */
async function importList(...more: readonly string[][]): Promise<void> {
  const path = join(folder, 'uk.csv');
  await writeInventedList(path, [onEveryList, ...more].map((names) => ({ names, born: '1985-06-14' })) as never);
  await importSanctionsList(ctx, { list: 'uk', path });
}

async function recheckOnLists(): Promise<void> {
  await runJobs('recheck_on_new_list');
  await runJobs('recheck_report');
}

/** Lets days pass, handles what is due, and runs the jobs that follow from it. */
async function pass(days: number, target: Target) {
  world.pass(days * 24);
  await takeDueDeadlines(ctx, deadlineHandlers);
  const { answer_mac } = (await database.row<{ answer_mac: Buffer | null }>(sql`
    select answer_mac from report_monitors where report_id = ${target.reportId}`))!;
  if (answer_mac !== null) await jobs.recheck_report!({ ...target });
}

const eventsOf = async ({ reportId }: Target) =>
  (await database.rows<{ type: string }>(sql`select type from events where report_id = ${reportId} order by id`)).map(
    ({ type }) => type,
  );

async function workOf({ reportId }: Target) {
  const row = await database.row<{ due_on: string | null; first_completed_at: Date | null }>(sql`
    select due_on, first_completed_at from reports where id = ${reportId}`);
  return row!;
}

const same = { isChange: false, change: '' };

test('the Update Service is asked again every month; no change is recorded, a change awaits approval as a new version, due anew', async () => {
  const target = await complete('dbs_update_service', 'monthly');
  await pass(35, target);
  assert.deepEqual(
    [(await world.statusOf(target)).status, (await eventsOf(target)).at(-1)],
    ['complete', 'report.rechecked'],
  );
  const monitoring = await readMonitoring(ctx, caller, target);
  assert.deepEqual(
    monitoring?.rechecks.map(({ found }) => found),
    ['same'],
  );
  assert.equal((await listDeadlines(ctx, caller, target.checkId)).length, 1);

  const { first_completed_at: firstCompletedAt } = await workOf(target);
  status = 'NEW_INFO';
  await pass(35, target);
  const report = await world.statusOf(target);
  assert.deepEqual(
    [report.status, report.result, report.approvalReasons],
    ['awaiting_approval', 'consider', ['monitoring']],
  );
  assert.equal((await readCheck(ctx, caller, target.checkId)).status, 'in_progress');
  assert.deepEqual((await eventsOf(target)).slice(-3), [
    'report.rechecked',
    'report.changed',
    'report.awaiting_approval',
  ]);
  const [mail, ...otherMails] = (await listEmails(ctx, caller, 99)).filter(
    ({ template }) => template === 'report_changed',
  );
  const { orderId } = await readCheck(ctx, caller, target.checkId);
  assert.equal(mail?.subject, `Monitoring opened a report of order VF${orderId} again`);
  assert.match(mail.text, new RegExp(`/portal/checks/${target.checkId}\\s`));
  assert.doesNotMatch(mail.text, /consider|update service/i);
  assert.deepEqual(otherMails, []);
  const { due_on, first_completed_at } = await workOf(target);
  assert.equal(
    due_on,
    dueDate(
      ukDateOf(world.now()),
      typeNamed('dbs_update_service').workingDays!.value,
      'england_and_wales',
      bankHolidays,
    ),
  );
  assert.deepEqual(first_completed_at, firstCompletedAt, 'the turnaround of the first result stays');
  const exchanges = await world.exchanges(target);
  assert.deepEqual(
    exchanges
      .slice(-2)
      .map(({ outcome }) => outcome)
      .toSorted(),
    ['Asked again, a change', 'Asked again, no change'],
  );

  await screenReport(ctx, ben, target.reportId, { move: 'complete' });
  const [first, second, ...more] = await database.rows<{ result: string }>(sql`
    select result from report_outcomes where report_id = ${target.reportId} order by version`);
  assert.deepEqual([first?.result, second?.result, more.length], ['clear', 'consider', 0]);
  const problems = await verifyAllOutcomes(database, ctx.integrity);
  assert.deepEqual(
    problems.filter(({ checkId }) => checkId === target.checkId),
    [],
  );
  await jobs.begin_monitoring!({ ...target });
  await pass(35, target);
  assert.equal((await world.statusOf(target)).status, 'complete', 'the new answer is the one to compare with');
});

test('everybody who is monitored on each list is searched again when a list is imported', async () => {
  await importList();
  const target = await complete('sanctions', 'each_list');
  await importList(['Terzo', 'Malvane']);
  await recheckOnLists();
  assert.deepEqual(
    [(await world.statusOf(target)).status, (await eventsOf(target)).at(-1)],
    ['complete', 'report.rechecked'],
  );
  await importList(candidate);
  await recheckOnLists();
  assert.deepEqual((await world.statusOf(target)).approvalReasons, ['monitoring']);
});

test('each new list enqueues the search with its import, the same file again does not', async () => {
  await importList();
  await importList();
  assert.equal(await runJobs('recheck_on_new_list'), 1);
  await importList();
  assert.equal(await runJobs('recheck_on_new_list'), 0);
});

test('whoever is listed between the search and the release is searched again when monitoring begins', async () => {
  await importList();
  await recheckOnLists();
  const target = await searched('sanctions', 'each_list');
  assert.equal((await world.statusOf(target)).result, 'clear');
  await importList(candidate);
  await recheckOnLists();
  assert.equal((await world.statusOf(target)).status, 'awaiting_approval');
  await release(target);
  assert.equal((await world.statusOf(target)).status, 'complete');
  await runJobs('recheck_report');
  const { status: opened, result, approvalReasons } = await world.statusOf(target);
  assert.deepEqual([opened, result, approvalReasons], ['awaiting_approval', 'unidentified', ['monitoring']]);
});

test('whoever is listed while their search is under way is searched again when monitoring begins', async () => {
  await importList();
  world.add({
    ...sanctionsProvider,
    name: 'slow_lists',
    async request(tools, asked) {
      const answer = await sanctionsProvider.request(tools, asked);
      await importList(candidate);
      await recheckOnLists();
      return answer;
    },
  });
  await world.choose(['slow_lists'], 'not_clear', typeNamed('sanctions'));
  const target = await searched('sanctions', 'each_list');
  await world.choose([sanctionsProvider.name], 'not_clear', typeNamed('sanctions'));
  await release(target);
  assert.equal((await world.statusOf(target)).result, 'clear');
  assert.equal(await runJobs('recheck_report'), 1);
  assert.deepEqual((await world.statusOf(target)).approvalReasons, ['monitoring']);
});

test('a report that is searched after the newest list is not searched again when monitoring begins', async () => {
  const target = await world.report({}, typeNamed('sanctions'), 'each_list');
  await importList(['Terzo', 'Malvane']);
  await recheckOnLists();
  await world.workFor(target, 1);
  await release(target);
  assert.equal(await runJobs('recheck_report'), 0);
});

/** A report whose provider is called again with what `during` does meanwhile, and answers what `answers` holds then. */
async function monitoredBy(name: string, answers: () => Outcome, during: (target: Target) => Promise<void>) {
  let target: Target | undefined;
  world.add({
    ...sanctionsProvider,
    name,
    async request() {
      if (target !== undefined) await during(target);
      return { kind: 'result', outcome: answers() };
    },
  });
  await world.choose([name], 'not_clear', typeNamed('sanctions'));
  const made = await complete('sanctions', 'each_list');
  await world.choose([sanctionsProvider.name], 'not_clear', typeNamed('sanctions'));
  target = made;
  world.pass(24);
  return made;
}

const found = (result: 'clear' | 'consider'): Outcome => ({ result, subResult: null, findings: noFindings });

test('a change found while somebody opens the report again is found again once the report is complete', async () => {
  let result: 'clear' | 'consider' = 'clear';
  let openings = 0;
  const target = await monitoredBy(
    'lists_while_opened',
    () => found(result),
    async ({ reportId }) => {
      openings += 1;
      if (openings === 1)
        await correctReport(ctx, ben, reportId, { code: 'our_error', text: 'It names the wrong list.' });
    },
  );
  result = 'consider';
  await jobs.recheck_report!({ ...target });
  assert.equal((await world.exchanges(target)).at(-1)?.outcome, 'Asked again, the answer was not used');
  world.pass(1);
  await release(target);
  assert.equal((await world.statusOf(target)).status, 'complete');
  assert.equal(await runJobs('recheck_report'), 1);
  const { status: opened, result: proposed, approvalReasons } = await world.statusOf(target);
  assert.deepEqual([opened, proposed, approvalReasons], ['awaiting_approval', 'consider', ['monitoring']]);
  assert.ok((await eventsOf(target)).includes('report.changed'));
  assert.equal((await world.exchanges(target)).at(-1)?.outcome, 'Asked again, a change');
});

test('a person looks again at a report whose provider cannot be understood when it is asked again', async () => {
  let answer = found('clear');
  const target = await monitoredBy(
    'lists_misunderstood',
    () => answer,
    async () => {},
  );
  answer = { ...found('consider'), subResult: 'rejected' };
  await jobs.recheck_report!({ ...target });
  assert.deepEqual([(await world.statusOf(target)).status, await followUps()], ['complete', [target.reportId]]);
  assert.deepEqual((await world.exchanges(target)).map(({ outcome, reason }) => [outcome, reason]).at(-1), [
    'A person is needed',
    'The answer could not be understood.',
  ]);
  await stopMonitoring(ctx, caller, target);
});

test('what a person found before a list was imported is looked at again by a person', async () => {
  await world.choose(['manual'], 'not_clear', typeNamed('sanctions'));
  const target = await searched('sanctions', 'each_list');
  const proposed = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, ben, target.reportId, { move: 'await_approval', outcome: proposed });
  await importList(candidate);
  await recheckOnLists();
  assert.deepEqual(await listFollowUps(ctx, ben, 'live', 10), []);
  await world.move(target, { move: 'complete' });
  await jobs.begin_monitoring!({ ...target });
  await runJobs('recheck_report');
  const followUps = await listFollowUps(ctx, ben, 'live', 10);
  assert.deepEqual(
    followUps.map(({ report_id }) => report_id),
    [target.reportId],
  );
  await recordFollowUp(ctx, ben, target.reportId, same);
});

test('a right to work is followed up by a person before it expires, who opens it again for the new check that the law asks for', async () => {
  const expires = new Date(world.now().getTime() + 100 * 86_400_000).toISOString().slice(0, 10);
  const target = await complete('right_to_work', 'before_expiry', limited(expires));
  assert.deepEqual(await listFollowUps(ctx, ben, 'live', 10), []);
  await pass(50, target);
  assert.deepEqual(
    (await listFollowUps(ctx, ben, 'live', 10)).map(({ report_id, monitor }) => [report_id, monitor]),
    [[target.reportId, 'before_expiry']],
  );
  await assert.rejects(recordFollowUp(ctx, ben, target.reportId, same), { reason: 'invalid_fields' });
  await recordFollowUp(ctx, ben, target.reportId, { isChange: true, change: '' });
  const { status: opened } = await world.statusOf(target);
  assert.equal(opened, 'awaiting_data');
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await screenReport(ctx, ben, target.reportId, { move: 'complete', outcome });
  assert.deepEqual((await world.statusOf(target)).approvalReasons, ['monitoring']);
});

test('a right to work that ends on a day nobody stated stays among the follow-ups until its next day is set', async () => {
  const target = await complete('right_to_work', 'before_expiry', limited());
  assert.deepEqual(await followUps(), [target.reportId]);
  const day = (days: number) => addDays(ukDateOf(world.now()), days);
  for (const wrong of ['', day(0), day(-1), '2026-02-30', day(4000)])
    await assert.rejects(planFollowUp(ctx, ben, target.reportId, wrong), { reason: 'invalid_fields' }, wrong);
  await planFollowUp(ctx, ben, target.reportId, day(20));
  assert.deepEqual(await followUps(), []);
  assert.deepEqual((await eventsOf(target)).slice(-2), ['report.completed', 'report.monitoring_moved']);
  await pass(20, target);
  assert.deepEqual(await followUps(), [target.reportId]);
  await stopMonitoring(ctx, caller, target);
});

test('monitoring ends when the client stops it', async () => {
  status = 'BLANK_NO_NEW_INFO';
  const target = await complete('dbs_update_service', 'yearly');
  await stopMonitoring(ctx, caller, target);
  assert.deepEqual(await listDeadlines(ctx, caller, target.checkId), []);
  assert.equal(await readMonitoring(ctx, caller, target), undefined);
  const before = (await eventsOf(target)).length;
  await jobs.recheck_report!({ ...target });
  assert.equal((await eventsOf(target)).length, before);
  await assert.rejects(closeCheck(ctx, caller, target.checkId, 'withdraw'), { reason: 'state_does_not_allow' });
});

test('of two that stop the monitoring at once, one stores the event', async () => {
  const target = await complete('dbs_update_service', 'yearly');
  await Promise.all([stopMonitoring(ctx, caller, target), stopMonitoring(ctx, caller, target)]);
  const stopped = (await eventsOf(target)).filter((type) => type === 'report.monitoring_stopped');
  assert.equal(stopped.length, 1);
});

test('a change that is found while the monitoring is being stopped opens nothing', async () => {
  const target = await complete('dbs_update_service', 'yearly');
  let recording: Promise<unknown> | undefined;
  await inTransaction(ctx, async (tx) => {
    await stopMonitoring(tx, caller, target);
    recording = assert.rejects(recordChange(ctx, caller, target, undefined), { reason: 'state_does_not_allow' });
    await until(
      async () =>
        (
          await database.rows(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        ).length > 0,
    );
  });
  await recording;
  assert.equal((await world.statusOf(target)).status, 'complete');
});
