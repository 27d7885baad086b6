// What an email address must look like when a check is placed (interface §Additional validation), and which domain it belongs to.
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

/** What is wrong with the address's form; empty when nothing is. Whether its domain is registered is platform/email-domains. */
export function emailFaults(email: string): EmailFault[] {
  const tooLong: EmailFault = { code: 'too_long', params: { most: maximum } };
  // A megabyte need not be looked through for whatever else is wrong with it.
  if (email.length > 8 * maximum) return [tooLong];
  const faults: EmailFault[] = [];
  if (isLongerThan(email, maximum)) faults.push(tooLong);
  // Ours: such characters are in nobody's address, and would let a mail's header be forged.
  if (/[\s\p{Cc}\p{Cf}]/u.test(email)) faults.push({ code: 'email_spaces' });

  // Ours: RFC 5321 has them in quotes or not at all, and mail programs take them for the bounds of several addresses.
  if (/[()<>[\]:;,\\"]/.test(email)) faults.push({ code: 'email_characters' });

  const at = email.indexOf('@');
  if (at === -1 || at !== email.lastIndexOf('@')) return [...faults, { code: 'email_one_at' }];
  if (at === 0) faults.push({ code: 'email_before_at' });
  // Ours: of several periods the last is meant, so that subdomains of one letter are addresses too.
  const period = email.lastIndexOf('.');
  if (period < at) faults.push({ code: 'email_period' });
  else if (period - at - 1 < 2) faults.push({ code: 'email_before_period' });
  return faults;
}

/** The host name after the last @, lower case and in its ASCII form; undefined where there is none that DNS could hold. */
export function domainOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1);
  // Converting other characters would decode `%2e` and the like into a name that nobody wrote. 253 is the limit of DNS.
  if (host === email || host.length > 253 || /[^A-Za-z0-9.\-\u{80}-\u{10FFFF}]/u.test(host)) return undefined;
  const ascii = domainToASCII(host);
  const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
  return ascii.split('.').every((part) => label.test(part)) ? ascii : undefined;
}

export interface RegistrableDomain {
  /** What somebody registered: `example.co.uk` of `a@mail.example.co.uk`. */
  readonly domain: string;
  /** Under which it was registered: `co.uk`. */
  readonly publicSuffix: string;
}

/**
 * By the ICANN part of the public suffix list. Undefined where nobody can have registered the domain: it is a public suffix
 * itself, or its suffix is not on that list (`gmail.con`); for an IP address, and for what is no host name.
 */
export function registrableDomain(email: string): RegistrableDomain | undefined {
  const host = domainOf(email);
  if (host === undefined) return undefined;
  const { domain, publicSuffix, isIcann } = parse(host, { allowPrivateDomains: false, extractHostname: false });
  return domain === null || publicSuffix === null || isIcann !== true ? undefined : { domain, publicSuffix };
}
