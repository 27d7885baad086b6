// The proof of guessing codes, smaller, and what it says when guesses are not limited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './code-guessing.ts';

test('guessing as fast as one is let opens no form in a thousand years, and locks nobody out', async () => {
  const { ok, figure, lines } = await run({ size: 2 });
  assert.ok(ok, [figure, ...lines].join('\n'));
});

test('the proof detects that guesses are not limited', async () => {
  const { ok, figure } = await run({ size: 1, guess: async () => ({ is: 'wrong', triesLeft: 4 }) });
  assert.equal(ok, false, figure);
});
