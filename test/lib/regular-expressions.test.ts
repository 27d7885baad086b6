import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { findExpressions, keepProofs, whyNotLinear } from '../support/regular-expressions.ts';

const root = `${import.meta.dirname}/../..`;
const files = globSync('src/**/*.ts', { cwd: root }).sort();

after(keepProofs);

test('every regular expression of the sources is linear', async (t) => {
  const all = files.map((file) => findExpressions(file, readFileSync(`${root}/${file}`, 'utf8')));
  const found = all.flatMap((expressions) => expressions.found);
  assert.ok(found.some(({ at }) => at.startsWith('src/lib/dates.ts:')));
  const problems = all.flatMap(({ unprovable }) => unprovable.map((at) => `${at} is made at run time`));
  await Promise.all(
    found.map(async ({ at, source, flags }) => {
      const why = await whyNotLinear(source, flags);
      if (why !== undefined) problems.push(`${at} /${source}/${flags} is ${why}`);
    }),
  );
  t.diagnostic(`${found.length} expressions in ${files.length} files`);
  assert.deepEqual(problems.sort(), []);
});

test('a planted expression that is not linear is found and named', async () => {
  const planted = String.raw`
    const fine = 'no /(a|a)*$/ here'; // nor /(a|a)*$/ here
    const ratio = fine.length / 2 / 3;
    if (/^(\w+\s?)*$/.test(fine)) {}
    const made = new RegExp('\\s+$', 'g');
    const called = RegExp('^(?:a|a){40}$');
    const email: RegExp = <RegExp>/^([a-z.]+)+@/i;
    Type.String({ minLength: 1, pattern: '^(a+)+$' });
    Type.String({ pattern: email.source });`;
  const { found, unprovable } = findExpressions('planted.ts', planted);
  const verdicts = found.map(async ({ at, source, flags }) => `${at} ${await whyNotLinear(source, flags)}`);
  assert.deepEqual((await Promise.all(verdicts)).sort(), [
    'planted.ts:4 exponential',
    'planted.ts:5 polynomial',
    'planted.ts:6 exponential up to its bounds',
    'planted.ts:7 exponential',
    'planted.ts:8 exponential',
  ]);
  assert.deepEqual(unprovable, []);
});

test('an expression built at run time is named, because it cannot be checked', () => {
  const planted = [
    'const a = new RegExp(text);',
    'const b = RegExp(`$' + '{text}$`);',
    'Type.String({ pattern: text });',
    'RegExp("a", flags);',
  ].join('\n');
  const { found, unprovable } = findExpressions('planted.ts', planted);
  assert.deepEqual(found, []);
  assert.deepEqual(unprovable, ['planted.ts:1', 'planted.ts:2', 'planted.ts:3', 'planted.ts:4']);
});

test('linear expressions pass, with bounds, classes, escapes and look-around', async () => {
  for (const expression of [
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    /\d{1,64}x/g,
    /^[{9,}\]]{1,9}\{10\}\u{1F600}\p{L}$/u,
    /^(?!BG)[A-Z]{2}\d{6}$/,
    /(?<=a)b+c/,
  ]) {
    assert.equal(await whyNotLinear(expression.source, expression.flags), undefined, String(expression));
  }
});
