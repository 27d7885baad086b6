// Who works on a report: claims that race, the next report, and assignments by others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorityOf, type DeskRole, roles } from '../../../src/features/access/permissions.ts';
import { createDeskUser } from '../../../src/features/accounts/sign-in-actions.ts';
import {
  claimReport,
  reassignReports,
  releaseReport,
  takeNextReport,
} from '../../../src/features/cases/claim-actions.ts';
import { handOverWork } from '../../../src/features/cases/hand-over-actions.ts';
import { type Screener, screenReport, sendBack } from '../../../src/features/cases/screening-actions.ts';
import { assignMany, spreadReports } from '../../../src/features/cases/spread-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { findQueuedReports, type QueueFilter } from '../../../src/features/lists/work-queue-queries.ts';
import { beginWait } from '../../../src/features/reports/wait-actions.ts';
import { recordTraining } from '../../../src/features/training/training-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database } = await startForms();

let people = 0;

async function deskUser(accounts: readonly string[], role: DeskRole = 'screener'): Promise<Screener> {
  people += 1;
  const email = `claims-${people}@desk.test`;
  const userId = await createDeskUser(ctx, 'system', { name: `Screener ${people}`, email, role, accounts });
  return { userId, accounts, permissions: roles.desk[role] };
}

async function makeQueue(name: string, count: number) {
  const { accountId, caller } = await makeAccount(ctx, name);
  const reportIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { check } = await placeWaiting(ctx, caller('live'), { reports: ['identity'] });
    await completeForm(ctx, caller('live'), check.id, check.order.facts);
    reportIds.push(check.reports[0]!.id);
  }
  return { accountId, caller: caller('live'), reportIds };
}

const assigneeOf = async (reportId: string) =>
  (await database.row<{ assignee_id: string | null }>(sql`select assignee_id from reports where id = ${reportId}`))!
    .assignee_id;

const eventsOf = async (reportId: string) =>
  (
    await database.rows<{ type: string }>(sql`
      select type from events where report_id = ${reportId} and type in ('report.claimed', 'report.released', 'report.assigned')
      order by occurred_at, id`)
  ).map(({ type }) => type);

test('of 100 screeners who claim a report at once, one gets it', async () => {
  const { accountId, reportIds } = await makeQueue('Contended Care', 1);
  const screeners: Screener[] = [];
  for (let n = 0; n < 100; n += 1) screeners.push(await deskUser([accountId]));
  const won = await Promise.all(screeners.map((screener) => claimReport(ctx, screener, reportIds[0]!)));
  assert.deepEqual([won.filter((claim) => claim === 'claimed').length, won.includes('own')], [1, false]);
  assert.equal(await assigneeOf(reportIds[0]!), screeners[won.indexOf('claimed')]!.userId);
  assert.deepEqual(await eventsOf(reportIds[0]!), ['report.claimed']);
});

const live = { environment: 'live' } as const;

async function nextOf(screener: Screener, filter: QueueFilter = live): Promise<string | undefined> {
  return (await takeNextReport(ctx, screener, { filter }))?.reportId;
}

test('of 20 screeners who take the next of 10 reports at once, each report goes to one', async () => {
  const { accountId, reportIds } = await makeQueue('Rushed Care', 10);
  const screeners: Screener[] = [];
  for (let n = 0; n < 20; n += 1) screeners.push(await deskUser([accountId]));
  const taken = await Promise.all(screeners.map((screener) => nextOf(screener)));
  const got = taken.filter((id) => id !== undefined);
  assert.deepEqual(got.toSorted(), reportIds.toSorted());
});

test('the next report is of high priority or due first, waits for nobody, and is claimed', async () => {
  const { accountId, caller, reportIds } = await makeQueue('Next Care', 5);
  const [waiting, paused, later, urgent, sooner] = reportIds as [string, string, string, string, string];
  const me = await deskUser([accountId]);
  await beginWait(ctx, caller, { reportId: waiting, waitingFor: 'candidate', causeId: ctx.newId() });
  await screenReport(ctx, me, paused, { move: 'pause' });
  await database.run(sql`update reports set due_on = '2026-03-20' where id in (${later}, ${urgent})`);
  await database.run(sql`update reports set priority = 1 where id = ${urgent}`);
  const taken = [];
  for (let n = 0; n < 4; n += 1) taken.push(await nextOf(me, live));
  assert.deepEqual(taken, [urgent, sooner, later, urgent], 'then the first of their own');
  const other = await deskUser([accountId]);
  assert.equal(await nextOf(other, live), undefined);
  assert.equal(await nextOf(me, { environment: 'test' }), undefined);
});

test('who works off their own reports gets each of them in turn, and a free one when none is left', async () => {
  const { accountId, reportIds } = await makeQueue('Own Care', 4);
  const [first, second, third, free] = reportIds as [string, string, string, string];
  const me = await deskUser([accountId]);
  for (const reportId of [first, second, third]) await claimReport(ctx, me, reportId);
  const next = (after?: string) => takeNextReport(ctx, me, { filter: live, ownFirst: true, after });
  assert.deepEqual(await next(), { reportId: first, claim: 'own' });
  assert.deepEqual(await next(first), { reportId: second, claim: 'own' });
  assert.deepEqual(await next(second), { reportId: third, claim: 'own' });
  assert.deepEqual(await next(third), { reportId: first, claim: 'own' }, 'from the beginning');
  await Promise.all([second, third].map((reportId) => screenReport(ctx, me, reportId, { move: 'pause' })));
  assert.deepEqual(await next(second), { reportId: first, claim: 'own' });
  assert.deepEqual(await next(first), { reportId: free, claim: 'claimed' });
  await screenReport(ctx, me, first, { move: 'pause' });
  assert.equal(await next(free), undefined);
});

test('the next report is taken with the filters of the queue', async () => {
  const { accountId, reportIds } = await makeQueue('Chosen Care', 3);
  const [first, second] = reportIds as [string, string];
  await database.run(sql`update reports set report_type_id = 19 where id = ${second}`);
  const me = await deskUser([accountId]);
  const chosen = { ...live, reportTypeIds: [19] };
  assert.deepEqual(await takeNextReport(ctx, me, { filter: chosen }), { reportId: second, claim: 'claimed' });
  assert.deepEqual(
    await takeNextReport(ctx, me, { filter: chosen }),
    { reportId: second, claim: 'own' },
    'then the own one',
  );
  assert.equal(await nextOf(me, { ...live, accountIds: [ctx.newId()] }), undefined);
  assert.equal(await nextOf(me, { ...live, accountIds: [ctx.newId(), accountId] }), first);
});

const clear = { result: 'clear', subResult: null, findings: { breakdown: {}, properties: {}, notes: '' } } as const;

/** The reports in the view "Waiting for me". */
async function waitingFor(screener: Screener): Promise<string[]> {
  const page = { view: 'for_me', now: ctx.now(), sort: 'due', offset: 0, limit: 50 } as const;
  const found = await findQueuedReports(ctx.db, screener, { environment: 'live' }, page);
  return found.map(({ report_id }) => report_id);
}

test('what a screener claimed and proposed is next for who may approve it, and goes back to its screener', async () => {
  const { accountId, reportIds } = await makeQueue('Approving Care', 1);
  const [id] = reportIds as [string];
  const [proposer, reviewer, third] = [
    await deskUser([accountId], 'reviewer'),
    await deskUser([accountId], 'reviewer'),
    await deskUser([accountId], 'reviewer'),
  ];
  assert.equal(await nextOf(proposer, live), id);
  assert.deepEqual(await waitingFor(proposer), [id]);
  await screenReport(ctx, proposer, id, { move: 'await_approval', outcome: clear });
  assert.equal(await assigneeOf(id), null);
  const screener = await deskUser([accountId]);
  for (const who of [screener, proposer]) {
    assert.deepEqual(await waitingFor(who), []);
    assert.equal(await nextOf(who, live), undefined);
    await assert.rejects(claimReport(ctx, who, id), { reason: 'state_does_not_allow' });
    assert.equal(await reassignReports(ctx, third, { reportIds, assigneeId: who.userId }), 0);
  }
  assert.deepEqual(await waitingFor(reviewer), [id]);
  assert.equal(await nextOf(reviewer, live), id);
  assert.deepEqual(await waitingFor(reviewer), [id], 'claimed, it still waits for its reviewer');
  assert.equal(await nextOf(reviewer, live), id);
  assert.deepEqual(await waitingFor(third), []);
  await sendBack(ctx, reviewer, id, { code: 'data', text: 'The date is missing.' });
  assert.equal(await assigneeOf(id), proposer.userId);
  assert.deepEqual([await waitingFor(proposer), await waitingFor(reviewer)], [[id], []]);
  assert.equal(await nextOf(proposer, live), id);
});

test('a proposal that a colleague changed awaits anybody but that colleague', async () => {
  const { accountId, reportIds } = await makeQueue('Changing Care', 1);
  const [id] = reportIds as [string];
  const [proposer, reviewer] = [await deskUser([accountId], 'reviewer'), await deskUser([accountId], 'reviewer')];
  await screenReport(ctx, proposer, id, { move: 'await_approval', outcome: clear });
  assert.equal(await claimReport(ctx, reviewer, id), 'claimed');
  const outcome = { ...clear, result: 'consider' } as const;
  await screenReport(ctx, reviewer, id, { move: 'change', outcome });
  assert.deepEqual([await waitingFor(reviewer), await waitingFor(proposer)], [[], [id]]);
  await screenReport(ctx, proposer, id, { move: 'complete' });
});

test('who completes a report that nobody has, or a colleague has, has it afterwards', async () => {
  const { accountId, reportIds } = await makeQueue('Completed Care', 2);
  const [me, other] = [await deskUser([accountId]), await deskUser([accountId])];
  assert.equal(await claimReport(ctx, other, reportIds[1]!), 'claimed');
  for (const id of reportIds) {
    await screenReport(ctx, me, id, { move: 'complete', outcome: clear });
    assert.equal(await assigneeOf(id), me.userId);
  }
});

test('a claimed report is released by its screener only', async () => {
  const { accountId, reportIds } = await makeQueue('Released Care', 1);
  const [id] = reportIds as [string];
  const [me, other] = [await deskUser([accountId]), await deskUser([accountId])];
  assert.equal(await claimReport(ctx, me, id), 'claimed');
  assert.equal(await claimReport(ctx, me, id), 'own', 'again changes nothing');
  await releaseReport(ctx, other, id);
  assert.equal(await assigneeOf(id), me.userId);
  await releaseReport(ctx, me, id);
  assert.equal(await assigneeOf(id), null);
  assert.deepEqual(await eventsOf(id), ['report.claimed', 'report.released']);
  await screenReport(ctx, me, id, { move: 'withdraw' });
  await assert.rejects(claimReport(ctx, me, id), { reason: 'state_does_not_allow' });
});

test('a screener of another account cannot claim a report, and an auditor none', async () => {
  const { accountId, reportIds } = await makeQueue('Closed Care', 1);
  const elsewhere = await makeAccount(ctx, 'Elsewhere Care');
  const stranger = await deskUser([elsewhere.accountId]);
  await assert.rejects(claimReport(ctx, stranger, reportIds[0]!), { reason: 'not_found' });
  await assert.rejects(async () => claimReport(ctx, await deskUser([accountId], 'auditor'), reportIds[0]!), {
    reason: 'not_permitted',
  });
  assert.equal(await nextOf(stranger, live), undefined);
});

test('reports are assigned only to who works for their account, and by who may', async () => {
  const one = await makeQueue('Given Care', 2);
  const two = await makeQueue('Foreign Care', 1);
  const reviewer = await deskUser([one.accountId, two.accountId], 'reviewer');
  const screener = await deskUser([one.accountId]);
  const reportIds = [...one.reportIds, ...two.reportIds, 'nonsense'];
  assert.equal(await reassignReports(ctx, reviewer, { reportIds, assigneeId: screener.userId }), 2);
  assert.equal(await assigneeOf(two.reportIds[0]!), null);
  assert.equal(await reassignReports(ctx, reviewer, { reportIds, assigneeId: null }), 2);
  assert.deepEqual(await eventsOf(one.reportIds[0]!), ['report.assigned', 'report.assigned']);
  const auditor = await deskUser([one.accountId], 'auditor');
  await assert.rejects(reassignReports(ctx, reviewer, { reportIds, assigneeId: auditor.userId }), {
    reason: 'not_found',
  });
  await assert.rejects(async () => reassignReports(ctx, screener, { reportIds, assigneeId: screener.userId }), {
    reason: 'not_permitted',
  });
});

test('who is trained in some areas takes and is given reports of these alone', async () => {
  const { accountId, reportIds } = await makeQueue('Trained Care', 2);
  const [lead, learner, other] = [
    await deskUser([accountId], 'reviewer'),
    await deskUser([accountId]),
    await deskUser([accountId]),
  ];
  const training = { completedOn: '2020-01-31', validUntil: '', how: 'Taught by the lead' };
  await recordTraining(ctx, 'system', learner.userId, { ...training, areas: ['driving'] });
  const [first, second] = reportIds as [string, string];
  const queue: QueueFilter = { environment: 'live', accountIds: [accountId] };
  assert.equal(await takeNextReport(ctx, learner, { filter: queue }), undefined);
  await assert.rejects(claimReport(ctx, learner, first), { reason: 'not_permitted' });
  const given = { reportIds, assigneeId: learner.userId };
  assert.equal(await reassignReports(ctx, lead, given), 0);
  const { done, left } = await assignMany(ctx, lead, given);
  assert.deepEqual([done, left.map(({ because }) => because)], [0, ['untrained', 'untrained']]);
  const peopleIds = [learner.userId, other.userId];
  await spreadReports(ctx, lead, 'live', { reportIds: [first], peopleIds, teamIds: [], way: 'evenly' });
  assert.equal(await assigneeOf(first), other.userId, 'a spread leaves out who is not trained');
  const kept = await handOverWork(ctx, authorityOf(lead), [accountId], {
    ...{ fromId: other.userId, toId: learner.userId, accountIds: [] },
  });
  assert.deepEqual([kept.moved, kept.stayed.map(({ because }) => because)], [0, ['untrained']]);

  await recordTraining(ctx, 'system', learner.userId, {
    ...{ ...training, completedOn: '', areas: ['identity'], training: { until: '2999-01-31', reports: '' } },
  });
  assert.deepEqual(await takeNextReport(ctx, learner, { filter: queue }), { reportId: second, claim: 'claimed' });
});
