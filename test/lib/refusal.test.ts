// Problems are collected by field, and refused all at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problems, Refusal } from '../../src/lib/refusal.ts';

test('every problem is refused at once, each message of a field once', () => {
  const problems = new Problems();
  problems.refuse('invalid_fields');
  for (const message of ['is blank', 'is wrong', 'is blank']) problems.add('name', message);
  problems.add('dob', 'is wrong');
  assert.throws(
    () => problems.refuse('invalid_fields'),
    (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual(error.fields, { name: ['is blank', 'is wrong'], dob: ['is wrong'] });
      return true;
    },
  );
});

test('elements keep their original index if some were left out, also in nested lists', () => {
  const problems = new Problems();
  problems.keptOf('checks', [1, 4]);
  problems.keptOf('checks[1].names', [2]);
  for (const path of ['checks[0]', 'checks[1].names[0].last', 'checks[1].others[0]', 'others[1]', 'checks']) {
    problems.add(path, 'is wrong');
  }
  assert.ok(problems.has('checks[0]'));
  assert.deepEqual(Object.keys(problems.fields), [
    ...['checks[1]', 'checks[4].names[2].last', 'checks[4].others[0]', 'others[1]', 'checks'],
  ]);
});
