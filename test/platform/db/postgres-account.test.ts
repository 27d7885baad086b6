// The server never runs as root: an ordinary user runs it itself, root runs it as a user of its own or in a user namespace.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { postgresAccount } from '../../../src/platform/db/postgres-account.ts';
import { postgresBinaries } from '../../../src/platform/db/postgres-binaries.ts';
import { postmasterPid, query, startProcess } from '../../support/embedded-processes.ts';
import { upTo } from '../../support/limited-loops.ts';
import { copyPreparedCluster } from '../../support/prepared-cluster.ts';
import { isRunning } from '../../support/running-process.ts';

const uid = process.geteuid?.() ?? 0;
const isRoot = uid === 0;
const home = mkdtempSync(join(tmpdir(), 'probity-account-'));
chmodSync(home, 0o755);
after(() => rmSync(home, { recursive: true, force: true }));

/** Whether other users may read this repository: if they may not, root can use only the namespace. */
function repositoryIsOpen(): boolean {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (const _ of upTo(100, 'the root folder')) {
    if (folder === dirname(folder)) break;
    if ((statSync(folder).mode & 0o001) === 0) return false;
    folder = dirname(folder);
  }
  return true;
}

/** Starts, reads what earlier starts wrote, writes, stops; returns who owned the server and the rows. */
async function runOnce(dataDir: string, prefix: readonly string[] = []) {
  const running = startProcess(dataDir, prefix);
  const { connection } = await running.up();
  await query(connection, 'CREATE TABLE IF NOT EXISTS starts (n integer); INSERT INTO starts VALUES (1)');
  const rows = await query(connection, 'SELECT n FROM starts');
  const pid = postmasterPid(dataDir);
  const owner = statSync(`/proc/${pid}`).uid;
  running.tell('stop');
  assert.equal(await running.exited, 0);
  assert.equal(isRunning(pid), false);
  return { owner, starts: rows.length };
}

/** How root starts a process as another user: really, or, if the repository is closed, in a namespace that only looks like one. */
function as(user: number): { prefix: string[]; owner: number } {
  if (!isRoot) return { prefix: [], owner: uid };
  if (!repositoryIsOpen())
    return { prefix: ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`], owner: 0 };
  return { prefix: ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'], owner: user };
}

// One user with a name on every system, and one without, as in containers.
const daemon = 1;
const nameless = 471_100;

for (const [kind, user] of [
  ['with a name', daemon],
  ['without a name', nameless],
] as const) {
  test(`an ordinary user ${kind} runs the server itself`, async () => {
    const dataDir = join(home, kind.replaceAll(' ', '-'));
    mkdirSync(dataDir);
    const { prefix, owner } = as(user);
    chownSync(dataDir, owner, isRoot ? owner : (process.getegid?.() ?? 0));
    assert.equal((await runOnce(dataDir, prefix)).owner, owner);
  });
}

test('root runs the server as a user of its own, or in a namespace where that one may not enter, on the same data', async () => {
  const parent = join(home, 'root');
  const dataDir = join(parent, 'postgres');
  mkdirSync(parent);
  // An ordinary user becomes root of a namespace without other users; if even that is forbidden, there is no root to test.
  const becomeRoot = ['unshare', '--user', '--map-root-user'];
  const may = isRoot || spawnSync(becomeRoot[0]!, [...becomeRoot.slice(1), 'true']).status === 0;
  const prefix = isRoot || !may ? [] : becomeRoot;
  chmodSync(parent, 0o755);
  const open = await runOnce(dataDir, prefix);
  chmodSync(parent, 0o700);
  const closed = await runOnce(dataDir, prefix);
  chmodSync(parent, 0o755);
  const again = await runOnce(dataDir, prefix);
  const own = Number(spawnSync('id', ['-u', 'probity'], { encoding: 'utf8' }).stdout);
  const expected = isRoot && repositoryIsOpen() ? own : uid;
  assert.deepEqual([open.owner, closed.owner, again.owner], [expected, uid, expected]);
  assert.deepEqual([open.starts, closed.starts, again.starts], [1, 2, 3]);
});

test('the data of a server that ran as nobody is given to the user of its own', {
  skip: !isRoot && 'only root',
}, async () => {
  const dataDir = join(home, 'inherited');
  await copyPreparedCluster(dataDir);
  await runOnce(dataDir);
  for (const path of [join(dataDir, 'data'), join(dataDir, 'socket')]) {
    spawnSync('chown', ['-R', 'nobody', path]);
    assert.equal(statSync(path).uid, 65534);
  }
  const { owner, starts } = await runOnce(dataDir);
  assert.equal(starts, 2);
  assert.notEqual(owner, 65534);
  assert.equal(statSync(join(dataDir, 'data')).uid, owner);
});

test('root runs the server as the user it is told, and never as nobody', { skip: !isRoot && 'only root' }, () => {
  const binaries = postgresBinaries();
  if (repositoryIsOpen()) assert.deepEqual(postgresAccount(binaries, home, 'daemon').owner, { uid: 1, gid: 1 });
  for (const [user, why] of [
    ['nobody', /is not a user of its own|cannot reach/],
    ['root', /PROBITY_RUN_AS/],
    ['absent', /does not exist/],
  ] as const) {
    assert.throws(() => postgresAccount(binaries, home, user), { code: 'cannot_leave_root', message: why });
  }
});
