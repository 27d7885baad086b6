// Clients that wait before they send a body: they are asked when the body is read, and not if the request is refused before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../src/lib/refusal.ts';
import { uploadBody } from '../../../src/platform/http/upload-body.ts';
import { eventually } from '../../support/limited-loops.ts';
import { connect, type TestServer, withServer } from './http-support.ts';

const limits = { receiveWindowMs: 300, checkEveryMs: 20, progressBytesPerSecond: 1000 };

const served = (work: (server: TestServer) => Promise<void>) =>
  withServer(work, { limits }, (app) => {
    app.post('/read', async (request) => request.body);
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.post('/count', async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 3 * limits.receiveWindowMs));
        let count = 0;
        for await (const part of uploadBody(request.raw).content) count += part.length;
        return { count };
      });
      scope.post('/refuse', async () => {
        throw new Refusal('not_found');
      });
      scope.post('/ignore', async () => ({}));
    });
  });

const body = JSON.stringify({ a: 'b' });
const head = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n${more}\r\n`;
const asked = (received: () => string) =>
  eventually(
    async () => received(),
    (text) => text.includes('100 Continue'),
  );

for (const [path, answer] of [
  ['/read', body],
  ['/count', JSON.stringify({ count: body.length })],
] as const) {
  test(`a client that waits is asked once, when the body is read, and keeps its connection: ${path}`, () =>
    served(async ({ port }) => {
      const { socket, received, closed } = await connect(port);
      socket.write(head(path));
      await asked(received);
      socket.write(body);
      await eventually(
        async () => received(),
        (text) => text.includes(answer),
      );
      socket.write(head('/refuse', 'connection: close\r\n'));
      await closed;
      const statuses = received().match(/HTTP\/1\.1 \d+/g);
      assert.deepEqual(statuses, ['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 404']);
    }));
}

test('a client that is refused before is not asked, and nothing after it is read as a request or a body', () =>
  served(async ({ port }) => {
    const refused = await connect(port);
    refused.socket.write(head('/refuse'));
    const { status, headers } = await refused.closed;
    assert.deepEqual([status, headers.connection], [404, 'close']);
    assert.doesNotMatch(refused.received(), /100 Continue/);
    const { socket, received, closed } = await connect(port);
    socket.write(head('/ignore'));
    assert.equal((await closed).status, 200);
    assert.doesNotMatch(received(), /100 Continue/);
  }));
