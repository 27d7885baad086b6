import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { createVirusScanner } from '../../../src/platform/files/virus-scanner.ts';
import { harmful, startClamdServer } from '../../support/clamd-server.ts';

const clamd = await startClamdServer(1_000_000);
after(() => clamd.close());
const scanner = createVirusScanner(clamd, { idleMs: 300 });

async function* parts(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('a clean file has no threat, whatever its size, an empty one too', async () => {
  assert.equal(await scanner.threatIn(parts()), undefined);
  assert.equal(await scanner.threatIn(parts('a', '', 'b'.repeat(500_000))), undefined);
  assert.deepEqual(clamd.scanned, [0, 500_001]);
});

test('a threat is named as the scanner names it, also where it lies across two parts', async () => {
  const content = parts('before', harmful.slice(0, 5), harmful.slice(5), 'after');
  assert.equal(await scanner.threatIn(content), 'Test-Signature');
});

test('no verdict is no clean file', async () => {
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
    while (!isOver) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  clamd.behave('well');
});

test('a file larger than the scanner takes is no clean file', async () => {
  await assert.rejects(scanner.threatIn(parts('a'.repeat(1_100_000))), /size limit exceeded|EPIPE|ECONNRESET/);
});

test('a scanner that is not there fails at once', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const content = parts('a');
  await assert.rejects(createVirusScanner({ host: '127.0.0.1', port }).threatIn(content), { code: 'ECONNREFUSED' });
  await assert.rejects(createVirusScanner({ path: '/nowhere/clamd.ctl' }).threatIn(content), { code: 'ENOENT' });
});

test('content that cannot be read fails with its own error', async () => {
  const damaged = (async function* () {
    yield Buffer.from('a');
    throw new Error('a stored file does not open');
  })();
  await assert.rejects(scanner.threatIn(damaged), /does not open/);
});
