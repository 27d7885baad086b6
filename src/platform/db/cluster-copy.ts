// Copies the files of a running PostgreSQL: a start of the copy recovers it to the moment at which the copying ended.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { CopyTarget } from '../backup/copied-files.ts';
import { newSecretBytes } from '../encryption/random.ts';

// PostgreSQL's manual, "Making a Base Backup Using the Low Level API", lists what a copy leaves out.
const leftOut = /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*)$/;
const emptied = ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'];
const walFolder = 'pg_wal';
const controlFile = join('global', 'pg_control');

export type SuperuserConnection = pg.ClientConfig;
export type SuperuserSession = pg.ClientBase;

/** Runs `work` in a session of its own. */
export async function withSuperuser<T>(
  connection: SuperuserConnection,
  work: (session: SuperuserSession) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  // The next statement fails then.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

interface Place {
  readonly cluster: string;
  readonly target: CopyTarget;
  /** Of the cluster in the target. */
  readonly as: string;
}

async function copyFolder(place: Place, folder: string): Promise<void> {
  await place.target.addFolder(join(place.as, folder));
  if (emptied.includes(folder) || folder === walFolder) return;
  for (const entry of await readdir(join(place.cluster, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (leftOut.test(entry.name) || path === controlFile) continue;
    if (entry.isDirectory()) await copyFolder(place, path);
    else await copyFile(place, path);
  }
}

const copyFile = ({ cluster, target, as }: Place, path: string) => target.addFile(join(as, path), join(cluster, path));

/** Without these segments the copy cannot be recovered. */
async function copyWal(place: Place, first: string, last: string): Promise<void> {
  for (const name of await readdir(join(place.cluster, walFolder))) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
    if (isNeeded || name.endsWith('.history')) await copyFile(place, join(walFolder, name));
  }
  for (const name of [first, last]) {
    if (!place.target.files.some(({ path }) => path === join(place.as, walFolder, name))) {
      throw new Error(`The database has removed its log ${name}, which this backup needs. Back up again.`);
    }
  }
}

/**
 * Everything that was committed before the call is in the copy. @param client a superuser's session, which is used for
 * nothing else afterwards: when it ends, however it ends, the server forgets the backup and the slot
 */
export async function copyRunningCluster(client: SuperuserSession, place: Place): Promise<void> {
  // The slot keeps the WAL that is written during the copying.
  const slot = `backup_${newSecretBytes(6).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  await client.query('select pg_backup_start($1, true)', [slot]);
  await copyFolder(place, '');
  await copyFile(place, controlFile);
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  );
  const { label, last } = rows[0]!;
  const [, first] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  await copyWal(place, first!, last);
  await place.target.addText(join(place.as, 'backup_label'), label);
}
