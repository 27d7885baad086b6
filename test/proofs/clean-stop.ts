// Proves that a stop under load loses nothing, repeats nothing, and is fast.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sql } from '../../src/platform/db/database.ts';
import { type Program, programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { answerSlowly, findUnrecorded } from './kills/in-flight.ts';
import { awaitAnswers } from './outages/load.ts';
import { type OutageStage, openOutageStage, registerReceiver } from './outages/stage.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'clean-stop';
export const promise = 'Stopping is clean (promise 13)';
export const expected = '0 lost, 0 repeated, all that was sent recorded at the stop, each ≤ 15 s and with exit code 0';
export const size = 100;
export const unit = 'stops under load';

const atMostMs = 15_000;

interface StopOptions {
  readonly size: number;
  readonly isShortened?: boolean;
}

/** Counts notifications that were sent but not recorded, and deliveries that are still leased after the stop. */
async function countLeft(db: Db, { requests }: WebhookReceiver): Promise<number> {
  const held = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from webhook_deliveries where leased_by is not null`);
  return (await findUnrecorded(db, requests)).length + (held?.count ?? 0);
}

/** Stops and restarts the running program under load. @param running is replaced at each stop */
export async function stopUnderLoad(
  stage: OutageStage,
  running: { program: Program },
  { size: stops, isShortened }: StopOptions,
): Promise<ProofResult> {
  const answers = answerSlowly(stage.receiver, 200);
  const load = stage.load(running.program, { isShortened });
  const took: number[] = [];
  let [unclean, unrecorded] = [0, 0];
  for (let n = 0; n < stops; n += 1) {
    await awaitAnswers(load, 20, 60_000);
    await sleep((n * 37) % 200);
    // Stop during a call, so that there is something to wait for and to record.
    await answers.someOpen();
    const startedAt = performance.now();
    if ((await running.program.stop()) !== 0) unclean += 1;
    took.push(performance.now() - startedAt);
    const { database, close } = await openProgramDatabase(stage.folder.dataDir);
    unrecorded += await countLeft(database, stage.receiver);
    running.program = await stage.start();
    await close();
  }
  await awaitAnswers(load, 5, 60_000);
  await load.stop();
  // If a record is missing the proof has failed: do not wait for its consequences.
  const end = await stage.end(running.program, { withinMs: unrecorded > 0 ? 0 : 30_000 });
  const slowest = Math.max(...took);
  const notRecorded = unrecorded + end.unrecorded;
  const counts = {
    stops,
    lost: end.lost.length,
    'half there': end.half.length,
    'not recorded': notRecorded,
    repeated: end.repeated,
  };
  return {
    figure: `${countsInWords(counts)}, the slowest ${(slowest / 1000).toFixed(1)} s`,
    ok:
      end.lost.length + end.half.length + end.repeated + notRecorded + unclean + end.stuck === 0 && slowest <= atMostMs,
    lines: [
      `${inThousands(load.tally.answered)} requests answered, ${load.tally.broken} met the stopped program, ${load.tally.unavailable} were told to come again, ${load.tally.odd.length} answered otherwise; ${inThousands(end.changes)} events told; ${unclean} exit codes other than 0`,
      ...[...load.tally.odd, ...end.lost, ...end.half].slice(0, 10),
    ],
  };
}

export async function run({ program, ...options }: StopOptions & PlantedOptions): Promise<ProofResult> {
  const stage = await openOutageStage(programFolder({ program }));
  const running = { program: await stage.start() };
  try {
    await registerReceiver(running.program, stage.receiver);
    return await stopUnderLoad(stage, running, options);
  } finally {
    await running.program.kill();
    await stage.close();
  }
}
