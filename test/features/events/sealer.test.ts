import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../../../src/config.ts';
import { verifyAudit } from '../../../src/features/events/audit-actions.ts';
import { sealOnce, signedHeads, startSealer } from '../../../src/features/events/sealer.ts';
import { createAlarms } from '../../../src/platform/alarms.ts';
import { type Db, openDatabase, sql } from '../../../src/platform/db/database.ts';
import { fileDestination } from '../../../src/platform/forwarding/file-destination.ts';
import { createLog } from '../../../src/platform/log.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts, sealEverything, storeSomeEvents } from '../../support/events.ts';
import { testIntegrity } from '../../support/integrity.ts';
import { eventually, until } from '../../support/limited-loops.ts';
import { type Random, seededRandom } from '../../support/random.ts';

const { database, connection } = await testDatabase(20);
const accounts = await makeBareAccounts(database, 3);
const folder = mkdtempSync(join(tmpdir(), 'probity-sealer-'));
after(() => rmSync(folder, { recursive: true }));

function contextIn(name: string) {
  const { settings } = readSettings({ PROBITY_DATA_DIR: join(folder, name) });
  const log = createLog('silent');
  const alarms = createAlarms(log);
  return { log, now: () => new Date(), settings: settings!, integrity: testIntegrity, alarms };
}

async function untilSealed(timeoutMs: number): Promise<void> {
  await eventually(
    () => verifyAudit(database, testIntegrity),
    ({ unsealed }) => unsealed === 0,
    timeoutMs,
  );
}

/** Waits for transactions of other test files on the shared server, which delay the sealer. */
async function untilFinal(): Promise<void> {
  const older = sql`select max(xid) < pg_snapshot_xmin(pg_current_snapshot()) as final from events`;
  await until(async () => (await database.row<{ final: boolean }>(older))!.final);
}

const countEvents = async () => (await database.row<{ n: number }>(sql`select count(*) as n from events`))!.n;

/** A writer that stores events, waits, and sometimes rolls back to a savepoint or completely. */
async function write(random: Random): Promise<void> {
  for (let round = 0; round < 15; round += 1) {
    const writing = database.transaction(async (db: Db) => {
      await storeSomeEvents(db, accounts, 1 + random.below(4), random);
      await sleep(random.below(20));
      await db.run(sql`savepoint before`);
      await storeSomeEvents(db, accounts, 1, random);
      if (random.below(3) === 0) await db.run(sql`rollback to savepoint before`);
      await sleep(random.below(10));
      await storeSomeEvents(db, accounts, 1, random);
      if (random.below(4) === 0) throw new Error('rolled back');
    });
    await writing.catch((error: Error) => assert.equal(error.message, 'rolled back'));
  }
}

test('an event that this program did not write is neither sealed nor holds the others up, and raises an alarm', async () => {
  const own = await testDatabase(3);
  const [account] = await makeBareAccounts(own.database, 1);
  const context = contextIn('planted');
  const random = seededRandom(11);
  await storeSomeEvents(own.database, [account!], 2, random);
  const planted = await own.database.row<{ id: string }>(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, actor, occurred_at, notifies, mac)
    values (${account}, 'live', uuidv7(), 'report.completed', 'report', 'x', 'system', now(), true, ${Buffer.alloc(32)})
    returning id`);
  const sealer = startSealer(context, own.database);
  await storeSomeEvents(own.database, [account!], 2, random);
  const sealed = async () => verifyAudit(own.database, testIntegrity);
  await eventually(sealed, ({ events, unsealed }) => events === 4 && unsealed === 0);
  await sealer.stop();
  const { problems } = await sealed();
  assert.deepEqual(problems, [{ kind: 'event_inserted', seq: null, eventId: planted!.id }]);
  assert.equal(context.alarms.count('event_not_ours'), 1);
});

test('the chain holds every committed event once, with concurrent writers and sealers', async () => {
  const others = openDatabase({ connection, poolSize: 3, onIdleError: () => {} });
  const context = contextIn('shared');
  const sealers = [startSealer(context, database), startSealer(context, others)];
  const random = seededRandom(7);
  const sealingByHand = (async () => {
    for (let round = 0; round < 20; round += 1)
      await Promise.all([sealOnce(database, testIntegrity), sealOnce(others, testIntegrity), sleep(15)]);
  })();
  const patient = database.transaction(async (db) => {
    await storeSomeEvents(db, accounts, 2, random);
    await sleep(400);
    await storeSomeEvents(db, accounts, 2, random);
  });
  await Promise.all([patient, sealingByHand, ...Array.from({ length: 8 }, () => write(random))]);
  await untilSealed(30_000);
  await Promise.all(sealers.map((sealer) => sealer.stop()));
  await others.close();
  const report = await verifyAudit(database, testIntegrity, signedHeads(context.settings));
  assert.deepEqual(report.problems, []);
  assert.equal(report.events, await countEvents());
  assert.ok(report.heads >= 1);
});

test('seals nothing younger than the oldest running transaction, and all of it afterwards', async () => {
  const random = seededRandom(8);
  const before = await countEvents();
  await database.transaction(async (db) => {
    await storeSomeEvents(db, accounts, 1, random);
    await storeSomeEvents(database, accounts, 5, random);
    assert.equal(await sealOnce(database, testIntegrity), 0);
    const { ok, unsealed } = await verifyAudit(database, testIntegrity);
    assert.deepEqual([ok, unsealed], [true, 5]);
  });
  await sealEverything(database);
  const { ok, events } = await verifyAudit(database, testIntegrity);
  assert.deepEqual([ok, events], [true, before + 6]);
});

test('another process takes over when the sealing one loses its session', { timeout: 300_000 }, async () => {
  const random = seededRandom(9);
  const first = startSealer(contextIn('first'), database);
  await storeSomeEvents(database, accounts, 1, random);
  await untilSealed(30_000);
  const others = openDatabase({ connection, poolSize: 3, onIdleError: () => {} });
  const second = startSealer(contextIn('second'), others);
  const killed = await database.rows(sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`);
  assert.equal(killed.length, 1);
  await storeSomeEvents(database, accounts, 10, random);
  await untilSealed(30_000);
  await Promise.all([first.stop(), second.stop()]);
  await others.close();
  assert.deepEqual((await verifyAudit(database, testIntegrity)).problems, []);
});

test('signs a head at the start but not again at once, and a stop seals and signs everything committed before', async () => {
  const context = contextIn('stopped');
  const startedAt = performance.now();
  const sealer = startSealer(context, database);
  for (const pause of [100, 300, 300]) {
    await sleep(pause);
    await storeSomeEvents(database, accounts, 4, seededRandom(10 + pause));
  }
  await untilFinal();
  await sealer.stop();
  const report = await verifyAudit(database, testIntegrity, signedHeads(context.settings));
  assert.deepEqual([report.ok, report.unsealed], [true, 0]);
  const heads = readFileSync(context.settings.auditHeadFile, 'utf8').trimEnd().split('\n');
  // One at the start, one at the stop, and one for each ten seconds between them on a busy machine.
  assert.ok(heads.length <= 2 + Math.floor((performance.now() - startedAt) / 10_000));
  assert.equal(JSON.parse(heads.at(-1)!).seq, report.events);
});

test('signs the head of the first event at once, so that a verification or a backup seconds later finds it', async () => {
  const empty = await testDatabase(5);
  const [account] = await makeBareAccounts(empty.database, 1);
  const context = contextIn('begun');
  const sealer = startSealer(context, empty.database);
  try {
    await sleep(600);
    await storeSomeEvents(empty.database, [account!], 3, seededRandom(12));
    const startedAt = performance.now();
    const verify = () => verifyAudit(empty.database, testIntegrity, signedHeads(context.settings));
    const report = await eventually(verify, ({ events, heads }) => events > 0 && heads > 0);
    assert.deepEqual(report.problems, []);
    // Ten seconds is the rest between two heads.
    assert.ok(performance.now() - startedAt < 9000);
  } finally {
    await sealer.stop();
  }
});

test('sends heads elsewhere too, and the newest one again after a failure', async () => {
  const context = contextIn('elsewhere');
  const mount = join(folder, 'mount');
  const sealer = startSealer(context, database, [fileDestination(join(mount, 'heads.jsonl'))]);
  await storeSomeEvents(database, accounts, 4, seededRandom(11));
  await untilFinal();
  mkdirSync(mount);
  await sealer.stop();
  const lines = readFileSync(join(mount, 'heads.jsonl'), 'utf8').trimEnd().split('\n');
  const local = readFileSync(context.settings.auditHeadFile, 'utf8').trimEnd().split('\n');
  assert.equal(lines.at(-1), local.at(-1));
});

test('only the owner can read the signing key; its public half is readable for everybody who verifies', () => {
  const { settings } = contextIn('stopped');
  assert.equal(statSync(join(settings.dataDir, 'audit-key.pem')).mode & 0o777, 0o600);
  assert.match(readFileSync(join(settings.dataDir, 'audit-key.pub.pem'), 'utf8'), /^-----BEGIN PUBLIC KEY-----/);
});
