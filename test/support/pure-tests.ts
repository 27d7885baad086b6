// The tests of pure rules, states, schedules and of lib in one process: starting one for each would take longer than they do.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Those that need a database or much time stay alone. */
const alone = ['breaker-rules.test.ts', 'regular-expressions.test.ts'];

export const pureTests = globSync(['test/lib/*.test.ts', 'test/**/*-{rules,states,schedule}.test.ts'], { cwd: root })
  .filter((file) => !alone.some((name) => file.endsWith(name)))
  .sort();

export const pureTestsFile = 'test/support/run-pure-tests.ts';
