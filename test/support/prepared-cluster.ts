// A database that is initialised and migrated once, and copied for every program under test, because initialising
// takes most of a first start. Each program still makes its own keys and demo.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '../../src/main.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { holdBy, openProcessLock } from '../../src/platform/db/process-lock.ts';
import { createLog } from '../../src/platform/log.ts';
import { sharedFolder } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The name contains a hash of everything that makes the files, so that no test uses an outdated copy. */
function nameOf(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['migrations/*', 'src/platform/db/*.ts', 'package-lock.json'], { cwd: root }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return `cluster-${hash.digest('hex').slice(0, 12)}`;
}

async function make(dataDir: string): Promise<void> {
  const log = createLog('silent');
  const server = await startEmbeddedPostgres({ dataDir, log });
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => {} });
  await migrateDatabase(server, database, log).finally(() => database.close());
  await server.stop();
}

const makesWithinMs = 60_000;

/** One process makes it, under another name until it is complete. */
async function prepared(): Promise<string> {
  const shared = sharedFolder();
  const name = nameOf();
  const path = join(shared, name);
  if (existsSync(path)) return path;
  const lock = openProcessLock(join(shared, 'cluster.lock'));
  try {
    if (!(await holdBy(lock, 'exclusive', performance.now() + makesWithinMs))) throw new Error(`${path} is not made`);
    if (existsSync(path)) return path;
    for (const old of readdirSync(shared).filter((entry) => entry.startsWith('cluster-'))) {
      rmSync(join(shared, old), { recursive: true, force: true });
    }
    const building = join(shared, `cluster-new-${process.pid}`);
    await make(building);
    renameSync(building, path);
    return path;
  } finally {
    lock.close();
  }
}

/** @param dataDir the database's folder; does nothing if it has a database */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'data'))) return;
  const path = await prepared();
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  for (const entry of ['password', 'data']) cpSync(join(path, entry), join(dataDir, entry), { recursive: true });
  // A copied folder has default permissions; the server requires private ones.
  chmodSync(join(dataDir, 'data'), 0o700);
}
