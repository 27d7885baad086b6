// Proves that a stop under load loses nothing, repeats nothing, and is soon over.
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitAnswers } from './outages/load.ts';
import { openOutageStage, registerReceiver } from './outages/stage.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'clean-stop';
export const promise = 'Stopping is clean (promise 13)';
export const expected = '0 lost, 0 repeated, each stop ≤ 15 s and with exit code 0';
export const size = 100;
export const unit = 'stops under load';

const atMostMs = 15_000;

export async function run({ size: stops }: { readonly size: number }): Promise<ProofResult> {
  const stage = await openOutageStage();
  let program = await stage.start();
  try {
    await registerReceiver(program, stage.receiver);
    const load = stage.load(program);
    const took: number[] = [];
    let unclean = 0;
    for (let n = 0; n < stops; n += 1) {
      await awaitAnswers(load, 20, 60_000);
      await sleep((n * 37) % 200);
      const startedAt = performance.now();
      if ((await program.stop()) !== 0) unclean += 1;
      took.push(performance.now() - startedAt);
      program = await stage.start();
    }
    await awaitAnswers(load, 5, 60_000);
    await load.stop();
    const end = await stage.end(program, { withinMs: 30_000 });
    const slowest = Math.max(...took);
    const counts = { stops, lost: end.lost.length, 'half there': end.half.length, repeated: end.repeated };
    return {
      figure: `${countsInWords(counts)}, the slowest ${(slowest / 1000).toFixed(1)} s`,
      ok: end.lost.length + end.half.length + end.repeated + unclean + end.stuck === 0 && slowest <= atMostMs,
      lines: [
        `${inThousands(load.tally.answered)} requests answered, ${load.tally.broken} met the stopped program, ${load.tally.unavailable} were told to come again, ${load.tally.odd.length} answered otherwise; ${inThousands(end.changes)} events told; ${unclean} exit codes other than 0`,
        ...[...load.tally.odd, ...end.lost, ...end.half].slice(0, 10),
      ],
    };
  } finally {
    await program.kill();
    await stage.close();
  }
}
