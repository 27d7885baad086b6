import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { checkUrl, createUrlCheck } from '../../../src/platform/outgoing-http/address-check.ts';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createNameResolver } from '../../../src/platform/outgoing-http/name-resolver.ts';
import { metadataAddresses, specialIpv4, specialIpv6 } from '../../../src/platform/outgoing-http/special-addresses.ts';
import { startNameServer } from '../../support/name-server.ts';

const names = await startNameServer();
after(() => names.close());

interface Given {
  readonly allow?: string;
  readonly ourPorts?: readonly number[];
  readonly own?: readonly string[];
}

const check = (url: string, { allow = '', ourPorts = [], own }: Given = {}) =>
  checkUrl(url, {
    ...(own === undefined ? {} : { ownAddresses: () => new Set(own) }),
    allow: parseAllowList(allow).entries!,
    ourPorts,
    resolver: createNameResolver({ servers: [names.address], limitMs: 1000, hostsFile: '/nowhere' }),
  });

async function outcome(url: string, given?: Given): Promise<string> {
  const verdict = await check(url, given);
  return verdict.kind === 'allowed' ? 'allowed' : verdict.reason;
}

test('only an https URL without credentials may be called', async () => {
  assert.equal(await outcome('http://8.8.8.8/'), 'not_https');
  assert.equal(await outcome('ftp://8.8.8.8/'), 'not_https');
  assert.equal(await outcome('file:///etc/passwd'), 'not_https');
  assert.equal(await outcome('/hook'), 'not_a_url');
  assert.equal(await outcome('https://'), 'not_a_url');
  assert.equal(await outcome('https://user@8.8.8.8/'), 'has_credentials');
  assert.equal(await outcome('https://:secret@8.8.8.8/'), 'has_credentials');
  assert.equal(await outcome(`https://8.8.8.8/${'x'.repeat(2048)}`), 'too_long');
  assert.equal(await outcome('HTTPS://8.8.8.8/a?b=c#d'), 'allowed');
});

test('refuses a URL that the parser would change silently', async () => {
  for (const url of [
    'https://8.8.\n8.8/',
    'https://8.8.8.8/\ta',
    'https://8.8.8.8/\u0001',
    ' https://8.8.8.8/',
    'https://8.8.8.8/a b',
  ]) {
    assert.equal(await outcome(url), 'not_a_url', JSON.stringify(url));
  }
});

test('accepts only ports 443 and 8443, and those that the operator opens', async () => {
  assert.equal(await outcome('https://8.8.8.8:443/'), 'allowed');
  assert.equal(await outcome('https://8.8.8.8:8443/'), 'allowed');
  for (const port of [22, 25, 80, 5432, 9200, 9443]) {
    assert.equal(await outcome(`https://8.8.8.8:${port}/`), 'port_refused');
  }
  assert.equal(await outcome('https://8.8.8.8:9443/', { allow: '*:9443' }), 'allowed');
  assert.equal(await outcome('https://8.8.8.8:9443/', { allow: '127.0.0.0/8:9443' }), 'port_refused');
  assert.equal(await outcome('https://8.8.8.8:9443/', { allow: '8.8.8.8:9443' }), 'allowed');
});

test('refuses a literal in every special-purpose block', async () => {
  for (const [cidr] of [...specialIpv4, ...specialIpv6]) {
    const address = cidr.split('/')[0]!;
    const host = address.includes(':') ? `[${address}]` : address;
    assert.equal(await outcome(`https://${host}/`), 'address_refused', cidr);
  }
});

test('refuses every notation of a loopback address', async () => {
  const notations =
    '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 017700000001 0177.0.0.1 0177.1 00000177.0.0.1 127.0.0.1. 127.0.0.0x1 %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 0 0.0.0.0 [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:0001::1] [2001:0:7f00:1::1] [2001:0:808:808:0:0:80ff:fffe] [2606:4700::5efe:7f00:1] localhost LOCALHOST localhost. foo.localhost ⓛocalhost %6c%6fcalhost loc\u00adalhost';
  for (const host of notations.split(' ')) {
    assert.equal(await outcome(`https://${host}/`), 'address_refused', host);
  }
});

test('refuses what a parser could read differently from the network', async () => {
  for (const host of [
    '[fe80::1%eth0]',
    '[fe80::1%25eth0]',
    '1.2.3.4.5',
    '256.0.0.1',
    '0x7f.0x1.0x1.0x1.0x1',
    '127.0.0.1%00',
    '[::1',
    'a b',
    '[v1.x]',
  ]) {
    assert.equal(await outcome(`https://${host}/`), 'not_a_url', host);
  }
});

test('checks the addresses of a name, and refuses it because of a single special one', async () => {
  names.answer('good.example', { a: ['8.8.8.8'], aaaa: ['2606:4700:4700::1111'] });
  assert.equal(await outcome('https://good.example/'), 'allowed');
  names.answer('mixed.example', { a: ['8.8.8.8', '10.0.0.1'] });
  assert.equal(await outcome('https://mixed.example/'), 'address_refused');
  names.answer('mixed6.example', { a: ['8.8.8.8'], aaaa: ['fd00::1'] });
  assert.equal(await outcome('https://mixed6.example/'), 'address_refused');
  names.answer('hidden.example', { aaaa: ['64:ff9b::a00:1'] });
  assert.equal(await outcome('https://hidden.example/'), 'address_refused');
});

test('an IPv4 receiver can be reached through NAT64', async () => {
  assert.equal(await outcome('https://[64:ff9b::808:808]/'), 'allowed');
});

test("an operator's entry admits exactly its network and port", async () => {
  const allow = '127.0.0.0/8:*, [fd00::/8]:9000';
  assert.equal(await outcome('https://127.0.0.1:1234/', { allow }), 'allowed');
  assert.equal(await outcome('https://localhost:1234/', { allow }), 'allowed');
  assert.equal(await outcome('https://[fd00::1]:9000/', { allow }), 'allowed');
  assert.equal(await outcome('https://[fd00::1]:443/', { allow }), 'address_refused');
  assert.equal(await outcome('https://10.0.0.1/', { allow }), 'address_refused');
  const verdict = await check('https://127.0.0.1:1234/', { allow });
  assert.ok(verdict.kind === 'allowed' && verdict.target.special);
  const ordinary = await check('https://8.8.8.8/', { allow });
  assert.ok(ordinary.kind === 'allowed' && !ordinary.target.special);
});

test("no entry opens a cloud's metadata address, embedded or plain", async () => {
  const allow = '0.0.0.0/0:*, [::/0]:*, *:*';
  for (const address of metadataAddresses) {
    const host = address.includes(':') ? `[${address}]` : address;
    assert.equal(await outcome(`https://${host}/`, { allow }), 'address_refused', address);
  }
  assert.equal(await outcome('https://[::ffff:169.254.169.254]/', { allow }), 'address_refused');
  assert.equal(await outcome('https://[64:ff9b::169.254.169.254]/', { allow }), 'address_refused');
  assert.equal(await outcome('https://2852039166/', { allow }), 'address_refused');
});

test('no entry opens our own ports at an address of this machine', async () => {
  const given = { allow: '0.0.0.0/0:*, [::/0]:*', ourPorts: [8443, 9464] };
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  for (const host of [
    'localhost',
    '127.0.0.1',
    '127.3.2.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    ...own.map((entry) => (entry.family === 'IPv4' ? entry.address : `[${entry.address}]`)),
  ]) {
    assert.equal(await outcome(`https://${host}:8443/`, given), 'own_port_refused', host);
    assert.equal(await outcome(`https://${host}:9464/`, given), 'own_port_refused', host);
    // Without an entry the refusal does not reveal which ports are ours.
    assert.equal(await outcome(`https://${host}:8443/`, { ...given, allow: '' }), 'address_refused', host);
  }
  const oneOfTwo = { allow: '127.0.0.0/8:*', ourPorts: [8443] };
  assert.equal(await outcome('https://localhost:8443/', oneOfTwo), 'own_port_refused');
  assert.equal(await outcome('https://127.0.0.1:9000/', given), 'allowed');
  assert.equal(await outcome('https://10.255.1.2:8443/', given), 'allowed');
});

test('refuses a public address of this machine, which would bypass the firewall', async () => {
  const own = ['8.8.8.8', '2606:4700:4700:0:0:0:0:1111'];
  names.answer('ours.example', { a: ['8.8.8.8'] });
  for (const host of ['8.8.8.8', '[::ffff:8.8.8.8]', '[2606:4700:4700::1111]', 'ours.example']) {
    assert.equal(await outcome(`https://${host}/`, { own }), 'address_refused', host);
    assert.equal(await outcome(`https://${host}:8443/`, { own, allow: '*:8443' }), 'address_refused', host);
  }
  assert.equal(await outcome('https://8.8.4.4/', { own }), 'allowed');
  const given = { own, allow: '8.8.8.8:*', ourPorts: [8443] };
  const verdict = await check('https://8.8.8.8/', given);
  assert.ok(verdict.kind === 'allowed' && verdict.target.special, 'no text of it is kept');
  assert.equal(await outcome('https://8.8.8.8:8443/', given), 'own_port_refused');
});

test('distinguishes a name without an address from name servers that do not answer', async () => {
  assert.equal(await outcome('https://nowhere.example/'), 'dns_failed');
  names.answer('broken.example', 2);
  assert.equal(await outcome('https://broken.example/'), 'dns_failed');
  names.answer('empty.example', {});
  assert.equal(await outcome('https://empty.example/'), 'dns_failed');
  names.answer('silent.example', 'silence');
  const startedAt = performance.now();
  assert.equal(await outcome('https://silent.example/'), 'dns_timed_out');
  // A resolver without a limit asks for 20 s and longer.
  assert.ok(performance.now() - startedAt < 10_000);
});

test("caches a verdict until the name's addresses, this machine's addresses or our ports change", async () => {
  let leadsTo: readonly string[] = ['8.8.8.8'];
  let own: ReadonlySet<string> = new Set();
  const ourPorts: number[] = [];
  const remembering = createUrlCheck({
    allow: parseAllowList('10.0.0.0/8:*').entries!,
    ourPorts,
    resolver: { resolve: async () => ({ addresses: leadsTo }) },
    ownAddresses: () => own,
  });
  const verdict = () => remembering('https://hooks.example/a?b');
  const first = await verdict();
  assert.equal(first.kind, 'allowed');
  assert.equal(await verdict(), first);
  leadsTo = ['192.168.0.1'];
  assert.equal((await verdict()).kind, 'refused');
  leadsTo = ['10.0.0.1'];
  assert.equal((await verdict()).kind, 'allowed');
  own = new Set(['10.0.0.1']);
  assert.equal((await verdict()).kind, 'allowed');
  ourPorts.push(443);
  assert.equal((await verdict()).kind, 'refused');
});
