import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Place } from './uploads/place.ts';
import { steps } from './uploads/steps.ts';
import { proveWhole } from './uploads.ts';

test('uploads of all sizes, broken off or killed at each step, leave no half file and no half row', async () => {
  const { ok, figure, lines } = await proveWhole(60, steps);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** One byte of one file. */
async function damageOne({ settings }: Place): Promise<void> {
  const root = join(settings.PROBITY_DATA_DIR!, 'files');
  const [file] = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const path = join(file!.parentPath, file!.name);
  const bytes = readFileSync(path);
  bytes[20]! ^= 1;
  writeFileSync(path, bytes);
}

test('planted faults are found: a store that answers too early, no sweep, a damaged file', async () => {
  const [hasty, unswept, damaged] = await Promise.all([
    proveWhole(0, ['after the commit'], { isHasty: true }),
    proveWhole(0, ['after the rename'], { noSweep: true }),
    // A third of them is cut off: of so many, one is there to be damaged.
    proveWhole(12, [], { tamper: damageOne }),
  ]);
  assert.equal(hasty.counts!['rows without a file'], 1, hasty.figure);
  assert.equal(unswept.counts!['files without a row'], 1, unswept.figure);
  assert.equal(damaged.counts!['other hashes'], 1, damaged.figure);
});
