// What is known of UK records besides the disclosures: certificates for going abroad, what a candidate declares, and clearances.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, part, parts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import { recordInputs } from '../record-inputs.ts';
import type { Family } from '../report-type.ts';
import { criminalRecord } from '../requires-of-person.ts';

const acroRequires = [
  ...criminalRecord,
  'nationality',
  { identity_documents: { set: 'identity' } },
  { evidence: { set: 'proof_of_address' } },
] as const;
const retention = unconfirmed(
  'Contents of a certificate at most six months after the decision; its number, date and outcome with the order.',
);

export const acro: Family = {
  name: 'acro',
  area: 'criminal_records',
  label: 'Police certificate for going abroad',
  searchWords: ['ACRO', 'police clearance'],
  description: 'What UK police hold of the person, on a certificate for use in other countries.',
  requires: acroRequires,
  workingDays: unconfirmed(10),
  answeredBy: unconfirmed('ACRO Criminal Records Office.'),
  law: [unconfirmed('Certificates are for going abroad, and never stand in for a disclosure of the DBS.')],
  retention,
  guidance: [
    toKnow(unconfirmed('The premium service takes two to four working days.')),
    toKnow(unconfirmed('Some countries ask for the certificate legalised: order that with the Legalisation Office.')),
  ],
  breakdown: {
    certificate: part('Certificate', { properties: { number: 'text', issued_on: 'date' } }),
    record: answered('What it shows', { clear: 'clear', see_certificate: 'consider' }),
  },
  variants: {
    police_certificate: { label: 'Police certificate' },
    international_child_protection_certificate: {
      label: 'International child protection certificate',
      description: 'What UK police hold of somebody who is to work with children abroad.',
      guidance: [toKnow(unconfirmed('For UK nationals and former residents who work with children overseas.'))],
    },
    subject_access: {
      label: 'Police record, as asked for by its subject',
      description: 'A copy of their own record that the person asked police for and chooses to show.',
      law: [unconfirmed('To demand it is an offence: Data Protection Act 2018 s.184.')],
      guidance: [toKnow(unconfirmed('Accept it only from whoever offers it unasked, and never make it a condition.'))],
    },
  },
};

export const criminalSelfDeclaration: Family = {
  name: 'criminal_self_declaration',
  area: 'criminal_records',
  label: 'Criminal record, self-declaration',
  searchWords: ['declared by the candidate', 'convictions'],
  description: 'What the person declares of convictions that they must disclose.',
  requires: [
    'name',
    'previous_names',
    'date_of_birth',
    'criminal_record_consent',
    'unspent_convictions',
    'unspent_declaration',
    'spent_declaration',
    'concerns_declaration',
  ],
  workingDays: unconfirmed(1),
  answeredBy: unconfirmed('The candidate.'),
  law: [
    unconfirmed('Ask for spent convictions only where the role is named in the Exceptions Order.'),
    unconfirmed('What the law protects need not be declared for any role, and is not held against anybody.'),
  ],
  retention,
  guidance: [
    toDo(from('moj_disclosure', 'Work out from the published rules whether a conviction is spent.')),
    toKnow(
      unconfirmed(
        'The form asks of spent ones only in an order with a standard or enhanced check, or one like it of Scotland or Northern Ireland; of bars, referrals and investigations only with an enhanced one or the PVG scheme.',
      ),
    ),
    toDo(unconfirmed('Read it beside the certificate: what was not declared is a question to the candidate first.')),
  ],
  breakdown: {
    declaration: answered('What is declared', {
      nothing: 'clear',
      something: 'consider',
      not_answered: 'unidentified',
    }),
    agreement: part('It agrees with the certificate'),
  },
  inputs: recordInputs,
  assessments: ['spent_convictions'],
};

const clearance = (label: string, description: string) => ({ label, description });

export const nationalSecurityVetting: Family = {
  name: 'nsv',
  area: 'criminal_records',
  label: 'National security clearance',
  searchWords: ['vetting', 'SC', 'DV', 'CTC'],
  description: 'Follows a clearance that the government decides on.',
  requires: ['name', 'previous_names', 'date_of_birth', 'place_of_birth', 'nationality'],
  answeredBy: from('security_vetting_sponsor', 'United Kingdom Security Vetting, to the sponsor alone.'),
  law: [
    from(
      'national_security_vetting',
      'Only the government vets: a screening company records where the clearance stands.',
    ),
    from('national_security_vetting', 'The baseline standard comes before any clearance.'),
  ],
  guidance: [
    toKnow(from('security_vetting_sponsor', 'A sponsor with an account applies: nobody applies for themselves.')),
    toDo(unconfirmed('Record the sponsor, the level and the expiry, and nothing of what was asked.')),
  ],
  clauses: ['The sponsor confirms the clearance.', 'The sponsor has not answered.', 'No sponsor was found.'],
  breakdown: {
    ...parts({ sponsor: 'The sponsor confirms' }),
    clearance: answered('Clearance', {
      held: 'clear',
      in_progress: 'unidentified',
      lapsed: 'consider',
      not_held: 'consider',
    }),
  },
  properties: { sponsor: 'text', granted_on: 'date', expires_on: 'date' },
  variants: {
    ctc: clearance(
      'National security clearance, counter-terrorist check',
      'For work near public figures or in sensitive places.',
    ),
    sc: clearance('National security clearance, security check', 'For frequent access to what is secret.'),
    dv: clearance('National security clearance, developed vetting', 'For frequent access to what is top secret.'),
  },
};
