// Proves that a full disk loses nothing acknowledged, and that the program recovers as soon as there is space.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, programFolder } from '../support/program.ts';
import { answerSlowly } from './kills/in-flight.ts';
import { awaitAnswers, type OutageLoad } from './outages/load.ts';
import { type OutageStage, openOutageStage, registerReceiver } from './outages/stage.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'disk-full';
export const promise = 'The disk may fill (promise 12)';
export const expected =
  '0 acknowledged lost, 0 half there, 0 repeated, 0 not recorded, recovers by itself once there is room';
export const size = 10;
export const unit = 'times full for 30 s';

export interface DiskOptions {
  readonly size: number;
  /** For the test suite: full for a few seconds. */
  readonly isShortened?: boolean;
}

interface SmallDisk {
  readonly dataDir: string;
  fill(): void;
  free(): void;
  remove(): void;
}

/** The room for the database of a run, and for that of a short one, which is filled sooner. */
const megabytes = { whole: 400, shortened: 160 } as const;

/** Undefined if this user may not mount one. */
export function mountSmallDisk(size: keyof typeof megabytes): SmallDisk | undefined {
  const top = mkdtempSync(join(tmpdir(), 'probity-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes[size]}m,mode=755`, 'tmpfs', top]);
  const remove = () => {
    spawnSync('umount', ['--lazy', top]);
    rmSync(top, { recursive: true, force: true });
  };
  if (mounted.status !== 0) {
    remove();
    return undefined;
  }
  const dataDir = join(top, 'data');
  mkdirSync(dataDir);
  const ballast = join(top, 'ballast');
  return {
    dataDir,
    fill() {
      const { bavail, bsize } = statfsSync(top);
      try {
        // The load itself soon uses up the rest, so the disk fills up at a random moment.
        appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 100_000)));
      } catch (error) {
        // The database has used the space meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove,
  };
}

/** Fills the disk until requests are refused, and keeps it full for the given time. */
async function stayFull(disk: SmallDisk, load: OutageLoad, ms: number): Promise<boolean> {
  disk.fill();
  const before = load.tally.unavailable;
  const deadline = performance.now() + 60_000;
  while (load.tally.unavailable === before && load.tally.odd.length === 0 && performance.now() < deadline) {
    await sleep(200);
    // The database may have removed files.
    disk.fill();
  }
  await sleep(ms);
  return load.tally.unavailable > before;
}

/** @param stage its folder is on the disk */
export async function fillUnderLoad(
  stage: OutageStage,
  { program }: { readonly program: Program },
  disk: SmallDisk,
  { size: times, isShortened }: DiskOptions,
): Promise<ProofResult> {
  const load = stage.load(program, { isShortened });
  // Calls that are running when the disk fills up are recorded once the database is back.
  answerSlowly(stage.receiver, 200);
  const recoveries: number[] = [];
  let felt = 0;
  for (let n = 0; n < times; n += 1) {
    await awaitAnswers(load, 20, 120_000);
    if (await stayFull(disk, load, isShortened ? 1000 : 30_000)) felt += 1;
    disk.free();
    recoveries.push(await awaitAnswers(load, 5, 120_000));
  }
  await load.stop();
  const ended = program.child.exitCode !== null || program.child.signalCode !== null;
  if (ended) throw new Error(`the program ended: ${program.log().slice(-2000)}`);
  const end = await stage.end(program, { withinMs: 120_000, isShortened });
  const { answered, unavailable, broken, odd } = load.tally;
  const slowest = Math.max(...recoveries);
  const counts = {
    'times full': felt,
    lost: end.lost.length,
    'half there': end.half.length,
    'not recorded': end.unrecorded,
    repeated: end.repeated,
  };
  return {
    figure: `${countsInWords(counts)}, back after at most ${(slowest / 1000).toFixed(1)} s`,
    ok:
      felt === times &&
      end.lost.length + end.half.length + end.repeated + end.unrecorded + end.stuck === 0 &&
      Number.isFinite(slowest),
    lines: [
      `${inThousands(answered)} requests answered, ${inThousands(unavailable)} told to come again, ${broken} connections broken, ${odd.length} answered otherwise; ${inThousands(end.changes)} events told`,
      ...[...new Set(odd), ...end.lost, ...end.half].slice(0, 10),
    ],
  };
}

export async function run(options: DiskOptions): Promise<ProofResult> {
  const disk = mountSmallDisk('whole');
  if (disk === undefined) {
    return { figure: 'not run: a small file system can only be mounted by root', ok: false, lines: [] };
  }
  const stage = await openOutageStage(programFolder({ dataDir: disk.dataDir }));
  const program = await stage.start();
  try {
    await registerReceiver(program, stage.receiver);
    return await fillUnderLoad(stage, { program }, disk, options);
  } finally {
    disk.free();
    await program.kill();
    await stage.close();
    disk.remove();
  }
}
