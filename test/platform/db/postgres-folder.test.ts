// The errors about a folder that the embedded database cannot or must not use, which leave the folder as it was.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded-postgres.ts';
import {
  EmbeddedPostgresError,
  type EmbeddedPostgresProblem,
} from '../../../src/platform/db/embedded-postgres-error.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type Answer, query, startProcess } from '../../support/embedded-processes.ts';
import { until } from '../../support/limited-loops.ts';
import { copyPreparedCluster } from '../../support/prepared-cluster.ts';

const isRoot = process.geteuid?.() === 0;
const home = mkdtempSync(join(tmpdir(), 'probity-folder-'));
chmodSync(home, 0o755);
after(() => rmSync(home, { recursive: true, force: true }));

const listing = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();

async function assertRefused(dataDir: string, code: EmbeddedPostgresProblem, says: RegExp): Promise<void> {
  const before = listing(dataDir);
  await assert.rejects(startEmbeddedPostgres({ dataDir, log: createLog('silent') }), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, says);
    assert.ok(error.message.includes(dataDir), error.message);
    return true;
  });
  assert.deepEqual(listing(dataDir), before);
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const dataDir = mkdtempSync(join(home, 'case-'));
  chmodSync(dataDir, 0o755);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dataDir, name, '..'), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  return dataDir;
}

const someCluster = { 'data/PG_VERSION': '18\n', 'data/base/1': '', 'data/global/1': '', 'data/pg_wal/1': '' };

test('refuses a folder with other contents', async () => {
  await assertRefused(folderWith({ 'holiday.jpg': 'x' }), 'foreign_folder', /holiday\.jpg.*Nothing was touched/);
});

test('refuses a data folder without a database', async () => {
  await assertRefused(folderWith({ 'data/letter.txt': 'x' }), 'foreign_folder', /letter\.txt.*Nothing was touched/);
});

test('refuses a database without its version file', async () => {
  const { 'data/PG_VERSION': _, ...files } = someCluster;
  await assertRefused(folderWith(files), 'damaged_folder', /PG_VERSION missing.*Restore a backup/);
});

test('refuses a database of another major version', async () => {
  await assertRefused(
    folderWith({ ...someCluster, 'data/PG_VERSION': '16\n' }),
    'other_version',
    /PostgreSQL 16.*brings 18/,
  );
});

test('refuses a database without its control file, with the server’s message', async () => {
  const dataDir = join(home, 'control');
  await copyPreparedCluster(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await server.stop();
  rmSync(join(dataDir, 'data', 'global', 'pg_control'));
  await assertRefused(dataDir, 'damaged_folder', /is damaged.*Restore a backup/);
});

test('asks for the password file when only the data was restored', async () => {
  await assertRefused(folderWith(someCluster), 'password_missing', /password.*Restore it/);
});

test('names a folder that cannot be written to', async () => {
  const dataDir = folderWith({});
  if (!isRoot) chmodSync(dataDir, 0o500);
  // Root may write anywhere, so it starts as a user who owns nothing here.
  const asAnybody = isRoot
    ? ['unshare', '--user', '--map-user=1', '--setgroups=deny', 'setpriv', '--bounding-set=-all']
    : [];
  if (isRoot) chownSync(dataDir, 4712, 4712);
  const refused = startProcess(dataDir, asAnybody);
  const { code, message = '' } = await refused.answer((answer) => answer.code !== undefined);
  assert.equal(code, 'not_writable');
  assert.ok(message.includes(dataDir) && /PROBITY_DATA_DIR/.test(message), message);
  assert.equal(await refused.exited, 3);
});

/** Starts the process on a real, small file system; undefined if this machine allows no mount. */
function onSmallDisk(mountPoint: string, megabytes: number) {
  mkdirSync(mountPoint, { recursive: true });
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs '${mountPoint}'`;
  if (isRoot && spawnSync('sh', ['-c', mount]).status === 0) {
    after(() => spawnSync('umount', ['-l', mountPoint]));
    return startProcess(join(mountPoint, 'postgres'));
  }
  // An ordinary user mounts in a namespace of its own, and leaves its root again for the process.
  const back = ['unshare', '--user', `--map-user=${process.geteuid?.()}`, `--map-group=${process.getegid?.()}`];
  const shell = [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    `${mount} && exec ${back.join(' ')} "$@"`,
    'sh',
  ];
  if (spawnSync(shell[0]!, [...shell.slice(1), 'true']).status !== 0) return undefined;
  return startProcess(join(mountPoint, 'postgres'), shell);
}

/** Without a mount: the device that is always full takes the place of the first file that is written. */
function onFullDevice(dataDir: string) {
  mkdirSync(dataDir);
  symlinkSync('/dev/full', join(dataDir, 'password.new'));
  return startProcess(dataDir);
}

async function assertDiskFull(
  refused: { answer(fits: (answer: Answer) => boolean): Promise<Answer> },
  dataDir: string,
) {
  const { code, message = '' } = await refused.answer((answer) => answer.code !== undefined);
  assert.equal(code, 'disk_full', message);
  assert.ok(message.includes(dataDir) && /Free some space/.test(message), message);
}

test('reports a full disk while the cluster is created, removes the incomplete cluster, and starts when there is space again', async () => {
  // initdb needs 40 MB.
  const tooSmall = join(home, 'too-small');
  const refused = onSmallDisk(tooSmall, 20);
  if (refused === undefined) {
    await assertDiskFull(onFullDevice(join(home, 'full')), join(home, 'full'));
    return;
  }
  await assertDiskFull(refused, join(tooSmall, 'postgres'));
  if (!isRoot) return;
  assert.deepEqual(listing(join(tooSmall, 'postgres')), ['password', 'socket', 'start.lock', 'users.lock']);
  spawnSync('mount', ['-o', 'remount,size=100m', tooSmall]);
  const next = startProcess(join(tooSmall, 'postgres'));
  await next.up();
  next.tell('stop');
  await next.exited;
});

test('survives a disk that fills up while it runs: no answered commit is lost, and it continues when there is space', async () => {
  const mountPoint = join(home, 'small');
  const dataDir = join(mountPoint, 'postgres');
  const first = onSmallDisk(mountPoint, 90);
  if (first === undefined || !isRoot) {
    // Without a mount that this process can fill, the full device must do, for the message only.
    await first?.kill();
    await assertDiskFull(onFullDevice(join(home, 'full-2')), join(home, 'full-2'));
    return;
  }
  const { connection } = await first.up();
  first.tell('commit');
  await first.answer((answer) => (answer.committed ?? 0) > 20);
  const ballast = join(mountPoint, 'ballast');
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
  await query(connection, `CREATE TABLE bulk AS SELECT repeat('x', 7000) FROM generate_series(1, 10000)`).catch(
    () => {},
  );
  await until(() => first.answers.some((answer) => answer.failed !== undefined));

  const second = startProcess(dataDir);
  const told = await second.answer((answer) => answer.code !== undefined || answer.connection !== undefined);
  if (told.code !== undefined) assert.equal(told.code, 'disk_full', told.message);
  await second.kill();

  rmSync(ballast);
  const failures = first.answers.length;
  await until(() => first.answers.slice(failures).some((answer) => answer.committed !== undefined));
  const committed = first.answers.flatMap((answer) => answer.committed ?? []);
  const rows = await query<{ number: number }>(connection, 'SELECT number FROM commits');
  const stored = new Set(rows.map((row) => row.number));
  assert.deepEqual(
    committed.filter((number) => !stored.has(number)),
    [],
  );
  first.tell('stop');
  assert.equal(await first.exited, 0);
});

test('puts the socket of a deep folder into a private folder elsewhere, and refuses one that is not private', async () => {
  const dataDir = join(home, 'deep-'.repeat(40), 'postgres');
  await copyPreparedCluster(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const { host } = server.connection;
  assert.ok(host.length < 90 && !host.startsWith(dataDir), host);
  assert.equal(statSync(host).mode & 0o777, 0o700);
  assert.equal((await query(server.superuser, 'SELECT 1')).length, 1);
  await server.stop();

  rmSync(host, { recursive: true });
  symlinkSync(home, host);
  after(() => rmSync(host, { force: true }));
  await assert.rejects(startEmbeddedPostgres({ dataDir, log: createLog('silent') }), {
    code: 'socket_folder',
    folder: host,
  });
  assert.equal(existsSync(join(home, '.s.PGSQL.5432')), false);
});
