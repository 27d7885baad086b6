import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { verifyAudit } from '../../../src/features/events/audit-actions.ts';
import { appendHead } from '../../../src/features/events/audit-head-store.ts';
import { findWatermarks } from '../../../src/features/events/audit-store.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { loadSigningKey, pemOf } from '../../../src/platform/encryption/signing-key.ts';
import { run } from '../../proofs/audit.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts, sealEverything, storeSomeEvents } from '../../support/events.ts';
import { testIntegrity } from '../../support/integrity.ts';
import { seededRandom } from '../../support/random.ts';

const { database } = await testDatabase(3);
const folder = mkdtempSync(join(tmpdir(), 'probity-audit-'));
after(() => rmSync(folder, { recursive: true }));

const random = seededRandom(1);
const accounts = await makeBareAccounts(database, 2);
const key = loadSigningKey(folder, 'audit-key');
let files = 0;

/** A new file of signed heads, with `rounds` of them. */
async function makeHeads(rounds: number) {
  const file = join(folder, `heads-${files++}.jsonl`);
  for (let round = 0; round < rounds; round += 1) {
    await storeSomeEvents(database, accounts, 3, random);
    await sealEverything(database);
    await appendHead(file, key.privateKey, (await findWatermarks(database))[0]!, new Date(0));
  }
  return { file, publicKeys: key.publicKeys };
}

const kindsIn = async (heads: Awaited<ReturnType<typeof makeHeads>>) =>
  (await verifyAudit(database, testIntegrity, heads)).problems.map(({ kind }) => kind);

function editLines(file: string, edit: (lines: string[]) => string[]): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${edit(lines).join('\n')}\n`);
}

test('finds each of 150 random manipulations, and reports none without manipulation', async () => {
  const { ok, figure, lines } = await run({ size: 150 });
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('an empty trail is valid', async () => {
  const own = await testDatabase(1);
  const report = await verifyAudit(own.database, testIntegrity, {
    file: join(folder, 'none.jsonl'),
    publicKeys: key.publicKeys,
  });
  assert.deepEqual(report, { ok: true, events: 0, unsealed: 0, heads: 0, problems: [] });
});

test('heads of an earlier key stay valid after the key was changed, and it signs no later ones', async () => {
  const heads = await makeHeads(2);
  renameSync(join(folder, 'audit-key.pem'), join(folder, 'stolen.pem'));
  const changed = loadSigningKey(folder, 'audit-key');
  const again = loadSigningKey(folder, 'audit-key');
  assert.ok(!changed.publicKey.equals(key.publicKey));
  assert.deepEqual(
    again.publicKeys.map(pemOf),
    [changed.publicKey, key.publicKey].map(pemOf),
    'the public keys stay, the newest first',
  );
  const append = async (privateKey: KeyObject) => {
    await storeSomeEvents(database, accounts, 3, random);
    await sealEverything(database);
    await appendHead(heads.file, privateKey, (await findWatermarks(database))[0]!, new Date(0));
  };
  await append(changed.privateKey);
  assert.deepEqual(await kindsIn({ ...heads, publicKeys: changed.publicKeys }), []);
  assert.deepEqual(await kindsIn(heads), ['head_not_ours']);
  await append(key.privateKey);
  assert.deepEqual(await kindsIn({ ...heads, publicKeys: changed.publicKeys }), ['head_not_ours']);
});

test('finds a chain that was rewritten together with the heads of its data folder, by heads kept elsewhere', async () => {
  const [own, replaced] = [await testDatabase(1), join(folder, 'replaced.jsonl')];
  const kept = await makeHeads(2);
  const others = await makeBareAccounts(own.database, 1);
  await storeSomeEvents(own.database, others, 30, random);
  await sealEverything(own.database);
  // Whoever owns the data folder has the key of its heads too.
  await appendHead(replaced, key.privateKey, (await findWatermarks(own.database))[0]!, new Date(0));
  const heads = { file: replaced, publicKeys: key.publicKeys };
  const verify = (lines: readonly string[]) =>
    verifyAudit(own.database, testIntegrity, heads, [
      { lines: Readable.from(lines), publicKeys: key.publicKeys, until: new Date() },
    ]);
  assert.equal((await verifyAudit(own.database, testIntegrity, heads)).ok, true);
  assert.equal((await verify([readFileSync(replaced, 'utf8')])).ok, true);
  const found = await verify(readFileSync(kept.file, 'utf8').split('\n'));
  assert.ok(found.problems.some(({ kind }) => kind === 'head_differs'));
  assert.deepEqual((await verify([])).problems, [{ kind: 'head_file_missing', seq: null }]);
});

test('counts events that are not yet sealed, which is no problem', async () => {
  const heads = await makeHeads(2);
  await storeSomeEvents(database, accounts, 5, random);
  const report = await verifyAudit(database, testIntegrity, heads);
  assert.deepEqual([report.ok, report.unsealed, report.heads], [true, 5, 2]);
});

test('reports that the file of signed heads is missing', async () => {
  assert.deepEqual(await kindsIn({ file: join(folder, 'gone.jsonl'), publicKeys: key.publicKeys }), [
    'head_file_missing',
  ]);
});

test('detects a head that we did not sign', async () => {
  const heads = await makeHeads(2);
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const [head] = await findWatermarks(database);
  await appendHead(heads.file, stranger, { seq: head!.seq + 1, hash: head!.hash }, new Date(0));
  assert.deepEqual(await kindsIn(heads), ['head_not_ours']);
});

test('detects an edited line, and lines in another order', async () => {
  const edited = await makeHeads(3);
  editLines(edited.file, ([first, ...others]) => [first!.replace(/"seq":\d+/, '"seq":1'), ...others]);
  assert.deepEqual(await kindsIn(edited), ['head_not_ours']);
  const reordered = await makeHeads(3);
  editLines(reordered.file, ([first, second, third]) => [second!, first!, third!]);
  assert.deepEqual(await kindsIn(reordered), ['head_out_of_order']);
  const garbled = await makeHeads(2);
  editLines(garbled.file, ([first, second]) => [first!, 'no head', second!]);
  assert.deepEqual(await kindsIn(garbled), ['head_unreadable']);
});

test('continues after a head that a crash cut short', async () => {
  const heads = await makeHeads(2);
  appendFileSync(heads.file, '{"seq":99999,"ha');
  await storeSomeEvents(database, accounts, 1, random);
  await sealEverything(database);
  await appendHead(heads.file, key.privateKey, (await findWatermarks(database))[0]!, new Date(0));
  const report = await verifyAudit(database, testIntegrity, heads);
  assert.deepEqual([report.ok, report.heads], [true, 3]);
});

test('writes a head once', async () => {
  const heads = await makeHeads(1);
  await appendHead(heads.file, key.privateKey, (await findWatermarks(database))[0]!, new Date(5));
  assert.equal(readFileSync(heads.file, 'utf8').split('\n').length, 2);
});

test('every sealed event carries a hash of 256 bits', async () => {
  const lengths = await database.rows(sql`select distinct octet_length(hash) as bytes from event_links`);
  assert.deepEqual(lengths, [{ bytes: 32 }]);
});

test('names the position and the event of an edit, anywhere in a long chain', async () => {
  await storeSomeEvents(database, accounts, 4100, random);
  await sealEverything(database);
  for (const seq of [1, 2000, 2001, 4100]) {
    const edited = database.transaction(async (db) => {
      await db.run(sql`set transaction isolation level repeatable read`);
      await db.run(sql`set local session_replication_role = replica`);
      const link = await db.row<{ id: string }>(sql`
        update events set detail = '{"edited": true}' where id = (select event_id from event_links where seq = ${seq})
        returning id`);
      const { problems } = await verifyAudit(db, testIntegrity);
      assert.deepEqual(problems, [{ kind: 'event_changed', seq, eventId: link?.id }]);
      throw new Error('taken back');
    });
    await assert.rejects(edited, /taken back/);
  }
});
