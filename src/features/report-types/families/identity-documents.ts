// What is known of reports on identity documents, and on the names, nationality and numbers that documents prove.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { type Breakdown, type Properties, part, parts } from '../breakdown.ts';
import { documentNumbers, nationalitiesFound } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';

const documentBreakdown: Breakdown = {
  data_comparison: part('What it says compared with what was given', {
    parts: parts({
      first_name: 'First name',
      last_name: 'Last name',
      date_of_birth: 'Date of birth',
      date_of_expiry: 'Date of expiry',
      document_numbers: 'Numbers',
      document_type: 'Kind of document',
      gender: 'Gender',
      issuing_country: 'Issuing country',
    }),
  }),
  data_validation: part('Data validation', {
    parts: parts({
      date_of_birth: 'Date of birth',
      document_expiration: 'Not expired',
      document_numbers: 'Numbers',
      expiry_date: 'Date of expiry',
      gender: 'Gender',
      mrz: 'Machine-readable zone',
      barcode: 'Barcode',
    }),
  }),
  image_integrity: part('Image', {
    parts: parts({
      image_quality: 'Quality',
      supported_document: 'A kind that counts',
      colour_picture: 'In colour',
      conclusive_document_quality: 'Undamaged and whole',
    }),
  }),
  visual_authenticity: part('Signs that it is genuine', {
    parts: parts({
      fonts: 'Fonts',
      picture_face_integrity: 'Photograph',
      template: 'Layout',
      security_features: 'Security features',
      original_document_present: 'The original, not a copy',
      digital_tampering: 'No digital tampering',
      face_detection: 'A face is found',
      other: 'Other signs',
    }),
  }),
  data_consistency: part('Data consistency', {
    parts: parts({
      first_name: 'First name',
      last_name: 'Last name',
      date_of_birth: 'Date of birth',
      date_of_expiry: 'Date of expiry',
      document_numbers: 'Numbers',
      document_type: 'Kind of document',
      gender: 'Gender',
      issuing_country: 'Issuing country',
      multiple_data_sources_present: 'More than one place says it',
      nationality: 'Nationality',
    }),
  }),
  police_record: part('Not reported as lost or stolen'),
  compromised_document: part('Not known as compromised', {
    parts: parts({ document_database: 'Database of compromised documents', repeat_attempts: 'Not used by others' }),
  }),
  age_validation: part('Age', { parts: parts({ minimum_accepted_age: 'Old enough' }) }),
};

const documentProperties: Properties = {
  first_name: 'text',
  last_name: 'text',
  date_of_birth: 'date',
  date_of_expiry: 'date',
  document_type: 'text',
  document_numbers: documentNumbers,
  issuing_country: 'text',
  nationality: 'text',
  gender: 'text',
  mrz_line1: 'text',
  mrz_line2: 'text',
  mrz_line3: 'text',
};

const documentRequires = ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'identity' } }] as const;
const withLicence = [...documentRequires, 'driving_licence'] as const;

export const identityDocument: Family = {
  name: 'document',
  clauses: [
    'The document shows no sign that it is not genuine.',
    'The document shows signs that it is not genuine.',
    'The picture is not good enough to examine the document.',
    'The document had expired on the day it was examined.',
  ],
  area: 'identity',
  label: 'Identity document',
  searchWords: ['ID', 'passport', 'driving licence', 'identity card'],
  description: 'Examines an identity document for signs that it is not genuine.',
  isPlain: true,
  requires: documentRequires,
  hasSubResult: true,
  workingDays: from('sterling_catalogue', 1),
  answeredBy: unconfirmed('A digital verification service, or a trained screener.'),
  guidance: [
    toKnow(from('onfido_models', 'Rejected: the document cannot be read or is of no kind that counts.')),
    toKnow(from('onfido_models', 'Suspected: there are signs of fraud.')),
    toKnow(from('onfido_models', 'Caution: something minor is not as it should be.')),
  ],
  breakdown: documentBreakdown,
  properties: documentProperties,
  assessments: ['machine_readable_zone'],
  soldBy: 'onfido_models',
  variants: {
    video: {
      label: 'Identity document, by video',
      description: 'Examines an identity document that the person shows in a video.',
      guidance: [toKnow(unconfirmed('The video shows the holder with the document, both sides of it, in one take.'))],
    },
    with_address_information: {
      label: 'Identity document, with its address',
      description: 'Examines an identity document and reads the address that it shows.',
      properties: { ...documentProperties, address: 'text' },
    },
    with_driving_licence_information: {
      label: 'Driving licence document, with its categories',
      description: 'Examines a driving licence and reads the categories that it shows.',
      requires: withLicence,
      properties: { ...documentProperties, driving_licence_information: 'list' },
      guidance: [
        toKnow(
          unconfirmed('A licence shows what was issued, not endorsements since: those take a driving licence report.'),
        ),
      ],
    },
    with_driver_verification: {
      label: 'Driving licence document, verified with its issuer',
      description: 'Examines a driving licence and compares it with the record of the authority that issued it.',
      requires: withLicence,
      breakdown: { ...documentBreakdown, issuing_authority: part('Record of the issuer') },
      properties: { ...documentProperties, driving_licence_information: 'list' },
    },
    nfc: {
      label: 'Identity document, with its chip',
      description: 'Reads the chip of an identity document and confirms that its issuer signed it.',
      breakdown: {
        ...documentBreakdown,
        issuing_authority: part('Chip', {
          parts: parts({
            nfc_active_authentication: 'The chip is the original',
            nfc_passive_authentication: 'The issuer signed what it says',
          }),
        }),
      },
      guidance: [
        toKnow(unconfirmed('Not every document has a chip, and a chip may be broken: fall back to the plain report.')),
      ],
    },
  },
};

export const passportValidity: Family = {
  name: 'passport_validity',
  area: 'identity',
  label: 'Passport validity',
  description:
    'Checks the digits of a passport’s machine-readable zone, its expiry, and lists of lost and stolen passports.',
  requires: ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'passport' } }],
  workingDays: from('verifile_passport', 0),
  answeredBy: from(
    'verifile_passport',
    'The check digits themselves, and a database of lost, stolen and compromised passports.',
  ),
  guidance: [
    toDo(from('verifile_passport', 'Compare what was given with the machine-readable zone.')),
    toKnow(unconfirmed('Correct check digits do not make a passport genuine: anybody can compute them.')),
  ],
  breakdown: parts({
    mrz: 'Check digits of the machine-readable zone',
    data_comparison: 'What it says agrees with what was given',
    expiry: 'Not expired',
    lost_or_stolen: 'Not reported as lost, stolen or compromised',
  }),
  properties: { issuing_country: 'text', date_of_expiry: 'date' },
  soldBy: 'verifile_passport',
};

export const nameChange: Family = {
  name: 'name_change',
  area: 'identity',
  label: 'Change of name',
  searchWords: ['deed poll', 'marriage certificate', 'maiden name'],
  description: 'Confirms how a present name follows from the names of before.',
  requires: ['name', 'previous_names', 'date_of_birth', { evidence: { set: 'name_change' } }],
  answeredBy: unconfirmed(
    'The paper itself; the General Register Office for certificates; the court for an enrolled deed poll.',
  ),
  guidance: [
    toKnow(unconfirmed('Accept a marriage or civil partnership certificate, a decree, or a deed poll.')),
    toDo(unconfirmed('Join every step: each name leads to the next without a gap.')),
  ],
  breakdown: parts({ document: 'The paper is genuine', chain: 'Each name follows from the one before' }),
  properties: { document_type: 'text', changed_on: 'date', former_name: 'text' },
};

export const nationality: Family = {
  name: 'nationality',
  area: 'identity',
  label: 'Nationality',
  description: 'Confirms the nationalities that the person states, from documents.',
  requires: ['name', 'date_of_birth', 'place_of_birth', 'nationality', { identity_documents: { set: 'identity' } }],
  answeredBy: unconfirmed('The passport or identity card, or a certificate of registration or naturalisation.'),
  guidance: [
    toDo(unconfirmed('Ask for every nationality held: some roles need all of them.')),
    toKnow(unconfirmed('Nationality alone does not show the right to work: order that report for it.')),
  ],
  law: [unconfirmed('Ask everybody for a role alike: the Equality Act 2010 protects nationality.')],
  breakdown: parts({ document: 'The document is genuine', nationality: 'It shows the nationality given' }),
  properties: { nationalities: nationalitiesFound },
};

export const nationalInsuranceNumber: Family = {
  name: 'national_insurance_number',
  area: 'identity',
  label: 'National Insurance number',
  searchWords: ['NINO', 'NI number'],
  description: 'Checks the form of the number, and that an official paper shows it with the name.',
  requires: ['name', 'date_of_birth', 'national_insurance_number', { evidence: { set: 'national_insurance' } }],
  workingDays: unconfirmed(1),
  answeredBy: from(
    'gov_uk_nino',
    'The published form of the number; HMRC does not verify numbers for employers.',
    'check_before_relying',
  ),
  guidance: [
    toKnow(from('gov_uk_nino', 'Some prefixes are never issued: a number that begins with one is wrong.')),
    toKnow(unconfirmed('The number does not show the right to work or who somebody is.')),
  ],
  breakdown: parts({ form: 'The number has a form that is issued', paper: 'An official paper shows it with the name' }),
  properties: { document_type: 'text' },
};

export const taxNumberInternational: Family = {
  name: 'tax_number_international',
  area: 'identity',
  label: 'Tax number of another country',
  description: 'Checks the form of a tax number of another country, and that an official paper shows it with the name.',
  requires: [
    'name',
    'date_of_birth',
    { local_identifier: { country: '', kind: 'tax_number' } },
    { evidence: { set: 'tax_number' } },
  ],
  answeredBy: unconfirmed('The published form of the number; few tax authorities confirm numbers to others.'),
  guidance: [toDo(unconfirmed('Say of which country the number is: forms differ, and some countries issue none.'))],
  breakdown: parts({
    form: 'The number has the form of its country',
    paper: 'An official paper shows it with the name',
  }),
  properties: { country: 'text', document_type: 'text' },
};
