import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promiseNumbers } from './proof.ts';
import { type KeptResult, summaryOf } from './results.ts';

const proof = {
  name: 'kills',
  promise: 'Nothing is lost (promises 1 and 2)',
  expected: '0 lost',
  size: 200,
  unit: 'kills',
  guaranteed: { kills: 1000, changes: 100 },
  run: () => Promise.reject(new Error('not run here')),
};

const ran = (size: number, lost: number, ok = true): KeptResult => ({
  date: '2026-01-02T03:04:05Z',
  size,
  figure: `${size} kills, ${lost} lost`,
  ok,
  counts: { kills: size, changes: size / 10, lost },
  seconds: 1,
  machine: '2 cores',
});

test('runs since the last broken one add up, and the table says when they are too few', () => {
  const summary = summaryOf(proof, [ran(200, 1, false), ran(200, 0), ran(200, 0)])!;
  assert.equal(
    summary.size,
    '400 kills in 2 runs, **smaller than the 1,000 promised**; 40 changes, **smaller than the 100 promised**',
  );
  assert.equal(summary.figure, '400 kills, 40 changes, 0 lost');
  assert.equal(summary.ok, true);
});

test('runs beyond the promise are not added', () => {
  const summary = summaryOf(proof, Array(7).fill(ran(200, 0)))!;
  assert.equal(summary.size, '1,000 kills in 5 runs; 100 changes');
});

test('runs are added until every promised figure is reached', () => {
  const summary = summaryOf({ ...proof, guaranteed: { kills: 400, changes: 100 } }, Array(7).fill(ran(200, 0)))!;
  assert.equal(summary.size, '1,000 kills in 5 runs; 100 changes');
});

test('without figures of its own a proof promises its size', () => {
  const { guaranteed: _, ...plain } = proof;
  assert.equal(summaryOf(plain, [ran(100, 0)])!.size, '100 kills, **smaller than the 200 promised**');
});

test('a failed run is shown unchanged', () => {
  const summary = summaryOf(proof, [ran(200, 0), ran(200, 3, false)])!;
  assert.equal(summary.figure, '200 kills, 3 lost');
  assert.equal(summary.ok, false);
});

test("a proof's sentence contains the numbers of its promises", () => {
  assert.deepEqual(promiseNumbers(proof), [1, 2]);
});
