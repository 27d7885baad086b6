// `probity files` with the real program: the quarantine.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { attachFile } from '../../src/features/attachments/attachment-actions.ts';
import { sql } from '../../src/platform/db/database.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { harmful, startClamdServer } from '../support/clamd-server.ts';
import { commandLine } from '../support/command-line.ts';
import { startProbity, urlOf } from '../support/probity.ts';

const clamd = await startClamdServer();
after(() => clamd.close());
const { ctx, account, connection, database, settings } = await startProbity({
  settings: { PROBITY_CLAMD: `tcp://127.0.0.1:${clamd.port}` },
});
const { run, json } = commandLine({ DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir });
const caller = account.caller('test');

async function sendHarmful(orderId: number): Promise<void> {
  async function* content() {
    yield Buffer.from(`${'a'.repeat(200)}${harmful}`);
  }
  const file = { orderId, fileToken: randomUUID(), fileName: 'Surname.txt', description: '', content: content() };
  await assert.rejects(attachFile(ctx, caller, file), { reason: 'invalid_fields' });
}

async function storedFiles(): Promise<number> {
  let count = 0;
  for await (const _ of ctx.files.writtenBefore(new Date(Date.now() + 60_000))) count += 1;
  return count;
}

test('lists files in quarantine without their names, and deletes them one by one', async () => {
  const { orderId, id: checkId } = (await placeWaiting(ctx, caller)).check;
  await sendHarmful(orderId);
  await sendHarmful(orderId);
  const { files } = await json('files', 'list');
  assert.equal(files?.length, 2);
  const [first, second] = files;
  const { id, createdAt, ...listed } = first!;
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.match(String(createdAt), /Z$/);
  const size = 200 + harmful.length;
  const uploadedBy = caller.actor;
  assert.deepEqual(listed, { environment: 'test', order: `VF${orderId}`, threat: 'Test-Signature', size, uploadedBy });

  const before = await storedFiles();
  assert.equal((await json('files', 'delete', '--id', String(id).toUpperCase())).files?.[0]?.deleted, true);
  assert.equal(await storedFiles(), before - 1);
  assert.deepEqual((await json('files', 'list')).files, [second]);
  const again = await run(['files', 'delete', '--id', String(id)]);
  assert.deepEqual([again.code, again.out, again.err], [1, '', 'Nothing was changed:\n  --id is not known\n']);
  const events = await database.rows<{ actor: string }>(sql`
    select actor from events where check_id = ${checkId} and type = 'attachment.discarded'`);
  assert.deepEqual(events, [{ actor: 'system' }]);
});

test('neither lists nor deletes files of another account', async () => {
  const { accounts } = await json('accounts', 'create', '--name', 'Other Care');
  const own = ['--account', account.accountId];
  const [file] = (await json('files', 'list', ...own)).files!;
  const other = ['--account', String(accounts![0]!.id)];
  assert.deepEqual((await json('files', 'list', ...other)).files, []);
  assert.equal((await run(['files', 'delete', ...other, '--id', String(file!.id)])).code, 1);
  assert.equal((await json('files', 'list', ...own)).files?.length, 1);
});
