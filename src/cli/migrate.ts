// `probity migrate`: brings the database to this version's schema and says what that took.
import { connect } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrations.ts';
import { createLog } from '../platform/log.ts';
import { type Command, helpAsked, readOptions } from './command.ts';

const usage = `probity migrate
  Runs the migrations that the database lacks, each once and under a lock. Every start does the same.
`;

export const migrateCommand: Command = async (settings, args) => {
  if (helpAsked(args, usage)) return 0;
  readOptions(args, {});
  const log = createLog('silent');
  const server = await connect(settings, log);
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => {} });
  try {
    const { applied } = await migrate(database, log);
    const lines = applied.map((name) => `applied ${name}\n`);
    process.stdout.write(lines.length === 0 ? 'nothing to do\n' : lines.join(''));
    return 0;
  } finally {
    await database.close();
    await server.stop();
  }
};
