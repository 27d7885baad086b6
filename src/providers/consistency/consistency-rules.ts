// Compares the email addresses, telephone numbers and addresses that a candidate gave with each other; pure. It finds what
// a person should look at: each row can have a good reason.
import { statedValue } from '../../features/facts/fact-words-rules.ts';
import type { ApplicantFacts } from '../../features/facts/facts.ts';
import { looksLike } from '../../lib/company-domains.ts';
import { countryByAlpha3 } from '../../lib/countries.ts';
import { registrableDomain } from '../../lib/email-addresses.ts';
import { isFreeMail } from '../../lib/free-mail-domains.ts';
import { isUkCountry, isUkPostcode } from '../../lib/postcodes.ts';
import { type TelephoneNumber, telephoneNumberOf } from '../../lib/telephone-numbers.ts';

/** The facts that are compared. */
export type Compared = Partial<
  Pick<
    ApplicantFacts,
    | 'country'
    | 'email'
    | 'mobile'
    | 'mobile_country'
    | 'telephone'
    | 'telephone_country'
    | 'addresses'
    | 'activities'
    | 'references'
  >
>;

/** The bases of rows, with their texts: what a row was compared with, and how far that can be relied on. */
export const bases = {
  stated: 'both were given by the candidate',
  free_mail: 'by a list of free mail services that is kept here and is not complete',
  domain_name: 'by the words of the name only: a company of a group, or an abbreviation, looks the same',
  numbering_plan: 'by the numbering plans in libphonenumber',
  postcode_form: 'by the form of postcodes that Royal Mail publishes',
} as const;

export interface Row {
  readonly says: string;
  readonly basis: keyof typeof bases;
}

const row = (basis: Row['basis'], says: string): Row => ({ says, basis });
const rowsIf = (holds: boolean, basis: Row['basis'], says: string): Row[] => (holds ? [row(basis, says)] : []);

const domainOf = (email: string | null | undefined) => (email ? registrableDomain(email) : undefined);

const nameOf = (country: string) => countryByAlpha3(country)?.name ?? country;

type Numbers = readonly {
  readonly called: string;
  readonly number: TelephoneNumber | undefined;
  readonly text: string;
}[];

function ownNumbers({ mobile, mobile_country, telephone, telephone_country, country = 'GBR' }: Compared): Numbers {
  const given = [
    ['mobile number', mobile, mobile_country],
    ['landline number', telephone, telephone_country],
  ] as const;
  return given.flatMap(([called, text, of]) =>
    text ? [{ called, text, number: telephoneNumberOf(text, of ?? country) }] : [],
  );
}

/** The Crown dependencies share numbers and much else with the United Kingdom. */
const sameCountry = (one: string, other: string) => one === other || (isUkCountry(one) && isUkCountry(other));

function telephoneRows(facts: Compared, own: Numbers): Row[] {
  const livesIn = facts.addresses?.find(({ end_date }) => end_date === null)?.country ?? undefined;
  return own.flatMap(({ called, number }) => {
    if (number === undefined || !number.isPossible) {
      return [row('numbering_plan', `The ${called} is no number that its country gives out.`)];
    }
    const stated = called === 'mobile number' ? facts.mobile_country : facts.telephone_country;
    const { country, kind } = number;
    return [
      ...rowsIf(
        !!stated && country !== undefined && !sameCountry(country, stated),
        'numbering_plan',
        `The ${called} is of ${nameOf(country ?? '')}, and its country was given as ${nameOf(stated ?? '')}.`,
      ),
      ...rowsIf(
        livesIn !== undefined && country !== undefined && !sameCountry(country, livesIn),
        'numbering_plan',
        `The ${called} is of ${nameOf(country ?? '')}, and the present address is in ${nameOf(livesIn ?? '')}.`,
      ),
      ...rowsIf(
        kind === (called === 'mobile number' ? 'fixed_line' : 'mobile'),
        'numbering_plan',
        `The ${called} is a ${kind === 'mobile' ? 'mobile' : 'landline'} number.`,
      ),
    ];
  });
}

/** The postcode areas of the Crown dependencies, by country. */
const dependencyAreas = { JEY: 'JE', GGY: 'GY', IMN: 'IM' } as const;
/** Countries outside the United Kingdom whose postcodes have its form. */
const sameForm: ReadonlySet<string> = new Set(['GIB']);

function addressRows({ addresses = [], country: checkedIn = 'GBR' }: Compared): Row[] {
  return addresses.flatMap(({ postcode, country, town }) => {
    if (!postcode || !isUkPostcode(postcode)) return [];
    const of = country ?? checkedIn;
    const area = /^[A-Z]+/i.exec(postcode)![0].toUpperCase();
    const dependency = Object.entries(dependencyAreas).find(([, letters]) => letters === area)?.[0];
    const place = town ? `The address in ${town}` : 'An address';
    if (isUkCountry(of)) {
      const isOther = (dependency ?? 'GBR') !== of;
      const says = `${place} has a postcode of ${nameOf(dependency ?? 'GBR')}, and its country is ${nameOf(of)}.`;
      return rowsIf(isOther, 'postcode_form', says);
    }
    return rowsIf(!sameForm.has(of), 'postcode_form', `${place} has a UK postcode, and its country is ${nameOf(of)}.`);
  });
}

function emailRows({ email, activities = [] }: Compared): Row[] {
  const domain = domainOf(email);
  if (domain === undefined || isFreeMail(domain.domain)) return [];
  return activities
    .filter(({ employer, end_date }) => employer !== '' && end_date !== null && looksLike(employer, domain) === true)
    .map((activity) =>
      row(
        'domain_name',
        `The email address is at ${domain.domain}, like ${activity.employer}, where the candidate left on ${statedValue(activity, 'end_date')}.`,
      ),
    );
}

function refereeRows(facts: Compared, own: Numbers): Row[] {
  const { email, references = [], country = 'GBR' } = facts;
  const ours = own.flatMap(({ number }) => number?.international ?? []);
  return references.flatMap((referee, index) => {
    const domain = domainOf(referee.email);
    const number = referee.telephone ? telephoneNumberOf(referee.telephone, country)?.international : undefined;
    const isSame = (one: string | null | undefined, other: string | null | undefined) =>
      !!one && one.toLowerCase() === other?.toLowerCase();
    const before = references.slice(0, index).find((one) => isSame(one.email, referee.email));
    const isFree = domain !== undefined && isFreeMail(domain.domain);
    const { name, organisation } = referee;
    return [
      ...rowsIf(
        isSame(referee.email, email),
        'stated',
        `The email address of the referee ${name} is the candidate's own.`,
      ),
      ...rowsIf(
        number !== undefined && ours.includes(number),
        'numbering_plan',
        `The telephone number of the referee ${name} is the candidate's own.`,
      ),
      ...rowsIf(
        before !== undefined,
        'stated',
        `The referees ${before?.name} and ${name} have the same email address.`,
      ),
      ...rowsIf(
        !!organisation && isFree,
        'free_mail',
        `The referee ${name} of ${organisation} writes from ${domain?.domain}.`,
      ),
      ...rowsIf(
        !!organisation && domain !== undefined && !isFree && looksLike(organisation, domain) === false,
        'domain_name',
        `The referee ${name} of ${organisation} writes from ${domain?.domain}.`,
      ),
    ];
  });
}

/** Everything that a person should look at; empty if nothing differs. */
export function consistencyRows(facts: Compared): Row[] {
  const own = ownNumbers(facts);
  return [...emailRows(facts), ...telephoneRows(facts, own), ...addressRows(facts), ...refereeRows(facts, own)];
}

/** The rows as text, each with what it was compared with. */
export const rowsText = (rows: readonly Row[]): string =>
  rows.length === 0
    ? 'Email addresses, telephone numbers and addresses do not contradict each other.'
    : rows.map(({ says, basis }) => `${says} (${bases[basis][0]!.toUpperCase()}${bases[basis].slice(1)}.)`).join(' ');
