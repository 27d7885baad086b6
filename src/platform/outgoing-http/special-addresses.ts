// Data of the IANA registries about addresses that are not ordinary ones of the public Internet, and functions to ask it.
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

/**
 * [network, name, source]. All of iana.org/assignments/iana-ipv4-special-registry, also the few that are globally
 * reachable (no receiver lives there), and multicast, which has a registry of its own.
 */
export const specialIpv4 = [
  ['0.0.0.0/8', 'this network', 'RFC 791'],
  ['10.0.0.0/8', 'private use', 'RFC 1918'],
  ['100.64.0.0/10', 'shared address space', 'RFC 6598'],
  ['127.0.0.0/8', 'loopback', 'RFC 1122'],
  ['169.254.0.0/16', 'link local', 'RFC 3927'],
  ['172.16.0.0/12', 'private use', 'RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890'],
  ['192.0.0.0/29', 'IPv4 service continuity prefix', 'RFC 7335'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600'],
  ['192.0.0.9/32', 'port control protocol anycast', 'RFC 7723'],
  ['192.0.0.10/32', 'TURN anycast', 'RFC 8155'],
  ['192.0.0.170/32', 'NAT64/DNS64 discovery', 'RFC 8880'],
  ['192.0.0.171/32', 'NAT64/DNS64 discovery', 'RFC 8880'],
  ['192.0.2.0/24', 'documentation', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112', 'RFC 7535'],
  ['192.52.193.0/24', 'AMT', 'RFC 7450'],
  ['192.88.99.0/24', '6to4 relay anycast', 'RFC 7526'],
  ['192.168.0.0/16', 'private use', 'RFC 1918'],
  ['192.175.48.0/24', 'direct delegation AS112 service', 'RFC 7534'],
  ['198.18.0.0/15', 'benchmarking', 'RFC 2544'],
  ['198.51.100.0/24', 'documentation', 'RFC 5737'],
  ['203.0.113.0/24', 'documentation', 'RFC 5737'],
  ['224.0.0.0/4', 'multicast', 'RFC 5771'],
  ['240.0.0.0/4', 'reserved', 'RFC 1112'],
  ['255.255.255.255/32', 'limited broadcast', 'RFC 919'],
] as const;

/** The same for iana.org/assignments/iana-ipv6-special-registry, and what iana-ipv6-address-space has never allocated. */
export const specialIpv6 = [
  ['::1/128', 'loopback', 'RFC 4291'],
  ['::/128', 'unspecified address', 'RFC 4291'],
  ['::ffff:0:0/96', 'IPv4-mapped', 'RFC 4291'],
  ['64:ff9b:1::/48', 'IPv4-IPv6 translation, local use', 'RFC 8215'],
  ['100::/64', 'discard only', 'RFC 6666'],
  ['100:0:0:1::/64', 'dummy prefix', 'RFC 9780'],
  ['2001::/23', 'IETF protocol assignments', 'RFC 2928'],
  ['2001::/32', 'Teredo', 'RFC 4380'],
  ['2001:1::1/128', 'port control protocol anycast', 'RFC 7723'],
  ['2001:1::2/128', 'TURN anycast', 'RFC 8155'],
  ['2001:1::3/128', 'DNS-SD service registration anycast', 'RFC 9665'],
  ['2001:2::/48', 'benchmarking', 'RFC 5180'],
  ['2001:3::/32', 'AMT', 'RFC 7450'],
  ['2001:4:112::/48', 'AS112', 'RFC 7535'],
  ['2001:10::/28', 'ORCHID', 'RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2', 'RFC 7343'],
  ['2001:30::/28', 'drone remote ID', 'RFC 9374'],
  ['2001:db8::/32', 'documentation', 'RFC 3849'],
  ['2002::/16', '6to4', 'RFC 3056'],
  ['2620:4f:8000::/48', 'direct delegation AS112 service', 'RFC 7534'],
  ['3fff::/20', 'documentation', 'RFC 9637'],
  ['5f00::/16', 'segment routing SIDs', 'RFC 9602'],
  ['fc00::/7', 'unique local', 'RFC 4193'],
  ['fe80::/10', 'link local', 'RFC 4291'],
  ['fec0::/10', 'site local', 'RFC 3879'],
  ['ff00::/8', 'multicast', 'RFC 4291'],
] as const;

/** The registry's one block that is not refused as such: with NAT64 it leads to every IPv4 receiver. */
const translation = ipaddr.parseCIDR('64:ff9b::/96');
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Where cloud machines read their credentials: no allow-list opens these. */
export const metadataAddresses = [
  '169.254.169.254', // AWS, Azure, Google, DigitalOcean, OpenStack, Oracle
  '169.254.170.2', // AWS tasks
  '169.254.170.23', // AWS pods
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure's host, although publicly assigned
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS pods
  'fd20:ce::254', // Google
  'fe80::a9fe:a9fe', // OpenStack
] as const;

const special = [...specialIpv4, ...specialIpv6].map(([cidr, name]) => ({ network: ipaddr.parseCIDR(cidr), name }));
const metadata = new Set(metadataAddresses.map((text) => ipaddr.parse(text).toNormalizedString()));

export function isWithin(address: Address, [base, bits]: Network): boolean {
  // ipaddr.js throws if the families differ.
  return address.kind() === base.kind() && address.match(base, bits);
}

/** The name of the special-purpose block that contains `address`; undefined for an ordinary address. */
export function specialPurpose(address: Address): string | undefined {
  const block = special.find(({ network }) => isWithin(address, network));
  if (block !== undefined) return block.name;
  const ordinary = address.kind() === 'ipv4' || isWithin(address, globalUnicast) || isWithin(address, translation);
  return ordinary ? undefined : 'unassigned';
}

/** Whether any address of the network is not ordinary. */
export function holdsSpecial(network: Network): boolean {
  return specialPurpose(network[0]) !== undefined || special.some((block) => isWithin(block.network[0], network));
}

export function isMetadataAddress(address: Address): boolean {
  return metadata.has(address.toNormalizedString());
}

const ipv4At = (bytes: readonly number[], at: number) => new ipaddr.IPv4(bytes.slice(at, at + 4));

const isUnspecifiedOrLoopback = (bytes: readonly number[]) =>
  bytes.every((byte, index) => byte <= (index === 15 ? 1 : 0));

/** IPv4 addresses that a packet to this IPv6 address may reach: each must be as acceptable as the address itself. */
export function embeddedIpv4(address: Address): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte);
  // IPv4-compatible (::a.b.c.d) and -mapped (::ffff:a.b.c.d), also in the translated form ::ffff:0:a.b.c.d.
  if (startsWith(0, 0, 0, 0, 0, 0, 0, 0)) return isUnspecifiedOrLoopback(bytes) ? [] : [ipv4At(bytes, 12)];
  if (startsWith(0x00, 0x64, 0xff, 0x9b)) return [ipv4At(bytes, 12)];
  if (startsWith(0x20, 0x02)) return [ipv4At(bytes, 2)];
  // Teredo: the server as it is, the client with every bit inverted.
  if (startsWith(0x20, 0x01, 0, 0)) {
    return [
      ipv4At(bytes, 4),
      ipv4At(
        bytes.map((byte) => byte ^ 0xff),
        12,
      ),
    ];
  }
  // ISATAP interface identifiers (RFC 5214), under any prefix.
  if ((bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe)
    return [ipv4At(bytes, 12)];
  return [];
}
