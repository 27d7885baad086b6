// A proxy only forwards: the target is checked here, and the proxy gets an address, never a name.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { parseOutgoingProxy } from '../../../src/platform/outgoing-http/outgoing-proxy.ts';
import type { PostResult } from '../../../src/platform/outgoing-http/post.ts';
import { type ConnectProxy, makeTunnel, startConnectProxy, type Tunnel } from '../../support/connect-proxy.ts';
import { startNameServer } from '../../support/name-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let receiver: WebhookReceiver;
let plain: ConnectProxy;
let secured: ConnectProxy;
const names = await startNameServer();
const opened: { close(): void }[] = [];

before(async () => {
  receiver = await startWebhookReceiver({ host: '127.0.0.2', names: ['hook.example', '127.0.0.2'] });
  plain = await startConnectProxy();
  secured = await startConnectProxy({ tls: true });
  names.answer('hook.example', { a: ['127.0.0.2'] });
  names.answer('proxy.example', { a: ['127.0.0.1'] });
});
beforeEach(() => plain.behave(makeTunnel));
after(async () => {
  for (const outgoing of opened) outgoing.close();
  names.close();
  await Promise.all([receiver.close(), plain.close(), secured.close()]);
});

function senderThrough(proxy: string, { allow = '127.0.0.2:*', ca = receiver.ca, limitMs = 1000 } = {}) {
  const outgoing = createOutgoing({
    allow: parseAllowList(allow).entries!,
    ourPorts: [],
    ca,
    resolver: { servers: [names.address], limitMs, hostsFile: '/nowhere' },
    proxy: parseOutgoingProxy(proxy)!,
  });
  opened.push(outgoing);
  return (url: string, timeoutMs = 5000) =>
    outgoing.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}'), timeoutMs });
}

const outcomeOf = (result: PostResult) => (result.outcome === 'answered' ? result.status : result.reason);
const hook = () => `https://hook.example:${receiver.port}/hook`;
const answering =
  (text: string): Tunnel =>
  (_, socket) =>
    void socket.end(text);

test('parses a proxy with and without credentials, and nothing else', () => {
  assert.deepEqual(parseOutgoingProxy('http://proxy.example:3128'), { host: 'proxy.example', port: 3128, tls: false });
  assert.deepEqual(parseOutgoingProxy('https://[fd00::1]/'), { host: 'fd00::1', port: 443, tls: true });
  assert.equal(parseOutgoingProxy('http://a:b%3Ac@proxy.example')?.authorization, `Basic ${btoa('a:b:c')}`);
  for (const wrong of [
    'proxy.example:3128',
    'socks5://a:1',
    'http://a/path',
    'http://a?b',
    'http://%ff:a@b',
    'http://',
  ])
    assert.equal(parseOutgoingProxy(wrong), undefined, wrong);
});

test('asks the proxy for the checked address, and uses TLS with the name through the tunnel', async () => {
  const send = senderThrough(`http://user:secret@proxy.example:${plain.port}`);
  assert.equal(outcomeOf(await send(hook())), 200);
  assert.deepEqual(
    [plain.asked.at(-1), plain.credentials.at(-1)],
    [`127.0.0.2:${receiver.port}`, `Basic ${btoa('user:secret')}`],
  );
  const request = receiver.requests.at(-1)!;
  assert.equal(request.headers.host, `hook.example:${receiver.port}`);
  assert.ok(!/proxy|secret/i.test(request.rawHead), 'the receiver learns nothing of the proxy');
  names.answer('other.example', { a: ['127.0.0.2'] });
  assert.equal(outcomeOf(await send(`https://other.example:${receiver.port}/`)), 'certificate_wrong_name');
});

test('keeps a tunnel for the next call', async () => {
  const send = senderThrough(`http://127.0.0.1:${plain.port}`);
  const before = plain.asked.length;
  const first = outcomeOf(await send(hook()));
  await sleep(150);
  assert.deepEqual([first, outcomeOf(await send(hook()))], [200, 200]);
  assert.equal(plain.asked.length, before + 1);
});

test('checks the certificate of a proxy that uses TLS', async () => {
  assert.equal(outcomeOf(await senderThrough(`https://localhost:${secured.port}`)(hook())), 200);
  assert.equal(secured.asked.length, 1);
  assert.equal(outcomeOf(await senderThrough(`https://proxy.example:${secured.port}`)(hook())), 'proxy_failed');
  assert.equal(outcomeOf(await senderThrough(`https://localhost:${plain.port}`)(hook())), 'proxy_failed');
  assert.equal(secured.asked.length, 1);
});

test('opens nothing that may not be called without a proxy', async () => {
  const send = senderThrough(`http://127.0.0.1:${plain.port}`, { allow: `*:${receiver.port}` });
  const before = plain.asked.length;
  names.answer('mixed.example', { a: ['8.8.8.8', '127.0.0.2'] });
  for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '[::1]', '0x7f.1', 'hook.example', 'mixed.example'])
    assert.equal(outcomeOf(await send(`https://${host}:${receiver.port}/`)), 'address_refused', host);
  assert.equal(outcomeOf(await send('https://nowhere.example/')), 'dns_failed');
  assert.equal(plain.asked.length, before);
});

test('distinguishes a proxy that refuses from one that fails', async () => {
  const send = senderThrough(`http://127.0.0.1:${plain.port}`);
  for (const status of [100, 301, 403, 407, 502, 503, 504]) {
    plain.behave(answering(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    assert.equal(outcomeOf(await send(hook())), 'proxy_refused', `${status}`);
  }
  for (const [text, what] of [
    ['', 'closes'],
    ['garbage\r\n\r\n', 'speaks no HTTP'],
    [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 'sends headers without end'],
    ['HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 'speaks before it is asked'],
  ] as const) {
    plain.behave(answering(text));
    assert.equal(outcomeOf(await send(hook())), 'proxy_failed', what);
  }
  assert.equal(outcomeOf(await senderThrough('http://127.0.0.1:1')(hook())), 'proxy_failed');
  assert.equal(outcomeOf(await senderThrough('http://nowhere.example:1')(hook())), 'proxy_failed');
});

test('a proxy that never answers, or never stops, does not delay a call beyond its limit', async () => {
  const send = senderThrough(`http://127.0.0.1:${plain.port}`);
  plain.behave(() => undefined);
  assert.equal(outcomeOf(await send(hook(), 2000)), 'connect_timed_out');
  plain.behave((_, socket) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('HTTP/1.1 ')), 1);
  });
  assert.equal(outcomeOf(await send(hook())), 'proxy_failed');
});

test('a proxy whose name server is silent does not delay a call beyond its limit', async () => {
  const limitMs = 4000;
  const send = senderThrough(`http://silent.example:${plain.port}`, { limitMs });
  names.answer('silent.example', 'silence');
  const { timings, ...result } = await send(hook(), 300);
  assert.equal(outcomeOf({ ...result, timings }), 'proxy_failed');
  assert.ok(timings.totalMs < limitMs, `${timings.totalMs} ms`);
});
