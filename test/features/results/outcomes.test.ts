// The versions of a report's outcome: who gave them, who may approve them, and that every change of what was decided is
// found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Caller } from '../../../src/context.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import { verifyAllOutcomes } from '../../../src/features/results/outcome-check-actions.ts';
import { makeResultsDocument, readResultsDocument } from '../../../src/features/results/results-document-actions.ts';
import { rawSql, type Sql, sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import { testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';

const { database, connection } = await testDatabase();
const probity = await startProbity({ connection });
const client = v2Client(probity);
const { ctx, account } = probity;

const person = (name: string): Caller => ({ ...account.caller('test'), actor: `user:${name}` });
const outcome = (result: Outcome['result'], notes = ''): Outcome => ({
  result,
  subResult: null,
  findings: { ...noFindings, notes },
});

interface Version {
  readonly version: number;
  readonly result: string;
  readonly author: Actor;
  readonly ground: string;
}

const versionsOf = (reportId: string) =>
  database.rows<Version>(sql`
    select version, result, author, ground from report_outcomes where report_id = ${reportId} order by version`);

async function startedReport() {
  const check = await makeCheck(client);
  await advance(client, check.id);
  const target = { checkId: check.id, reportId: check.reports[0]!.id };
  const move = (caller: Caller, name: 'await_approval' | 'need_more' | 'complete', given?: Outcome) =>
    moveReport(ctx, caller, target, { move: name, ...(given && { outcome: given }) });
  return { ...target, move };
}

test('an outcome that is approved as proposed stays the version of its author', async () => {
  const { reportId, move } = await startedReport();
  await move(person('ann'), 'await_approval', outcome('consider', 'two county court judgments'));
  await move(person('ben'), 'complete', outcome('consider', 'two county court judgments'));
  assert.deepEqual(await versionsOf(reportId), [
    { version: 1, result: 'consider', author: 'user:ann', ground: 'examination' },
  ]);
});

test('an approval that changes the outcome is a new version by its author', async () => {
  const { reportId, move } = await startedReport();
  await move(person('ann'), 'await_approval', outcome('consider'));
  await move(person('ben'), 'complete', outcome('clear'));
  assert.deepEqual(await versionsOf(reportId), [
    { version: 1, result: 'consider', author: 'user:ann', ground: 'examination' },
    { version: 2, result: 'clear', author: 'user:ben', ground: 'review' },
  ]);
});

test('nobody approves the outcome that they proposed, and who proposed a superseded one may', async () => {
  const { reportId, move } = await startedReport();
  await move(person('ann'), 'await_approval', outcome('clear'));
  await assert.rejects(move(person('ann'), 'complete'), { reason: 'not_permitted' });
  await move(person('ben'), 'need_more');
  await move(person('ben'), 'await_approval');
  await assert.rejects(move(person('ben'), 'complete'), { reason: 'not_permitted' });
  await assert.rejects(move(person('ben'), 'complete', outcome('consider')), { reason: 'not_permitted' });
  await move(person('ann'), 'complete');
  assert.deepEqual(
    (await versionsOf(reportId)).map(({ author }) => author),
    ['user:ann', 'user:ben'],
  );
});

test('the event of a decision names the version that it decided', async () => {
  const { reportId, move } = await startedReport();
  await move(person('ann'), 'await_approval', outcome('clear'));
  await move(person('ben'), 'complete');
  const named = await database.rows<{ type: string; same: boolean }>(sql`
    select e.type, e.detail -> 'outcome' = jsonb_build_object('version', o.version, 'mac', encode(o.mac, 'hex')) as same
    from events e join report_outcomes o on o.report_id = e.report_id
    where e.report_id = ${reportId} and e.resource_type = 'report' and e.detail ? 'outcome' order by e.id`);
  assert.deepEqual(named, [
    { type: 'report.awaiting_approval', same: true },
    { type: 'report.completed', same: true },
  ]);
});

for (const statement of [
  "update report_outcomes set result = 'clear'",
  'delete from report_outcomes',
  'truncate report_outcomes cascade',
]) {
  test(`refuses: ${statement}`, async () => {
    await assert.rejects(database.run(rawSql(statement)), /a row of report_outcomes is never changed or removed/);
  });
}

/** A check with one report, complete with the result `consider`. */
async function completedCheck() {
  const started = await startedReport();
  await started.move(person('ann'), 'await_approval', outcome('consider', 'two county court judgments'));
  await started.move(person('ben'), 'complete');
  for (const { id, status } of (await readCheck(ctx, account.caller('test'), started.checkId)).reports) {
    if (status !== 'awaiting_data') continue;
    await moveReport(
      ctx,
      person('ann'),
      { checkId: started.checkId, reportId: id },
      { move: 'complete', outcome: outcome('clear') },
    );
  }
  return started;
}

/** Without triggers and foreign keys, as somebody who administers the database could do it. */
async function tamper(statement: Sql): Promise<void> {
  await database.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`);
    assert.equal(await db.run(statement), 1);
  });
}

const problems = () => verifyAllOutcomes(database, ctx.integrity);

const edits: Record<string, { field: string; edit: (reportId: string, checkId: string) => Sql }> = {
  'the result': { field: 'result', edit: (id) => sql`update reports set result = 'clear' where id = ${id}` },
  'the sub-result': {
    field: 'sub_result',
    edit: (id) => sql`update reports set sub_result = 'caution' where id = ${id}`,
  },
  'the traffic light': {
    field: 'traffic_light',
    edit: (id) => sql`update reports set traffic_light = 'Green' where id = ${id}`,
  },
  'the findings': { field: 'breakdown', edit: (id) => sql`update reports set sealed_findings = null where id = ${id}` },
  'the time of completion': {
    field: 'completed_at',
    edit: (id) => sql`update reports set completed_at = now() where id = ${id}`,
  },
  'the status': { field: 'status', edit: (id) => sql`update reports set status = 'withdrawn' where id = ${id}` },
  'the author of the version': {
    field: 'version',
    edit: (id) => sql`update report_outcomes set author = 'user:somebody' where report_id = ${id}`,
  },
  'a version that was planted': {
    field: 'version',
    edit: (id) => sql`
      insert into report_outcomes
      select (jsonb_populate_record(o, '{"version": 2, "result": "clear"}')).* from report_outcomes o where report_id = ${id}`,
  },
  'a version that was removed': {
    field: 'version',
    edit: (id) => sql`delete from report_outcomes where report_id = ${id}`,
  },
  'the event of the decision': {
    field: 'status',
    edit: (id) => sql`
      update events set detail = '{"outcome": {"version": 1, "mac": ""}}' where report_id = ${id} and type = 'report.completed'`,
  },
  "the check's result": { field: 'result', edit: (_, id) => sql`update checks set result = 'clear' where id = ${id}` },
};

for (const [what, { field, edit }] of Object.entries(edits)) {
  test(`finds and names ${what} when it is changed in the database`, async () => {
    const { checkId, reportId } = await completedCheck();
    const before = await problems();
    assert.ok(!before.some((problem) => problem.checkId === checkId));
    await tamper(edit(reportId, checkId));
    const found = (await problems()).filter((problem) => problem.checkId === checkId);
    assert.ok(
      found.some((problem) => problem.fields.includes(field)),
      JSON.stringify(found),
    );
  });
}

test('finds a report that was removed with its versions', async () => {
  const { reportId } = await completedCheck();
  await tamper(sql`delete from report_outcomes where report_id = ${reportId}`);
  await tamper(sql`delete from reports where id = ${reportId}`);
  assert.ok((await problems()).some((problem) => problem.kind === 'outcome_removed' && problem.reportId === reportId));
});

test('a changed result raises an alarm soon after it was read, and its PDF is not given out', async () => {
  const { checkId, reportId } = await completedCheck();
  await tamper(sql`update reports set result = 'clear', traffic_light = 'Green' where id = ${reportId}`);
  const before = ctx.alarms.count('outcome_changed');
  await client.get(`/checks/${checkId}/reports/${reportId}`);
  await eventually(
    async () => ctx.alarms.count('outcome_changed'),
    (count) => count > before,
  );
  await assert.rejects(readResultsDocument(ctx, account.caller('test'), checkId), { reason: 'state_does_not_allow' });
  await assert.rejects(makeResultsDocument(ctx, account.caller('test'), checkId), { reason: 'state_does_not_allow' });
});
