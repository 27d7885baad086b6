// Nothing is sent to forbidden addresses, as counted at an internal listener, and the exact requests to others.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing, type OutgoingOptions } from '../../../src/platform/outgoing-http/outgoing.ts';
import { startNameServer } from '../../support/name-server.ts';
import { answer, inTurn, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let internal: WebhookReceiver;
let partner: WebhookReceiver;
const names = await startNameServer();
const opened: { close(): void }[] = [];

before(async () => {
  const certified = ['localhost', '127.0.0.1', '127.0.0.2', '::1', 'hook.example'];
  internal = await startWebhookReceiver({ host: '127.0.0.1', names: certified });
  // The same port at another loopback address: an outside receiver by the allow-list.
  partner = await startWebhookReceiver({ host: '127.0.0.2', port: internal.port, names: certified });
});
beforeEach(() => names.answer('hook.example', { a: ['127.0.0.2'] }));
after(async () => {
  for (const outgoing of opened) outgoing.close();
  names.close();
  await Promise.all([internal.close(), partner.close()]);
});

function outgoingWith(allow: string, options: Partial<OutgoingOptions> = {}) {
  const outgoing = createOutgoing({
    allow: parseAllowList(allow).entries!,
    ourPorts: [],
    ca: internal.ca,
    resolver: { servers: [names.address], hostsFile: '/nowhere' },
    ...options,
  });
  opened.push(outgoing);
  return {
    ...outgoing,
    send: (url: string, headers: Record<string, string> = {}) =>
      outgoing.post({
        url,
        headers: { 'content-type': 'application/json', ...headers },
        body: Buffer.from('{"a":1}'),
        timeoutMs: 10_000,
      }),
  };
}

const failure = (result: { outcome: string; reason?: string; status?: number }) => result.reason ?? result.status;

test('sends no packet to an internal listener, however its address is written', async () => {
  // The port is open on ordinary addresses, so that only the address is refused.
  const { send, checkUrl } = outgoingWith(`*:${internal.port}`);
  const hosts =
    '127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.1 0 0.0.0.0 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::1] localhost localhost. sub.localhost １２７.0.0.1 127。0。0。1'.split(
      ' ',
    );
  names.answer('loop.example', { a: ['127.0.0.1'] });
  names.answer('mixed.example', { a: ['127.0.0.1', '8.8.8.8'] });
  names.answer('mixed6.example', { a: ['8.8.8.8'], aaaa: ['::1'] });
  for (const host of [...hosts, 'loop.example', 'mixed.example', 'mixed6.example']) {
    const url = `https://${host}:${internal.port}/`;
    assert.equal(failure(await send(url)), 'address_refused', host);
    assert.equal((await checkUrl(url)).kind, 'refused', host);
  }
  assert.equal(internal.connectionCount(), 0);
});

test('registering and sending make the same checks, but only sending needs the name servers', async () => {
  const { send, checkUrl } = outgoingWith('');
  assert.deepEqual(await checkUrl('https://nowhere.example/'), { kind: 'allowed', note: 'dns_failed' });
  assert.equal(failure(await send('https://nowhere.example/')), 'dns_failed');
  assert.deepEqual(await checkUrl('https://10.0.0.1/'), {
    kind: 'refused',
    reason: 'address_refused',
    message: 'must not lead to a private, local or reserved address',
  });
  assert.equal(failure(await send('http://8.8.8.8/')), 'url_refused');
  assert.equal(failure(await send('https://8.8.8.8:22/')), 'address_refused');
});

test('a name that changes to an internal address after registration is refused', async () => {
  const { send, checkUrl } = outgoingWith('127.0.0.2:*');
  const url = `https://hook.example:${internal.port}/`;
  assert.deepEqual(await checkUrl(url), { kind: 'allowed' });
  assert.equal(failure(await send(url)), 200);
  names.answer('hook.example', { a: ['127.0.0.1'] });
  assert.equal(failure(await send(url)), 'address_refused');
  names.answer('hook.example', { a: ['127.0.0.2', '127.0.0.1'] });
  assert.equal(failure(await send(url)), 'address_refused');
  assert.equal(internal.connectionCount(), 0);
});

test('a name that changes between the check and the call has no effect: the checked address is called', async () => {
  const { send } = outgoingWith('127.0.0.2:*');
  const url = `https://hook.example:${internal.port}/`;
  const flapping = setInterval(
    () => names.answer('hook.example', { a: [Math.random() < 0.5 ? '127.0.0.1' : '127.0.0.2'] }),
    1,
  );
  const results = [];
  for (let call = 0; call < 100; call++) results.push(failure(await send(url)));
  clearInterval(flapping);
  assert.deepEqual(new Set(results), new Set([200, 'address_refused']));
  assert.equal(internal.connectionCount(), 0);
});

test('verifies which address it has reached, and sends nothing to another', async () => {
  const { send } = outgoingWith('0.0.0.0/8:*');
  const other = await startWebhookReceiver();
  // The kernel treats 0.0.0.0 as 127.0.0.1.
  assert.equal(failure(await send(`https://0.0.0.0:${other.port}/`)), 'address_refused');
  assert.equal(other.requests.length, 0);
  await other.close();
});

test('refuses a renegotiation', async () => {
  const { send } = outgoingWith('127.0.0.0/8:*');
  const asking = await startWebhookReceiver({
    maxVersion: 'TLSv1.2',
    behave: (_, socket) => void socket.renegotiate({}, () => undefined),
  });
  assert.equal(failure(await send(asking.url)), 'tls_failed');
  await asking.close();
});

test('does not follow a redirect', async () => {
  const { send } = outgoingWith('127.0.0.2:*');
  partner.behave(answer(307, { headers: { location: internal.url } }));
  assert.equal(failure(await send(partner.url)), 307);
  partner.behave(answer(200));
  assert.equal(internal.connectionCount(), 0);
});

test('never calls our own ports, even if the operator allows everything', async () => {
  const ourPorts: number[] = [];
  const { send } = outgoingWith('0.0.0.0/0:*, [::/0]:*', { ourPorts });
  ourPorts.push(internal.port);
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::ffff:127.0.0.1]']) {
    assert.equal(failure(await send(`https://${host}:${internal.port}/`)), 'address_refused', host);
  }
  assert.equal(internal.connectionCount(), 0);
});

test('does not keep the text of an answer from an allow-listed special-purpose address', async () => {
  const { send } = outgoingWith('127.0.0.2:*');
  partner.behave(answer(301, { body: 'internal secret', headers: { Location: '/internal' } }));
  const result = await send(partner.url);
  assert.ok(result.outcome === 'answered');
  assert.deepEqual([result.bodyText, result.location], ['', null]);
  partner.behave(answer(200));
});

test('checks the certificate against the name, and sends the name as SNI and Host', async () => {
  const { send } = outgoingWith('127.0.0.2:*');
  assert.equal(failure(await send(`https://hook.example:${partner.port}/a/b?c=d#e`)), 200);
  const request = partner.requests.at(-1)!;
  assert.equal(request.headers.host, `hook.example:${partner.port}`);
  assert.equal(request.path, '/a/b?c=d');
  names.answer('other.example', { a: ['127.0.0.2'] });
  assert.equal(failure(await send(`https://other.example:${partner.port}/`)), 'certificate_wrong_name');
});

test('trusts the operator’s authority only if it is configured', async () => {
  const { ca: _, ...without } = { ca: internal.ca, allow: parseAllowList('127.0.0.2:*').entries!, ourPorts: [] };
  const outgoing = createOutgoing(without);
  const result = await outgoing.post({ url: partner.url, headers: {}, body: Buffer.from('{}') });
  assert.equal(failure(result), 'certificate_untrusted');
  outgoing.close();
  assert.throws(() => outgoingWith('', { ca: 'not a certificate' }));
});

test('sends a plain POST: no cookies, no decompression, the exact bytes', async () => {
  const { send } = outgoingWith('127.0.0.2:*');
  partner.behave(answer(200, { headers: { 'set-cookie': 'a=b' } }));
  await send(partner.url, { 'x-signature': 'abc' });
  await send(partner.url, { 'x-signature': 'abc' });
  const request = partner.requests.at(-1)!;
  assert.equal(request.method, 'POST');
  assert.deepEqual(Object.keys(request.headers).sort(), [
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
    'x-signature',
  ]);
  assert.equal(request.headers['accept-encoding'], 'identity');
  assert.equal(request.body.toString(), '{"a":1}');
});

test('keeps a connection for the next call, but only while its name resolves to it', async () => {
  const { send } = outgoingWith('127.0.0.2:*, 127.0.0.3:*');
  const url = `https://hook.example:${partner.port}/`;
  const first = await send(url);
  const before = partner.connectionCount();
  await sleep(150);
  const second = await send(url);
  assert.equal(partner.connectionCount(), before);
  assert.ok(first.timings.connectMs !== null && first.timings.tlsMs !== null);
  assert.ok(second.timings.connectMs === null && second.timings.tlsMs === null && second.timings.firstByteMs !== null);
  names.answer('hook.example', { a: ['127.0.0.3'] });
  assert.equal(failure(await send(url)), 'connect_refused');
});

test('tries the next address if nothing listens at the first', async () => {
  const { send } = outgoingWith('127.0.0.0/8:*');
  names.answer('hook.example', { a: ['127.0.0.3', '127.0.0.2'] });
  assert.equal(failure(await send(`https://hook.example:${partner.port}/`)), 200);
});

test('sends once: a connection that fails during a request is not tried again', async () => {
  const { send } = outgoingWith('127.0.0.0/8:*');
  const closing = await startWebhookReceiver({
    behave: inTurn(answer(200), (_, socket) => void socket.end(), answer(200)),
  });
  const first = failure(await send(closing.url));
  await sleep(150);
  assert.deepEqual([first, failure(await send(closing.url))], [200, 'connection_closed']);
  assert.equal(closing.requests.length, 2);
  await closing.close();
});

test('a call that is running when we stop ends as stopped', async () => {
  const { send, close } = outgoingWith('127.0.0.0/8:*');
  const hanging = await startWebhookReceiver({ behave: () => undefined });
  const result = send(hanging.url);
  await hanging.received(1);
  close();
  assert.equal(failure(await result), 'stopped');
  await hanging.close();
});

test('the count of packets at the internal listener can rise', async () => {
  const { send } = outgoingWith('127.0.0.1:*');
  assert.equal(failure(await send(internal.url)), 200);
  assert.equal(internal.connectionCount(), 1);
});

test('an examination goes no further than a call, and reveals nothing about a special-purpose address', async () => {
  const connections = internal.connectionCount();
  const examine = (allow: string, url: string) =>
    outgoingWith(allow).examine({ url, headers: {}, body: Buffer.from('{}') });
  const refused = await examine(`*:${internal.port}`, internal.url);
  assert.equal(refused.verdict.kind, 'refused');
  assert.deepEqual([refused.addresses, refused.handshake, refused.post], [[], undefined, undefined]);
  assert.equal(internal.connectionCount(), connections);
  const { verdict, addresses, handshake, post } = await examine('127.0.0.2/32:*', partner.url);
  assert.deepEqual([verdict, addresses], [{ kind: 'allowed' }, []]);
  assert.ok(handshake?.kind === 'made');
  assert.deepEqual([handshake.certificate.distrust, handshake.certificate.issuer], [null, null]);
  assert.ok(post?.result.outcome === 'answered' && post.result.bodyText === '');
  // An untrusted certificate is read, and nothing is sent to its owner.
  const requests = partner.requests.length;
  names.answer('other.example', { a: ['127.0.0.2'] });
  const wrong = await examine('127.0.0.2/32:*', `https://other.example:${partner.port}/hook`);
  assert.ok(wrong.handshake?.kind === 'made');
  assert.equal(wrong.handshake.certificate.distrust, 'ERR_TLS_CERT_ALTNAME_INVALID');
  assert.deepEqual([wrong.post, partner.requests.length], [undefined, requests]);
});
