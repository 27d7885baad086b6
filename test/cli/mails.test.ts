// `probity mails show` with the real program: what became of a mail, by its id or its order, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const { ctx, account, connection, database, settings } = await startProbity();
const { run, json } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });

const { check } = await placeWaiting(ctx, account.caller('live'));
const order = `VF${check.orderId}`;
const set = (values: ReturnType<typeof sql>) =>
  database.run(sql`update emails set ${values} where check_id = ${check.id}`);
const shown = async (asked: string) => (await json('mails', 'show', asked)).mails![0]!;

test('the mail of an order is shown with its state, its next attempt and the id that the mail server logged', async () => {
  await set(sql`status = 'queued', attempts = 0`);
  await database.run(sql`
    select graphile_worker.add_job('send_email', run_at => '2099-01-02T03:04:05Z', job_key => 'send_email ' || id, max_attempts => 13)
    from emails where check_id = ${check.id}`);
  const waiting = await shown(order);
  assert.deepEqual(
    [waiting.mail, waiting.order, waiting.to, waiting.status, waiting.attempts, waiting.nextAttemptAt],
    ['Invitation with the link', order, 'candidate', 'queued', '0 of 13', '2099-01-02T03:04:05Z'],
  );
  assert.match(String(waiting.means), /waits for a process that runs jobs/);
  await set(sql`attempts = 2, failure = 'ECONNREFUSED', failed_at = now()`);
  const retried = await shown(String(waiting.id));
  assert.deepEqual([retried.id, retried.failure, retried.attempts], [waiting.id, 'ECONNREFUSED', '2 of 13']);
  assert.match(String(retried.means), /tried again by itself/);
  await set(sql`status = 'failed', failure = 'no_such_address'`);
  assert.equal((await shown(order)).means, 'there is no such address');
  await set(sql`status = 'sent', failure = null, sent_at = now(), failed_at = null`);
  const sent = await shown(order);
  assert.equal(sent.messageId, `<${sent.id}@localhost>`);
  assert.match(String(sent.means), /^the mail server took it/);
  // It names nobody.
  assert.doesNotMatch(JSON.stringify(sent), /@(?!localhost)/);
});

test('an unknown mail, an order without mails and any other text are refused', async () => {
  for (const [asked, says] of [
    ['01900000-0000-7000-8000-000000000000', 'id is not known'],
    ['VF999999', 'id has no mail'],
    ['yesterday', 'id is neither the id of a mail nor an order'],
  ] as const) {
    const { code, err } = await run(['mails', 'show', asked]);
    assert.deepEqual([code, err], [1, `Refused:\n  ${says}\n`]);
  }
});

test('the role of the program may read it', async () => {
  const { programConnection } = await testDatabase();
  const own = commandLine({ DATABASE_URL: urlOf(programConnection) });
  assert.match((await own.run(['mails', 'show', 'VF1'])).err, /has no mail/);
});
