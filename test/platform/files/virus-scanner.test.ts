import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { createVirusScanner } from '../../../src/platform/files/virus-scanner.ts';
import { harmful, startClamdServer } from '../../support/clamd-server.ts';
import { until } from '../../support/limited-loops.ts';
import { virusScanners } from '../../support/virus-scanners.ts';

async function* parts(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

for (const { name, threat, start } of virusScanners) {
  describe(name, async () => {
    const running = await start();
    after(() => running.stop());
    const { threatIn } = createVirusScanner(running.address, { idleMs: 10_000 });

    test('a clean file of any size has no threat', async () => {
      assert.equal(await threatIn(parts()), undefined);
      assert.equal(await threatIn(parts('a', '', 'b'.repeat(1_000_000))), undefined);
    });

    test('a threat has the scanner’s name, wherever it is in the file', async () => {
      assert.equal(await threatIn(parts(harmful)), threat);
      assert.equal(await threatIn(parts('a'.repeat(900_000), harmful, 'b')), threat);
      for (let at = 1; at < harmful.length; at++) {
        assert.equal(await threatIn(parts('before', harmful.slice(0, at), harmful.slice(at), 'after')), threat);
      }
    });

    test('simultaneous files get their own verdicts', async () => {
      const given = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? harmful : 'clean'));
      const found = await Promise.all(given.map((text) => threatIn(parts('before', text))));
      assert.deepEqual(
        found,
        given.map((text) => (text === harmful ? threat : undefined)),
      );
    });

    test('a file larger than the scanner accepts is not clean', async () => {
      const large = parts(...Array.from({ length: 110 }, () => 'a'.repeat(10_000)));
      await assert.rejects(threatIn(large), /size limit exceeded|EPIPE|ECONNRESET/);
      assert.equal(await threatIn(parts('a')), undefined);
    });

    test('a scanner that stops during a file gives no verdict, and none afterwards', async () => {
      const stopped = await start();
      const scanner = createVirusScanner(stopped.address, { idleMs: 10_000 });
      const interrupted = (async function* () {
        yield Buffer.from('before');
        await stopped.stop();
        yield* parts(harmful, 'after');
      })();
      await assert.rejects(scanner.threatIn(interrupted));
      await assert.rejects(scanner.threatIn(parts('a')));
    });
  });
}

test('a file without a verdict is not clean', async (t) => {
  const clamd = await startClamdServer(1_000_000);
  t.after(() => clamd.close());
  const scanner = createVirusScanner(clamd, { idleMs: 300 });
  for (const manner of ['silent', 'closing', 'hasty', 'babbling'] as const) {
    clamd.behave(manner);
    let isOver = false;
    const endless = (async function* () {
      try {
        for (let n = 0; n < 100; n++) yield Buffer.alloc(10_000, 'a');
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield Buffer.from('b');
      } finally {
        isOver = true;
      }
    })();
    await assert.rejects(scanner.threatIn(endless), manner);
    await until(() => isOver);
  }
});

test('a missing scanner fails at once', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const content = parts('a');
  await assert.rejects(createVirusScanner({ host: '127.0.0.1', port }).threatIn(content), { code: 'ECONNREFUSED' });
  await assert.rejects(createVirusScanner({ path: '/nowhere/clamd.ctl' }).threatIn(content), { code: 'ENOENT' });
});

test('content that cannot be read fails with its own error', async (t) => {
  const clamd = await startClamdServer();
  t.after(() => clamd.close());
  const damaged = (async function* () {
    yield Buffer.from('a');
    throw new Error('a stored file does not open');
  })();
  await assert.rejects(createVirusScanner(clamd).threatIn(damaged), /does not open/);
});
