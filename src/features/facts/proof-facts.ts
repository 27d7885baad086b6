// The facts with which others may query an authority about the candidate: codes that the candidate generates, and
// certificate numbers.
import { date, flag, text } from './fact.ts';
import {
  certificateNumberRule,
  checkCodeRule,
  fcaReferenceRule,
  issuedOnRule,
  pvgNumberRule,
  shareCodeRule,
} from './proof-fact-rules.ts';

const person = 'Candidate.PersonalInfo';

const later = (what: string, has: string) =>
  flag({
    description: `Whether the candidate sends the number of the ${what} later.`,
    group: 'person',
    v1: null,
    v2: null,
    isOptional: true,
    onlyWhere: { fact: has, is: [true] },
  });

export const proofFacts = {
  national_insurance_number_later: later('National Insurance', 'has_national_insurance_number'),
  driving_licence_later: later('driving licence', 'has_driving_licence'),
  share_code: text({
    description: 'Code by which the Home Office shows what the candidate may do; one for work begins with W.',
    rule: shareCodeRule,
    group: 'person',
    v1: { path: `${person}.ShareCode`, example: 'W12345678', max: 20 },
    v2: null,
    sensitivity: 'identifier',
    lapses: true,
    autocomplete: 'off',
  }),
  share_code_made_on: date({
    description: 'When the candidate made the share code, which counts for 90 days.',
    rule: issuedOnRule,
    group: 'person',
    v1: null,
    v2: null,
    lapses: true,
    isOptional: true,
  }),
  has_student_permission: flag({
    description: 'Whether the candidate says that they are in the United Kingdom with the permission of a student.',
    group: 'person',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  driving_licence_check_code: text({
    description: 'Code by which the DVLA shows the record of the driving licence.',
    rule: checkCodeRule,
    group: 'person',
    v1: { path: `${person}.DrivingLicenceCheckCode`, example: 'aB1cD2eF', max: 20 },
    v2: null,
    lapses: true,
    autocomplete: 'off',
  }),
  certificate_number: text({
    description: 'Number of the DBS certificate that the candidate has.',
    rule: certificateNumberRule,
    group: 'person',
    v1: { path: `${person}.CertificateNumber`, example: '001234567890', max: 20 },
    v2: null,
    sensitivity: 'identifier',
    autocomplete: 'off',
  }),
  certificate_last_name: text({
    description: 'Last name as it is printed on the DBS certificate.',
    group: 'person',
    v1: { path: `${person}.CertificateLastName`, example: 'Applicant', max: 60 },
    v2: null,
    autocomplete: 'off',
  }),
  certificate_issued_on: date({
    description: 'When the DBS certificate was issued.',
    rule: issuedOnRule,
    group: 'person',
    v1: { path: `${person}.CertificateIssueDate`, example: '2024-03-01' },
    v2: null,
  }),
  has_read_dbs_privacy_policy: flag({
    description: 'Whether the candidate has read the privacy policy of the DBS, and agrees to it.',
    group: 'person',
    v1: null,
    v2: null,
  }),
  pvg_number: text({
    description: 'Membership number of the Protecting Vulnerable Groups scheme.',
    rule: pvgNumberRule,
    group: 'person',
    v1: { path: `${person}.PvgMembershipNumber`, example: '1234567890123456', max: 30 },
    v2: null,
    sensitivity: 'identifier',
    autocomplete: 'off',
  }),
  has_fca_reference_number: flag({
    description: 'Whether the candidate has a number in the Financial Services Register.',
    group: 'person',
    v1: null,
    v2: null,
  }),
  fca_reference_number: text({
    description: 'Individual reference number (IRN) in the Financial Services Register.',
    rule: fcaReferenceRule,
    group: 'person',
    v1: null,
    v2: null,
    sensitivity: 'identifier',
    onlyWhere: { fact: 'has_fca_reference_number', is: [true] },
    autocomplete: 'off',
  }),
} as const;
