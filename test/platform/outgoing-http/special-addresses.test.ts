import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  embeddedIpv4,
  isMetadataAddress,
  isWithin,
  metadataAddresses,
  specialIpv4,
  specialIpv6,
  specialPurpose,
} from '../../../src/platform/outgoing-http/special-addresses.ts';

const blocks = [...specialIpv4, ...specialIpv6].map(([cidr]) => cidr);

/** The address `offset` after the first, and the one as far before the last. */
function insideOf(cidr: string, offset: bigint): string[] {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  const bytes = base.toByteArray();
  const size = 1n << BigInt(bytes.length * 8 - bits);
  const first = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const steps = offset % size;
  return [first + steps, first + size - 1n - steps].map((value) => {
    const hex = value.toString(16).padStart(bytes.length * 2, '0');
    return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString();
  });
}

test('knows every special-purpose block from its first address to its last', () => {
  for (const cidr of blocks) {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (offset) =>
        insideOf(cidr, offset).every((address) => specialPurpose(ipaddr.parse(address)) !== undefined),
      ),
      { numRuns: 50 },
    );
    for (const address of insideOf(cidr, 0n)) assert.ok(specialPurpose(ipaddr.parse(address)), `${address} of ${cidr}`);
  }
});

test('the neighbours of the private blocks are ordinary', () => {
  const ordinary =
    '9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.114.0 223.255.255.255 8.8.8.8 2606:4700:4700::1111 2a00:1450:4009::200e 2003::1 2001:200::1';
  for (const address of ordinary.split(' ')) assert.equal(specialPurpose(ipaddr.parse(address)), undefined, address);
});

test('every unallocated IPv6 address is special', () => {
  for (const address of ['1::1', '200::1', '1fff::1', '4000::1', 'a000::1', 'fe00::1', '64:ff9a::1', '64:ff9b:2::1']) {
    assert.equal(specialPurpose(ipaddr.parse(address)), 'unassigned', address);
  }
});

test('finds the IPv4 address that is embedded in an IPv6 one, in every form', () => {
  const hidden = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).filter(([a, b, c]) => a + b + c > 0);
  fc.assert(
    fc.property(hidden, ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const hex = (x: number, y: number) => ((x << 8) | y).toString(16);
      const turned = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
      const forms = [
        `::${dotted}`,
        `::ffff:${dotted}`,
        `::ffff:0:${dotted}`,
        `64:ff9b::${dotted}`,
        `64:ff9b:1::${dotted}`,
        `2002:${hex(a, b)}:${hex(c, d)}::1`,
        `2001:0:${hex(a, b)}:${hex(c, d)}::1`,
        `2001:0:808:808:0:0:${turned}`,
        `2606:4700::5efe:${dotted}`,
        `2606:4700::200:5efe:${dotted}`,
      ];
      for (const form of forms) {
        const found = embeddedIpv4(ipaddr.parse(form)).map(String);
        assert.ok(found.includes(dotted), `${form} hides ${dotted}, found ${found}`);
      }
    }),
  );
  for (const plain of ['::', '::1', '2606:4700:4700::1111', '127.0.0.1'])
    assert.deepEqual(embeddedIpv4(ipaddr.parse(plain)), []);
});

test("names the clouds' metadata addresses", () => {
  for (const address of metadataAddresses) assert.ok(isMetadataAddress(ipaddr.parse(address)));
  assert.ok(isMetadataAddress(ipaddr.parse('fd00:0ec2:0:0::254')));
  assert.ok(!isMetadataAddress(ipaddr.parse('169.254.169.253')));
});

test('never matches an address of one family with a network of the other', () => {
  assert.equal(isWithin(ipaddr.parse('8.8.8.8'), ipaddr.parseCIDR('::/0')), false);
  assert.equal(isWithin(ipaddr.parse('::1'), ipaddr.parseCIDR('0.0.0.0/0')), false);
});
