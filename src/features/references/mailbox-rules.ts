// Says what the mail address of a referee tells of who answers, and the steps by which they are authenticated; pure.

import { looksLike } from '../../lib/company-domains.ts';
import { registrableDomain } from '../../lib/email-addresses.ts';
import { isFreeMail } from '../../lib/free-mail-domains.ts';
import { authentications } from '../report-types/listed-properties.ts';

export type Authentication = keyof typeof authentications;

export const isAuthentication = (value: unknown): value is Authentication =>
  typeof value === 'string' && Object.hasOwn(authentications, value);

/** Whether somebody made sure who answers; null where nobody said. */
export const isAuthenticated = (step: Authentication | null): boolean => step !== null && step !== 'none';

/** What a person should look at before they rely on the address. */
export const mailboxSigns = {
  free_mail: 'Anybody can have an address at this mail service: confirm the referee through the switchboard.',
  own_address: 'The address is the candidate’s own.',
  own_domain: 'The candidate writes from the same mail domain.',
  other_domain: 'The domain is another one than that of the address which the candidate named.',
  unlike_organisation: 'The domain does not look like the organisation’s name.',
} as const;
export type MailboxSign = keyof typeof mailboxSigns;

export interface Mailbox {
  readonly email: string;
  readonly organisation: string;
  /** Of the referee, as the candidate named it; empty if they did not. */
  readonly namedEmail: string;
  readonly candidateEmail: string;
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Empty for no address. */
export function signsOf({ email, organisation, namedEmail, candidateEmail }: Mailbox): MailboxSign[] {
  const found = registrableDomain(email);
  if (email === '' || found === undefined) return [];
  const isFree = isFreeMail(found.domain);
  const domainOf = (address: string) => registrableDomain(address)?.domain;
  const holds: Readonly<Record<MailboxSign, boolean>> = {
    free_mail: isFree,
    own_address: sameText(email, candidateEmail),
    own_domain: !isFree && !sameText(email, candidateEmail) && domainOf(candidateEmail) === found.domain,
    other_domain: namedEmail !== '' && domainOf(namedEmail) !== found.domain,
    unlike_organisation: !isFree && organisation !== '' && looksLike(organisation, found) === false,
  };
  return (Object.keys(holds) as MailboxSign[]).filter((sign) => holds[sign]);
}

/** A step that suggests itself; the screener records which one was taken. */
export function suggestedAuthentication({ email, organisation }: Mailbox): Authentication | undefined {
  const found = registrableDomain(email);
  if (found === undefined || isFreeMail(found.domain)) return undefined;
  return looksLike(organisation, found) === true ? 'company_domain' : undefined;
}
