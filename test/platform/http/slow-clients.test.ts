import assert from 'node:assert/strict';
import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { promisify } from 'node:util';
import type { HttpLimits } from '../../../src/platform/http/http-limits.ts';
import type { HttpServer } from '../../../src/platform/http/server.ts';
import { until, within } from '../../support/limited-loops.ts';
import { connect, errorType, localCertificate, type RawConnection, request, withServer } from './http-support.ts';

/** The product's limits divided by about ten; Node adds its second to the idle limit. */
const short: Partial<HttpLimits> = {
  checkEveryMs: 50,
  headersMs: 1_000,
  handshakeMs: 1_000,
  receiveWindowMs: 1_000,
  sendWindowMs: 1_000,
  idleMs: 300,
  discardBytes: 100_000,
};

/** A server without limits of ours: Node's defaults, and no progress check. */
const none: Partial<HttpLimits> = {
  checkEveryMs: 30_000,
  headersMs: 60_000,
  handshakeMs: 120_000,
  receiveWindowMs: 1e9,
  sendWindowMs: 1e9,
  idleMs: 60_000,
};

/** More than the kernel buffers on both sides. */
const BIG = 16 * 1_048_576;
const big = Buffer.alloc(BIG);
/** Longer than every limit under test. */
const SHORTEST_ATTACK_MS = 2_500;
const post = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

function routes(app: HttpServer['app']): void {
  app.post('/echo', async (incoming) => incoming.body);
  app.get('/small', async () => ({ small: true }));
  app.get('/big', async (_, reply) => reply.send(big));
}

/** Sends `text` again and again until the connection ends. */
function drip(connection: RawConnection, text: string, everyMs: number): RawConnection {
  const timer = setInterval(() => connection.socket.write(text), everyMs);
  void connection.closed.then(() => clearInterval(timer));
  return connection;
}

async function started(port: number, text: string): Promise<RawConnection> {
  const connection = await connect(port);
  connection.socket.on('error', () => {});
  connection.socket.write(text);
  return connection;
}

const attacks: Readonly<Record<string, (port: number) => Promise<Pick<RawConnection, 'socket' | 'closed'>>>> = {
  'no handshake': async (port) => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {});
    return { socket, closed: once(socket, 'close').then(() => ({ status: 0, headers: {}, body: '' })) };
  },
  silence: (port) => started(port, ''),
  'slow headers': async (port) => drip(await started(port, 'GET /small HTTP/1.1\r\nhost: x\r\nslow: '), 'x', 60),
  'slow body': async (port) => drip(await started(port, `${post}content-length: 100000\r\n\r\n{`), ' ', 60),
  'slow chunks': async (port) =>
    drip(await started(port, `${post}transfer-encoding: chunked\r\n\r\n`), '1\r\n \r\n', 60),
  'a burst, then nothing': (port) => started(port, `${post}content-length: 100000\r\n\r\n${' '.repeat(40_000)}`),
  'idle after an answer': (port) => started(port, 'GET /small HTTP/1.1\r\nhost: x\r\n\r\n'),
  'slow headers after an answer': async (port) => {
    const connection = await started(port, 'GET /small HTTP/1.1\r\nhost: x\r\n\r\nGET /small HTTP/1.1\r\nslow: ');
    return drip(connection, 'x', 60);
  },
  'an endless body for nothing': async (port) =>
    drip(
      await started(port, 'POST /none HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999\r\n\r\n'),
      ' '.repeat(20_000),
      20,
    ),
  'an answer never taken': async (port) => {
    const connection = await started(port, 'GET /big HTTP/1.1\r\nhost: x\r\n\r\n');
    connection.socket.pause();
    return connection;
  },
};

/**
 * Opens `each` connections of every kind. `outcome` says how many of them the server had closed, when it had closed all
 * or after `withinMs`.
 */
async function attack(
  port: number,
  each: number,
  withinMs: number,
): Promise<{ outcome: Promise<Record<string, number>> }> {
  const evicted = everyAttack(0);
  const sockets = new Set<net.Socket>();
  const opening = Object.entries(attacks).flatMap(([name, open]) =>
    Array.from({ length: each }, async () => {
      const { socket, closed } = await open(port);
      sockets.add(socket);
      void closed.then(() => {
        sockets.delete(socket);
        evicted[name] = (evicted[name] ?? 0) + 1;
      });
    }),
  );
  await Promise.all(opening);
  const outcome = async () => {
    const until = performance.now() + withinMs;
    await sleep(SHORTEST_ATTACK_MS);
    // A client that does not read notices the end only by reading; by then the connection must have ended long ago.
    for (const socket of sockets) socket.resume();
    while (sockets.size > 0 && performance.now() < until) await sleep(20);
    const found = { ...evicted };
    for (const socket of sockets) socket.destroy();
    return found;
  };
  return { outcome: outcome() };
}

function everyAttack(count: number): Record<string, number> {
  return Object.fromEntries(Object.keys(attacks).map((name) => [name, count]));
}

/** Sends good requests one after the other until told to stop; returns how long each took. */
async function goodClient(port: number, until: Promise<unknown>): Promise<number[]> {
  const agent = new https.Agent({ keepAlive: true });
  const times: number[] = [];
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  for await (const _ of within(120_000, 'the attack ends', 5)) {
    if (isOver) break;
    const startedAt = performance.now();
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}', agent };
    assert.equal((await request(port, '/echo', options)).body, '{"a":1}');
    times.push(performance.now() - startedAt);
  }
  agent.destroy();
  return times;
}

async function goodClients(port: number, until: Promise<unknown>): Promise<number[]> {
  return (await Promise.all([1, 2, 3].map(() => goodClient(port, until)))).flat();
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** 4 kB a second, a few times the minimum: the upload takes two windows. */
async function slowPhone(port: number, windowMs: number): Promise<number> {
  const body = JSON.stringify('x'.repeat(8 * windowMs));
  const connection = await connect(port);
  connection.socket.write(`${post}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
  const startedAt = performance.now();
  for (let sent = 0; sent < body.length; await sleep(50)) {
    // By the clock: a busy machine must not make it slower than it is.
    const due = Math.max(sent + 1, Math.round((performance.now() - startedAt) * 4));
    connection.socket.write(body.slice(sent, due));
    sent = due;
  }
  const { status } = await connection.closed;
  return status;
}

/** Long enough for a phone that a busy machine delays. */
const phoneWindowMs = 2_000;

// The proof of the same name measures how long good requests take; on a busy machine only their answers are certain.
test('closes every kind of slow client while good ones are served and a slow phone finishes its upload', async () => {
  await withServer(
    async ({ port }) => {
      const { outcome } = await attack(port, 5, 60_000);
      const [evicted, times, phone] = await Promise.all([
        outcome,
        goodClients(port, outcome),
        slowPhone(port, phoneWindowMs),
      ]);
      assert.deepEqual(evicted, everyAttack(5));
      assert.equal(phone, 200);
      assert.ok(median(times) < 1_000, `median ${median(times)} ms of ${times.length} requests`);
    },
    // On a busy machine fifty handshakes at once take longer than a second.
    { limits: { ...short, handshakeMs: 5_000, headersMs: 5_000, receiveWindowMs: phoneWindowMs } },
    routes,
  );
});

test('the same attack occupies a server without these limits', async () => {
  await withServer(
    async ({ port }) => {
      const { outcome } = await attack(port, 1, 3_000);
      assert.deepEqual(await outcome, everyAttack(0));
    },
    { limits: { ...none, stopMs: 0 } },
    routes,
  );
});

test('tells a slow client why it closes the connection, and logs it', async () => {
  await withServer(
    async ({ port, lines }) => {
      const body = await (await started(port, `${post}content-length: 9\r\n\r\n`)).closed;
      assert.deepEqual([body.status, errorType(body)], [408, 'malformed_request']);
      const headers = await (await started(port, 'GET /small HTTP/1.1\r\n')).closed;
      assert.deepEqual([headers.status, errorType(headers)], [408, 'malformed_request']);
      // The lines follow the answers.
      await until(() => lines.length >= 2);
      assert.deepEqual(
        lines.map(({ route, status, reason, requestId }) => [route, status, reason, requestId]),
        [
          ['/echo', 0, 'no_progress', body.headers['x-request-id']],
          ['unreadable', 408, 'ERR_HTTP_REQUEST_TIMEOUT', headers.headers['x-request-id']],
        ],
      );
    },
    { limits: short },
    routes,
  );
});

test('does not count our own delays against a client', async () => {
  const windowMs = 500;
  const oursMs = 3 * windowMs;
  const ours = (app: HttpServer['app']) => {
    app.post('/late', async () => {
      await sleep(oursMs);
      return { late: true };
    });
    app.addContentTypeParser('application/octet-stream', async (_: unknown, payload: NodeJS.ReadableStream) => {
      await sleep(oursMs);
      let length = 0;
      for await (const chunk of payload) length += (chunk as Buffer).length;
      return { length };
    });
    app.post('/unread', async (incoming) => incoming.body);
  };
  await withServer(
    async ({ port }) => {
      const late = await request(port, '/late', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(late.body, '{"late":true}');
      const headers = { 'content-type': 'application/octet-stream' };
      const unread = await request(port, '/unread', { method: 'POST', body: Buffer.alloc(500_000), headers });
      assert.equal(unread.body, '{"length":500000}');
    },
    { limits: { ...short, receiveWindowMs: windowMs } },
    ours,
  );
});

test('accepts a limited number of connections', async () => {
  await withServer(
    async ({ server, port, lines }) => {
      const first = await connect(port);
      const second = await connect(port);
      await assert.rejects(connect(port), { code: 'ECONNRESET' });
      first.socket.destroy();
      second.socket.destroy();
      await Promise.all([first.closed, second.closed]);
      // The server notices the ends a little later.
      const count = promisify((done: (error: Error | null, open: number) => void) =>
        server.app.server.getConnections(done),
      );
      await until(async () => (await count()) === 0);
      assert.equal((await request(port, '/small')).status, 200);
      const warnings = () => lines.filter((line) => line.level === 'warn');
      await until(() => warnings().length > 0);
      assert.deepEqual(
        warnings().map(({ count }) => count),
        [1],
      );
    },
    { limits: { ...short, headersMs: 5_000, connections: 2 } },
    routes,
  );
});

test('a handshake that is too slow gets no answer, least of all a page', async () => {
  const { certificate: ca } = await localCertificate();
  await withServer(
    async ({ port, lines }) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      const closed = once(socket, 'close').then(() => true);
      await Promise.race([closed, sleep(400)]);
      const text: string[] = [];
      if (!socket.destroyed) {
        const late = tls.connect({ socket, servername: 'localhost', ca });
        late.on('error', () => {});
        late.setEncoding('utf8').on('data', (chunk: string) => text.push(chunk));
        late.write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n');
      }
      await closed;
      assert.deepEqual(text, []);
      assert.deepEqual(
        lines.filter(({ status }) => status !== undefined),
        [],
      );
    },
    { limits: { ...short, handshakeMs: 200 } },
    routes,
  );
});
