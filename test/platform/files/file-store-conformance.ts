// What every file store must do; each store's test runs this suite.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, secretKey } from '../../../src/platform/encryption/sealed-value.ts';
import type { FileStore } from '../../../src/platform/files/file-store.ts';

/** Accesses the stored bytes directly, to inspect and to damage them. */
export interface StoreUnderTest {
  readonly store: FileStore;
  stored(name: string): Promise<Buffer>;
  damage(name: string, bytes: Buffer): Promise<void>;
  /** Where the store's dates are of the beginning of a write: makes those that follow so long. */
  writesTake?(ms: number): void;
  /** How many finished and unfinished files there are. */
  count(): Promise<{ finished: number; unfinished: number }>;
}

const account = accountKey(randomUUID(), new Map([[1, secretKey(newKey())]]), 1);
const newDataKey = () => account.wrapDataKey(sealedId('live', randomUUID())).key;
const key = newDataKey();
const BLOCK = 64 * 1024;
const slowly = 6 * 2 ** 20;
/** Sizes around every boundary of the format. */
const sizes = [0, 1, 100, BLOCK - 34, BLOCK - 33, BLOCK - 32, BLOCK, 2 * BLOCK - 49, 2 * BLOCK - 48, 5 * BLOCK + 7];

function hash(algorithm: string, content: Uint8Array): string {
  return createHash(algorithm).update(content).digest('hex');
}

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function writtenBefore(store: FileStore, msFromNow: number): Promise<string[]> {
  const found: string[] = [];
  for await (const name of store.writtenBefore(new Date(Date.now() + msFromNow))) found.push(name);
  return found.sort();
}

async function* cutOff(): AsyncGenerator<Buffer> {
  yield randomBytes(3 * BLOCK);
  throw new Error('the client went away');
}

export function describeFileStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    test('returns files of every size, whole or in parts, with their size and hashes', async () => {
      const { store } = await open();
      for (const size of sizes) {
        const content = randomBytes(size);
        for (const given of [content, inParts(content, 1000), inParts(content, 2 * BLOCK), Readable.from([content])]) {
          const id = randomUUID();
          const expected = { size, md5: hash('md5', content), sha256: hash('sha256', content) };
          assert.deepEqual(await store.write(id, given, key), expected);
          assert.ok(content.equals(await buffer(await store.read(id, key))), `${size} bytes`);
        }
      }
    });

    test('stores nothing readable', async () => {
      const { store, stored } = await open();
      const id = randomUUID();
      await store.write(id, Buffer.from('Canary Surname '.repeat(20_000)), key);
      assert.ok(!(await stored(id)).includes('Canary'));
    });

    test('a file opens with its own key and its own name only', async () => {
      const under = await open();
      const [one, other] = [randomUUID(), randomUUID()];
      await under.store.write(one, Buffer.from('one'), key);
      await under.store.write(other, Buffer.from('other'), key);
      await assert.rejects(buffer(await under.store.read(one, newDataKey())), { code: 'sealed_value_unreadable' });
      await under.damage(other, await under.stored(one));
      await assert.rejects(buffer(await under.store.read(other, key)), { code: 'sealed_value_unreadable' });
    });

    test('a file that was truncated, extended, reordered or changed anywhere fails to open', async () => {
      const under = await open();
      const id = randomUUID();
      const content = randomBytes(3 * BLOCK);
      await under.store.write(id, content, key);
      const whole = await under.stored(id);
      const [first, second, rest] = [
        whole.subarray(0, BLOCK),
        whole.subarray(BLOCK, 2 * BLOCK),
        whole.subarray(2 * BLOCK),
      ];
      const flipped = (at: number) => {
        const bytes = Buffer.from(whole);
        bytes[at]! ^= 1;
        return bytes;
      };
      const damaged = [
        ...[0, 10, 17, 40, BLOCK, 2 * BLOCK - 1].map((length) => whole.subarray(0, length)),
        ...[0, 5, 20, BLOCK - 1, BLOCK + 5, whole.length - 1].map(flipped),
        Buffer.concat([whole, Buffer.of(0)]),
        Buffer.concat([second, first, rest]),
        Buffer.concat([first, rest]),
        Buffer.concat([first, second, second, rest]),
        whole.subarray(0, 2 * BLOCK),
      ];
      for (const bytes of damaged) {
        await under.damage(id, bytes);
        const got: Buffer[] = [];
        await assert.rejects(
          async () => {
            for await (const part of await under.store.read(id, key)) got.push(part);
          },
          { code: 'sealed_value_unreadable' },
        );
        const sofar = Buffer.concat(got);
        assert.ok(sofar.equals(content.subarray(0, sofar.length)), 'only true bytes came out before the failure');
      }
    });

    test('if the content fails, nothing is stored', async () => {
      const { store, count } = await open();
      const id = randomUUID();
      await assert.rejects(store.write(id, cutOff(), key), /the client went away/);
      await assert.rejects(store.read(id, key), { code: 'file_missing' });
      assert.deepEqual(await count(), { finished: 0, unfinished: 0 });
    });

    test('with a full disk the store counts as away, and nothing is stored', async () => {
      const { store, count } = await open();
      const full = async function* () {
        yield randomBytes(3 * BLOCK);
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      };
      await assert.rejects(store.write(randomUUID(), full(), key), (error: Error & { code?: string }) => {
        return error.code === 'file_store_away' && (error.cause as { code?: string }).code === 'ENOSPC';
      });
      assert.deepEqual(await count(), { finished: 0, unfinished: 0 });
    });

    test('writing a name again replaces the file', async () => {
      const { store, count } = await open();
      const id = randomUUID();
      await store.write(id, randomBytes(2 * BLOCK), key);
      await store.write(id, Buffer.from('second'), key);
      assert.equal(String(await buffer(await store.read(id, key))), 'second');
      assert.deepEqual(await count(), { finished: 1, unfinished: 0 });
    });

    test('a removed file is gone, and removing it twice is no error', async () => {
      const { store } = await open();
      const id = randomUUID();
      await store.write(id, Buffer.from('text'), key);
      await store.remove(id);
      await store.remove(id);
      await assert.rejects(store.read(id, key), { code: 'file_missing' });
    });

    test('a name that is not one of ours is refused', async () => {
      const { store } = await open();
      for (const bad of ['../../etc/passwd', 'report.pdf', '', `${randomUUID()}/x`, randomUUID().toUpperCase()]) {
        await assert.rejects(store.write(bad, Buffer.from('x'), key), /UUID/);
        await assert.rejects(store.read(bad, key), /UUID/);
        await assert.rejects(store.remove(bad), /UUID/);
      }
    });

    test('the sweep removes what a crash has left, but not what is being written', async () => {
      const { store } = await open();
      const id = randomUUID();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      const slow = (async function* () {
        // More than the least part that any store sends on.
        yield randomBytes(slowly);
        begin();
        await finished;
        yield Buffer.from('end');
      })();
      const writing = store.write(id, slow, key);
      await begun;
      assert.equal(await store.sweep(new Date(Date.now() - 60_000)), 0);
      finish();
      assert.equal((await writing).size, slowly + 3);
      assert.equal((await buffer(await store.read(id, key))).length, slowly + 3);
    });

    test('lists the files written before a time, and none written since', async () => {
      const { store } = await open();
      const names = [randomUUID(), randomUUID()].sort();
      for (const name of names) await store.write(name, Buffer.from('text'), key);
      assert.deepEqual(await writtenBefore(store, 2 * DAY_MS), names);
      assert.deepEqual(await writtenBefore(store, -60_000), []);
    });

    test('a file that took hours to write is not old when it is complete', async (t) => {
      const { store, writesTake } = await open();
      t.after(() => writesTake?.(0));
      writesTake?.(6 * HOUR_MS);
      const id = randomUUID();
      await store.write(id, randomBytes(slowly), key);
      assert.deepEqual(await writtenBefore(store, -HOUR_MS), []);
      assert.deepEqual(await writtenBefore(store, 2 * DAY_MS), [id]);
    });

    test('a reader that stops early leaves nothing open', async () => {
      const { store } = await open();
      const id = randomUUID();
      await store.write(id, randomBytes(5 * BLOCK), key);
      const untouched = await store.read(id, key);
      untouched.destroy();
      const half = await store.read(id, key);
      for await (const part of half) if (part.length > 0) break;
      assert.ok(untouched.destroyed && half.destroyed);
    });
  });
}
