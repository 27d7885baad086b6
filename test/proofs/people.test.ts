// The proof that people are who they say, without the tests that it runs, which the suite runs too; and that it can fail.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { problemsOf, readRequirements } from './people/requirements.ts';
import { journeys, notInRun, run, size } from './people.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(`${root}docs/asvs.md`, 'utf8');
const rows = readRequirements(text);
const files = [...new Set(rows.flatMap(({ tests }) => tests))];

/** The names of the tests in the files, as they are written. */
const titles = new Set(
  files.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/\b(?:test|it)\(([^\n]*)/g)].map(
      ([, title]) => `${file}: ${title}`,
    ),
  ),
);

test('every requirement on people names its tests, and every journey is one of them', () => {
  assert.ok(rows.length >= 50, `${rows.length} rows`);
  assert.deepEqual(problemsOf(rows), []);
  assert.deepEqual(notInRun({ passed: titles, failed: [] }, files), []);
});

test('the proof detects a requirement that is missing, or whose test does not exist', async () => {
  const without = text.replaceAll('test/journeys/sign-in.test.ts', 'test/journeys/none.test.ts');
  const { ok, lines } = await run({
    size,
    text: without.replace(
      '| 6.2.1 | 1 | at least 8 characters | holds |',
      '| 6.2.1 | 1 | at least 8 characters | missing |',
    ),
  });
  assert.equal(ok, false);
  assert.ok(lines.includes('6.2.1 is missing'), lines[0]);
  assert.ok(
    lines.some((line) => line.startsWith('6.4.1 names tests that do not exist')),
    lines[0],
  );
});

test('the proof detects a journey that no test walks, and a test that fails', () => {
  const passed = new Set([...titles].filter((title) => !journeys['stolen cookie']!.test(title)));
  assert.deepEqual(notInRun({ passed, failed: ['failed: one'] }, files), [
    'failed: one',
    'no passing test: stolen cookie',
  ]);
});
