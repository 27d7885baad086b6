// Readings of results through the API are recorded within a second, and before the program ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordResultsReads } from '../../../src/features/results/results-reads.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { createCountedBatches } from '../../../src/platform/db/counted-batches.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeCheck } from '../../api/v2/v2-samples.ts';
import { testDatabase } from '../../support/database.ts';
import { eventually } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';

// Queried after the program has stopped.
const { database, connection } = await testDatabase();
const probity = await startProbity({ connection });
const { account, ctx } = probity;
const client = v2Client(probity);

interface Look {
  readonly report_id: string | null;
  readonly applicant_id: string;
  readonly actor: string;
  readonly count: number;
}

const looksAt = (checkId: string) =>
  database.rows<Look>(sql`
    select report_id, applicant_id, actor, (detail ->> 'count')::int as count from events
    where check_id = ${checkId} and type = 'check.results_read' order by id`);

/** Waits for the writer, which writes every second. */
function looksOnceWritten(checkId: string, atLeast = 1): Promise<Look[]> {
  return eventually(
    () => looksAt(checkId),
    (looks) => looks.length >= atLeast,
  );
}

test('every reader of a report with findings is recorded, with the number of readings', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  const path = `/checks/${check.id}/reports/${check.reports[0]!.id}`;
  await Promise.all([client.get(path), client.get(path), client.get(path)]);
  const sumOf = (looks: readonly Look[]) => looks.reduce((sum, { count }) => sum + count, 0);
  const looks = await eventually(
    () => looksAt(check.id),
    (written) => sumOf(written) >= 3,
  );
  const { body } = await client.get<{ href: string }>(path);
  assert.match(body.href, new RegExp(check.id));
  assert.deepEqual(
    looks.map((look) => [look.report_id, look.actor, look.applicant_id !== null]),
    looks.map(() => [check.reports[0]!.id, `user:${account.userId}`, true]),
  );
  assert.equal(sumOf(looks), 3);
});

test('lists of reports and checks that show a result count as readings too', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  const own = check.href.replace('/v2', '');
  const paths = [`/checks/${check.id}/reports`, own, `${own}?expand=reports`, own.replace(`/${check.id}`, '')];
  for (const path of paths) await client.get(path);
  const counted = async () => (await looksAt(check.id)).reduce((sum, { count }) => sum + count, 0);
  assert.equal(await eventually(counted, (count) => count >= paths.length), paths.length);
});

test('without a result no reading is recorded', async () => {
  const check = await makeCheck(client, { reports: [{ name: 'identity' }, { name: 'document' }] });
  await advance(client, check.id);
  const own = check.href.replace('/v2', '');
  for (const path of [`/checks/${check.id}/reports/${check.reports[0]!.id}`, `/checks/${check.id}/reports`, own]) {
    await client.get(path);
  }
  const later = await makeCheck(client);
  await advance(client, later.id, 2);
  await client.get(later.href.replace('/v2', ''));
  await looksOnceWritten(later.id);
  assert.deepEqual(await looksAt(check.id), []);
});

test('buffered readings are written at the stop', async () => {
  const check = await makeCheck(client);
  await advance(client, check.id, 2);
  await client.get(`/checks/${check.id}/reports`);
  await probity.stop();
  assert.equal((await looksAt(check.id)).length, 1);
});

test('while the database is unavailable readings are buffered up to a limit, beyond which results cannot be read', async () => {
  let isAway = true;
  const db = {
    ...database,
    run: (statement: never) => (isAway ? Promise.reject(new Error('away')) : database.run(statement)),
  };
  const batches = createCountedBatches({ db: db as Db, log: ctx.log });
  const caller = account.caller('test');
  const readOf = (checkId: string) => recordResultsReads({ ...ctx, batches }, caller, [{ checkId, applicantId: null }]);
  const first = ctx.newId();
  readOf(first);
  await assert.rejects(batches.write());
  readOf(first);
  assert.throws(() => {
    for (let index = 0; index < 20_000; index += 1) readOf(ctx.newId());
  }, Refusal);
  isAway = false;
  await sleep(0);
  await batches.write();
  assert.deepEqual(
    (await looksAt(first)).map(({ count }) => count),
    [2],
  );
});
