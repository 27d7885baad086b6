// Downloads use checked addresses only, and are complete and within their limits.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { answer, hang, raw, startWebhookReceiver } from '../../support/webhook-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'probity-download-'));
const server = await startWebhookReceiver();
const outgoing = createOutgoing({ allow: parseAllowList('127.0.0.0/8:*').entries!, ourPorts: [], ca: server.ca });
after(async () => {
  outgoing.close();
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

let count = 0;
async function download(given: { url?: string; largestBytes?: number; timeoutMs?: number } = {}) {
  count += 1;
  const path = join(folder, String(count));
  const result = await outgoing.download({ url: server.url, path, largestBytes: 1000, timeoutMs: 5000, ...given });
  return { result, content: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
}

test('a file is written as it was sent', async () => {
  server.behave(answer(200, { body: 'a list' }));
  assert.deepEqual(await download(), { result: { outcome: 'answered', status: 200 }, content: 'a list' });
  const { method, headers } = server.requests.at(-1)!;
  assert.equal(method, 'GET');
  assert.equal(headers['accept-encoding'], 'identity');
});

test('any other status leaves no file, and a redirect is not followed', async () => {
  for (const status of [302, 404]) {
    const before = server.requestCount();
    server.behave(answer(status, { headers: { location: server.url }, body: 'elsewhere' }));
    assert.deepEqual(await download(), { result: { outcome: 'answered', status }, content: undefined });
    assert.equal(server.requestCount(), before + 1);
  }
});

const faults = {
  'a file that is too large': [answer(200, { body: 'x'.repeat(1001) }), 'too_large'],
  'a file that ends too early': [
    (_: unknown, socket: { end(text: string): unknown }) =>
      void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
    'connection_closed',
  ],
  'something that is no HTTP': [raw('what?\r\n\r\n'), 'bad_answer'],
} as const;
for (const [what, [behaviour, reason]] of Object.entries(faults)) {
  test(`${what} is a failure`, async () => {
    server.behave(behaviour);
    assert.deepEqual((await download()).result, { outcome: 'failed', reason });
  });
}

test('a download from a silent server ends at the time limit', async () => {
  server.behave(hang);
  assert.deepEqual((await download({ timeoutMs: 1000 })).result, { outcome: 'failed', reason: 'timed_out' });
});

test('nothing is read from a forbidden address', async () => {
  const before = server.connectionCount();
  for (const [url, reason] of [
    ['https://10.0.0.1/list', 'address_refused'],
    ['http://127.0.0.1/list', 'url_refused'],
  ]) {
    assert.deepEqual((await download({ url: url! })).result, { outcome: 'failed', reason });
  }
  assert.equal(server.connectionCount(), before);
});
