// The tests of pure code, which run in one process: starting a process for each would take longer than the tests.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests that need a database or much time, or measure their own process, run alone. */
const alone = ['breaker-rules.test.ts', 'regular-expressions.test.ts', 'platform/metrics.test.ts'];

/** Tests of pure code, by their names. */
const byName = new Set(globSync(['test/lib/*.test.ts', 'test/**/*-{rules,states,schedule}.test.ts'], { cwd: root }));

const importsMore = /\bimport\(|from '(?!node:(?:assert\/strict|test)'|fast-check'|(?:\.\.\/)+src\/)/;
/** Whether the test imports only the shipped source and the test libraries. */
const importsSourceOnly = (file: string) => !importsMore.test(readFileSync(join(root, file), 'utf8'));

export const pureTests = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => !alone.some((name) => file.endsWith(name)))
  .filter((file) => byName.has(file) || importsSourceOnly(file))
  .sort();

export const pureTestsFile = 'test/support/run-pure-tests.ts';
