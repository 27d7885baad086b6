// What receivers do wrong, over real sockets: each must come back as data in its class, and never hold the slot.
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing, type Outgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import type { PostResult } from '../../../src/platform/outgoing-http/post.ts';
import { startNameServer } from '../../support/name-server.ts';
import type { CertificateKind } from '../../support/receiver-certificates.ts';
import {
  answer,
  type Behaviour,
  closeGracefully,
  hang,
  inTurn,
  raw,
  reset,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';

/** Where running into the limit is what is tried; generous elsewhere, because the machine may be busy. */
const SHORT_MS = 400;
const LONG_MS = 5000;
/** What an answered call may take however long the peer goes on: our own limit for a body is half a second. */
const BUSY_MACHINE_MS = 3000;

let receiver: WebhookReceiver;
let outgoing: Outgoing;
const names = await startNameServer();

function outgoingTo(ca: string): Outgoing {
  return createOutgoing({
    allow: parseAllowList('127.0.0.0/8:*').entries!,
    ourPorts: [],
    ca,
    resolver: { servers: [names.address], limitMs: 1000, hostsFile: '/nowhere' },
  });
}

before(async () => {
  receiver = await startWebhookReceiver({
    behave: (request, socket, index) => answer(200, { afterMs: Number(request.path.slice(1)) })(request, socket, index),
  });
  outgoing = outgoingTo(receiver.ca);
  // Under way while everything else is tried.
  slowCalls = callSlowly();
});
after(async () => {
  outgoing.close();
  names.close();
  await receiver.close();
});

let slowCalls: ReturnType<typeof callSlowly>;

async function callSlowly() {
  const call = (afterMs: number) =>
    outgoing.post({ url: new URL(`/${afterMs}`, receiver.url).href, headers: {}, body: Buffer.from('{}') });
  // Connected before, so that the delay is all there is.
  await Promise.all(Array.from({ length: 6 }, () => call(0)));
  const calls = (afterMs: number) => [0, 150, 300].map((startMs) => sleep(startMs).then(() => call(afterMs)));
  const [inTime, late] = await Promise.all([Promise.all(calls(9900)), Promise.all(calls(10_100))]);
  return { inTime, late };
}

const post = (url: string, { timeoutMs = LONG_MS, body = '{"payload":{}}', through = outgoing } = {}) =>
  through.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from(body), timeoutMs });

const outcomeOf = (result: PostResult) => (result.outcome === 'answered' ? result.status : result.reason);

/** A fresh receiver each: what one peer did must not meet the next test through a kept connection. */
async function against(behave: Behaviour, { certificate = 'good', timeoutMs = LONG_MS }: Circumstances = {}) {
  const faulty = await startWebhookReceiver({ behave, certificate });
  const startedAt = performance.now();
  const result = await post(faulty.url, { timeoutMs });
  const heldMs = performance.now() - startedAt;
  await faulty.close();
  assert.ok(heldMs < BUSY_MACHINE_MS, `held for ${heldMs} ms`);
  return { result, outcome: outcomeOf(result), requests: faulty.requests };
}

interface Circumstances {
  readonly certificate?: CertificateKind;
  readonly timeoutMs?: number;
}

const status = (line: string, ...headers: string[]) => raw([`HTTP/1.1 ${line}`, ...headers, '', ''].join('\r\n'));

/** Writes `chunk` again and again, as fast as it is read or every `everyMs`. */
function forEver(first: string, chunk: string | Buffer, everyMs = 0): Behaviour {
  return (_, socket) => {
    socket.write(first);
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else if (socket.writableLength < 1_000_000) socket.write(chunk);
    }, everyMs);
  };
}

const gzipBomb = gzipSync(Buffer.alloc(20_000_000));
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const faults: readonly (readonly [string, Behaviour, number | string])[] = [
  ['never answers', hang, 'timed_out'],
  ['sends its answer one byte at a time, too slowly', dripping('HTTP/1.1 200 OK\r\n\r\n', 100), 'timed_out'],
  ['answers just too late', answer(200, { afterMs: SHORT_MS + 100 }), 'timed_out'],
  ['sends 200 and a body without end', forEver(chunked, '5\r\nhello\r\n', 10), 200],
  ['sends 200 and a body that never comes', status('200 OK', 'content-length: 5'), 200],
  [
    'sends 200 and a gigabyte',
    forEver('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n', Buffer.alloc(65536)),
    200,
  ],
  [
    'sends a gzip bomb',
    (request, socket, index) => {
      status('200 OK', 'content-encoding: gzip', `content-length: ${gzipBomb.length}`)(request, socket, index);
      socket.write(gzipBomb);
    },
    200,
  ],
  ['closes before a status', closeGracefully, 'connection_closed'],
  ['resets after the request', reset, 'connection_closed'],
  ['closes within the status line', closing('HTTP/1.1 20'), 'connection_closed'],
  ['closes within the headers', closing('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-a: '), 'connection_closed'],
  ['closes within the body', closing('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'), 200],
  ['answers without lengths and closes', closing('HTTP/1.1 200 OK\r\n\r\nfine'), 200],
  [
    'floods with informational answers',
    forEver('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(50)),
    'bad_answer',
  ],
  ['floods with 100 Continue', forEver('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)), 'bad_answer'],
  ['gives one hint and then its answer', raw('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'), 204],
  ['switches protocols', status('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'), 'bad_answer'],
  ['sends status 99', status('99 Low', 'content-length: 0'), 'bad_answer'],
  ['sends status 1000', status('1000 High', 'content-length: 0'), 'bad_answer'],
  [
    'sends headers that are not ASCII',
    raw(Buffer.from('HTTP/1.1 200 ÖK\r\nx-näme: ü\r\ncontent-length: 0\r\n\r\n')),
    'bad_answer',
  ],
  [
    'sends a header value that is not ASCII',
    raw(Buffer.from('HTTP/1.1 200 OK\r\nx-a: ü€\r\ncontent-length: 0\r\n\r\n')),
    200,
  ],
  ['sends a megabyte of one header', status('200 OK', `x-big: ${'x'.repeat(1_000_000)}`), 'bad_answer'],
  ['sends a hundred thousand headers', status('200 OK', ...Array<string>(100_000).fill('a: b')), 'bad_answer'],
  ['sends two lengths', status('200 OK', 'content-length: 5', 'content-length: 6'), 'bad_answer'],
  ['sends a length and chunks', status('200 OK', 'content-length: 5', 'transfer-encoding: chunked'), 'bad_answer'],
  ['sends a bad chunk', raw(`${chunked}zz\r\nhello\r\n`), 200],
  ['sends garbage', raw(Buffer.from('00ff17fe00010203deadbeef', 'hex')), 'bad_answer'],
  ['speaks another protocol', raw('220 mail.example ESMTP\r\n'), 'bad_answer'],
  ['breaks off the TLS session', (_, socket) => void socket.destroy(), 'connection_closed'],
];

function dripping(text: string, everyMs: number): Behaviour {
  return (_, socket) => {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed || at === text.length) clearInterval(timer);
      else socket.write(text[at++]!);
    }, everyMs);
  };
}

function closing(text: string): Behaviour {
  return (_, socket) => void socket.end(text);
}

describe('a receiver that', { concurrency: 8 }, () => {
  for (const [name, behave, expected] of faults) {
    test(`${name} counts as ${expected}`, async () => {
      const { outcome, requests } = await against(behave, { timeoutMs: expected === 'timed_out' ? SHORT_MS : LONG_MS });
      assert.equal(outcome, expected);
      assert.equal(requests.length, 1, 'one call is one request');
    });
  }

  for (const code of [
    200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 307, 308, 400, 401, 404, 409, 410, 418, 429, 500, 502, 503,
    504, 599,
  ]) {
    test(`answers ${code} is heard`, async () => {
      const { outcome } = await against(answer(code, { headers: { location: 'https://127.0.0.1:1/' } }));
      assert.equal(outcome, code);
    });
  }

  for (const value of ['5', '-1', '1000000000000', 'Wed, 21 Oct 2065 07:28:00 GMT', 'soon']) {
    test(`asks to be called again after "${value}" is quoted`, async () => {
      const { result } = await against(answer(503, { headers: { 'retry-after': value } }));
      assert.equal(result.outcome === 'answered' && result.retryAfter, value);
    });
  }

  for (const [kind, reason] of [
    ['expired', 'certificate_expired'],
    ['self_signed', 'certificate_untrusted'],
    ['unknown_authority', 'certificate_untrusted'],
    ['wrong_name', 'certificate_wrong_name'],
  ] as const) {
    test(`shows a certificate that is ${kind} is told nothing`, async () => {
      const { outcome, requests } = await against(answer(200), { certificate: kind });
      assert.equal(outcome, reason);
      assert.equal(requests.length, 0);
    });
  }
});

/** A listener below TLS. */
async function againstTcp(behave: (socket: Socket) => void, timeoutMs = LONG_MS) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const result = await post(`https://127.0.0.1:${port}/`, { timeoutMs });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return outcomeOf(result);
}

describe('below HTTP', { concurrency: 8 }, () => {
  test('a port where nothing listens', async () => {
    assert.equal(outcomeOf(await post('https://127.0.0.1:1/')), 'connect_refused');
  });
  test('a peer that accepts and is silent', async () => {
    assert.equal(await againstTcp(() => undefined, SHORT_MS), 'tls_timed_out');
  });
  test('a peer that stalls within the handshake', async () => {
    // The head of a ServerHello record of 122 bytes, of which none follow.
    assert.equal(
      await againstTcp((socket) => void socket.write(Buffer.from('160303007a', 'hex')), SHORT_MS),
      'tls_timed_out',
    );
  });
  test('a peer that speaks plain HTTP', async () => {
    assert.equal(await againstTcp((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')), 'tls_failed');
  });
  test('a peer that closes within the handshake', async () => {
    assert.equal(await againstTcp((socket) => void socket.once('data', () => socket.end())), 'tls_failed');
  });
  test('a peer that resets within the handshake', async () => {
    assert.equal(await againstTcp((socket) => void socket.once('data', () => socket.resetAndDestroy())), 'tls_failed');
  });
  test('a name that does not exist', async () => {
    assert.equal(outcomeOf(await post('https://nowhere.example/')), 'dns_failed');
  });
  test('name servers that do not answer', async () => {
    names.answer('silent.example', 'silence');
    assert.equal(outcomeOf(await post('https://silent.example/')), 'dns_timed_out');
  });
});

test('a peer that never reads is given up', async () => {
  const deaf = await startWebhookReceiver({ connected: (socket) => void socket.pause() });
  const result = await post(deaf.url, { body: 'x'.repeat(20_000_000), timeoutMs: SHORT_MS });
  await deaf.close();
  assert.equal(outcomeOf(result), 'timed_out');
});

test('an answer that comes before the request has ended counts', async () => {
  const early = await startWebhookReceiver({
    connected(socket) {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n');
    },
  });
  const result = await post(early.url, { body: 'x'.repeat(20_000_000) });
  await early.close();
  assert.equal(outcomeOf(result), 413);
});

test('a connection that the peer closed while it was idle is not used again', async () => {
  const closing = await startWebhookReceiver({
    behave: (request, socket, index) => {
      answer(200)(request, socket, index);
      if (index === 0) setTimeout(() => socket.end(), 20);
    },
  });
  assert.equal(outcomeOf(await post(closing.url)), 200);
  await sleep(100);
  assert.equal(outcomeOf(await post(closing.url)), 200);
  assert.equal(closing.connectionCount(), 2);
  await closing.close();
});

test('a peer that writes more than it was asked loses its connection, and the next call is clean', async () => {
  const chatty = await startWebhookReceiver({
    behave: inTurn(
      raw('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
      answer(202),
    ),
  });
  assert.equal(outcomeOf(await post(chatty.url)), 200);
  assert.equal(outcomeOf(await post(chatty.url)), 202);
  assert.equal(chatty.connectionCount(), 2);
  await chatty.close();
});

test('10 seconds is the limit: 9.9 s is an acknowledgement and 10.1 s is none', async () => {
  const { inTime, late } = await slowCalls;
  // Three calls a little apart: on a busy machine a process may sleep through the last tenth of a second of one.
  assert.ok(inTime.map(outcomeOf).includes(200), inTime.map(outcomeOf).join(' '));
  for (const result of late) {
    assert.equal(outcomeOf(result), 'timed_out');
    assert.ok(result.timings.totalMs > 9990 && result.timings.totalMs < 11_000, `${result.timings.totalMs} ms`);
  }
});
