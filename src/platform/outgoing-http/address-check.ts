// Decides whether a URL may be called, by its form, every address that its name resolves to, and its port.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AllowEntry, isAllowed, isPortOpened, matchesPort } from './allow-list.ts';
import { isLocalhost, type NameResolver, type Resolution } from './name-resolver.ts';
import { ownAddresses } from './own-addresses.ts';
import { type Address, embeddedIpv4, isMetadataAddress, specialPurpose } from './special-addresses.ts';

export const urlRefusals = {
  not_a_url: 'is not a valid URL',
  too_long: 'is too long (maximum is 2048 characters)',
  not_https: 'must be https',
  has_credentials: 'must not contain a user name or password',
  port_refused: 'must use port 443 or 8443; ask whoever runs this service to open another port',
  address_refused: 'must not lead to a private, local or reserved address',
  own_port_refused: 'must not lead to a port of this service itself, which nothing opens',
} as const;

export type UrlRefusal = keyof typeof urlRefusals;

export interface Target {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly host: string;
  readonly port: number;
  /** All were checked; the call goes to one of them and nowhere else. */
  readonly addresses: readonly string[];
  /** Only the operator's list admits this special-purpose address: its answer must not be shown to anyone. */
  readonly special: boolean;
}

export type Verdict =
  | { readonly kind: 'allowed'; readonly target: Target }
  | { readonly kind: 'unresolved'; readonly reason: 'dns_failed' | 'dns_timed_out' }
  | { readonly kind: 'refused'; readonly reason: UrlRefusal };

export interface AddressRules {
  readonly allow: readonly AllowEntry[];
  /** Ports that this program listens on; read at every check, because some are known only after listening. */
  readonly ourPorts: readonly number[];
  readonly resolver: NameResolver;
  /** This machine's addresses, normalised by ipaddr.js; by default those of its network interfaces now. */
  readonly ownAddresses?: () => ReadonlySet<string>;
}

const ORDINARY_PORTS = [443, 8443];
const LONGEST_URL = 2048;

/** The target of a URL, before its name is resolved. */
interface Place {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  /** Where the host is an address itself. */
  readonly literal?: readonly string[];
}

export async function checkUrl(text: string, rules: AddressRules): Promise<Verdict> {
  const place = placeOf(text, rules.allow);
  if (typeof place === 'string') return { kind: 'refused', reason: place };
  const { addresses, failure } = await addressesOf(place, rules.resolver);
  return addresses === undefined ? { kind: 'unresolved', reason: failure } : judge(place, addresses, rules);
}

interface Remembered {
  readonly place: Place;
  readonly addresses: readonly string[];
  readonly own: ReadonlySet<string>;
  readonly ourPorts: number;
  readonly verdict: Verdict;
}

const VERDICTS_KEPT = 10_000;

/** `checkUrl` with a cache, for many calls to few URLs: it checks again as soon as anything has changed that a verdict depends on. */
export function createUrlCheck(rules: AddressRules): (text: string) => Promise<Verdict> {
  const remembered = new Map<string, Remembered>();
  return async (text) => {
    const last = remembered.get(text);
    const place = last?.place ?? placeOf(text, rules.allow);
    if (typeof place === 'string') return { kind: 'refused', reason: place };
    const { addresses, failure } = await addressesOf(place, rules.resolver);
    if (addresses === undefined) return { kind: 'unresolved', reason: failure };
    const own = ownAddressesBy(rules);
    const ourPorts = rules.ourPorts.length;
    // Compared by identity: both are new objects after each lookup.
    const isSame = last?.addresses === addresses && last.own === own && last.ourPorts === ourPorts;
    if (isSame) return last.verdict;
    const verdict = judge(place, addresses, rules);
    const [oldest] = remembered.keys();
    if (remembered.size >= VERDICTS_KEPT && oldest !== undefined) remembered.delete(oldest);
    remembered.set(text, { place, addresses, own, ourPorts, verdict });
    return verdict;
  };
}

function placeOf(text: string, allow: readonly AllowEntry[]): Place | UrlRefusal {
  const url = parseUrl(text);
  if (typeof url === 'string') return url;
  const port = url.port === '' ? 443 : Number(url.port);
  if (!mayPortEverPass(port, allow)) return 'port_refused';
  // The parser has normalised 0x7f.1, 2130706433 and full-width digits to dotted form: only its result is checked.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { url, host, port, ...(isIP(host) === 0 ? {} : { literal: [host] }) };
}

async function addressesOf({ host, literal }: Place, resolver: NameResolver): Promise<Resolution> {
  return literal === undefined ? resolver.resolve(host) : { addresses: literal };
}

function judge({ url, host, port }: Place, addresses: readonly string[], rules: AddressRules): Verdict {
  const judged = addresses.map((address) => ({ address, judgement: judgeAddress(ipaddr.parse(address), port, rules) }));
  const passing = judged.filter(({ judgement }) => !isRefusal(judgement));
  const refusals = judged.map(({ judgement }) => judgement).filter(isRefusal);
  // For localhost the operator may have allowed one address; then its refusal is the useful one.
  const refused = refusals.find((refusal) => refusal === 'own_port_refused') ?? refusals[0];
  // One refused address refuses the whole name, which an attacker may have chosen. localhost is ours: an operator who allows
  // 127.0.0.0/8 need not allow ::1 too.
  const excused = isLocalhost(host) && passing.length > 0;
  if (refused !== undefined && !excused) return { kind: 'refused', reason: refused };
  const special = passing.some(({ judgement }) => judgement === 'allowed_special');
  const { origin, pathname, search } = url;
  const to = { origin, path: pathname + search, host, port };
  return { kind: 'allowed', target: { ...to, addresses: passing.map(({ address }) => address), special } };
}

const ownAddressesBy = (rules: AddressRules) => (rules.ownAddresses ?? ownAddresses)();

function parseUrl(text: string): URL | UrlRefusal {
  if (text.length > LONGEST_URL) return 'too_long';
  // The parser removes some characters silently, so that the URL that is shown would not be the one that is called.
  const url = !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'not_a_url';
  if (url.protocol !== 'https:') return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  return url;
}

function mayPortEverPass(port: number, allow: readonly AllowEntry[]): boolean {
  return ORDINARY_PORTS.includes(port) || allow.some((entry) => matchesPort(entry, port));
}

type AddressRefusal = 'address_refused' | 'own_port_refused' | 'port_refused';
type Judgement = 'ordinary' | 'allowed_special' | AddressRefusal;

function isRefusal(judgement: Judgement): judgement is AddressRefusal {
  return judgement !== 'ordinary' && judgement !== 'allowed_special';
}

/** The address, and each address embedded in it, must pass. */
function judgeAddress(address: Address, port: number, rules: AddressRules): Judgement {
  const own = ownAddressesBy(rules);
  let special = false;
  for (const each of [address, ...embeddedIpv4(address)]) {
    const isOwn = own.has(each.toNormalizedString());
    if (isMetadataAddress(each)) return 'address_refused';
    if (rules.ourPorts.includes(port) && (isOwn || leadsToThisMachine(each))) {
      // Our ports are revealed only where the operator allows calls to this machine.
      return isAllowed(rules.allow, each, port) ? 'own_port_refused' : 'address_refused';
    }
    // Even a public address of this machine would bypass every firewall in front of it.
    const isSpecial = isOwn || specialPurpose(each) !== undefined;
    if (isAllowed(rules.allow, each, port)) special ||= isSpecial;
    else if (isSpecial) return 'address_refused';
    else if (!ORDINARY_PORTS.includes(port) && !isPortOpened(rules.allow, port)) return 'port_refused';
  }
  return special ? 'allowed_special' : 'ordinary';
}

function leadsToThisMachine(address: Address): boolean {
  const kind = specialPurpose(address);
  return kind === 'loopback' || kind === 'this network' || kind === 'unspecified address';
}
