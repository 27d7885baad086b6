import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, secretKey } from '../../../src/platform/encryption/sealed-value.ts';
import { openS3FileStore } from '../../../src/platform/files/s3-file-store.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/limited-loops.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { describeFileStore } from './file-store-conformance.ts';

const server = await startS3Server();
const folder = mkdtempSync(join(tmpdir(), 'probity-spool-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});
const open = () => openS3FileStore({ ...server, region: 'eu-west-2', folder });
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

test('a failed request is retried, and a failed write leaves no parts', async () => {
  emptied();
  const store = open();
  server.failNext('PUT', 1);
  await store.write(randomUUID(), randomBytes(100), key);
  assert.equal(server.objects.size, 1);
  server.failNext('PUT', 100);
  await assert.rejects(store.write(randomUUID(), randomBytes(11 * 2 ** 20), key), { code: 'file_store_away' });
  server.failNext('PUT', 0);
  assert.deepEqual([server.objects.size, server.unfinished.size], [1, 0]);
});

test('a bucket that refuses does not count as away', async () => {
  const store = openS3FileStore({ ...server, bucket: 'another', region: 'eu-west-2', folder });
  await assert.rejects(store.write(randomUUID(), randomBytes(100), key), (error: Error) => {
    return error.name === 'NoSuchBucket' && !('code' in error);
  });
});

test('the sweep removes the parts of a killed write', async () => {
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

/** Sends some data, and then nothing until it is told to. */
async function* stalled(until: Promise<void>): AsyncGenerator<Buffer> {
  yield Buffer.alloc(300_000);
  await until;
}

test('stalled senders do not block others', async () => {
  emptied();
  const store = open();
  const { promise: moving, resolve: move } = Promise.withResolvers<void>();
  const slow = Array.from({ length: 12 }, () => store.write(randomUUID(), stalled(moving), key));
  await Promise.all(Array.from({ length: 12 }, () => store.write(randomUUID(), randomBytes(100), key)));
  assert.equal(server.objects.size, 12);
  move();
  await Promise.all(slow);
  assert.deepEqual([server.objects.size, server.unfinished.size], [24, 0]);
});

test('at most four files are sent to the bucket at once, the others wait on the disk, and all arrive', async (t) => {
  emptied();
  const store = open();
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  server.hold('PUT', answering);
  t.after(() => server.hold('PUT', Promise.resolve()));
  const before = server.held('PUT');
  const writes = Array.from({ length: 20 }, () => store.write(randomUUID(), randomBytes(1000), key));
  await until(() => server.held('PUT') >= before + 4);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(server.held('PUT'), before + 4);
  answer();
  await Promise.all(writes);
  assert.equal(server.objects.size, 20);
  assert.deepEqual(readdirSync(folder), [], 'what is on the disk has no name');
});

test('stalled readers do not block others', async () => {
  emptied();
  const store = open();
  const name = randomUUID();
  await store.write(name, randomBytes(8 * 2 ** 20), key);
  // More than the library has connections for unless it is told otherwise.
  const stalling = await Promise.all(Array.from({ length: 60 }, () => store.read(name, key)));
  await store.write(randomUUID(), randomBytes(100), key);
  for (const reader of stalling) reader.destroy();
});

test('a silent or unreachable bucket counts as away, for readers and the sweep too', async (t) => {
  emptied();
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  t.after(() => {
    answer();
    server.hold('GET', Promise.resolve());
  });
  server.hold('GET', answering);
  const store = openS3FileStore({ ...server, region: 'eu-west-2', folder, silenceMs: 100 });
  await assert.rejects(store.read(randomUUID(), key), { code: 'file_store_away' });
  await assert.rejects(store.sweep(new Date()), { code: 'file_store_away' });
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const gone = openS3FileStore({ ...server, endpoint, region: 'eu-west-2', folder });
  await assert.rejects(gone.write(randomUUID(), randomBytes(100), key), { code: 'file_store_away' });
});

test('the sweep removes a spooled file whose process was killed before its name was removed', async () => {
  emptied();
  const left = join(folder, 'spool.left');
  writeFileSync(left, '');
  utimesSync(left, 0, 0);
  assert.equal(await open().sweep(new Date(Date.now() - 60_000)), 1);
  assert.deepEqual(readdirSync(folder), []);
  const unused = openS3FileStore({ ...server, region: 'eu-west-2', folder: join(folder, 'unused') });
  assert.equal(await unused.sweep(new Date()), 0);
});

const bucketProcess = `
  import { startS3Server } from ${JSON.stringify(new URL('../../support/s3-server.ts', import.meta.url).href)};
  const { endpoint, bucket, credentials } = await startS3Server();
  console.log(JSON.stringify({ endpoint, bucket, credentials }));`;

test('many large files at once need the memory of four parts', async (t) => {
  // Elsewhere: what the bucket holds in memory is not ours.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', bucketProcess], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [bucket] = (await once(child.stdout, 'data')) as [Buffer];
  const store = openS3FileStore({ ...JSON.parse(String(bucket)), region: 'eu-west-2', folder });
  const part = Buffer.alloc(64 * 1024, 'a');
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  async function* large(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < 6 * 2 ** 20; sent += part.length) {
      yield part;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
  }
  await Promise.all(Array.from({ length: 12 }, () => store.write(randomUUID(), large(), key)));
  assert.ok(most < 40 * 2 ** 20, `${most} bytes`);
});
