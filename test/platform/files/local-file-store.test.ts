// The local folder is a file store that survives kill -9.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { releasing } from '../../../src/lib/released-bytes.ts';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, secretKey } from '../../../src/platform/encryption/sealed-value.ts';
import { openLocalFileStore } from '../../../src/platform/files/local-file-store.ts';
import { describeFileStore } from './file-store-conformance.ts';

const temporary = mkdtempSync(join(tmpdir(), 'probity-files-'));
after(() => rmSync(temporary, { recursive: true }));
const newRoot = () => mkdtempSync(join(temporary, 'case-'));
const pathOf = (root: string, name: string) => join(root, name.slice(-2), name);

function count(root: string) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const unfinished = readdirSync(join(root, 'incoming')).length;
  return { finished: files.length - unfinished, unfinished };
}

describeFileStore('the local folder', async () => {
  const root = newRoot();
  return {
    store: await openLocalFileStore(root),
    stored: async (name) => readFileSync(pathOf(root, name)),
    damage: async (name, bytes) => writeFileSync(pathOf(root, name), bytes),
    count: async () => count(root),
  };
});

/** Writes one file after another, and prints each name when the store has returned. */
const writer = `
  import { openLocalFileStore } from ${JSON.stringify(new URL('../../../src/platform/files/local-file-store.ts', import.meta.url).href)};
  import { accountKey, sealedId } from ${JSON.stringify(new URL('../../../src/platform/encryption/account-key.ts', import.meta.url).href)};
  import { newKey, secretKey } from ${JSON.stringify(new URL('../../../src/platform/encryption/sealed-value.ts', import.meta.url).href)};
  import { randomBytes, randomUUID } from 'node:crypto';
  import { writeSync } from 'node:fs';
  const key = accountKey('a', new Map([[1, secretKey(newKey())]]), 1).wrapDataKey(sealedId('live', 'a')).key;
  const store = await openLocalFileStore(process.argv[1]);
  for (;;) {
    const name = randomUUID();
    await store.write(name, randomBytes(1_000_000), key);
    writeSync(1, name + '\\n');
  }`;

test('after a kill during writes every acknowledged file is complete, and the sweep leaves no other', async () => {
  const root = newRoot();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > 20) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const answered = output.split('\n').slice(0, -1);
  const sealedSize = statSync(pathOf(root, answered[0]!)).size;
  for (const name of answered) assert.equal(statSync(pathOf(root, name)).size, sealedSize);
  const store = await openLocalFileStore(root);
  const { unfinished } = count(root);
  assert.equal(await store.sweep(new Date(Date.now() + 60_000)), unfinished);
  const { finished } = count(root);
  // At most the one that was renamed but not yet answered.
  assert.ok(finished - answered.length <= 1 && finished >= answered.length);
});

test('writing and reading a large file needs little memory, even if garbage is rarely collected', async () => {
  const store = await openLocalFileStore(newRoot());
  const part = Buffer.alloc(64 * 1024, 'a');
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  async function* large(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < 32 * 2 ** 20; sent += part.length) {
      yield part;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
  }
  const { key } = accountKey('a', new Map([[1, secretKey(newKey())]]), 1).wrapDataKey(sealedId('live', 'a'));
  const name = randomUUID();
  await store.write(name, large(), key);
  assert.ok(most < 2 ** 20, `${most} bytes`);
  most = 0;
  for await (const _ of releasing(await store.read(name, key))) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  assert.ok(most < 2 * 2 ** 20, `${most} bytes`);
});
