// The peers whose X-Forwarded-For and X-Forwarded-Proto are trusted.
import { BlockList, isIP, isIPv4 } from 'node:net';

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Results are cached, because asking the native list costs as much as the rest of a request's beginning. */
const REMEMBERED = 1_000;

export type IsTrusted = (address: string | undefined) => boolean;

/**
 * @param networks addresses (`10.0.0.7`, `::1`) and networks (`10.0.0.0/8`). Throws an Error that names the first
 * entry that is neither. An IPv4 address seen through an IPv6 socket counts as itself.
 */
export function trustedProxies(networks: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix, ...rest] = network.split('/');
    const bits = isIPv4(address) ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    const isNetwork = isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix ?? '0') && length <= bits;
    if (!isNetwork) throw new Error(`${network} is not an address or a network (10.0.0.0/8)`);
    list.addSubnet(address, length, family(address));
  }
  if (networks.length === 0) return () => false;
  const check = (address: string) => isIP(address) !== 0 && list.check(address, family(address));
  const known = new Map<string, boolean>();
  return (address) => {
    if (address === undefined) return false;
    let isTrusted = known.get(address);
    if (isTrusted === undefined) {
      isTrusted = check(address);
      if (known.size >= REMEMBERED) known.clear();
      known.set(address, isTrusted);
    }
    return isTrusted;
  };
}
