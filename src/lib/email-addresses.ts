// The form of an email address when a check is placed (interface §Additional validation), and the domain of an address.
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { isLongerThan } from './text-length.ts';

const maximum = 60;

export type EmailFault =
  | { readonly code: 'too_long'; readonly params: { readonly most: number } }
  | {
      readonly code:
        | 'email_spaces'
        | 'email_characters'
        | 'email_one_at'
        | 'email_before_at'
        | 'email_period'
        | 'email_before_period';
    };

/** What is wrong with the form of the address; empty for nothing. platform/email-domains checks that its domain is registered. */
export function emailFaults(email: string): EmailFault[] {
  const tooLong: EmailFault = { code: 'too_long', params: { most: maximum } };
  // A very long address is not checked further.
  if (email.length > 8 * maximum) return [tooLong];
  const faults: EmailFault[] = [];
  if (isLongerThan(email, maximum)) faults.push(tooLong);
  // Ours: no real address has such characters, and they would allow a mail's header to be forged.
  if (/[\s\p{Cc}\p{Cf}]/u.test(email)) faults.push({ code: 'email_spaces' });

  // Ours: RFC 5321 allows them in quotes only, and mail programs take them for separators of several addresses.
  if (/[()<>[\]:;,\\"]/.test(email)) faults.push({ code: 'email_characters' });

  const at = email.indexOf('@');
  if (at === -1 || at !== email.lastIndexOf('@')) return [...faults, { code: 'email_one_at' }];
  if (at === 0) faults.push({ code: 'email_before_at' });
  // Ours: of several periods the last one counts, so that addresses with one-letter subdomains are accepted.
  const period = email.lastIndexOf('.');
  if (period < at) faults.push({ code: 'email_period' });
  else if (period - at - 1 < 2) faults.push({ code: 'email_before_period' });
  return faults;
}

/** The host name after the last @, in lower case and ASCII form; undefined if DNS could not hold it. */
export function domainOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1);
  // Converting other characters would decode `%2e` and the like into a different name. 253 is the limit of DNS.
  if (host === email || host.length > 253 || /[^A-Za-z0-9.\-\u{80}-\u{10FFFF}]/u.test(host)) return undefined;
  const ascii = domainToASCII(host);
  const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
  return ascii.split('.').every((part) => label.test(part)) ? ascii : undefined;
}

/** Whether nobody can register the domain, as it is kept for examples and tests (RFC 2606, RFC 6761). */
export const isExampleDomain = (email: string): boolean =>
  /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/.test(domainOf(email) ?? '');

export interface RegistrableDomain {
  /** The registered domain: `example.co.uk` for `a@mail.example.co.uk`. */
  readonly domain: string;
  /** The public suffix that it is registered under: `co.uk`. */
  readonly publicSuffix: string;
}

/**
 * By the ICANN part of the public suffix list. Undefined if nobody can have registered the domain: it is a public suffix
 * itself, or its suffix is not on that list (`gmail.con`) or reserved, or it is an IP address or no host name.
 */
export function registrableDomain(email: string): RegistrableDomain | undefined {
  const host = domainOf(email);
  // Ours: they are no domains of the public (RFC 6761, RFC 7686, RFC 8375), and an internal name server would tell its names.
  if (host === undefined || /(?:^|\.)(?:arpa|onion)$/.test(host)) return undefined;
  const { domain, publicSuffix, isIcann } = parse(host, { allowPrivateDomains: false, extractHostname: false });
  return domain === null || publicSuffix === null || isIcann !== true ? undefined : { domain, publicSuffix };
}
