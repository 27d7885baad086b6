// `probity copy-database`: moves everything from the embedded database to a PostgreSQL of one's own, or back.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { type Connected, connect, migrateDatabase } from '../main.ts';
import { copyDatabase } from '../platform/db/copy-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { missingMigrations } from '../platform/db/migrations.ts';
import { createLog, type Log } from '../platform/log.ts';
import { runs } from './command.ts';
import { requireInstallation } from './installation.ts';

interface Given {
  readonly to?: string;
  readonly toOwner?: string;
  readonly toEmbedded?: true;
}

const databaseOf = ({ connection }: Connected) =>
  openDatabase({ connection, poolSize: 2, onIdleError: () => undefined });

async function refuseUnlessCurrent(source: Connected): Promise<void> {
  const database = databaseOf(source);
  try {
    const missing = await missingMigrations(database);
    if (missing.length > 0) throw new Error('The database lacks migrations. Run `probity migrate` first.');
  } finally {
    await database.close();
  }
}

async function migrateTarget(target: Connected, log: Log): Promise<void> {
  const database = databaseOf(target);
  try {
    await migrateDatabase(target, database, log);
  } finally {
    await database.close();
  }
}

/** The settings of the database to copy to, in the same data folder. */
function targetOf(settings: Settings, { to, toOwner, toEmbedded }: Given): Settings {
  const isEmbedded = settings.databaseUrl === undefined;
  if ((to === undefined) === (toEmbedded === undefined))
    throw new Error('Name the database to copy to: --to URL, or --to-embedded.');
  if (toEmbedded && isEmbedded) throw new Error('DATABASE_URL is not set: the embedded database is the one in use.');
  return { ...settings, databaseUrl: to, databaseOwnerUrl: toOwner };
}

async function copy(settings: Settings, given: Given): Promise<number> {
  const log = createLog('silent');
  const target = targetOf(settings, given);
  await requireInstallation(settings);
  const from = await connect(settings, log);
  try {
    await refuseUnlessCurrent(from);
    const to = await connect(target, log);
    try {
      await migrateTarget(to, log);
      const { tables, rows } = await copyDatabase(from.owner ?? from.connection, to.owner ?? to.connection);
      process.stdout.write(`Copied ${rows} rows of ${tables} tables. Files and keys stay in ${settings.dataDir}.
${given.toEmbedded ? 'Take DATABASE_URL out of the settings' : 'Set DATABASE_URL to the new database'}, run \`probity audit verify\`, and start.
`);
      return 0;
    } finally {
      await to.stop();
    }
  } finally {
    await from.stop();
  }
}

export function describe(command: Command): void {
  command
    .description(
      'Copy everything from the database in use into another, which is empty: from the embedded one to a PostgreSQL of your own, from there back, or to another server. Stop every process first. Files and keys stay in the data folder. All or nothing; the database in use is only read.',
    )
    .option('--to <url>', 'DATABASE_URL of the other database; its password may be in ~/.pgpass')
    .option('--to-owner <url>', 'as PROBITY_DATABASE_OWNER_URL, where its tables have another owner')
    .option('--to-embedded', 'into a new embedded database in the data folder, away from DATABASE_URL')
    .action(runs(copy));
}
