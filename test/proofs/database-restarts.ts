// Proves that the database may stop under load and return: requests get 503, and the program is not restarted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerWebhook } from '../../src/features/webhooks/webhook-actions.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { makeAccount } from '../support/accounts.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { urlOf } from '../support/probity.ts';
import { openBeside } from './deliveries/stage.ts';
import { answerSlowly } from './kills/in-flight.ts';
import { awaitAnswers } from './outages/load.ts';
import { type OutageStage, openOutageStage } from './outages/stage.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'database-restarts';
export const promise = 'The database may go away (promise 11)';
export const expected = '503 only, 0 acknowledged lost, 0 repeated, 0 not recorded, recovery < 5 s, no restart of ours';
export const size = 20;
export const unit = 'stops of 30 s';

const awayMs = 30_000;

export interface RestartOptions {
  readonly size: number;
  /** For the test suite: stopped for two seconds; the recovery time is reported but not judged. */
  readonly isShortened?: boolean;
}

/** Makes an account with a webhook, as an operator with an external database would. */
async function setUp(stage: OutageStage, connection: Parameters<typeof urlOf>[0]): Promise<string> {
  const { ctx, close } = await openBeside(stage.folder.dataDir, connection, stage.receiver.caFile);
  try {
    const account = await makeAccount(ctx);
    await registerWebhook(ctx, account.caller('live'), { url: stage.receiver.url });
    return account.keys.live;
  } finally {
    await close();
  }
}

export async function run({ size: stops, isShortened }: RestartOptions): Promise<ProofResult> {
  const stage = await openOutageStage();
  // In a folder outside the program's, which would restart the database at once.
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-database-'));
  const startDatabase = () => startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await copyPreparedCluster(dataDir);
  let server = await startDatabase();
  const { connection } = server;
  const key = await setUp(stage, connection);
  const program = await stage.start({ DATABASE_URL: urlOf(connection) });
  const assertRuns = () => {
    const { exitCode, signalCode } = program.child;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`the program ended with ${exitCode ?? signalCode}: ${program.log().slice(-2000)}`);
  };
  try {
    const load = stage.load(program, { key, isShortened });
    // Calls that are running at the stop are recorded once the database is back.
    const answers = answerSlowly(stage.receiver, 200);
    const recoveries: number[] = [];
    for (let n = 0; n < stops; n += 1) {
      await awaitAnswers(load, 20, 60_000);
      await answers.someOpen();
      await server.stop();
      await sleep(isShortened ? 2000 : awayMs);
      server = await startDatabase();
      recoveries.push(await awaitAnswers(load, 1, 60_000));
      assertRuns();
    }
    await awaitAnswers(load, 20, 60_000);
    await load.stop();
    assertRuns();
    const end = await stage.end(program, { withinMs: 120_000, isShortened, key, connection });
    const slowest = Math.max(...recoveries);
    const { answered, unavailable, broken, odd } = load.tally;
    const restarted = program.child.exitCode === null ? 0 : 1;
    const counts = {
      stops,
      lost: end.lost.length,
      'half there': end.half.length,
      repeated: end.repeated,
      'not recorded': end.unrecorded,
      'other answers than 503': odd.length + broken,
    };
    const violations =
      end.lost.length + end.half.length + end.repeated + end.unrecorded + odd.length + broken + restarted + end.stuck;
    return {
      figure: `${countsInWords(counts)}, the slowest recovery ${(slowest / 1000).toFixed(1)} s, ${restarted} restarts`,
      ok: violations === 0 && (isShortened === true ? slowest < Number.POSITIVE_INFINITY : slowest < 5000),
      lines: [
        `${inThousands(answered)} requests answered, ${inThousands(unavailable)} told to come again, ${broken} connections broken; ${inThousands(end.changes)} events told`,
        ...[...odd, ...end.lost, ...end.half].slice(0, 10),
      ],
    };
  } finally {
    await program.kill();
    await server.stop();
    await stage.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
