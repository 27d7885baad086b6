// What is known of memberships of professional bodies: one variant a body, and any other body without.
import { from, type Known, unconfirmed } from '../../knowledge/known.ts';
import type { SourceId } from '../../knowledge/sources.ts';
import { answered, part, parts } from '../breakdown.ts';
import { type Guidance, toDo, toKnow } from '../guidance.ts';
import type { Family, ReportType, Variant } from '../report-type.ts';
import { professionalBodies } from '../tables/professional-bodies.ts';
import type { ProfessionalBody } from '../tables/professional-body.ts';

const known = <T>(source: SourceId | undefined, value: T): Known<T> =>
  source === undefined ? unconfirmed(value) : from(source, value);

const guidance: readonly Guidance[] = [
  toDo(unconfirmed('Search by number and compare the name; search former names, too.')),
  toDo(
    unconfirmed('A register that answers nothing is no proof: ask the body before you say that somebody is not on it.'),
  ),
];

const person = ['name', 'date_of_birth'] as const;
const requires: ReportType['requires'] = [...person, 'professional_memberships'];

const requiresOf = ({ key, name, number, findsByName, source }: ProfessionalBody): ReportType['requires'] => [
  ...person,
  {
    professional_memberships: {
      bodies: [{ name, ...(number && { number: number.words }) }],
      ...(findsByName && { mayLack: findsByName }),
    },
  },
  ...(number === undefined
    ? []
    : [{ membership_number: { body: name, key, ...number, isConfirmed: source !== undefined } }]),
];

function variantOf(body: ProfessionalBody): Variant {
  const { name, site, number, isByMail = false, steps = [], notes = [], siteSource, source } = body;
  const where = site === undefined ? [] : [toKnow(known(siteSource, `Register: ${site}.`))];
  const form = number === undefined ? [] : [toKnow(known(source, `Number: ${number.words}.`))];
  return {
    label: `Professional membership, ${name}`,
    description: `Membership, grade and standing, confirmed by ${name}.`,
    requires: requiresOf(body),
    workingDays: unconfirmed(isByMail ? 5 : 1),
    answeredBy: unconfirmed(isByMail ? `${name}, by mail` : `The public register of ${name}`),
    guidance: [
      ...where,
      ...form,
      ...steps.map((step) => toDo(known(source, step))),
      ...notes.map((note) => toKnow(known(source, note))),
      ...guidance,
    ],
  };
}

export const professionalMembership: Family = {
  name: 'professional_membership',
  monitoring: ['at_renewal', 'yearly'],
  area: 'professional_bodies',
  label: 'Professional membership',
  searchWords: ['registration', 'licence to practise'],
  description: 'Membership, grade and standing, confirmed by the body.',
  requires,
  answeredBy: unconfirmed('The body, from its public register or by mail'),
  validity: unconfirmed('Check again at each renewal.'),
  guidance,
  clauses: [
    'The register shows the person as a current member under the number given.',
    'The body confirms the membership; it does not disclose more.',
    'Nobody of this name and number is on the register.',
  ],
  breakdown: {
    ...parts({ on_register: 'On the register', name_match: 'Name matches' }),
    status: answered('Status', { current: 'clear', lapsed: 'consider', suspended: 'consider', removed: 'consider' }),
    restrictions: part('Restrictions and conditions'),
    grade: part('Grade', { properties: { grade: 'text' } }),
  },
  properties: { membership_number: 'text', registered_since: 'date', expires_on: 'date' },
  soldBy: 'hireright_qualifications',
  isPlain: true,
  variants: Object.fromEntries(professionalBodies.map((body) => [body.key, variantOf(body)])),
};
