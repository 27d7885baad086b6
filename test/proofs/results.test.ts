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

test('runs since the last broken one add up, and say so plainly while they are too few', () => {
  const summary = summaryOf(proof, [ran(200, 1, false), ran(200, 0), ran(200, 0)])!;
  assert.equal(
    summary.size,
    '400 kills in 2 runs, **smaller than the 1,000 promised**; 40 changes, **smaller than the 100 promised**',
  );
  assert.equal(summary.figure, '400 kills, 40 changes, 0 lost');
  assert.equal(summary.ok, true);
});

test('no more runs are added up than the promise asks for', () => {
  const summary = summaryOf(proof, Array(7).fill(ran(200, 0)))!;
  assert.equal(summary.size, '1,000 kills in 5 runs; 100 changes');
});

test('runs add up until each figure that is promised is reached', () => {
  const summary = summaryOf({ ...proof, guaranteed: { kills: 400, changes: 100 } }, Array(7).fill(ran(200, 0)))!;
  assert.equal(summary.size, '1,000 kills in 5 runs; 100 changes');
});

test('a proof that names no figure promises its size', () => {
  const { guaranteed: _, ...plain } = proof;
  assert.equal(summaryOf(plain, [ran(100, 0)])!.size, '100 kills, **smaller than the 200 promised**');
});

test('a broken run is shown as it was', () => {
  const summary = summaryOf(proof, [ran(200, 0), ran(200, 3, false)])!;
  assert.equal(summary.figure, '200 kills, 3 lost');
  assert.equal(summary.ok, false);
});

test('a proof names its promises in its sentence', () => {
  assert.deepEqual(promiseNumbers(proof), [1, 2]);
});
