// `probity migrate`: migrates the database to this version's schema and says which migrations ran.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { connect, migrateDatabase } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import { runs } from './command.ts';

async function migrateNow(settings: Settings): Promise<void> {
  const log = createLog('silent');
  const server = await connect(settings, log);
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => {} });
  try {
    const { applied } = await migrateDatabase(server, database, log);
    const lines = applied.map((name) => `applied ${name}\n`);
    process.stdout.write(lines.length === 0 ? 'nothing to do\n' : lines.join(''));
  } finally {
    await database.close();
    await server.stop();
  }
}

export function describe(command: Command): void {
  command
    .description('Run the missing migrations, each once and under a lock. Every start does the same.')
    .action(runs(migrateNow));
}
