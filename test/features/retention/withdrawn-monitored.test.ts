// Somebody who withdrew is erased when their time is over, also where a complete report of the order was monitored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { closeCheck, completeForm, moveReport } from '../../../src/features/checks/check-progress-actions.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { listDueForErasure } from '../../../src/features/retention/erasure-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, caller, passSeconds } = await startForms();
const client = caller('live');

/** With one complete report and one that is open. */
async function withdrawn(isMonitored: boolean): Promise<string> {
  const { check } = await placeWaiting(ctx, client, { reports: ['sanctions', 'right_to_work'] });
  await completeForm(ctx, client, check.id, (await readCheck(ctx, client, check.id)).order.facts);
  const reportId = check.reports[0]!.id;
  if (isMonitored) await database.run(sql`update reports set monitor = 'each_list' where id = ${reportId}`);
  const outcome = { result: 'clear', subResult: null, findings: noFindings } as const;
  await moveReport(ctx, client, { checkId: check.id, reportId }, { move: 'complete', outcome });
  await closeCheck(ctx, client, check.id, 'withdraw');
  return check.applicantId;
}

test('who withdrew is due for erasure, whether a report was monitored or not', async () => {
  await changeAccountSettings(ctx, 'system', client.accountId, { eraseAfterDays: 30 });
  const people = [await withdrawn(false), await withdrawn(true)];
  passSeconds(400 * 86_400);
  const due = await listDueForErasure(ctx, 'system', [client.accountId], 'live', { withinDays: 0, limit: 100 });
  const ids = due.map(({ applicant_id }) => applicant_id);
  assert.deepEqual(
    people.map((id) => ids.includes(id)),
    [true, true],
  );
});
