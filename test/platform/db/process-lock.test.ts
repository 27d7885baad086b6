// Locks between processes: shared or exclusive, never waited for, released with their process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { holdBy, openProcessLock } from '../../../src/platform/db/process-lock.ts';

const home = mkdtempSync(join(tmpdir(), 'probity-lock-'));
after(() => rmSync(home, { recursive: true, force: true }));

test('many processes may share a lock, one may hold it exclusively', () => {
  const path = join(home, 'shared.lock');
  const [one, two, three] = [openProcessLock(path), openProcessLock(path), openProcessLock(path)];
  assert.equal(one.tryHold('shared'), true);
  assert.equal(two.tryHold('shared'), true);
  assert.equal(three.tryHold('exclusive'), false);
  one.release();
  assert.equal(three.tryHold('exclusive'), false);
  two.release();
  assert.equal(three.tryHold('exclusive'), true);
  assert.equal(one.tryHold('shared'), false);
  assert.equal(one.tryHold('exclusive'), false);
  three.close();
  assert.equal(one.tryHold('exclusive'), true);
  for (const lock of [one, two]) lock.close();
});

test('no other user of the machine can open the file, and hold the lock', () => {
  const path = join(home, 'private.lock');
  openProcessLock(path).close();
  assert.equal(statSync(path).mode & 0o777, 0o600);
  chmodSync(path, 0o644);
  openProcessLock(path).close();
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('the lock of a killed process is free at once', async () => {
  const path = join(home, 'killed.lock');
  const module = new URL('../../../src/platform/db/process-lock.ts', import.meta.url).href;
  const program = `const { openProcessLock } = await import('${module}');
    const lock = openProcessLock('${path}'); lock.tryHold('exclusive'); console.log('held'); setInterval(() => lock, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  const lock = openProcessLock(path);
  assert.equal(lock.tryHold('shared'), false);
  assert.equal(await holdBy(lock, 'shared', performance.now() + 50), false);
  holder.kill('SIGKILL');
  assert.equal(await holdBy(lock, 'exclusive', performance.now() + 5000), true);
  lock.close();
});
