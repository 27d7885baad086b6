// Resolves a host name to its addresses within a time limit, whatever the name servers do.

import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export type Resolution =
  | { readonly addresses: readonly string[]; readonly failure?: never }
  | { readonly addresses?: never; readonly failure: 'dns_failed' | 'dns_timed_out' };

export interface NameResolver {
  resolve(name: string): Promise<Resolution>;
}

export interface NameResolverOptions {
  /** `address` or `address:port`; the machine's own when empty. */
  readonly servers?: readonly string[];
  readonly limitMs?: number;
  readonly hostsFile?: string;
}

/** Long enough that a busy endpoint does not need a query for each delivery, short enough to notice a moved one soon. */
const LONGEST_KEPT_SECONDS = 30;
const NAMES_KEPT = 10_000;

interface Answer {
  readonly resolution: Resolution;
  /** 0: must not be used again. */
  readonly keepSeconds: number;
}

/**
 * Not `dns.lookup`, which waits for the system's resolver without a limit, in a thread pool that all file access shares.
 * So the hosts file, which name servers do not know, is read here.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { servers = [], limitMs = 2000, hostsFile = '/etc/hosts' } = options;
  const kept = new Map<string, { readonly answer: Promise<Answer>; until: number }>();

  async function ask(name: string): Promise<Answer> {
    if (isLocalhost(name)) {
      return { resolution: { addresses: ['127.0.0.1', '::1'] }, keepSeconds: LONGEST_KEPT_SECONDS };
    }
    const own = await fromHostsFile(hostsFile, name);
    if (own.length > 0) return { resolution: { addresses: own }, keepSeconds: LONGEST_KEPT_SECONDS };
    return askServers(name, servers, limitMs);
  }

  return {
    async resolve(hostName) {
      const name = hostName.toLowerCase().replace(/\.$/, '');
      const known = kept.get(name);
      if (known !== undefined && known.until > performance.now()) return (await known.answer).resolution;
      kept.delete(name);
      const oldest = kept.keys().next();
      if (kept.size >= NAMES_KEPT && !oldest.done) kept.delete(oldest.value);
      // Cached while it runs too, so that a hundred due deliveries need one query.
      const entry = { answer: ask(name), until: Number.POSITIVE_INFINITY };
      kept.set(name, entry);
      const { resolution, keepSeconds } = await entry.answer;
      entry.until = performance.now() + Math.min(keepSeconds, LONGEST_KEPT_SECONDS) * 1000;
      return resolution;
    },
  };
}

/** RFC 6761: always this machine, without a query. */
export function isLocalhost(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

async function fromHostsFile(file: string, name: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.includes(name))
    .map(([address]) => address!);
}

/** A new resolver each time, because cancelling a resolver stops all of its queries. */
function newResolver(servers: readonly string[], limitMs: number): Resolver | undefined {
  try {
    const resolver = new Resolver({ timeout: limitMs, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver;
  } catch {
    // The system could not give it a resource, such as a socket.
    return undefined;
  }
}

async function askServers(name: string, servers: readonly string[], limitMs: number): Promise<Answer> {
  const resolver = newResolver(servers, limitMs);
  if (resolver === undefined) return { resolution: { failure: 'dns_failed' }, keepSeconds: 0 };
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (records.length > 0) {
      const addresses = [...new Set(records.map((record) => record.address))];
      return { resolution: { addresses }, keepSeconds: Math.min(...records.map((record) => record.ttl)) };
    }
    const timedOut = answers.some((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
    return { resolution: { failure: timedOut ? 'dns_timed_out' : 'dns_failed' }, keepSeconds: 0 };
  } finally {
    clearTimeout(timer);
  }
}

function isTimeout(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ETIMEOUT' || code === 'ECANCELLED';
}
