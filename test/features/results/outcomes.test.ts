// The versions of a report's outcome: who gave them, who may approve them, and that they are never changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Caller } from '../../../src/context.ts';
import { moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import { testDatabase } from '../../support/database.ts';
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

test('nobody approves an outcome that they proposed, not even after somebody else proposed it again', async () => {
  const { reportId, move } = await startedReport();
  await move(person('ann'), 'await_approval', outcome('clear'));
  await assert.rejects(move(person('ann'), 'complete'), { reason: 'not_permitted' });
  await move(person('ben'), 'need_more');
  await move(person('ben'), 'await_approval');
  for (const name of ['ann', 'ben']) {
    await assert.rejects(move(person(name), 'complete', outcome('consider')), { reason: 'not_permitted' }, name);
  }
  await move(person('cat'), 'complete');
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
  'truncate report_outcomes',
]) {
  test(`refuses: ${statement}`, async () => {
    await assert.rejects(database.run(rawSql(statement)), /outcomes are never changed or removed/);
  });
}
