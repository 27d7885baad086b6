// The tests that start nothing, in one process: starting one for each would take longer than they do.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Those that need a database or much time, or measure their own process, stay alone. */
const alone = ['breaker-rules.test.ts', 'regular-expressions.test.ts', 'platform/metrics.test.ts'];

/** Of pure code by its name. */
const byName = new Set(globSync(['test/lib/*.test.ts', 'test/**/*-{rules,states,schedule}.test.ts'], { cwd: root }));

const importsMore = /\bimport\(|from '(?!node:(?:assert\/strict|test)'|fast-check'|(?:\.\.\/)+src\/)/;
/** Nothing but the shipped source and what compares and runs. */
const importsSourceOnly = (file: string) => !importsMore.test(readFileSync(join(root, file), 'utf8'));

export const pureTests = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => !alone.some((name) => file.endsWith(name)))
  .filter((file) => byName.has(file) || importsSourceOnly(file))
  .sort();

export const pureTestsFile = 'test/support/run-pure-tests.ts';
