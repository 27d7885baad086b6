// `probity applicants copy` and `erase` with the real program.
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readApplicant } from '../../src/features/applicants/applicant-actions.ts';
import { closeCheck } from '../../src/features/checks/check-progress-actions.ts';
import { listLooks } from '../../src/features/results/look-register-actions.ts';
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

  const { applicants: kept } = await json(
    'applicants',
    'hold',
    ...ofTest,
    '--reason',
    'complaint',
    '--until',
    '2099-12-31',
  );
  const person = { id: check.applicantId, environment: 'test', order };
  assert.deepEqual(kept, [{ ...person, held: 'complaint', until: '2099-12-31' }]);
  assert.match((await run(['applicants', 'erase', ...confirmed])).err, /a hold keeps the data of this person/);
  const { applicants: released } = await json('applicants', 'release-hold', ...ofTest);
  assert.deepEqual(released, [{ ...person, released: true }]);

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
  const command = ['applicants', 'copy', '--order', order, '--environment', 'test', '--to', to];
  const { applicants } = await json(...command);
  assert.deepEqual(applicants, [{ id: check.applicantId, environment: 'test', order, file: to }]);
  const entries = (await openZip(await openAsBlob(to))).map(({ path }) => path);
  assert.deepEqual(entries, [
    ...['README.txt', 'about-your-data.html', 'person.json', 'person.html'],
    ...[`${order}/order.json`, `${order}/order.html`, `${order}/results.pdf`],
  ]);
  const recorded = () =>
    database.rows<{ type: string; actor: string }>(sql`
      select type, actor from events
      where applicant_id = ${check.applicantId} and type in ('applicant.exported', 'applicant.read') order by type`);
  const events = await recorded();
  assert.deepEqual(events, [
    { type: 'applicant.exported', actor: 'system' },
    { type: 'applicant.read', actor: 'system' },
  ]);
  const auditor = { userId: ctx.newId(), accounts: 'all', permissions: ['read_audit'] } as const;
  const asked = { environment: 'test', orderId: check.orderId, limit: 10 } as const;
  const looks = await listLooks(ctx, auditor, asked);
  assert.deepEqual(
    looks.map(({ who, what, ground }) => [who, what, ground]),
    ['Name and status', 'Everything, as a copy'].map((what) => ['Probity', what, 'A command of the operator']),
  );
  assert.deepEqual(await listLooks(ctx, auditor, { ...asked, ground: 'operator' }), looks);
  assert.deepEqual(await listLooks(ctx, auditor, { ...asked, ground: 'link' }), []);
  await writeFile(to, 'mine');
  const again = await run(command);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.err, /--to is there already/);
  assert.equal((await openAsBlob(to)).size, 4, 'the file is left alone');
  assert.deepEqual(await recorded(), events, 'nothing was read for it');
});

test('nobody is erased by a number that is no order of the account and environment', async () => {
  const { check } = await placeWaiting(ctx, caller);
  for (const order of [`VF${check.orderId}`, '44x']) {
    assert.equal((await run(['applicants', 'erase', '--order', order, '--confirm', order])).code, 1, order);
  }
  assert.ok(await readApplicant(ctx, caller, check.applicantId));
});
