// Every known way to write an address in a URL, to find differences between the check's parser and the network's.
import ipaddr from 'ipaddr.js';
import type { Address } from '../../../src/platform/outgoing-http/special-addresses.ts';
import type { Random } from '../../support/random.ts';

const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, '0');
const octal = (value: number) => `0${value.toString(8)}`;
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const circled = (text: string) =>
  text.replace(/[1-9]/g, (digit) => String.fromCharCode(0x2460 + Number(digit) - 1)).replaceAll('0', '⓪');
const percent = (text: string) => [...text].map((char) => `%${hex(char.charCodeAt(0), 2)}`).join('');
const groups = (bytes: readonly number[]) =>
  Array.from({ length: bytes.length / 2 }, (_, at) => hex((bytes[2 * at]! << 8) | bytes[2 * at + 1]!)).join(':');

/** As a host, with brackets for IPv6. */
export function notationsOf(address: Address): string[] {
  const bytes = address.toByteArray();
  return address.kind() === 'ipv4' ? ipv4Notations(bytes) : ipv6Notations(address as ipaddr.IPv6, bytes);
}

function ipv4Notations(bytes: readonly number[]): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const dotted = bytes.join('.');
  const [low24, low16] = [(b << 16) | (c << 8) | d, (c << 8) | d];
  const whole = a * 2 ** 24 + low24;
  return [
    dotted,
    `${dotted}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0x0000${hex(whole, 8)}`,
    octal(whole),
    `000${octal(whole)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `0000${octal(byte)}`).join('.'),
    `0x${hex(a)}.${octal(b)}.${c}.0X${hex(d)}`,
    `${a}.${b}.${low16}`,
    `${a}.${low24}`,
    `0x${hex(a)}.${low24}`,
    `${octal(a)}.0x${hex(low24)}`,
    `${octal(a)}.${b}.${octal(low16)}.`,
    fullWidth(dotted),
    circled(dotted),
    bytes.join('。'),
    bytes.join('．'),
    bytes.join('｡'),
    percent(dotted),
    `${percent(String(a))}.${b}.${c}.${percent(String(d))}`,
    percent(`0x${hex(whole)}`),
    `\u00ad${dotted}`,
    ...hiddenIn(bytes).map((host) => `[${host}]`),
  ];
}

/** IPv6 addresses that may be translated to this IPv4 address. */
export function hiddenIn(bytes: readonly number[]): string[] {
  const dotted = bytes.join('.');
  const plain = groups(bytes);
  const turned = groups(bytes.map((byte) => byte ^ 255));
  return [
    `::ffff:${dotted}`,
    `::ffff:${plain}`,
    `::FFFF:${plain.toUpperCase()}`,
    `0:0:0:0:0:ffff:${dotted}`,
    `0000:0000:0000:0000:0000:ffff:${plain}`,
    `::${dotted}`,
    `::${plain}`,
    `::ffff:0:${dotted}`,
    `64:ff9b::${dotted}`,
    `0064:ff9b:0:0:0:0:${plain}`,
    `64:ff9b:1::${dotted}`,
    `2002:${plain}::`,
    `2002:${plain}::1`,
    `2001:0:${plain}::1`,
    `2001:0:808:808:0:0:${turned}`,
    `2606:4700::5efe:${dotted}`,
    `2606:4700::200:5efe:${plain}`,
  ];
}

function ipv6Notations(address: ipaddr.IPv6, bytes: readonly number[]): string[] {
  const whole = groups(bytes);
  const padded = whole
    .split(':')
    .map((group) => group.padStart(4, '0'))
    .join(':');
  const dottedTail = `${groups(bytes.slice(0, 12))}:${bytes.slice(12).join('.')}`;
  return [
    ...[address.toRFC5952String(), whole, padded, padded.toUpperCase(), dottedTail].map((host) => `[${host}]`),
    `[${whole}%25eth0]`,
    `[${whole}%eth0]`,
    `[${percent(whole)}]`,
    `[v1.${whole}]`,
  ];
}

/** URLs on `host` and `port`, including spellings that parsers may read differently. */
export function disguises(host: string, port: number): string[] {
  const at = `${host}:${port}`;
  return [
    `https://${at}/`,
    `HTTPS://${at}`,
    `https:${at}/`,
    `https:/${at}/`,
    `https:\\\\${at}\\`,
    ` \t https://${at}/ \n`,
    `ht\ntps://${at}/`,
    `https://${host}\t:${port}/`,
    `https://${host}:0000${port}/`,
    `https://${at}#@good.example/`,
    `https://${at}?@good.example/`,
    `https://${at}\\@good.example/`,
    `https://${at}/@good.example`,
    `https://good.example@${at}/`,
    `https://good.example:443@${at}/`,
    `https://user:secret@${at}/`,
    `https://:@${at}/`,
    `http://${at}/`,
    `wss://${at}/`,
    `ftp://${at}/`,
    `gopher://${at}/`,
    `file://${host}/`,
    `//${at}/`,
  ];
}

/** The first, the last and `count` others of a network. */
export function addressesIn(cidr: string, count: number, random: Random): Address[] {
  const [base, bits] = ipaddr.parseCIDR(cidr);
  const length = base.toByteArray().length;
  const first = BigInt(`0x${Buffer.from(base.toByteArray()).toString('hex')}`);
  const free = BigInt(length * 8 - bits);
  const anywhere = () => {
    const digits = Array.from({ length: 4 }, () => BigInt(random.below(2 ** 32)));
    return digits.reduce((value, digit) => (value << 32n) | digit, 0n) % (1n << free);
  };
  const offsets = new Set([0n, (1n << free) - 1n, ...Array.from({ length: count }, anywhere)]);
  return [...offsets].map((offset) =>
    ipaddr.fromByteArray([...Buffer.from((first + offset).toString(16).padStart(length * 2, '0'), 'hex')]),
  );
}
