// `probity applicants copy` and `erase` with the real program.
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readApplicant } from '../../src/features/applicants/applicant-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { openZip } from '../../src/platform/files/zip-archive.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, database, settings } = await startProbity();
const { run, json } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });
const caller = account.caller('test');

test('a person is erased by the number of one of their orders, once no check of theirs is ongoing', async () => {
  const { check } = await placeWaiting(ctx, caller);
  const order = `VF${check.orderId}`;
  const ofTest = ['--order', order, '--environment', 'test'];
  const confirmed = [...ofTest, '--confirm', order];
  const early = await run(['applicants', 'erase', ...confirmed]);
  assert.deepEqual([early.code, early.out], [1, '']);
  assert.match(early.err, /cannot be erased while a check is ongoing/);

  await closeCheck(ctx, caller, check.id, 'withdraw');
  const { applicants: shown = [] } = await json('applicants', 'erase', ...ofTest);
  assert.deepEqual(
    shown.map(({ order: number, status, erased, possible }) => ({ number, status, erased, possible })),
    [{ number: order, status: 'withdrawn', erased: false, possible: `with --confirm ${order}` }],
  );
  assert.match(String(shown[0]!.candidate), /^\S\. \S\.$/);
  assert.match((await run(['applicants', 'erase', ...ofTest, '--confirm', 'VF999999'])).err, /confirm must be VF\d+/);
  assert.ok(await readApplicant(ctx, caller, check.applicantId));

  const { applicants } = await json('applicants', 'erase', ...confirmed);
  assert.deepEqual(applicants, [{ id: check.applicantId, environment: 'test', order, erased: true }]);
  await assert.rejects(readApplicant(ctx, caller, check.applicantId), { reason: 'not_found' });
  const events = await database.rows<{ actor: string }>(sql`
    select actor from events where applicant_id = ${check.applicantId} and type = 'applicant.erased'`);
  assert.deepEqual(events, [{ actor: 'system' }]);
});

test('a copy of what is held about a person is written to a new file, and recorded', async () => {
  const { check } = await placeWaiting(ctx, caller);
  const order = `VF${check.orderId}`;
  const to = join(settings.dataDir, 'person.zip');
  const asked = ['applicants', 'copy', '--order', order, '--environment', 'test', '--to', to];
  const { applicants } = await json(...asked);
  assert.deepEqual(applicants, [{ id: check.applicantId, environment: 'test', order, file: to }]);
  const entries = (await openZip(await openAsBlob(to))).map(({ path }) => path);
  assert.deepEqual(entries, ['README.txt', 'person.json', `${order}/order.json`, `${order}/results.pdf`]);
  const events = await database.rows<{ type: string; actor: string }>(sql`
    select type, actor from events
    where applicant_id = ${check.applicantId} and type in ('applicant.exported', 'applicant.read') order by type`);
  assert.deepEqual(events, [
    { type: 'applicant.exported', actor: 'system' },
    { type: 'applicant.read', actor: 'system' },
  ]);
  await writeFile(to, 'mine');
  const again = await run(asked);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.err, /--to is there already/);
  assert.equal((await openAsBlob(to)).size, 4, 'the file is left alone');
});

test('nobody is erased by a number that is no order of the account and environment', async () => {
  const { check } = await placeWaiting(ctx, caller);
  for (const order of [`VF${check.orderId}`, '44x']) {
    assert.equal((await run(['applicants', 'erase', '--order', order, '--confirm', order])).code, 1, order);
  }
  assert.ok(await readApplicant(ctx, caller, check.applicantId));
});
