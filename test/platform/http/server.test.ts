import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import fc from 'fast-check';
import { Refusal } from '../../../src/lib/refusal.ts';
import { httpLimits } from '../../../src/platform/http/http-limits.ts';
import type { RenderError } from '../../../src/platform/http/rendered-error.ts';
import { addLogFields } from '../../../src/platform/http/request-record.ts';
import { allowedMethods } from '../../../src/platform/http/request-refusals.ts';
import type { HttpServer, HttpServerOptions } from '../../../src/platform/http/server.ts';
import { until, upTo } from '../../support/limited-loops.ts';
import {
  connect,
  errorId,
  errorType,
  localCertificate,
  request,
  sendRaw,
  startServer,
  type TestServer,
  withServer,
} from './http-support.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const renderOther: RenderError = (error, requestId) => ({
  status: error instanceof Refusal ? 418 : 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ problem: requestId }),
  headers: { 'x-surface': 'other' },
});

function routes(app: HttpServer['app']): void {
  app.register(
    async (surface) => {
      surface.get('/things', async (incoming) => ({ query: incoming.query }));
      surface.post('/things', async (incoming) => ({ body: incoming.body }));
      surface.get('/things/:id', async (incoming) => ({ params: incoming.params, ip: incoming.ip }));
      surface.delete('/things/:id', async (_, reply) => reply.code(204).send());
      surface.get('/busy', async () => {
        throw new Refusal('rate_limited', {}, 60);
      });
      surface.get('/broken', async (incoming) => {
        addLogFields(incoming, { accountId: 'an account' });
        throw new Error('person@example.org');
      });
      surface.get('/stored', async (_, reply) => reply.header('cache-control', 'max-age=60').send('text'));
      surface.get('/away', async () => {
        throw Object.assign(new Error('x'), { code: '57P01' });
      });
    },
    { prefix: '/v2' },
  );
  app.get('/other/:id', async () => 'x');
}

async function withRoutes(work: (server: TestServer) => Promise<void>, options: Partial<HttpServerOptions> = {}) {
  await withServer(work, { surfaces: [{ prefix: '/other', renderError: renderOther }], ...options }, routes);
}

test('answers over TLS with a request id of its own and safe headers', async () => {
  await withRoutes(async ({ port }) => {
    const answer = await request(port, '/v2/things', { headers: { 'x-request-id': 'mine' } });
    assert.equal(answer.status, 200);
    assert.match(answer.headers['x-request-id'] ?? '', UUID);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.match(answer.headers['content-security-policy'] ?? '', /default-src 'none'/);
    assert.equal(answer.headers['strict-transport-security'], undefined);
    assert.equal((await request(port, '/v2/stored')).headers['cache-control'], 'max-age=60');
  });
});

test('asks browsers to stay on HTTPS only if configured', async () => {
  await withRoutes(
    async ({ port }) => {
      assert.equal((await request(port, '/v2/things')).headers['strict-transport-security'], 'max-age=31536000');
    },
    { strictTransportSecurity: 'host' },
  );
  await withRoutes(
    async ({ port }) => {
      const { headers } = await request(port, '/v2/things');
      assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
    },
    { strictTransportSecurity: 'subdomains' },
  );
});

/** Without it the server keeps the connection open for a next request. */
const lastRequest = 'connection: close\r\n\r\n';

test('allows no other origin to read answers, and does not echo requests', async () => {
  await withRoutes(async ({ port }) => {
    const answer = await request(port, '/v2/things', { headers: { origin: 'https://other.test' } });
    assert.deepEqual(
      Object.keys(answer.headers).filter((name) => name.startsWith('access-control-')),
      [],
    );
    const echoed = await sendRaw(port, `TRACE /v2/things HTTP/1.1\r\nhost: x\r\nx-secret: echoed\r\n${lastRequest}`);
    assert.ok([400, 404, 405].includes(echoed.status), String(echoed.status));
    assert.doesNotMatch(echoed.body, /echoed/);
  });
});

test('refuses a request with two Host headers', async () => {
  await withRoutes(async ({ port }) => {
    const answer = await sendRaw(port, `GET /v2/things HTTP/1.1\r\nHost: one.test\r\nhost: two.test\r\n${lastRequest}`);
    assert.deepEqual([answer.status, errorType(answer)], [400, 'malformed_request']);
  });
});

test('agrees on ciphers with forward secrecy and authenticated encryption only', async () => {
  await withRoutes(async ({ port }) => {
    const { certificate } = await localCertificate();
    const agreed = (ciphers: string, version: 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve, reject) => {
        const limits = { minVersion: version, maxVersion: version };
        const socket = tls.connect({
          port,
          host: '127.0.0.1',
          ca: certificate,
          servername: 'localhost',
          ciphers,
          ...limits,
        });
        socket.once('error', reject).once('secureConnect', () => {
          resolve(socket.getCipher().name);
          socket.destroy();
        });
      });
    for (const weak of [
      'AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES256-SHA',
      'DHE-RSA-AES256-GCM-SHA384',
    ]) {
      await assert.rejects(agreed(weak, 'TLSv1.2'), weak);
    }
    assert.equal(await agreed('ECDHE-ECDSA-AES128-GCM-SHA256', 'TLSv1.2'), 'ECDHE-ECDSA-AES128-GCM-SHA256');
    assert.equal(await agreed('TLS_AES_128_GCM_SHA256', 'TLSv1.3'), 'TLS_AES_128_GCM_SHA256');
  });
});

test('accepts a trailing slash and empty query parts on every path', async () => {
  await withRoutes(async ({ port }) => {
    for (const path of ['/v2/things/', '/v2/things?', '/v2/things/?', '/v2/things?&']) {
      assert.deepEqual([path, (await request(port, path)).status], [path, 200]);
    }
    assert.deepEqual(JSON.parse((await request(port, '/v2/things/?&expand=reports')).body), {
      query: { expand: 'reports' },
    });
    assert.equal((await request(port, '/v2/things/1/')).status, 200);
    assert.equal((await request(port, '/health/live/')).status, 200);
  });
});

test('accepts a whole URL as the target, and ignores its host', async () => {
  await withRoutes(async ({ port }) => {
    const get = (target: string) => sendRaw(port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.deepEqual(JSON.parse((await get('HTTPS://elsewhere.example:1/v2/things/7?a')).body).params, { id: '7' });
    const none = await get('http://elsewhere.example?a');
    assert.deepEqual([none.status, errorType(none), none.headers.connection], [404, 'not_found', 'close']);
  });
});

test('renders every error in the form of its surface, with the request id', async () => {
  await withRoutes(async ({ port }) => {
    const cases: [string, string, number, string][] = [
      ['GET', '/v2/none', 404, 'not_found'],
      ['GET', '/none', 404, 'not_found'],
      ['PROPFIND', '/v2/none', 404, 'not_found'],
      ['GET', '/v2/things/%zz', 400, 'malformed_request'],
      ['GET', '/v2/things/%C3', 400, 'malformed_request'],
      ['GET', '/v2/things/%00', 400, 'malformed_request'],
      ['GET', '/v2/things?a=%', 400, 'malformed_request'],
      ['GET', '/v2/things?a=%ED%A0%80', 400, 'malformed_request'],
      ['GET', '/none/%zz', 400, 'malformed_request'],
      ['GET', '/v2/broken', 500, 'internal_server_error'],
      ['PUT', '/v2/things', 405, 'method_not_allowed'],
    ];
    for (const [method, path, status, type] of cases) {
      const answer = await request(port, path, { method });
      assert.deepEqual([path, answer.status, errorType(answer)], [path, status, type]);
      assert.equal(errorId(answer), answer.headers['x-request-id']);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
    for (const path of ['/other', '/other/1/2', '/other/%zz', '/other?%']) {
      const answer = await request(port, path);
      assert.deepEqual([path, answer.status, answer.headers['x-surface']], [path, 418, 'other']);
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    }
    assert.equal(errorType(await request(port, '/otherwise')), 'not_found');
    const busy = await request(port, '/v2/busy');
    assert.deepEqual([busy.status, busy.headers['retry-after']], [429, '60']);
  });
});

test('answers 405 with the methods that the path allows', async () => {
  await withRoutes(async ({ port, server }) => {
    const one = await request(port, '/v2/things/1/?x=1', { method: 'PUT' });
    assert.deepEqual([one.status, one.headers.allow], [405, 'GET, HEAD, DELETE']);
    assert.equal((await request(port, '/v2/things', { method: 'OPTIONS' })).headers.allow, 'GET, HEAD, POST');
    assert.deepEqual(allowedMethods(server.app, '/v2/none'), []);
    assert.deepEqual(allowedMethods(server.app, '/v2/things/'), ['GET', 'HEAD', 'POST']);
  });
});

test('refuses bodies that are too large, of an unknown type, or invalid JSON, and keeps the connection', async () => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  await withRoutes(async ({ port }) => {
    const post = (body: string | Buffer, headers: Record<string, string>) =>
      request(port, '/v2/things', { method: 'POST', headers, body, agent });
    const json = { 'content-type': 'application/json' };
    const type = async (answer: ReturnType<typeof post>) => [(await answer).status, errorType(await answer)];
    assert.deepEqual(await type(post(Buffer.alloc(2_000_000, ' '), json)), [413, 'too_large']);
    assert.deepEqual(await type(post(Buffer.alloc(2_000_000, ' '), { ...json, 'transfer-encoding': 'chunked' })), [
      413,
      'too_large',
    ]);
    assert.deepEqual(await type(post('a', { 'content-type': 'text/csv' })), [415, 'unsupported_media_type']);
    assert.deepEqual(await type(post('a', { 'content-type': '/' })), [415, 'unsupported_media_type']);
    assert.deepEqual(await type(post('{"a":', json)), [400, 'malformed_request']);
    assert.deepEqual(await type(post('{"__proto__":1}', json)), [400, 'malformed_request']);
    assert.equal((await post('{"a":1}', json)).body, '{"body":{"a":1}}');
    assert.equal(Object.values(agent.freeSockets).flat().length, 1);
  }, {});
  agent.destroy();
});

test('answers invalid HTTP with JSON and a request id, and closes the connection', async () => {
  await withRoutes(async ({ port, lines }) => {
    const cases: [string, number][] = [
      ['nonsense\r\n\r\n', 400],
      ['FOO /v2/things HTTP/1.1\r\nhost: x\r\n\r\n', 400],
      ['GET /caf\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
      [`GET /v2/things HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
      ['POST /v2/things HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
      [
        'POST /v2/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
        400,
      ],
    ];
    for (const [text, status] of cases) {
      const answer = await sendRaw(port, text);
      assert.deepEqual([text.slice(0, 40), answer.status], [text.slice(0, 40), status]);
      assert.equal(errorType(answer), 'malformed_request');
      assert.equal(errorId(answer), answer.headers['x-request-id']);
      assert.equal(answer.headers['content-type'], 'application/json');
      assert.equal(answer.headers.connection, 'close');
      const levels = () => lines.filter((line) => line.requestId === errorId(answer)).map((line) => line.level);
      // The line follows the answer.
      for (let waited = 0; levels().length === 0 && waited < 30_000; waited += 5) await sleep(5);
      assert.deepEqual(levels(), ['info']);
    }
    for (const line of ['FOO /other/1 HTTP/1.1', 'GET /other?a HTTP/1.1\r\nbad header: \0']) {
      const { status, headers } = await sendRaw(port, `${line}\r\nhost: x\r\n\r\n`);
      assert.deepEqual([line, status, headers['content-type']], [line, 400, 'application/problem+json']);
    }
    const elsewhere = await sendRaw(port, 'GET /other/caf\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.deepEqual([elsewhere.status, elsewhere.headers['content-type']], [400, 'application/problem+json']);
    const noHost = await sendRaw(port, 'GET /v2/things HTTP/1.1\r\nconnection: close\r\n\r\n');
    assert.deepEqual([noHost.status, errorType(noHost)], [400, 'malformed_request']);
    const expectation = await sendRaw(
      port,
      'GET /v2/things HTTP/1.1\r\nhost: x\r\nexpect: more\r\nconnection: close\r\n\r\n',
    );
    assert.equal(expectation.status, 200);
  });
});

test('never answers 5xx, without JSON or without a request id, for any path and query', async () => {
  const agent = new https.Agent({ keepAlive: true });
  await withRoutes(async ({ port }) => {
    const target = fc.string({
      unit: fc.constantFrom('/', '?', '%', '&', '=', '.', '#', ';', 'a', '0', 'F', '2', '[', ']', '+', '\\', '"'),
    });
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const answer = await request(port, `/${text}`, { agent });
        assert.ok(answer.status < 500, `${answer.status}`);
        assert.match(answer.headers['x-request-id'] ?? '', UUID);
        assert.match(answer.headers['content-type'] ?? '', /json|text\/plain/);
      }),
      { numRuns: 300 },
    );
  });
  agent.destroy();
});

test('logs one line for each request with its pattern and outcome, without its query or personal data', async () => {
  const observed: unknown[] = [];
  await withRoutes(
    async ({ port, lines }) => {
      const id = (await request(port, '/v2/things/someone@example.org?name=Ann')).headers['x-request-id'];
      const broken = (await request(port, '/v2/broken')).headers['x-request-id'];
      await request(port, '/nobody@example.org');
      // The lines follow the answers.
      for (let waited = 0; observed.length < 3 && waited < 30_000; waited += 5) await sleep(5);
      const [first, fault, second, third, ...rest] = lines;
      assert.deepEqual(rest, []);
      const { durationMs, ...line } = first!;
      assert.deepEqual(line, {
        level: 'info',
        message: 'request',
        requestId: id,
        method: 'GET',
        route: '/v2/things/:id',
        status: 200,
      });
      assert.ok(typeof durationMs === 'number' && durationMs >= 0);
      assert.deepEqual([fault?.level, fault?.requestId, fault?.route], ['error', broken, '/v2/broken']);
      assert.deepEqual([second?.status, second?.accountId], [500, 'an account']);
      assert.deepEqual([third?.status, third?.route, third?.refusal], [404, 'unmatched', 'not_found']);
      assert.equal(observed.length, 3);
      assert.doesNotMatch(JSON.stringify([lines.map(({ error: _, ...shown }) => shown), observed]), /example\.org|Ann/);
    },
    { observe: (figures) => void observed.push(figures) },
  );
});

test('turns errors of other parts into the refusals that it is given', async () => {
  const refusalOf = (error: unknown) =>
    (error as { code?: string }).code === '57P01' ? new Refusal('service_unavailable', {}, 5) : undefined;
  await withRoutes(
    async ({ port, lines }) => {
      const answer = await request(port, '/v2/away');
      await until(() => lines.length > 0);
      const [{ refusal, error } = {}] = lines;
      assert.deepEqual([refusal, (error as { code?: string }).code], ['service_unavailable', '57P01']);
      assert.deepEqual(
        [answer.status, errorType(answer), answer.headers['retry-after']],
        [503, 'service_unavailable', '5'],
      );
    },
    { refusalOf },
  );
});

test('reports that it is alive and whether it is ready', async () => {
  const checks = { database: async () => {}, files: async () => {} };
  await withRoutes(
    async ({ port }) => {
      assert.deepEqual(JSON.parse((await request(port, '/health/live')).body), { status: 'live' });
      const ready = await request(port, '/health/ready');
      assert.deepEqual(
        [ready.status, JSON.parse(ready.body)],
        [200, { status: 'ready', checks: { database: 'ok', files: 'ok' } }],
      );
      checks.database = () => new Promise(() => {});
      checks.files = async () => {
        throw new Error('gone');
      };
      const not = await request(port, '/health/ready');
      assert.deepEqual(
        [not.status, JSON.parse(not.body)],
        [503, { status: 'unavailable', checks: { database: 'failed', files: 'failed' } }],
      );
      assert.equal((await request(port, '/health/live')).status, 200);
    },
    { readiness: { database: () => checks.database(), files: () => checks.files() }, limits: { readinessMs: 50 } },
  );
});

test('stopping: reports that it is not ready, finishes requests in flight, and then accepts no more', async () => {
  const { promise: release, resolve: finish } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { server, port } = await startServer({ limits: { drainMs: 500 } }, (app) => {
    app.get('/slow', async () => {
      arrive();
      await release;
      return { done: true };
    });
  });
  const agent = new https.Agent({ keepAlive: true });
  const unused = await connect(port);
  assert.equal((await request(port, '/health/ready', { agent })).status, 200);
  const slow = request(port, '/slow', { agent: new https.Agent({ keepAlive: true }) });
  await arrived;
  const stopped = server.stop();
  const ready = await request(port, '/health/ready');
  assert.deepEqual([ready.status, JSON.parse(ready.body)], [503, { status: 'stopping' }]);
  assert.equal(ready.headers.connection, 'close');
  await unused.closed;
  await assert.rejects(request(port, '/health/live'), { code: 'ECONNREFUSED' });
  finish();
  const answer = await slow;
  assert.deepEqual([answer.status, answer.headers.connection, answer.body], [200, 'close', '{"done":true}']);
  await stopped;
  agent.destroy();
});

test('stopping: cuts off requests that take too long', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { server, port, lines } = await startServer({ limits: { drainMs: 0, stopMs: 100 } }, (app) => {
    app.get('/never', () => {
      arrive();
      return new Promise(() => {});
    });
  });
  const never = assert.rejects(request(port, '/never'), { code: 'ECONNRESET' });
  await arrived;
  const startedAt = performance.now();
  await server.stop();
  assert.ok(performance.now() - startedAt < httpLimits.stopMs, 'before the limit of the product');
  await never;
  assert.ok(lines.some((line) => line.level === 'warn'));
  assert.deepEqual(
    lines.filter((line) => line.route === '/never').map(({ status, reason }) => [status, reason]),
    [[0, 'client_gone']],
  );
});

test('stopping under load loses no request that was sent', async () => {
  const { server, port } = await startServer({ limits: { drainMs: httpLimits.drainMs } }, routes);
  const agent = new https.Agent({ keepAlive: true, maxSockets: 8, ca: (await localCertificate()).certificate });
  let answered = 0;
  /** `refused`: no connection was made, so nothing was sent. */
  const attempt = () =>
    new Promise<number | 'refused' | 'lost'>((resolve) => {
      let isConnected = false;
      const options = { port, host: '127.0.0.1', servername: 'localhost', path: '/v2/things', agent };
      const outgoing = https.get(options, (incoming) =>
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0)),
      );
      outgoing.on('socket', (socket) => {
        isConnected = outgoing.reusedSocket;
        // A kept-alive socket appears again with each request.
        if (isConnected) return;
        socket.once('secureConnect', () => {
          isConnected = true;
        });
      });
      outgoing.on('error', () => resolve(isConnected ? 'lost' : 'refused'));
    });
  const client = async () => {
    for (const _ of upTo(10_000, 'the server refuses')) {
      const outcome = await attempt();
      if (outcome !== 200) return outcome;
      if (++answered === 200) void server.stop();
    }
    return 'never refused';
  };
  const outcomes = await Promise.all(Array.from({ length: 8 }, client));
  assert.deepEqual([...new Set(outcomes)], ['refused']);
  agent.destroy();
  await server.stop();
});

test('behind a trusted proxy plain HTTP is answered only if the client used HTTPS', async () => {
  const proxied = (work: (server: TestServer) => Promise<void>, networks: string[]) =>
    withRoutes(work, { certificate: undefined, trustedProxies: networks });
  const get = async (port: number, headers: string, path = '/v2/things/1') =>
    sendRaw(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: a key\r\nconnection: close\r\n${headers}\r\n`, {
      plain: true,
    });
  await proxied(
    async ({ port, exposed }) => {
      const answer = await get(
        port,
        'x-forwarded-proto: https\r\nx-forwarded-for: 6.6.6.6, 203.0.113.7, 127.0.0.9\r\n',
      );
      assert.equal(answer.status, 200);
      assert.equal((JSON.parse(answer.body) as { ip: string }).ip, '203.0.113.7');
      assert.deepEqual(exposed, []);
      for (const headers of ['', 'x-forwarded-proto: http\r\n', 'x-forwarded-proto: https, http\r\n']) {
        const refused = await get(port, headers);
        assert.deepEqual([refused.status, errorType(refused)], [403, 'https_required']);
      }
      assert.deepEqual(exposed, [['a key'], ['a key'], ['a key']]);
      assert.equal((await get(port, 'x-forwarded-proto: http, https\r\n')).status, 200);
      assert.equal((await get(port, '', '/health/ready')).status, 200);
    },
    ['127.0.0.0/8'],
  );
  await proxied(
    async ({ port }) => {
      const refused = await get(port, 'x-forwarded-proto: https\r\n');
      assert.deepEqual([refused.status, errorType(refused)], [403, 'https_required']);
    },
    ['10.0.0.0/8'],
  );
});

test('over TLS the X-Forwarded headers of untrusted peers are ignored', async () => {
  await withRoutes(async ({ port }) => {
    const answer = await request(port, '/v2/things/1', {
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' },
    });
    assert.equal((JSON.parse(answer.body) as { ip: string }).ip, '127.0.0.1');
  });
  await withRoutes(
    async ({ port }) => {
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
      assert.equal(errorType(await request(port, '/v2/things/1', { headers })), 'https_required');
      const answer = await request(port, '/v2/things/1', { headers: { ...headers, 'x-forwarded-proto': 'https' } });
      assert.equal((JSON.parse(answer.body) as { ip: string }).ip, '203.0.113.7');
    },
    { trustedProxies: ['127.0.0.1'] },
  );
});

test('refuses plain HTTP on its HTTPS port, and TLS older than 1.2', async () => {
  await withRoutes(async ({ port }) => {
    await assert.rejects(
      new Promise((resolve, reject) => http.get({ port, host: '127.0.0.1' }, resolve).on('error', reject)),
      { code: 'ECONNRESET' },
    );
    const { certificate } = await localCertificate();
    const options = { port, host: '127.0.0.1', ca: certificate, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' } as const;
    await assert.rejects(new Promise((resolve, reject) => https.get(options, resolve).on('error', reject)));
  });
});

test('keeps the limits that the product promises', () => {
  assert.deepEqual(httpLimits, {
    bodyBytes: 1_048_576,
    headerBytes: 16_384,
    headersMs: 8_000,
    handshakeMs: 8_000,
    checkEveryMs: 250,
    progressBytesPerSecond: 1_000,
    receiveWindowMs: 15_000,
    sendWindowMs: 60_000,
    discardBytes: 16_777_216,
    idleMs: 14_000,
    proxyIdleMs: 75_000,
    connections: 16_384,
    requestsPerConnection: 10_000,
    drainMs: 250,
    stopMs: 10_000,
    readinessMs: 2_000,
  });
});

test('listens on the configured address and reports it', async () => {
  const { server, port } = await startServer();
  const { address } = server.app.server.address() as AddressInfo;
  assert.deepEqual([address, port > 0], ['127.0.0.1', true]);
  await server.stop();
});
