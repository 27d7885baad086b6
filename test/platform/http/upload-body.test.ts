// A body that its route reads itself: slow senders may continue, stalled ones are closed, and refused ones get an answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../src/lib/refusal.ts';
import type { HttpServer } from '../../../src/platform/http/server.ts';
import { uploadBody } from '../../../src/platform/http/upload-body.ts';
import { connect, errorType, type TestServer, withServer } from './http-support.ts';

const limits = { receiveWindowMs: 600, checkEveryMs: 50, progressBytesPerSecond: 1000 };

function routes(app: HttpServer['app']): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post('/count', async (request) => {
      const { length, content } = uploadBody(request.raw);
      let count = 0;
      for await (const part of content) count += part.length;
      return { length, count };
    });
    scope.post('/most', async (request) => {
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      for await (const part of uploadBody(request.raw).content) {
        assert.ok(part.length > 0);
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
      return { most };
    });
    scope.post('/refuse', async (request) => {
      for await (const part of uploadBody(request.raw).content) if (part.length > 0) throw new Refusal('not_found');
    });
  });
}

const served = (work: (server: TestServer) => Promise<void>) => withServer(work, { limits }, routes);
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;

test('a slow sender that makes progress may continue far beyond the window', () =>
  served(async ({ port }) => {
    const { socket, closed } = await connect(port);
    socket.write(head('/count', 10_000));
    for (let sent = 0; sent < 10_000; sent += 500) {
      socket.write('a'.repeat(500));
      await sleep(100);
    }
    assert.deepEqual(JSON.parse((await closed).body), { length: 10_000, count: 10_000 });
  }));

test('a sender that stalls gets an answer and is closed', () =>
  served(async ({ port }) => {
    const { socket, closed } = await connect(port);
    socket.write(`${head('/count', 1_000_000)}${'a'.repeat(100_000)}`);
    assert.equal((await closed).status, 408);
  }));

test('a sender that is refused during its body can read the answer', () =>
  served(async ({ port }) => {
    const { socket, closed } = await connect(port);
    socket.write(head('/refuse', 4_000_000));
    for (let sent = 0; sent < 4_000_000 && socket.writable; sent += 100_000) {
      if (socket.write('a'.repeat(100_000))) continue;
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    const answer = await closed;
    assert.deepEqual([answer.status, errorType(answer)], [404, 'not_found']);
  }));

test('a large body needs little memory, even if garbage is rarely collected', () =>
  served(async ({ port }) => {
    const { socket, closed } = await connect(port);
    const part = Buffer.alloc(64 * 1024, 'a');
    socket.write(head('/most', 512 * part.length));
    for (let sent = 0; sent < 512; sent++) if (!socket.write(part)) await once(socket, 'drain');
    const { most } = JSON.parse((await closed).body) as { most: number };
    assert.ok(most < 2 ** 20, `${most} bytes`);
  }));
