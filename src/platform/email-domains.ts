// Asks DNS whether the domain of an email address is registered (interface §Additional validation; the method is ours).
import { Resolver } from 'node:dns/promises';
import { type RegistrableDomain, registrableDomain } from '../lib/email-addresses.ts';

/** `unknown`: no resolver could tell; the address is accepted, and the check records it. */
export type DomainRegistration = 'registered' | 'unregistered' | 'unknown';

export interface EmailDomains {
  /** Never throws, and takes no longer than its limit. */
  registrationOf(email: string): Promise<DomainRegistration>;
}

export interface EmailDomainOptions {
  readonly now: () => Date;
  /** `address` or `address:port`; the machine's own servers by default. */
  readonly servers?: readonly string[];
  readonly limitMs?: number;
  /** How many domains are remembered. */
  readonly capacity?: number;
}

type Answer = 'exists' | 'does not exist' | 'none';

const absenceSeconds = 60;
const memorySeconds = { registered: 24 * 3600, unregistered: 600, unknown: absenceSeconds } as const;

export function createEmailDomains(options: EmailDomainOptions): EmailDomains {
  const { now, capacity = 10_000 } = options;
  const registrations = createMemory<DomainRegistration>(now, capacity);
  const suffixesThatExist = createMemory<true>(now, capacity);
  const underWay = new Map<string, Promise<DomainRegistration>>();
  let absentUntil = 0;

  async function lookUp({ domain, publicSuffix }: RegistrableDomain): Promise<DomainRegistration> {
    const isSuffixKnown = suffixesThatExist.recall(publicSuffix) ?? false;
    const answers = await askAll(options, domain, isSuffixKnown ? undefined : publicSuffix);
    if (answers.ofSuffix === 'exists') suffixesThatExist.remember(publicSuffix, true, memorySeconds.registered);
    if (answers.ofDomain === 'exists') return 'registered';
    if (answers.isAbsent) absentUntil = now().getTime() + absenceSeconds * 1000;
    return answers.ofDomain === 'does not exist' && answers.ofSuffix === 'exists' ? 'unregistered' : 'unknown';
  }

  return {
    async registrationOf(email) {
      const found = registrableDomain(email);
      if (found === undefined) return 'unregistered';
      const { domain } = found;
      const known = registrations.recall(domain) ?? underWay.get(domain);
      if (known !== undefined) return known;
      if (now().getTime() < absentUntil) return 'unknown';
      const lookingUp = lookUp(found).finally(() => underWay.delete(domain));
      underWay.set(domain, lookingUp);
      const registration = await lookingUp;
      registrations.remember(domain, registration, memorySeconds[registration]);
      return registration;
    },
  };
}

/**
 * Both at once: a slow domain must not use up the time in which its suffix can show that the resolver works. A resolver
 * that denies the suffix counts as absent, unless it knows the top-level domain: the list's wildcards (`*.ck`) allow anybody
 * to invent a suffix, which must not switch the check off.
 */
async function askAll(
  { servers, limitMs = 2000 }: EmailDomainOptions,
  domain: string,
  publicSuffix: string | undefined,
): Promise<{ readonly ofDomain: Answer; readonly ofSuffix: Answer; readonly isAbsent: boolean }> {
  const resolver = new Resolver({ timeout: limitMs / 2, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const [ofDomain, ofSuffix] = await Promise.all([
      ask(resolver, domain),
      publicSuffix === undefined ? ('exists' as const) : ask(resolver, publicSuffix),
    ]);
    const isInvented = ofSuffix === 'does not exist' && publicSuffix?.includes('.') === true;
    const topLevel = publicSuffix?.slice(publicSuffix.lastIndexOf('.') + 1) ?? '';
    const isAbsent = ofSuffix !== 'exists' && !(isInvented && (await ask(resolver, topLevel)) === 'exists');
    return { ofDomain, ofSuffix, isAbsent };
  } finally {
    clearTimeout(timer);
  }
}

/** NOERROR means that the name exists, with name servers or without; only NXDOMAIN means that it does not. */
async function ask(resolver: Resolver, name: string): Promise<Answer> {
  try {
    await resolver.resolveNs(name);
    return 'exists';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENODATA') return 'exists';
    return code === 'ENOTFOUND' ? 'does not exist' : 'none';
  }
}

/** Removes expired entries, and the oldest one if the cache is full. */
function createMemory<Value>(now: () => Date, capacity: number) {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    recall(key: string): Value | undefined {
      const entry = entries.get(key);
      return entry !== undefined && now().getTime() < entry.until ? entry.value : undefined;
    },
    remember(key: string, value: Value, seconds: number): void {
      const [oldest] = entries.keys();
      if (entries.size >= capacity && oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, until: now().getTime() + seconds * 1000 });
    },
  };
}
