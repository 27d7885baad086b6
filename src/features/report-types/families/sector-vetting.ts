// What is known of background checks that one sector asks for: aviation, shipping, nuclear.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { airsideGapDays } from '../../requirements/activity-history-requirement.ts';
import { type Breakdown, part, parts } from '../breakdown.ts';
import { explainedGaps } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { criminalRecord } from '../requires-of-person.ts';

const aviationRequires = [
  ...criminalRecord,
  'nationality',
  { activity_history: { years: 5, longestGapDays: airsideGapDays } },
  'education',
  { identity_documents: { set: 'identity' } },
] as const;

const history: Breakdown = {
  ...parts({
    identity: 'Identity',
    criminal_record: 'Criminal record certificates of every country lived in',
    employment_and_education: 'Employment and education of the period',
  }),
  gaps: part('Gaps', { properties: { gaps: explainedGaps } }),
};

export const aviationBackground: Family = {
  name: 'aviation_background',
  area: 'health',
  label: 'Aviation background check',
  description: 'The background of somebody who is to work at an airport or with air cargo, over five years.',
  requires: aviationRequires,
  workingDays: unconfirmed(15),
  answeredBy: from('airside_references', 'Personnel departments, agencies, schools, and who can speak for gaps.'),
  law: [
    unconfirmed('Regulation (EU) 2015/1998 as it is law in the United Kingdom.'),
    from('verifile_aviation', 'The Civil Aviation Authority and the Department for Transport say how it is done.'),
  ],
  guidance: [
    toDo(from('airside_references', 'Give exact dates: gaps over 28 days are not permitted without evidence.')),
    toKnow(
      from(
        'airside_references',
        'Of agency work the agency is asked, of study the institution, also where it was not finished.',
      ),
    ),
    toKnow(from('verifile_aviation', 'The criminal record is asked for again whenever a pass is renewed.')),
    toDo(from('verifile_aviation', 'Airports differ: ask the one that issues the pass what it accepts.')),
    toKnow(unconfirmed('One part that fails keeps the pass from being issued.')),
  ],
  breakdown: history,
  properties: { from: 'date', to: 'date', airport: 'text' },
  soldBy: 'airside_references',
  variants: {
    general_5y: { label: 'Aviation background check, five years' },
    accreditation: {
      label: 'Aviation background check, with accreditation',
      description: 'As five years, for roles that take an accreditation check by the government as well.',
      law: [
        from(
          'verifile_aviation',
          'For some roles national security vetting is required, which the government carries out.',
        ),
      ],
      soldBy: 'verifile_aviation',
    },
  },
};

export const maritime: Family = {
  name: 'maritime',
  area: 'health',
  label: 'Seafarer background check',
  description: 'The papers and the sea service of somebody who is to work on a ship.',
  requires: [
    ...criminalRecord,
    'nationality',
    { activity_history: { years: 5, longestGapDays: 31 } },
    { identity_documents: { set: 'passport' } },
    { evidence: { set: 'seafarer_papers' } },
  ],
  workingDays: unconfirmed(10),
  answeredBy: unconfirmed(
    'Ship managers and manning agents, the issuer of the certificate of competency, and the approved doctor.',
  ),
  law: [
    unconfirmed(
      'STCW Convention and the Merchant Shipping (Standards of Training, Certification and Watchkeeping) Regulations 2022.',
    ),
  ],
  guidance: [
    toDo(
      unconfirmed(
        'Verify the certificate of competency with the administration that issued it, also where another endorsed it.',
      ),
    ),
    toDo(unconfirmed('The discharge book shows sea service: compare it with the history.')),
  ],
  breakdown: parts({
    identity: 'Identity',
    certificate_of_competency: 'Certificate of competency',
    sea_service: 'Sea service',
    medical_certificate: 'Medical certificate',
    criminal_record: 'Criminal record',
  }),
  properties: { discharge_book: 'text', medical_expires_on: 'date' },
};

export const nuclear: Family = {
  name: 'nuclear',
  area: 'health',
  label: 'Nuclear background check',
  description: 'The baseline standard with what the nuclear sector adds to it.',
  requires: [
    ...criminalRecord,
    'nationality',
    'national_insurance_number',
    { activity_history: { years: 3, longestGapDays: 31, standard: 'bpss' } },
    { identity_documents: { set: 'identity' } },
  ],
  workingDays: unconfirmed(10),
  answeredBy: unconfirmed('Employers, the authority that keeps criminal records, and the site’s security department.'),
  law: [
    unconfirmed(
      'Nuclear Industries Security Regulations 2003; the Office for Nuclear Regulation says which clearance a role takes.',
    ),
  ],
  guidance: [
    toKnow(from('bpss_comparison', 'The baseline standard is that of version 7.0 of June 2024.')),
    toDo(unconfirmed('The clearance itself is the government’s: record only where it stands.')),
  ],
  breakdown: history,
  properties: { site: 'text' },
  variants: {
    bpss_plus: { label: 'Nuclear background check, baseline with additions', soldBy: 'national_security_vetting' },
  },
};
