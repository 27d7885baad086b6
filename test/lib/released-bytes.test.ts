import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release } from '../../src/lib/released-bytes.ts';

test('bytes with a memory of their own free it', () => {
  const bytes = Buffer.from(new ArrayBuffer(100_000));
  release(bytes);
  assert.equal(bytes.length, 0);
});

test('shared memory is left alone', () => {
  const whole = Buffer.from(new ArrayBuffer(100_000)).fill('a');
  const shared = Buffer.from(new SharedArrayBuffer(8)).fill('b');
  release(whole.subarray(1));
  release(Buffer.from('small, from the pool of all'));
  release(shared);
  assert.equal(whole.toString(), 'a'.repeat(100_000));
  assert.equal(shared.toString(), 'b'.repeat(8));
});
