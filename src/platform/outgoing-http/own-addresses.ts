// Reads the present addresses of this machine.
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Cached, because it is a system call and needed by every check; a new address is noticed after this time. */
const KEPT_MS = 1000;

let known: ReadonlySet<string> = new Set();
let until = Number.NEGATIVE_INFINITY;

/** Normalised by ipaddr.js, without zones. */
export function ownAddresses(): ReadonlySet<string> {
  if (performance.now() < until) return known;
  const found = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  known = new Set(found.map(({ address }) => ipaddr.parse(address.split('%', 1)[0]!).toNormalizedString()));
  until = performance.now() + KEPT_MS;
  return known;
}
