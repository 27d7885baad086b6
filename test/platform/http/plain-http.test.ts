import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPlainHttpListener } from '../../../src/platform/http/plain-http.ts';
import { connect, errorId, errorType, recordingLog, renderJson, sendRaw } from './http-support.ts';

async function listening(onExposedKey: (values: readonly string[]) => Promise<void>) {
  const { log, lines } = recordingLog();
  const listener = await startPlainHttpListener({
    host: '127.0.0.1',
    port: 0,
    log,
    newId: randomUUID,
    renderError: renderJson,
    onExposedKey,
  });
  return { listener, lines };
}

const plain = { plain: true };

test('refuses every request with 403 and never redirects', async () => {
  const { listener } = await listening(async () => {});
  const requests = [
    'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /vftapi/v2/applicants HTTP/1.1\r\n\r\n',
    'POST /vftapi/v2/applicants HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n{',
    'POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 10\r\n\r\n',
    'nonsense\r\n\r\n',
  ];
  for (const text of requests) {
    const answer = await sendRaw(listener.port, text, plain);
    assert.deepEqual([text, answer.status, errorType(answer)], [text, 403, 'https_required']);
    assert.equal(errorId(answer), answer.headers['x-request-id']);
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers.connection, 'close');
    assert.equal(answer.headers.location, undefined);
  }
  await listener.stop();
});

test('reports keys that were sent in clear, whatever the answer', async () => {
  const seen: (readonly string[])[] = [];
  const { listener, lines } = await listening(async (values) => {
    seen.push(values);
    throw new Error('the database is away');
  });
  await sendRaw(listener.port, 'GET / HTTP/1.1\r\nhost: x\r\nauthorization: Token token=live_1\r\n\r\n', plain);
  await sendRaw(
    listener.port,
    'GET / HTTP/1.1\r\nhost: x\r\nOcp-Apim-Subscription-Key: live_2\r\nauthorization: live_3\r\n\r\n',
    plain,
  );
  await sendRaw(listener.port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', plain);
  assert.deepEqual(seen, [['Token token=live_1'], ['live_3', 'live_2']]);
  assert.equal(lines.length, 2);
  assert.doesNotMatch(JSON.stringify(lines), /live_/);
  await listener.stop();
});

test('refuses a flood without a query for each key', async () => {
  let running = 0;
  let most = 0;
  const { listener } = await listening(async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(200);
    running -= 1;
  });
  const text = 'GET / HTTP/1.1\r\nhost: x\r\nauthorization: live_1\r\n\r\n';
  const answers = await Promise.all(Array.from({ length: 100 }, () => sendRaw(listener.port, text, plain)));
  assert.ok(answers.every(({ status }) => status === 403));
  assert.equal(most, 4);
  await listener.stop();
});

test('stops at once, whoever is connected', async () => {
  const { listener } = await listening(async () => {});
  const idle = await connect(listener.port, plain);
  idle.socket.write('GET / HT');
  await listener.stop();
  await idle.closed;
});
