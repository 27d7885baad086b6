import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, sql } from '../../../src/platform/db/database.ts';
import { isDatabaseAway } from '../../../src/platform/db/database-away.ts';
import { testDatabase } from '../../support/database.ts';

const { database } = await testDatabase(2);
await database.run(sql`create table notes (text text not null)`);

const count = async () => (await database.row<{ n: number }>(sql`select count(*) as n from notes`))?.n;

async function loseConnection(db: Db): Promise<void> {
  const { pid } = (await db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))!;
  await database.run(sql`select pg_terminate_backend(${pid})`);
  await sleep(50);
}

test('survives losing the connection between two statements of a transaction', async () => {
  const lost = database.transaction(async (db) => {
    await db.run(sql`insert into notes values ('lost')`);
    await loseConnection(db);
  });
  await assert.rejects(lost);
  assert.equal(await count(), 0);
});

test('a transaction that the database ends because it is idle is to be tried again', async () => {
  // The end of the connection meets the next statement in each order: before it, together with it and after it.
  for (let busyMs = 1; busyMs < 5; busyMs += 0.1) {
    const idle = database.transaction(async (db) => {
      await db.run(sql`set local idle_in_transaction_session_timeout = '3ms'`);
      await sleep(0);
      for (const end = performance.now() + busyMs; performance.now() < end; );
      await db.run(sql`select 1`);
    });
    await idle.catch((error: unknown) => assert.ok(isDatabaseAway(error), String(error)));
  }
});

test('a value is bound: it is never a part of the statement', async () => {
  const hostile = `'); drop table notes; --`;
  await database.run(sql`insert into notes values (${hostile})`);
  const where = sql`where text = ${hostile}`;
  assert.deepEqual(await database.rows(sql`delete from notes ${where} returning text`), [{ text: hostile }]);
  assert.deepEqual([where.text, where.values], ['where text = $1', [hostile]]);
});

test('does not take a silent rollback for a commit', async () => {
  const failed = database.transaction(async (db) => {
    await db.run(sql`insert into notes values ('first')`);
    await db.run(sql`insert into notes values (null)`).catch(() => undefined);
  });
  await assert.rejects(failed, /rolled back/);
  assert.equal(await count(), 0);
});

test('of statements that a transaction sends at once none takes effect if one fails', async () => {
  const texts = ['first', null, 'third'];
  const failed = database.transaction((db) =>
    Promise.all(texts.map((text) => db.run(sql`insert into notes values (${text})`))),
  );
  await assert.rejects(failed, /null value/);
  assert.equal(await count(), 0);
});

test('a session ends with its advisory locks, whatever happened in it', { timeout: 60_000 }, async () => {
  const held = database.session(async (db) => {
    await db.run(sql`select pg_advisory_lock(1)`);
    await db.transaction((inner) => inner.run(sql`insert into notes values ('kept')`));
    throw new Error('and then it fails');
  });
  await assert.rejects(held, /and then it fails/);
  assert.equal(await count(), 1);
  // Waits until the server has ended the session, for ever if the lock were still held.
  await database.run(sql`select pg_advisory_lock(1)`);
});

test('a transaction that a deadlock rolled back runs again, so that each of the two takes effect once', async () => {
  const { database: own } = await testDatabase(4);
  await own.run(sql`create table counts (name text primary key, n integer not null)`);
  await own.run(sql`insert into counts values ('one', 0), ('other', 0)`);
  let runs = 0;
  let locked = 0;
  const both = Promise.withResolvers<void>();
  const countUp = (first: string, second: string) =>
    own.transaction(async (db) => {
      runs += 1;
      await db.run(sql`update counts set n = n + 1 where name = ${first}`);
      locked += 1;
      if (locked === 2) both.resolve();
      await both.promise;
      await db.run(sql`update counts set n = n + 1 where name = ${second}`);
    });
  await Promise.all([countUp('one', 'other'), countUp('other', 'one')]);
  assert.deepEqual(await own.rows(sql`select name, n from counts order by name`), [
    { name: 'one', n: 2 },
    { name: 'other', n: 2 },
  ]);
  // Under load the database may roll back both.
  assert.ok(runs > 2);
});

test('errors that prevent a connection count as the database being away', async () => {
  const away = [
    { host: '127.0.0.1', port: 1 },
    { host: '/nowhere', port: 5432 },
    { host: 'database.invalid', port: 5432 },
  ];
  for (const connection of away) {
    const nowhere = openDatabase({ connection, poolSize: 1, onIdleError: () => {} });
    const error: unknown = await nowhere.row(sql`select 1`).catch((thrown: unknown) => thrown);
    assert.ok(isDatabaseAway(error), `${connection.host}: ${String(error)}`);
    await nowhere.close();
  }
});

/** A proxy to the server that can be silenced, like a host that is gone without closing its connections. */
async function openSilenceable(server: { readonly host: string; readonly port?: number }) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer((socket) => {
    const onward = connect(`${server.host}/.s.PGSQL.${server.port ?? 5432}`);
    sockets.add(socket).add(onward);
    socket.on('data', (bytes) => isSilent || onward.write(bytes)).on('error', () => onward.destroy());
    onward.on('data', (bytes) => isSilent || socket.write(bytes)).on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    onward.on('close', () => isSilent || socket.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    /** Silences open connections; new ones work as before. */
    silence() {
      isSilent = true;
    },
    speak() {
      for (const socket of sockets) socket.destroy();
      isSilent = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

test('a silent host counts as away after a while, also in a transaction, and is asked again', async (t) => {
  const { connection } = await testDatabase(1);
  const host = await openSilenceable(connection as { host: string; port?: number });
  const away = openDatabase({
    connection: { ...connection, host: '127.0.0.1', port: host.port, connectionTimeoutMillis: 3000 },
    poolSize: 2,
    answersWithinMs: 1000,
    onIdleError: () => {},
  });
  t.after(async () => {
    host.close();
    await away.close();
  });
  assert.deepEqual(await away.row(sql`select 1 as one`), { one: 1 });
  const inside = away.transaction(async (db) => {
    await db.row(sql`select 1 as one`);
    host.silence();
    await db.row(sql`select 2 as two`);
  });
  await assert.rejects(inside, isDatabaseAway);
  await assert.rejects(away.row(sql`select 3 as three`), isDatabaseAway);
  host.speak();
  assert.deepEqual(await away.row(sql`select 4 as four`), { four: 4 });
});
