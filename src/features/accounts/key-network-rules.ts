// The networks from which an API key is used: a neighbourhood of addresses that one organisation usually has; pure.
import ipaddr from 'ipaddr.js';

/** The /24 of an IPv4 address, the /48 of an IPv6 address; undefined for what is no address. */
export function keyNetworkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`)}/48`;
}
