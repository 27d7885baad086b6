import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createNameResolver } from '../../../src/platform/outgoing-http/name-resolver.ts';
import { startNameServer } from '../../support/name-server.ts';

const names = await startNameServer();
const folder = mkdtempSync(join(tmpdir(), 'probity-hosts-'));
after(() => {
  names.close();
  rmSync(folder, { recursive: true });
});

const resolver = () =>
  createNameResolver({ servers: [names.address], limitMs: 1000, hostsFile: join(folder, 'hosts') });

test('makes a new query if the name server forbids caching', async () => {
  const { resolve } = resolver();
  names.answer('moving.example', { a: ['8.8.8.8'], ttl: 0 });
  assert.deepEqual(await resolve('moving.example'), { addresses: ['8.8.8.8'] });
  names.answer('moving.example', { a: ['8.8.4.4'], ttl: 0 });
  assert.deepEqual(await resolve('moving.example'), { addresses: ['8.8.4.4'] });
});

test('caches an answer as long as allowed, and makes one query for simultaneous requests', async () => {
  const { resolve } = resolver();
  names.answer('steady.example', { a: ['8.8.8.8'], ttl: 60 });
  await Promise.all(Array.from({ length: 50 }, () => resolve('steady.example')));
  await resolve('STEADY.example.');
  // One for each family.
  assert.equal(names.questions.filter((name) => name === 'steady.example').length, 2);
});

test('does not cache a failure', async () => {
  const { resolve } = resolver();
  assert.deepEqual(await resolve('late.example'), { failure: 'dns_failed' });
  names.answer('late.example', { aaaa: ['2606:4700::1'] });
  assert.deepEqual(await resolve('late.example'), { addresses: ['2606:4700::1'] });
});

test("reads the machine's hosts file first", async () => {
  writeFileSync(join(folder, 'hosts'), '10.1.2.3 Receiver.internal other # a comment\n# 10.9.9.9 receiver.internal\n');
  assert.deepEqual(await resolver().resolve('receiver.internal'), { addresses: ['10.1.2.3'] });
});
