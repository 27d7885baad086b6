// How many slips lie between two texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '../../src/lib/edit-distance.ts';

test('each letter added, left out, replaced or swapped with its neighbour is one slip', () => {
  const slips = [
    ['gmail.com', 'gmail.com', 0],
    ['gmial.com', 'gmail.com', 1],
    ['gmai.com', 'gmail.com', 1],
    ['ggmail.com', 'gmail.com', 1],
    ['gmeil.com', 'gmail.com', 1],
    ['hotmial.co', 'hotmail.com', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
  ] as const;
  for (const [one, other, count] of slips) assert.equal(editDistance(one, other), count, `${one} and ${other}`);
});

test('long texts are compared by their beginning', () => {
  assert.equal(editDistance('a'.repeat(100_000), 'a'.repeat(200)), 0);
});
