import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, secretKey } from '../../../src/platform/encryption/sealed-value.ts';
import { openS3FileStore } from '../../../src/platform/files/s3-file-store.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { describeFileStore } from './file-store-conformance.ts';

const server = await startS3Server();
after(() => server.close());
const open = () => openS3FileStore({ ...server, region: 'eu-west-2' });
const pathOf = (name: string) => `files/${name}`;

function emptied() {
  server.objects.clear();
  server.unfinished.clear();
}

describeFileStore('the bucket', async () => {
  emptied();
  return {
    store: open(),
    stored: async (name) => server.objects.get(pathOf(name))!.bytes,
    damage: async (name, bytes) => void server.objects.set(pathOf(name), { bytes, at: new Date() }),
    writesTake: server.beginEarlier,
    count: async () => ({ finished: server.objects.size, unfinished: server.unfinished.size }),
  };
});

const key = accountKey('a', new Map([[1, secretKey(newKey())]]), 1).wrapDataKey(sealedId('live', 'a')).key;

test('a request that fails is repeated, and what came to nothing leaves no parts', async () => {
  emptied();
  const store = open();
  server.failNext('PUT', 1);
  await store.write(randomUUID(), randomBytes(100), key);
  assert.equal(server.objects.size, 1);
  server.failNext('PUT', 100);
  await assert.rejects(store.write(randomUUID(), randomBytes(11 * 2 ** 20), key));
  server.failNext('PUT', 0);
  assert.deepEqual([server.objects.size, server.unfinished.size], [1, 0]);
});

test('parts of a write that was killed are swept', async () => {
  emptied();
  server.unfinished.set('left', {
    key: pathOf(randomUUID()),
    at: new Date(Date.now() - 48 * 3_600_000),
    parts: new Map(),
  });
  server.unfinished.set('new', { key: pathOf(randomUUID()), at: new Date(), parts: new Map() });
  assert.equal(await open().sweep(new Date(Date.now() - 3_600_000)), 1);
  assert.deepEqual([...server.unfinished.keys()], ['new']);
});
