// Accounts' keys are found, created, cached for a minute, and rotated without a value becoming unreadable.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { sealedId } from '../../../src/platform/encryption/account-key.ts';
import { createAccountKeys, openMasterKeys } from '../../../src/platform/encryption/account-keys.ts';
import { parseMasterKeys } from '../../../src/platform/encryption/master-keys.ts';
import { newKey } from '../../../src/platform/encryption/sealed-value.ts';
import { run } from '../../proofs/key-rotation.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts } from '../../support/events.ts';

const { database } = await testDatabase(4);
const masterKeyText = newKey().toString('base64');
const masterKeys = parseMasterKeys(masterKeyText);
const row = sealedId('live', randomUUID());

async function newAccount(): Promise<string> {
  const [accountId] = await makeBareAccounts(database, 1);
  return accountId!;
}

/** A process with its own clock, which counts its queries. */
function startProcess(masters = masterKeys) {
  const clock = { time: 1_750_000_000_000, questions: 0 };
  const db: Db = {
    ...database,
    rows: (statement) => {
      clock.questions += 1;
      return database.rows(statement);
    },
  };
  return { clock, keys: createAccountKeys({ db, masterKeys: masters, now: () => new Date(clock.time) }) };
}

test('an account’s key can be used in the transaction that creates it, and is the same afterwards', async () => {
  const accountId = await newAccount();
  const { keys } = startProcess();
  const sealed = await database.transaction(async (db) =>
    (await keys.createFor(db, accountId)).seal('answers', row, 'text'),
  );
  assert.equal(String((await keys.forAccount(accountId)).open('answers', row, sealed)), 'text');
});

test('a missing key is an error, which is not cached', async () => {
  const accountId = await newAccount();
  const { keys } = startProcess();
  await assert.rejects(keys.forAccount(accountId), /no key/);
  await keys.createFor(database, accountId);
  assert.equal((await keys.forAccount(accountId)).accountId, accountId);
});

test('a key is cached for half a minute, then refreshed in the background, and after a minute before its use', async () => {
  const accountId = await newAccount();
  const { clock, keys } = startProcess();
  await keys.createFor(database, accountId);
  clock.questions = 0;
  await Promise.all(Array.from({ length: 20 }, () => keys.forAccount(accountId)));
  clock.time += 29_000;
  await keys.forAccount(accountId);
  assert.equal(clock.questions, 1);
  clock.time += 2_000;
  await Promise.all(Array.from({ length: 20 }, () => keys.forAccount(accountId)));
  assert.equal(clock.questions, 2);
  clock.time += 61_000;
  await keys.forAccount(accountId);
  assert.equal(clock.questions, 3);
});

test('a new version seals only when every process knows it', async () => {
  const accountId = await newAccount();
  const { clock, keys } = startProcess();
  await keys.createFor(database, accountId);
  await keys.createFor(database, accountId);
  const version = async () => (await keys.forAccount(accountId)).seal('answers', row, 'text').readUInt16BE(1);
  assert.equal(await version(), 1);
  clock.time += 119_000;
  assert.equal(await version(), 1);
  clock.time += 62_000;
  assert.equal(await version(), 2);
});

test('nothing opens with another master key, and the missing one is named by its id', async () => {
  const accountId = await newAccount();
  await startProcess().keys.createFor(database, accountId);
  const others = parseMasterKeys(newKey().toString('base64'));
  await assert.rejects(startProcess(others).keys.forAccount(accountId), { code: 'sealed_value_unreadable' });
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-keys-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const missing = new RegExp(`missing master keys: ${masterKeys.currentId}`);
  await assert.rejects(openMasterKeys(database, { setting: newKey().toString('base64'), dataDir }), missing);
  assert.equal((await openMasterKeys(database, { setting: masterKeyText, dataDir })).currentId, masterKeys.currentId);
  // Another machine without the key must not make one of its own.
  await assert.rejects(openMasterKeys(database, { dataDir }), /and \S+ has no master\.key/);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('every value stays readable while keys rotate', async () => {
  const { figure, ok } = await run({ size: 2000 });
  assert.ok(ok, figure);
});

test('the proof detects a wrapped key that was moved to another account', async () => {
  const { ok } = await run({
    size: 40,
    plant: async (db) => {
      await db.run(sql`update account_keys k set wrapped = o.wrapped from account_keys o where o.account_id =
        (select max(account_id::text)::uuid from account_keys)`);
    },
  });
  assert.equal(ok, false);
});
