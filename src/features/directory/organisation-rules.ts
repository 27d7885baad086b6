// What an entry of the directory holds, how its name is found, and when its contact must be confirmed again; pure.
import { namingWords } from '../../lib/company-domains.ts';
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { domainOf, registrableDomain } from '../../lib/email-addresses.ts';
import { isFreeMail } from '../../lib/free-mail-domains.ts';

/** How an organisation that gives references is reached; empty where it is not known. */
export interface Contact {
  readonly name: string;
  /** Whom to write to or ask for: a department rather than a person. */
  readonly department: string;
  readonly email: string;
  readonly telephone: string;
  /** Where the contact was found, and how it was confirmed. */
  readonly foundBy: string;
  /** How it answers: its policy, its fee, its own form. */
  readonly remarks: string;
}

export const longest: Readonly<Record<keyof Contact, number>> = {
  name: 200,
  department: 200,
  email: 60,
  telephone: 40,
  foundBy: 500,
  remarks: 2000,
};

/** Names with the same words that tell organisations apart have the same key: `Acme Ltd` and `ACME (UK) Limited`. */
export function organisationKey(name: string): string {
  const words = namingWords(name);
  return words.length > 0 ? words.join(' ') : name.trim().toLowerCase();
}

/** As a key without spaces, by which `Rolls-Royce` and `Rolls Royce plc` are alike. */
export const joinedKey = (name: string): string => organisationKey(name).replaceAll(' ', '');

/** Whether the directory's name is the one that was given, or its beginning: `Acme` for `Acme Ltd, Leeds`, not `Bank of Vale` for `Bank`. */
export function isMeantBy(listed: string, given: readonly string[]): boolean {
  const key = organisationKey(listed);
  return given.some(
    (name) => `${organisationKey(name)} `.startsWith(`${key} `) || joinedKey(name) === joinedKey(listed),
  );
}

/** People leave and addresses change: a contact is confirmed once a year. */
export const isToConfirm = (confirmedOn: IsoDate, today: IsoDate): boolean => addYears(confirmedOn, 1) <= today;

const organisationDomain = (email: string) => registrableDomain(email)?.domain ?? domainOf(email);

/** How an address compares with that of the directory; undefined where either is unknown. */
export function comparedAddress(email: string, listed: string): 'same' | 'same_domain' | 'other' | undefined {
  if (email === '' || listed === '') return undefined;
  if (email.toLowerCase() === listed.toLowerCase()) return 'same';
  const domain = organisationDomain(email);
  const isShared = domain !== undefined && isFreeMail(domain);
  return !isShared && domain === organisationDomain(listed) ? 'same_domain' : 'other';
}
