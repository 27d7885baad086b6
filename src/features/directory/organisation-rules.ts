// The form of an entry of the directory, how its name is found, and when its contact must be confirmed again; pure.
import { namingWords } from '../../lib/company-domains.ts';
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { domainOf, emailFaults, registrableDomain } from '../../lib/email-addresses.ts';
import { Problems } from '../../lib/refusal.ts';

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

/** In sentences for whoever types it. */
export function contactProblems(contact: Contact): Problems {
  const problems = new Problems();
  if (contact.name === '') problems.add('name', 'Enter the name of the organisation');
  if (contact.email === '' && contact.telephone === '')
    problems.add('email', 'Enter an email address or a telephone number');
  if (contact.email !== '' && emailFaults(contact.email).length > 0)
    problems.add('email', 'Enter an email address in the correct form, such as name@example.com');
  if (contact.telephone !== '' && !/\d{3}/.test(contact.telephone.replaceAll(/\D/g, '')))
    problems.add('telephone', 'Enter a telephone number, such as 01632 960 001');
  if (contact.foundBy === '') problems.add('foundBy', 'Say where you found the contact, or how you confirmed it');
  for (const [field, most] of Object.entries(longest)) {
    if (contact[field as keyof Contact].length > most) problems.add(field, `Must be ${most} characters or fewer`);
  }
  return problems;
}

/** People leave and addresses change: a contact is confirmed once a year. */
export const isToConfirm = (confirmedOn: IsoDate, today: IsoDate): boolean => addYears(confirmedOn, 1) <= today;

const organisationDomain = (email: string) => registrableDomain(email)?.domain ?? domainOf(email);

/** How an address compares with that of the directory; undefined where either is unknown. */
export function comparedAddress(email: string, listed: string): 'same' | 'same_domain' | 'other' | undefined {
  if (email === '' || listed === '') return undefined;
  if (email.toLowerCase() === listed.toLowerCase()) return 'same';
  return organisationDomain(email) === organisationDomain(listed) ? 'same_domain' : 'other';
}
