import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openClockShift } from '../support/clock-shift.ts';
import { type Program, programFolder } from '../support/program.ts';
import { stopUnderLoad } from './clean-stop.ts';
import { run as jump } from './clock-jumps.ts';
import { run as restartDatabase } from './database-restarts.ts';
import { fillUnderLoad, mountSmallDisk } from './disk-full.ts';
import { type OutageStage, openOutageStage, registerReceiver } from './outages/stage.ts';
import type { ProofResult } from './proof.ts';

const short = { size: 1, isShortened: true } as const;

function holds({ ok, figure, lines }: ProofResult): void {
  assert.ok(ok, [figure, ...lines].join('\n'));
}

const disk = mountSmallDisk('shortened');
let stage: OutageStage;
let running: { program: Program };
before(async () => {
  stage = await openOutageStage(programFolder(disk));
  running = { program: await stage.start() };
  await registerReceiver(running.program, stage.receiver);
});
after(async () => {
  disk?.free();
  await running.program.kill();
  await stage.close();
  disk?.remove();
});

test('a stop under load loses nothing and repeats nothing', async () => {
  holds(await stopUnderLoad(stage, running, short));
});

test('a full disk under load loses nothing and repeats nothing', {
  skip: disk === undefined && 'only root may mount a small disk',
}, async () => {
  holds(await fillUnderLoad(stage, running, disk!, short));
});

test('a stop of the database under load loses nothing and repeats nothing', async () => {
  holds(await restartDatabase(short));
});

const clock = openClockShift();
clock?.remove();

test('a jump of the clock under load loses no event and adds no attempt', {
  skip: clock === undefined && 'there is no C compiler',
}, async () => {
  holds(await jump(short));
});
