// A report that is ordered ahead of others is urgent from its first day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/platform/db/database.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { basicDetails, makeCheck } from '../../api/v2/v2-samples.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();

test('a report with the option “Ahead of other orders” is urgent, and the other report of its order is not', async () => {
  const check = await makeCheck(v2Client(probity), {
    reports: [{ name: 'criminal_history', variant: 'basic', options: [{ name: 'rush' }] }, { name: 'identity' }],
    criminal_history_report_details: basicDetails,
  });
  const rows = await probity.ctx.db.rows<{ priority: number }>(sql`
    select priority from reports where check_id = ${check.id} order by position`);
  assert.deepEqual(
    rows.map(({ priority }) => priority),
    [1, 0],
  );
});
