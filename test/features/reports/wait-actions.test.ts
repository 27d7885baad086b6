// For whom a report waits, as the requests that it waits for begin and end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginWait, endWait, type WaitingFor } from '../../../src/features/reports/wait-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { placeWaiting, startForms } from '../candidate-form/waiting-check.ts';

const { ctx, database, passSeconds } = await startForms();

async function makeReport() {
  const { caller } = await makeAccount(ctx, 'Waiting Care');
  const { check } = await placeWaiting(ctx, caller('live'), { reports: ['identity'] });
  const reportId = check.reports[0]!.id;
  const begin = async (waitingFor: WaitingFor) => {
    const causeId = ctx.newId();
    await beginWait(ctx, caller('live'), { reportId, waitingFor, causeId });
    return causeId;
  };
  return {
    begin,
    again: (causeId: string) => beginWait(ctx, caller('live'), { reportId, waitingFor: 'source', causeId }),
    end: (causeId: string) => endWait(ctx, caller('live'), { reportId, causeId }),
    async waitingFor() {
      const row = await database.row<{ waiting_for: string | null }>(
        sql`select waiting_for from reports where id = ${reportId}`,
      );
      return row!.waiting_for;
    },
    async openWaits() {
      return database.rows(sql`select 1 from report_waits where report_id = ${reportId} and ended_at is null`);
    },
  };
}

test('a report waits for the client first, then the candidate, then a source, then nobody', async () => {
  const report = await makeReport();
  assert.equal(await report.waitingFor(), null);
  const source = await report.begin('source');
  assert.equal(await report.waitingFor(), 'source');
  const client = await report.begin('client');
  const candidate = await report.begin('candidate');
  assert.equal(await report.waitingFor(), 'client');
  assert.equal(await report.end(client), 'candidate');
  assert.equal(await report.end(source), 'candidate');
  assert.equal(await report.end(candidate), null);
  assert.equal(await report.end(candidate), null, 'ending it again changes nothing');
  assert.equal(await report.waitingFor(), null);
});

test('a report waits again for what it has waited for before, as a period of its own', async () => {
  const report = await makeReport();
  const cause = await report.begin('source');
  await report.end(cause);
  passSeconds(60);
  assert.equal(await report.again(cause), 'source');
  assert.equal(await report.again(cause), 'source', 'beginning it again changes nothing');
  assert.equal((await report.openWaits()).length, 1);
  assert.equal(await report.end(cause), null);
});

test('twenty waits that begin and end at once leave none open', async () => {
  const report = await makeReport();
  const causes = await Promise.all(Array.from({ length: 20 }, () => report.begin('candidate')));
  assert.equal((await report.openWaits()).length, 20);
  await Promise.all(causes.map((cause) => report.end(cause)));
  assert.equal((await report.openWaits()).length, 0);
  assert.equal(await report.waitingFor(), null);
});
