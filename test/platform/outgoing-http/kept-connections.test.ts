// A reused connection never causes a notification to fail: receivers that close, or send unexpected data, over real TLS.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createKeptConnections } from '../../../src/platform/outgoing-http/kept-connections.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import type { Exchange } from '../../../src/platform/outgoing-http/post.ts';
import {
  answer,
  type Behaviour,
  closeGracefully,
  inTurn,
  type ReceiverOptions,
  raw,
  startWebhookReceiver,
} from '../../support/webhook-receiver.ts';

/** Longer than a connection rests after its first answer. */
const REST_MS = 130;

async function senderTo(t: TestContext, behave: Behaviour, options: ReceiverOptions = {}) {
  const receiver = await startWebhookReceiver({ behave, ...options });
  const outgoing = createOutgoing({ allow: parseAllowList('127.0.0.0/8:*').entries!, ourPorts: [], ca: receiver.ca });
  t.after(() => {
    outgoing.close();
    return receiver.close();
  });
  const send = async () => {
    const result = await outgoing.post({ url: receiver.url, headers: {}, body: Buffer.from('{}') });
    return result.outcome === 'answered' ? result.status : result.reason;
  };
  /** One after the other, each when the last connection may be reused. */
  const sendRested = async (times: number) => {
    const outcomes: (number | string)[] = [];
    for (let call = 0; call < times; call++) {
      if (call > 0) await sleep(REST_MS);
      outcomes.push(await send());
    }
    return outcomes;
  };
  return { send, sendRested, connections: () => receiver.requests.map(({ connection }) => connection), receiver };
}

const both =
  (...behaviours: readonly Behaviour[]): Behaviour =>
  (request, socket, index) => {
    for (const behave of behaviours) behave(request, socket, index);
  };
const later =
  (ms: number, act: (socket: TLSSocket) => void): Behaviour =>
  (_, socket) =>
    void setTimeout(() => socket.destroyed || act(socket), ms);
const closesLater = (ms: number) => later(ms, (socket) => socket.end());

test('a connection is reused once it has rested, and from then on at once', async (t) => {
  const { send, sendRested, connections } = await senderTo(t, answer(200));
  assert.deepEqual(await sendRested(2), [200, 200]);
  await send();
  assert.deepEqual(connections(), [1, 1, 1]);
});

test('a receiver that closes after each answer without saying so gets every call once', async (t) => {
  // In the same turn of the event loop, which sender and receiver share, because a timer may be late.
  const { send, receiver } = await senderTo(
    t,
    both(answer(200), (_, socket) => void socket.end()),
  );
  const round = async () => {
    const outcomes: (number | string)[] = [];
    const oneAfterTheOther = async () => {
      for (let call = 0; call < 10; call++) outcomes.push(await send());
    };
    await Promise.all(Array.from({ length: 8 }, oneAfterTheOther));
    return outcomes;
  };
  const outcomes = [...(await round()), ...(await sleep(REST_MS).then(round))];
  assert.deepEqual(new Set(outcomes), new Set([200]));
  assert.equal(receiver.requests.length, 160);
});

test('only one call fails when the receiver closes a connection that is in use', async (t) => {
  const { sendRested, connections } = await senderTo(t, inTurn(answer(200), closeGracefully, answer(200)));
  assert.deepEqual(await sendRested(4), [200, 'connection_closed', 200, 200]);
  assert.deepEqual(connections(), [1, 1, 2, 3]);
});

test('a 408 of a receiver that closes is an answer, and its connections are not kept afterwards', async (t) => {
  const tooLate = raw('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  const { sendRested, connections } = await senderTo(t, inTurn(answer(200), tooLate, answer(200)));
  assert.deepEqual(await sendRested(4), [200, 408, 200, 200]);
  assert.deepEqual(connections(), [1, 1, 2, 3]);
});

test('connections are not kept for a while to a receiver that closed an idle one', async (t) => {
  const sockets: TLSSocket[] = [];
  const { send, sendRested, connections } = await senderTo(t, answer(200), {
    connected: (socket) => void sockets.push(socket),
  });
  assert.deepEqual(await sendRested(2), [200, 200]);
  sockets[0]!.end();
  await sleep(REST_MS);
  assert.deepEqual([await send(), ...(await sendRested(2))], [200, 200, 200]);
  assert.deepEqual(connections(), [1, 1, 2, 3, 4]);
});

test('a connection is kept half as long as the receiver was seen to keep one', async (t) => {
  const { send, connections } = await senderTo(t, inTurn(both(answer(200), closesLater(1200)), answer(200)));
  await send();
  await sleep(1350);
  await send();
  await sleep(900);
  await send();
  assert.deepEqual(connections(), [1, 2, 3]);
});

test('unexpected data is never an answer', async (t) => {
  const stale = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
  const { send, sendRested } = await senderTo(
    t,
    both(
      answer(500),
      later(1, (socket) => void socket.write(stale)),
    ),
  );
  for (let call = 0; call < 40; call++) assert.equal(await send(), 500);
  assert.deepEqual(await sendRested(2), [500, 500]);
});

test('an answer before the request is invalid, and nothing is sent', async (t) => {
  const early = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
  const { send, receiver } = await senderTo(t, answer(500), {
    // Here the receiver ends the handshake, so that its data arrives with the end of it.
    maxVersion: 'TLSv1.2',
    connected: (socket) => void socket.write(early),
  });
  for (let call = 0; call < 5; call++) assert.equal(await send(), 'bad_answer');
  assert.equal(receiver.requests.length, 0);
});

test('a body where none is allowed does not reach the next call', async (t) => {
  const late = later(2 * REST_MS, (socket) => void socket.write('ok'));
  const none = both(raw('HTTP/1.1 204 None\r\ncontent-length: 2\r\n\r\n'), late);
  const { sendRested, connections } = await senderTo(t, inTurn(none, answer(500, { afterMs: 2 * REST_MS })));
  assert.deepEqual(await sendRested(2), [204, 500]);
  assert.deepEqual(connections(), [1, 2]);
});

test('one of two headers is enough to say that the receiver closes', async (t) => {
  const closes = raw('HTTP/1.1 200 OK\r\nconnection: close\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n');
  const { sendRested, connections } = await senderTo(t, closes);
  assert.deepEqual(await sendRested(2), [200, 200]);
  assert.deepEqual(connections(), [1, 2]);
});

const answered = { answer: { outcome: 'answered', status: 200 }, keptMs: 4000 } as Exchange;

async function keptTo(t: TestContext, validMs: number) {
  const { receiver } = await senderTo(t, answer(200));
  const socket = connect({ host: receiver.host, port: receiver.port, ca: receiver.ca });
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  const kept = createKeptConnections();
  const target = { origin: new URL(receiver.url).origin, addresses: [receiver.host] } as never;
  const opened = { socket, address: receiver.host, connectMs: 0, tlsMs: 0, validMs };
  return { kept, target, connection: kept.adopt(target, opened), socket };
}

test('a connection is closed if its call ends before anything was sent', async (t) => {
  const { kept, connection, socket } = await keptTo(t, 60_000);
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(5000) });
  kept.release(connection, { ...answered, keptMs: 0 });
  await closed;
  assert.ok(socket.destroyed);
});

test('a connection rests after its first answer, in case the receiver is about to close it', async (t) => {
  const { kept, target, connection } = await keptTo(t, 60_000);
  kept.release(connection, answered);
  assert.equal(kept.take(target), undefined);
  await sleep(REST_MS);
  assert.equal(kept.take(target), connection);
});

test('a connection is used for at most three minutes, however busy it is', async (t) => {
  const { kept, target, connection } = await keptTo(t, Number.POSITIVE_INFINITY);
  assert.ok(connection.endsAt <= performance.now() + 180_000);
  kept.release(connection, answered);
  await sleep(REST_MS);
  assert.equal(kept.take(target), connection);
});

test('a connection is used no longer than its certificate is valid', async (t) => {
  const validMs = 2 * REST_MS;
  const { kept, target, connection, socket } = await keptTo(t, validMs);
  kept.release(connection, answered);
  assert.ok(connection.idleUntil <= connection.endsAt);
  await sleep(validMs + 1);
  assert.equal(kept.take(target), undefined);
  const busy = await keptTo(t, validMs);
  await sleep(validMs + 1);
  busy.kept.release(busy.connection, answered);
  assert.ok(socket.destroyed && busy.socket.destroyed);
});
