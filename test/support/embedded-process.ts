// A process that uses an embedded database and takes commands from standard input; tests start several and kill them.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, sql } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { EmbeddedPostgresError } from '../../src/platform/db/embedded-postgres-error.ts';
import { createLog } from '../../src/platform/log.ts';

const say = (answer: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(answer)}\n`);

async function start(dataDir: string) {
  try {
    return await startEmbeddedPostgres({ dataDir, log: createLog('silent'), startTimeoutMs: 20_000 });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    say({ code: error.code, message: error.message, folder: error.folder });
    process.exit(3);
  }
}

const server = await start(process.argv[2] ?? '');
const database = openDatabase({ connection: server.superuser, poolSize: 4, onIdleError: () => {} });
say({ adopted: server.adopted, connection: server.superuser });

/** Commits increasing numbers until the process ends, and prints each after its commit; retries failures. */
async function commitMany(writer: number): Promise<void> {
  await database.run(sql`CREATE TABLE IF NOT EXISTS commits (writer integer, number integer)`);
  for (let number = 1; number <= 1_000_000; number++) {
    try {
      await database.run(sql`INSERT INTO commits (writer, number) VALUES (${writer}, ${number})`);
      say({ committed: number });
    } catch (error) {
      say({ failed: (error as Error).message });
      await sleep(20);
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'exit') process.exit(0);
  if (line === 'commit') commitMany(process.pid).catch(() => process.exit(4));
  if (line === 'stop') {
    const startedMs = performance.now();
    await database.close();
    await server.stop();
    say({ stoppedInMs: Math.round(performance.now() - startedMs) });
    process.exit(0);
  }
}
