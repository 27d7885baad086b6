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
  holds(await stopCleanly({ size: 1 }));
});

test('the database goes away under load, and comes back', async () => {
  holds(await restartDatabase({ size: 1, inHaste: true }));
});

const disk = mountSmallDisk();
disk?.remove();

test('the disk fills under load', { skip: disk === undefined && 'only root may mount a small disk' }, async () => {
  holds(await fillDisk({ size: 1, inHaste: true }));
});

const clock = openClockShift();
clock?.remove();

test('the clock jumps under load', { skip: clock === undefined && 'there is no C compiler' }, async () => {
  holds(await jump({ size: 1, inHaste: true }));
});
