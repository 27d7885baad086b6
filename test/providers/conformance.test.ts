// Every built-in provider is run through the conformance suite, by the test of the provider.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtInProviders } from '../../src/providers/built-in.ts';

const folder = import.meta.dirname;

test('the test of each built-in provider runs the conformance suite, once', () => {
  const texts = globSync('**/*.test.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const run = texts.flatMap((text) => [...text.matchAll(/^conforms\([^']+'(\w+)'/gm)].map(([, name]) => name!));
  assert.deepEqual(run.sort(), builtInProviders.map(({ described }) => described.name).sort());
  assert.equal(
    texts.filter((text) => /^conformsAs\(/m.test(text)).length,
    1,
    'the signed protocol, which is not built in',
  );
});
