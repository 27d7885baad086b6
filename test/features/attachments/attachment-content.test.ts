// Checking a file while it is uploaded has a limited cost for any content.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { checkedContent } from '../../../src/features/attachments/attachment-content.ts';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, secretKey } from '../../../src/platform/encryption/sealed-value.ts';
import { sealFile } from '../../../src/platform/files/file-cipher.ts';
import { samples, zipOf } from './file-samples.ts';

const MIB = 2 ** 20;
const restrictions = { maximumFileSize: 20 * MIB, minimumFileSize: 100, allowedFileTypes: [] };
const { key } = accountKey('a', new Map([[1, secretKey(newKey())]]), 1).wrapDataKey(sealedId('live', 'a'));

async function* received(unit: Buffer, head: Buffer): AsyncGenerator<Buffer> {
  yield head;
  const part = Buffer.alloc(64 * 1024, unit);
  for (let sent = part.length; sent < restrictions.maximumFileSize; sent += part.length) yield part;
}

/**
 * Processor time, in milliseconds, to check, hash and encrypt the largest file made of repetitions of `unit`, and
 * whether it was accepted. The time of a clock would include the waits for other processes.
 */
async function passed(unit: Buffer, extension: string, head = unit): Promise<{ ms: number; isTaken: boolean }> {
  const content = checkedContent(received(unit, head), extension, restrictions);
  const before = process.cpuUsage();
  let isTaken = true;
  try {
    for await (const _ of sealFile(randomUUID(), content, key).sealed);
  } catch {
    isTaken = false;
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, isTaken };
}

test('a container made of signatures or of entries is refused in about the time of a text', async () => {
  const text = Buffer.from('abcd');
  const entry = zipOf({ ['/'.repeat(480)]: '' }).subarray(0, 510);
  const hostile = {
    marks: [Buffer.from('PK\x03\x04', 'latin1'), '.docx'],
    entries: [entry, '.xlsx'],
    installers: [Buffer.from('84100c0000000000c000000000000046', 'hex'), '.doc', samples['.doc']!],
  } as const;
  for (const [what, [unit, extension, head]] of Object.entries(hostile)) {
    const ratios: number[] = [];
    for (let round = 0; round < 6; round++) {
      const plain = await passed(text, '.txt');
      const planted = await passed(unit, extension, head);
      assert.deepEqual([plain.isTaken, planted.isTaken], [true, false], what);
      ratios.push(planted.ms / plain.ms);
      if (ratios.at(-1)! < 3) break;
    }
    assert.ok(Math.min(...ratios) < 3, `${what}: ${ratios.join(', ')}`);
  }
});
