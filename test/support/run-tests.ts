// `npm test`: every test file under node's own runner, a few at a time.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked : globSync('test/**/*.test.ts', { cwd: root }).sort();

// More files than cores: much of a test is waiting for a database, a browser or a clock.
const atOnce = availableParallelism() + 2;
const args = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=120000', ...files];
// What one file has loaded the next need not compile again: every file is a process of its own.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...process.env };
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
