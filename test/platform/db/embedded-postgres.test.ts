// The embedded database: created once, shared by processes, available after every kill, and stopped when nobody uses it.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type pg from 'pg';
import { postmasterPid, query, startProcess } from '../../support/embedded-processes.ts';
import { until } from '../../support/limited-loops.ts';
import { copyPreparedCluster } from '../../support/prepared-cluster.ts';
import { isRunning } from '../../support/running-process.ts';

const home = mkdtempSync(join(tmpdir(), 'probity-embedded-'));
// As root the server runs as another user, who must be able to enter the folder.
chmodSync(home, 0o755);
const dataDir = join(home, 'postgres');
after(() => rmSync(home, { recursive: true, force: true }));

const setting = async (connection: pg.ClientConfig, name: string) =>
  (await query<{ setting: string }>(connection, `SELECT current_setting('${name}') AS setting`))[0]?.setting;

async function assertNothingLost(connection: pg.ClientConfig, committed: readonly number[]): Promise<void> {
  const rows = await query<{ number: number }>(connection, 'SELECT number FROM commits');
  const stored = new Set(rows.map((row) => row.number));
  assert.deepEqual(
    committed.filter((number) => !stored.has(number)),
    [],
  );
}

test('two processes that start at once on an empty folder share one new cluster, and the last one to stop stops the server', async () => {
  const [first, second] = [startProcess(dataDir), startProcess(dataDir)];
  const ups = await Promise.all([first.up(), second.up()]);
  assert.deepEqual(ups.map((up) => up.adopted).sort(), [false, true]);
  const identities = await Promise.all(
    ups.map((up) => query<{ id: string }>(up.connection, 'SELECT system_identifier AS id FROM pg_control_system()')),
  );
  assert.deepEqual(identities[0], identities[1]);

  const server = postmasterPid(dataDir);
  first.tell('stop');
  assert.equal(await first.exited, 0);
  assert.equal((await query(ups[1]!.connection, 'SELECT 1')).length, 1);
  second.tell('stop');
  const { stoppedInMs = Number.NaN } = await second.answer((answer) => answer.stoppedInMs !== undefined);
  assert.ok(stoppedInMs < 5000, `${stoppedInMs} ms`);
  assert.equal(isRunning(server), false);
});

test('the cluster is durable, uses UTF-8, sorts the same everywhere, and is reached through its socket with a password only', async () => {
  const process1 = startProcess(dataDir);
  const { connection, adopted } = await process1.up();
  assert.equal(adopted, false);
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    assert.equal(await setting(connection, name), 'on', name);
  }
  assert.equal(await setting(connection, 'listen_addresses'), '');
  assert.equal(await setting(connection, 'server_encoding'), 'UTF8');
  const [database] = await query(
    connection,
    'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
  );
  assert.deepEqual(database, { datlocprovider: 'b', datlocale: 'C.UTF-8' });
  const [role] = await query<{ hash: string }>(
    connection,
    'SELECT rolpassword AS hash FROM pg_authid WHERE rolcanlogin',
  );
  assert.match(role?.hash ?? '', /^SCRAM-SHA-256\$/);
  await assert.rejects(query({ ...connection, password: 'wrong' }, 'SELECT 1'), { code: '28P01' });

  assert.equal(connection.host, join(dataDir, 'socket'));
  assert.equal(statSync(connection.host).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'data')).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'password')).mode & 0o777, 0o600);
  assert.equal(existsSync(join(dataDir, 'password.initdb')), false);
  process1.tell('stop');
  await process1.exited;
});

test('a process killed with -9 leaves the server running, and the next start adopts it with every answered commit', async () => {
  const killed = startProcess(dataDir);
  await killed.up();
  const server = postmasterPid(dataDir);
  killed.tell('commit');
  await killed.answer((answer) => (answer.committed ?? 0) >= 50);
  await killed.kill();
  assert.equal(isRunning(server), true);

  const next = startProcess(dataDir);
  const up = await next.up();
  assert.equal(up.adopted, true);
  assert.equal(postmasterPid(dataDir), server);
  await assertNothingLost(
    up.connection,
    killed.answers.flatMap((answer) => answer.committed ?? []),
  );
  next.tell('stop');
  await next.exited;
  assert.equal(isRunning(server), false);
});

test('a server killed with -9 is restarted by the processes that use it, with every answered commit', async () => {
  const [first, second] = [startProcess(dataDir), startProcess(dataDir)];
  const { connection } = await first.up();
  await second.up();
  await query(connection, 'DROP TABLE commits');
  first.tell('commit');
  for (let round = 1; round <= 2; round++) {
    const before = first.answers.at(-1)?.committed ?? 0;
    await first.answer((answer) => (answer.committed ?? 0) > before + 50);
    const server = postmasterPid(dataDir);
    process.kill(server, 'SIGKILL');
    await until(() => postmasterPid(dataDir) !== server);
    const count = first.answers.length;
    await until(() => first.answers.slice(count).some((answer) => answer.committed !== undefined));
  }
  const committed = first.answers.flatMap((answer) => answer.committed ?? []);
  await assertNothingLost(connection, committed);
  for (const user of [first, second]) {
    user.tell('stop');
    assert.equal(await user.exited, 0);
  }
});

test('after process and server are both killed with -9 the next start waits for the leftovers and recovers every answered commit', async () => {
  const killed = startProcess(dataDir);
  await query((await killed.up()).connection, 'DROP TABLE commits');
  killed.tell('commit');
  await killed.answer((answer) => (answer.committed ?? 0) >= 50);
  killed.child.kill('SIGKILL');
  process.kill(postmasterPid(dataDir), 'SIGKILL');

  const next = startProcess(dataDir);
  const up = await next.up();
  assert.equal(up.adopted, false);
  await killed.exited;
  await assertNothingLost(
    up.connection,
    killed.answers.flatMap((answer) => answer.committed ?? []),
  );
  next.tell('stop');
  await next.exited;
});

test('a lock file from before a reboot, whose process id now belongs to another program, does not prevent the start', async () => {
  const { pid } = process;
  writeFileSync(
    join(dataDir, 'data', 'postmaster.pid'),
    `${pid}\n${join(dataDir, 'data')}\n1\n5432\n${join(dataDir, 'socket')}\n\n`,
  );
  const next = startProcess(dataDir);
  assert.equal((await next.up()).adopted, false);
  next.tell('stop');
  await next.exited;
});

test('a process that exits without stopping the server still causes it to stop', async () => {
  const careless = startProcess(dataDir);
  await careless.up();
  const server = postmasterPid(dataDir);
  careless.tell('exit');
  await careless.exited;
  await until(() => !isRunning(server));
});

test('a database whose files were removed under a running server is not silently created again', async () => {
  const removed = join(home, 'removed');
  await copyPreparedCluster(removed);
  const user = startProcess(removed);
  await user.up();
  user.tell('commit');
  await user.answer((answer) => answer.committed !== undefined);
  process.kill(postmasterPid(removed), 'SIGKILL');
  rmSync(join(removed, 'data'), { recursive: true, maxRetries: 20, retryDelay: 20 });
  await until(() => user.answers.filter((answer) => answer.failed !== undefined).length > 20);
  assert.equal(existsSync(join(removed, 'data')), false);
  user.tell('stop');
  assert.equal(await user.exited, 0);
});

test('a start that was killed half-way is repeated from the beginning', async () => {
  const unfinished = join(home, 'unfinished');
  const marker = join(unfinished, 'data.incomplete');
  const during = [() => existsSync(marker), () => existsSync(join(unfinished, 'data', 'postmaster.pid'))];
  for (const isThere of during) {
    const killed = startProcess(unfinished);
    await until(isThere);
    await killed.kill();
  }
  // A start that had just finished when the signal came does not count.
  const wasDone = !existsSync(marker);
  const next = startProcess(unfinished);
  const up = await next.up();
  assert.equal(up.adopted, wasDone);
  assert.equal((await query(up.connection, 'SELECT 1')).length, 1);
  assert.deepEqual(
    readdirSync(unfinished).filter((name) => name.startsWith('data')),
    ['data'],
  );
  next.tell('stop');
  await next.exited;
});

test('the log contains no statement and no value, whatever fails', async () => {
  const user = startProcess(dataDir);
  const { connection } = await user.up();
  await query(connection, 'CREATE TABLE people (name text UNIQUE)');
  const canary = 'Canary-Lastname';
  const wrong = [
    `INSERT INTO people VALUES ('${canary}'), ('${canary}')`,
    `SELECT '${canary}'::integer`,
    `SELEKT '${canary}'`,
    `SET statement_timeout = 1; SELECT pg_sleep(1), '${canary}'`,
    `DO $$ BEGIN RAISE WARNING '${canary}'; RAISE EXCEPTION '${canary}'; END $$`,
    // The server reports a crashed session together with what it was running.
    `SELECT pg_sleep(20), '${canary}'`,
  ];
  const answers = wrong.map((text) =>
    query(connection, text).then(
      () => 'fine',
      (error: Error) => error,
    ),
  );
  await until(async () => {
    const rows = await query<{ pid: number }>(
      connection,
      `SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(20)%'`,
    );
    for (const { pid } of rows) process.kill(pid, 'SIGKILL');
    return rows.length > 0;
  });
  for (const answer of await Promise.all(answers)) assert.ok(answer instanceof Error);
  await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('terminated by signal 9'));
  await until(() =>
    query(connection, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  user.tell('stop');
  await user.exited;
  assert.doesNotMatch(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /canary/i);
});
