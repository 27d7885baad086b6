// Which addresses this machine has now.
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** It is a system call, and asked for at every judgement; an address may come while we run. */
const KEPT_MS = 1000;

let known: ReadonlySet<string> = new Set();
let until = Number.NEGATIVE_INFINITY;

/** As ipaddr.js normalises them, without zones. */
export function ownAddresses(): ReadonlySet<string> {
  if (performance.now() < until) return known;
  const found = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  known = new Set(found.map(({ address }) => ipaddr.parse(address.split('%', 1)[0]!).toNormalizedString()));
  until = performance.now() + KEPT_MS;
  return known;
}
