// What is known of reports on what drivers need besides a licence.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, part, parts } from '../breakdown.ts';
import { searchClauses } from '../family-defaults.ts';
import { cardClasses, truckCategories } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const driver = ['name', 'date_of_birth', 'gender', 'driving_licence'] as const;

const card = {
  valid: part('The card is valid', { properties: { number: 'text', expires_on: 'date' } }),
  holder_match: part('The person is its holder'),
};

export const driverCpc: Family = {
  name: 'driver_cpc',
  area: 'driving',
  label: 'Driver Certificate of Professional Competence',
  searchWords: ['CPC', 'HGV', 'LGV'],
  description: 'Whether somebody who drives lorries or buses for a living has the qualification and its training.',
  requires: [...driver, { evidence: { set: 'driver_card' } }],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed(
    'The DVSA’s record of periodic training, which the driver shows; the driver qualification card.',
  ),
  validity: unconfirmed('Until the card expires: five years.'),
  guidance: [
    toKnow(
      from(
        'operator_driver_checks',
        'Operators check the driver qualification card of everybody who drives goods vehicles for them.',
      ),
    ),
    toKnow(unconfirmed('35 hours of training in five years keep it.')),
  ],
  breakdown: { ...card, training: part('Periodic training', { properties: { hours: 'number' } }) },
  soldBy: 'operator_driver_checks',
};

export const tachographCard: Family = {
  name: 'tachograph_card',
  area: 'driving',
  label: 'Tachograph card',
  description: 'Whether the driver has a card of their own that is valid.',
  requires: [...driver, { evidence: { set: 'driver_card' } }],
  workingDays: unconfirmed(2),
  answeredBy: from('licence_and_tachograph', 'The issuer’s record of cards.'),
  validity: from('licence_and_tachograph', 'Until the card expires: five years.'),
  guidance: [toKnow(unconfirmed('Nobody may hold two cards, or use that of another.'))],
  breakdown: card,
  soldBy: 'licence_and_tachograph',
};

export const adr: Family = {
  name: 'adr',
  area: 'driving',
  label: 'Training for dangerous goods (ADR)',
  description: 'Whether the driver holds the certificate to carry dangerous goods by road.',
  requires: [...driver, { evidence: { set: 'driver_card' } }],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed('The card; its issuer in doubt.'),
  validity: unconfirmed('Five years.'),
  guidance: [toDo(unconfirmed('Compare the classes and tanks on the card with the loads of the job.'))],
  breakdown: { ...card, classes: part('The classes that the job needs', { properties: { classes: cardClasses } }) },
};

export const drivingInstructor: Family = {
  name: 'adi_register',
  area: 'driving',
  label: 'Approved driving instructor',
  description: 'Whether the person is on the register of approved driving instructors.',
  requires: [...driver, { evidence: { set: 'instructor_badge' } }],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed('The register that the DVSA keeps.'),
  validity: unconfirmed('Until the badge expires: four years.'),
  guidance: [toKnow(unconfirmed('A pink badge is a trainee’s: it ends after six months.'))],
  breakdown: {
    on_register: part('On the register', { properties: { number: 'text', expires_on: 'date' } }),
    grade: answered('Badge', { qualified: 'clear', trainee: 'clear', none: 'consider' }),
  },
};

export const taxiRegister: Family = {
  name: 'taxi_nr3s',
  clauses: searchClauses,
  area: 'driving',
  label: 'Register of taxi licences refused or revoked',
  description: 'Whether a council has refused, suspended or revoked a taxi or private hire licence of the person.',
  requires: [...driver, 'national_insurance_number', { address_history: { years: 1 } }],
  workingDays: unconfirmed(5),
  answeredBy: from('taxi_register', 'The licensing authority, from the national register that councils share.'),
  law: [
    from('taxi_register', 'Licensing authorities alone search it, to decide on a licence.'),
    from('taxi_register', 'Entries stay for 11 years at one council and 25 at others.', 'check_before_relying'),
  ],
  retention: from('taxi_register', 'What was learnt from it until the application is decided.'),
  guidance: [
    toDo(from('taxi_register', 'An entry gives no reason: ask the authority that made it.')),
    toDo(unconfirmed('For a client that is no licensing authority, ask the council that licenses.')),
  ],
  breakdown: parts({ register: 'No entry', authority_asked: 'The authority that made an entry was asked' }),
  properties: { authority: 'text', decided_on: 'date' },
};

export const forklift: Family = {
  name: 'forklift',
  area: 'driving',
  label: 'Forklift truck operator',
  description: 'Whether the person was trained for the truck that the job needs, by an accredited body.',
  requires: ['name', 'date_of_birth', { evidence: { set: 'forklift_certificate' } }],
  workingDays: unconfirmed(3),
  answeredBy: unconfirmed('The accrediting body that registered the training.'),
  validity: unconfirmed('None in law; employers refresh it every three to five years.'),
  guidance: [toDo(unconfirmed('Training is for a kind of truck: compare it with the trucks of the site.'))],
  breakdown: {
    certificate: part('The certificate is genuine', { properties: { number: 'text', issued_on: 'date' } }),
    truck: part('The kind of truck', { properties: { categories: truckCategories } }),
  },
  properties: { accrediting_body: 'text' },
};

export const motorInsurance: Family = {
  name: 'motor_insurance_business_use',
  area: 'driving',
  label: 'Motor insurance for business use',
  description: 'Whether the person’s own car is insured for driving at work.',
  requires: ['name', 'date_of_birth', { evidence: { set: 'motor_insurance' } }],
  workingDays: unconfirmed(1),
  answeredBy: unconfirmed('The certificate of insurance; the insurer in doubt.'),
  validity: unconfirmed('Until the policy ends: a year.'),
  guidance: [
    toKnow(unconfirmed('Commuting is not business use: the certificate must say business.')),
    toKnow(unconfirmed('The person must be a named driver, and the car the one that they use.')),
  ],
  breakdown: parts({
    policy: 'The policy is in force',
    business_use: 'It covers business use',
    driver: 'It covers the person',
    vehicle: 'It covers the car',
  }),
  properties: { insurer: 'text', expires_on: 'date', registration: 'text' },
};
