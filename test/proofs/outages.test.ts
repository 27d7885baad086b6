import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openClockShift } from '../support/clock-shift.ts';
import { run as stopCleanly } from './clean-stop.ts';
import { run as jump } from './clock-jumps.ts';
import { run as restartDatabase } from './database-restarts.ts';
import { run as fillDisk, mountSmallDisk } from './disk-full.ts';
import type { ProofResult } from './proof.ts';

function holds({ ok, figure, lines }: ProofResult): void {
  assert.ok(ok, [figure, ...lines].join('\n'));
}

test('a stop under load loses nothing and repeats nothing', async () => {
  holds(await stopCleanly({ size: 1, isShortened: true }));
});

test('a stop of the database under load loses nothing and repeats nothing', async () => {
  holds(await restartDatabase({ size: 1, isShortened: true }));
});

const disk = mountSmallDisk();
disk?.remove();

test('a full disk under load loses nothing and repeats nothing', {
  skip: disk === undefined && 'only root may mount a small disk',
}, async () => {
  holds(await fillDisk({ size: 1, isShortened: true }));
});

const clock = openClockShift();
clock?.remove();

test('a jump of the clock under load loses no event and adds no attempt', {
  skip: clock === undefined && 'there is no C compiler',
}, async () => {
  holds(await jump({ size: 1, isShortened: true }));
});
