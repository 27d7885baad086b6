import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { growthWhile } from './uploads/growth.ts';
import type { Place } from './uploads/place.ts';
import { steps } from './uploads/steps.ts';
import { proveLarge, proveWhole } from './uploads.ts';

/** Steps specific to each kind of store; common steps are tested with the folder. */
const ownSteps = {
  folder: steps.folder,
  bucket: steps.bucket.filter((step) => !(steps.folder as readonly string[]).includes(step)),
};

/** The kills after the first byte is stored and before the row is: each leaves a file. */
const leftAtLeast = { folder: 8, bucket: 4 } as const;

for (const kind of ['folder', 'bucket'] as const) {
  test(`uploads to a ${kind}, interrupted or killed at each step, leave no partial file and no orphaned row`, async () => {
    const { ok, figure, lines, unswept } = await proveWhole(kind, 12, ownSteps[kind]);
    assert.ok(ok, [figure, ...lines].join('\n'));
    // Without the sweep the proof would find what the kills have left.
    assert.ok(unswept >= leftAtLeast[kind], `${unswept} files without a row`);
  });
}

test('concurrent large files are returned unchanged, and need little memory', async () => {
  const { ok, figure, lines } = await proveLarge('folder', 10, 2 ** 20);
  assert.ok(ok, [figure, ...lines].join('\n'));
});

/** Changes one byte of one file. */
async function damageOne({ settings }: Place): Promise<void> {
  const root = join(settings.PROBITY_DATA_DIR!, 'files');
  const [file] = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const path = join(file!.parentPath, file!.name);
  const bytes = readFileSync(path);
  bytes[20]! ^= 1;
  writeFileSync(path, bytes);
}

test('planted faults are found: a store that answers too early, a damaged file', async () => {
  // A third of the uploads is interrupted: of so many, at least one can be damaged.
  const { counts, figure } = await proveWhole('folder', 12, ['after the commit'], {
    answersEarly: true,
    tamper: damageOne,
  });
  assert.equal(counts!['rows without a file'], 1, figure);
  assert.equal(counts!['other hashes'], 1, figure);
});

const greedy = `
  process.stdin.once('data', () => {
    globalThis.kept = Buffer.alloc(150_000_000, 1);
    console.log('kept');
  });`;

test('a planted fault is found: a process that keeps uploads in memory', async (t) => {
  const child = spawn(process.execPath, ['--eval', greedy], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const growth = await growthWhile(child.pid!, async () => {
    child.stdin.write('a');
    await once(child.stdout, 'data');
  });
  assert.ok(growth > 100, `${growth} MB`);
});
