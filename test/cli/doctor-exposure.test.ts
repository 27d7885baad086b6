// The doctor's judgement of the connection to an operator's database server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConnection } from '../../src/cli/doctor-exposure.ts';

const expected = {
  'postgres://probity@localhost/probity': 'ok',
  'postgres://probity@[::1]/probity': 'ok',
  'postgres://probity@/probity?host=/var/run/postgresql': 'ok',
  'postgres://probity@db.example.com/probity?sslmode=verify-full': 'ok',
  'postgres://probity@db.example.com/probity': 'failed',
  'postgres://probity@db.example.com/probity?sslmode=no-verify': 'failed',
  'postgres://probity@10.0.0.7/probity?sslmode=disable': 'failed',
};

test('a remote database server is reached encrypted, and its name verified', () => {
  const found = Object.fromEntries(Object.keys(expected).map((url) => [url, checkConnection(url).state]));
  assert.deepEqual(found, expected);
  assert.match(checkConnection('postgres://a:secret@db.example.com/b').message, /^DATABASE_URL names db\.example\.com/);
  assert.doesNotMatch(checkConnection('postgres://a:secret@db.example.com/b').message, /secret/);
});
