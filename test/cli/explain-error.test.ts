import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainError } from '../../src/cli/explain-error.ts';
import { readSettings } from '../../src/config.ts';
import { Refusal } from '../../src/lib/refusal.ts';

const { settings } = readSettings({
  PROBITY_DATA_DIR: '/data',
  DATABASE_URL: 'postgres://probity:secret@db.example.com:5433/probity',
});

const failure = (code: string, more: object = {}) => Object.assign(new Error(`${code}: it failed`), { code, ...more });
const explained = (error: unknown) => explainError(error, settings!).trimEnd();

test('explains a full disk and a folder without permission with what to do', () => {
  const full =
    'The disk that holds /data/files/1 is full. Free some space: nothing was deleted, and a service that runs goes on by itself.';
  assert.equal(explained(failure('ENOSPC', { path: '/data/files/1' })), full);
  assert.match(explained(failure('EDQUOT')), /^The disk that holds \/data is full/);
  const { settings: embedded } = readSettings({ PROBITY_DATA_DIR: '/data' });
  const migration = Object.assign(new Error('The migration 0001 failed'), { cause: failure('53100') });
  assert.match(explainError(migration, embedded!), /^The disk that holds \/data is full/);
  const foreign = explained(failure('EACCES', { path: '/data/tls', syscall: 'mkdir' }));
  assert.match(foreign, /^\/data\/tls is not writable \(EACCES\)\. Give this user the folder, or set PROBITY_DATA_DIR/);
});

test('names the setting of a port that cannot be opened', () => {
  const listen = (code: string, more: object) => explained(failure(code, { syscall: 'listen', ...more }));
  assert.match(listen('EADDRINUSE', { address: '::1', port: 8443 }), /^Port 8443 on ::1 is in use.*PROBITY_PORT\.$/);
  assert.match(listen('EADDRINUSE', { address: '::1', port: 8080 }), /or set PROBITY_HTTP_PORT\.$/);
  assert.match(listen('EACCES', { port: 443 }), /may not listen on port 443\. Set PROBITY_PORT to a port over 1023/);
  assert.match(listen('EADDRNOTAVAIL', { address: '10.1.2.3' }), /no address 10\.1\.2\.3\. Set PROBITY_HOST/);
});

test('of several addresses that were tried, it explains one', () => {
  const refused = failure('ECONNREFUSED', { syscall: 'connect' });
  const error = new AggregateError([failure('ECONNREFUSED', { syscall: 'connect' }), refused]);
  assert.match(explained(error), /^The database server at db\.example\.com:5433 cannot be reached \(ECONNREFUSED\)/);
});

test('explains a refusing database without quoting the password', () => {
  for (const code of ['28000', '28P01', '3D000', '42501', '53300', '53100']) {
    assert.match(explained(failure(code)), /^The database server at db\.example\.com:5433 [a-z].*\.$/);
  }
});

test('names refused fields as the reader knows them', () => {
  const refusal = new Refusal('invalid_fields', { 'users[1].email': ['has already been taken'], '[0]': ['is odd'] });
  assert.equal(explained(refusal), 'Nothing was changed:\n  users[1].email has already been taken\n  [0] is odd');
  const byOption = explainError(refusal, settings!, { nameOf: (name) => `--${name}` });
  assert.match(byOption, /^ {2}--users\[1\]\.email has/m);
  assert.match(explainError(refusal, settings!, { onlyReads: true }), /^Refused:\n {2}users\[1\]\.email has/);
  assert.equal(explained(new Refusal('not_found')), 'Refused: not found.');
});

test('explains any other error by its message, without a stack trace', () => {
  assert.equal(explained(new TypeError('x is not a function')), 'x is not a function');
});
