// The forbidden addresses as URLs: literals in every notation, and names that resolve to them.
import ipaddr from 'ipaddr.js';
import {
  type Address,
  metadataAddresses,
  specialIpv4,
  specialIpv6,
} from '../../../src/platform/outgoing-http/special-addresses.ts';
import type { NameServer, Records } from '../../support/name-server.ts';
import type { Random } from '../../support/random.ts';
import { machineAddresses } from './listener.ts';
import { addressesIn, disguises, hiddenIn, notationsOf } from './notations.ts';

/** @param each how many addresses of each block besides its first and last */
export function forbiddenAddresses(each: number, random: Random): Address[] {
  const blocks = [...specialIpv4, ...specialIpv6].flatMap(([cidr]) => addressesIn(cidr, each, random));
  const single = ['127.0.0.1', '::1', ...metadataAddresses, ...machineAddresses()].map((text) => ipaddr.parse(text));
  return [...blocks, ...single];
}

const localhostNames = 'localhost LOCALHOST localhost. sub.localhost ⓛocalhost %6c%6fcalhost loc\u00adalhost';

/** The machine's own addresses also in every disguise of the URL. */
export function literalUrls(addresses: readonly Address[], port: number): string[] {
  const reachable = ['127.0.0.1', '127.1', '0x7f000001', '0', '[::1]', '[::]', 'localhost'].concat(
    machineAddresses().map((text) => (text.includes(':') ? `[${text}]` : text)),
  );
  return [
    ...addresses.flatMap(notationsOf).map((host) => `https://${host}:${port}/`),
    ...localhostNames.split(' ').map((host) => `https://${host}:${port}/`),
    ...reachable.flatMap((host) => disguises(host, port)),
  ];
}

const ordinary4 = ['8.8.8.8', '9.9.9.9'];
const ordinary6 = ['2606:4700:4700::1111'];

/** Answers of a name server with one forbidden address. */
function answersWith(address: Address, alias: string, isMixed: boolean): readonly Records[] {
  const text = address.toNormalizedString();
  const hidden =
    address.kind() === 'ipv4'
      ? hiddenIn(address.toByteArray()).map((one) => ipaddr.parse(one).toNormalizedString())
      : [];
  const only: Records = address.kind() === 'ipv4' ? { a: [text] } : { aaaa: [text] };
  const alone = [only, { cname: alias }, ...hidden.map((one) => ({ aaaa: [one] }))];
  if (!isMixed) return alone;
  return [
    ...alone,
    { a: [...ordinary4, ...(only.a ?? [])], aaaa: [...(only.aaaa ?? []), ...ordinary6] },
    { a: [...(only.a ?? []), ...ordinary4], aaaa: [...ordinary6, ...(only.aaaa ?? [])] },
    { cname: alias, a: ordinary4 },
  ];
}

export interface Named {
  readonly names: NameServer;
  readonly port: number;
  /** Whether some answers also have ordinary addresses, which a run without the check would call. */
  readonly isMixed: boolean;
}

/** Adds the names to the name server and returns their URLs, some in several spellings. */
export function namedUrls(addresses: readonly Address[], { names, port, isMixed }: Named): string[] {
  return addresses.flatMap((address, index) => {
    const only = address.kind() === 'ipv4' ? 'a' : 'aaaa';
    const alias = `alias-${index}.example`;
    names.answer(alias, { cname: `end-${index}.example` });
    names.answer(`end-${index}.example`, { [only]: [address.toNormalizedString()] });
    return answersWith(address, alias, isMixed).map((answer, way) => {
      const name = `n${index}-${way}.xn--bcher-kva.example`;
      names.answer(name, answer);
      const written = [name, `${name}.`, name.toUpperCase(), name.replace('xn--bcher-kva', 'bücher')][way % 4];
      return `https://${written}:${port}/`;
    });
  });
}
