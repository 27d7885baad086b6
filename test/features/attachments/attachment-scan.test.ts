// The virus scanner and uploaded files: with the stand-in, and with clamd itself if it is installed.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { harmful } from '../../support/clamd-server.ts';
import { startProbity } from '../../support/probity.ts';
import { virusScanners } from '../../support/virus-scanners.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

const MIB = 2 ** 20;

for (const { name, threat, start } of virusScanners) {
  describe(name, async () => {
    const scanner = await start();
    after(() => scanner.stop());
    const { ctx, account, database, fetch } = await startProbity({ settings: { PROBITY_CLAMD: scanner.setting } });
    const key = account.keys.test;
    const caller = account.caller('test');
    const newOrder = async () => (await placeWaiting(ctx, caller)).check.orderId;

    const upload = (orderId: number, content: string, fileToken: string = randomUUID()) =>
      fetch(`/api/v1/attachments?fileToken=${fileToken}&orderId=${orderId}&fileName=a.txt`, {
        method: 'POST',
        key,
        body: Buffer.from(content),
      });
    const listed = (orderId: number) => fetch(`/api/v1/attachments?orderId=${orderId}`, { key });
    const storedFiles = async () => {
      let count = 0;
      for await (const _ of ctx.files.writtenBefore(new Date(Date.now() + 60_000))) count += 1;
      return count;
    };

    test('a clean file is stored with its verdict', async () => {
      const [orderId, fileToken] = [await newOrder(), randomUUID()];
      assert.equal((await upload(orderId, 'a'.repeat(500_000), fileToken)).status, 201);
      const [row] = await database.rows(sql`select verdict from attachments where file_token = ${fileToken}`);
      assert.deepEqual(row, { verdict: 'clean' });
    });

    test('a harmful file is refused and quarantined, and its token stays free', async () => {
      const [orderId, fileToken] = [await newOrder(), randomUUID()];
      const before = await storedFiles();
      const refused = await upload(orderId, `${'a'.repeat(500)}${harmful}`, fileToken);
      assert.equal(refused.status, 400);
      assert.deepEqual((refused.json as { validationErrors: unknown }).validationErrors, [
        {
          message: 'was refused: a virus scanner found something harmful in it',
          fieldPath: 'file',
          errorLevel: 'Error',
        },
      ]);
      assert.equal((await listed(orderId)).status, 204);
      assert.equal((await fetch(`/api/v1/attachments/download?fileToken=${fileToken}`, { key })).status, 404);
      const [row] = await database.rows(sql`select threat from quarantined_files where file_token = ${fileToken}`);
      assert.deepEqual(row, { threat });
      assert.equal(await storedFiles(), before + 1);
      assert.equal((await upload(orderId, 'b'.repeat(500), fileToken)).status, 201);
    });

    test('a threat is found across the blocks of the stored file, and at its end', async () => {
      const orderId = await newOrder();
      const block = 64 * 1024;
      // Each block holds a little less than its size, the first one least.
      for (const at of [block - 33 - 7, 2 * block - 49 - 7, 3 * block]) {
        const refused = await upload(orderId, `${'a'.repeat(at)}${harmful}`);
        assert.equal(refused.status, 400, String(at));
      }
    });

    test('a file that is too large for the scanner is answered 503 and not stored', async () => {
      const orderId = await newOrder();
      const before = await storedFiles();
      assert.equal((await upload(orderId, 'a'.repeat(3 * MIB))).status, 503);
      assert.deepEqual([await storedFiles(), (await listed(orderId)).status], [before, 204]);
    });

    test('if the scanner stops during a file, the file is not stored', async () => {
      const orderId = await newOrder();
      const before = await storedFiles();
      const files: typeof ctx.files = {
        ...ctx.files,
        async read(...given) {
          const content = await ctx.files.read(...given);
          content.once('data', () => void scanner.stop()).pause();
          return content;
        },
      };
      const file = { fileToken: randomUUID(), orderId, fileName: 'a.txt', description: '' };
      const content = (async function* () {
        for (let n = 0; n < 10; n++) yield Buffer.alloc(50_000, 'a');
      })();
      await assert.rejects(attachFile({ ...ctx, files }, caller, { ...file, content }), {
        reason: 'service_unavailable',
      });
      assert.deepEqual([await storedFiles(), (await listed(orderId)).status], [before, 204]);
      assert.equal((await upload(orderId, 'a'.repeat(500))).status, 503);
    });
  });
}
