// A test process that does not end is killed, so that the run fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const limit = new URL('./support/process-limit.ts', import.meta.url).href;

for (const [what, program] of [
  ['is in an endless loop', 'while (true);'],
  ['waits for ever', 'setInterval(() => undefined, 1000);'],
] as const) {
  test(`a process that ${what} is killed at its limit`, () => {
    const env = { ...process.env, TEST_PROCESS_LIMIT_MS: '300' };
    const { signal, stderr } = spawnSync(process.execPath, [`--import=${limit}`, '--eval', program], {
      env,
      timeout: 60_000,
    });
    assert.equal(signal, 'SIGKILL');
    assert.match(String(stderr), /did not end within 0\.3 s/);
  });
}
