// Parses the operator's list of networks and ports that webhooks may reach although they would be refused.
import ipaddr from 'ipaddr.js';
import { type Address, holdsSpecial, isWithin, type Network } from './special-addresses.ts';

export interface AllowEntry {
  /** `ordinary`: every address that is not special-purpose, so that the entry opens only a port. */
  readonly network: Network | 'ordinary';
  readonly port: number | 'any';
}

export type AllowListResult =
  | { readonly entries: readonly AllowEntry[]; readonly problems?: never }
  | { readonly entries?: never; readonly problems: readonly string[] };

/** @param text `network:port` entries separated by commas or spaces, e.g. `127.0.0.0/8:*, [fd00::/8]:8443, *:9443` */
export function parseAllowList(text: string): AllowListResult {
  const problems: string[] = [];
  const entries: AllowEntry[] = [];
  for (const item of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const entry = parseEntry(item);
    if (typeof entry === 'string') problems.push(`"${item}" ${entry}`);
    else entries.push(entry);
  }
  return problems.length > 0 ? { problems } : { entries };
}

function parseEntry(item: string): AllowEntry | string {
  const colon = item.lastIndexOf(':');
  const port = parsePort(item.slice(colon + 1));
  if (colon < 1 || port === undefined) return 'does not end in a port such as :8443 or :*';
  const place = item.slice(0, colon);
  if (place === '*') return { network: 'ordinary', port };
  const inBrackets = /^\[(.+)\]$/.exec(place)?.[1];
  // `::1:443` is ambiguous; `::1/128:443` and `[::1]:443` are not.
  if (inBrackets === undefined && place.includes(':') && !place.includes('/'))
    return 'needs brackets round the IPv6 address';
  const network = parseNetwork(inBrackets ?? place);
  return network === undefined ? 'does not start with a network such as 10.0.0.0/8' : { network, port };
}

function parsePort(text: string): number | 'any' | undefined {
  if (text === '*') return 'any';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

function parseNetwork(text: string): Network | undefined {
  // ipaddr.js also parses 0x7f.1 and zones; a security setting accepts only the plain forms.
  const plain = /^(\d+\.\d+\.\d+\.\d+|[0-9a-f.]*:[0-9a-f:.]*)(\/\d+)?$/i.test(text);
  if (!plain) return undefined;
  if (!text.includes('/')) {
    if (!(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))) return undefined;
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : undefined;
}

export function isAllowed(entries: readonly AllowEntry[], address: Address, port: number): boolean {
  return entries.some(
    (entry) => matchesPort(entry, port) && entry.network !== 'ordinary' && isWithin(address, entry.network),
  );
}

/** Whether the list opens `port` on ordinary addresses. */
export function isPortOpened(entries: readonly AllowEntry[], port: number): boolean {
  return entries.some((entry) => entry.network === 'ordinary' && matchesPort(entry, port));
}

/** The entries, as text for `parseAllowList`, that lead to this machine or into a network that is not public. */
export function entriesLeadingInside(entries: readonly AllowEntry[], own: ReadonlySet<string>): string[] {
  const isInside = (network: Network) =>
    holdsSpecial(network) || [...own].some((address) => isWithin(ipaddr.parse(address), network));
  return entries.flatMap(({ network, port }) => {
    if (network === 'ordinary' || !isInside(network)) return [];
    const [base, bits] = network;
    const place = `${base}/${bits}`;
    return [`${base.kind() === 'ipv4' ? place : `[${place}]`}:${port === 'any' ? '*' : port}`];
  });
}

export function matchesPort(entry: AllowEntry, port: number): boolean {
  return entry.port === 'any' || entry.port === port;
}
