// Right to work checks by the lists of documents in the Home Office's guide.
import type { RightToWorkDocument } from '../../../src/features/requirements/right-to-work-lists.ts';
import type {
  ExcuseVerdict,
  HeldDocument,
  RightToWorkCheck,
} from '../../../src/features/requirements/statutory-excuse-rules.ts';
import type { Published } from '../../support/published-examples.ts';

export const held = (kind: RightToWorkDocument, more: Partial<HeldDocument> = {}): HeldDocument => ({ kind, ...more });
const nino = held('national_insurance_document');
const notice = held('positive_verification_notice', { issuedOn: '2026-11-19' });
export const limited = { leave: 'limited', leaveEndsOn: '2027-08-31' } as const;

export type Case = readonly [
  title: string,
  given: Partial<RightToWorkCheck>,
  list: ExcuseVerdict['list'],
  excuse: ExcuseVerdict['excuse'],
  followUpOn: string | null,
  needs?: readonly string[],
];

const source = 'Home Office, An employer’s guide to right to work checks, 26 June 2025, Annex A: lists A and B';

export const listA: Published<Case> = {
  rule: 'right_to_work_list_a',
  source,
  examples: [
    ['A1: a British passport', { documents: [held('british_passport')] }, 'A', 'continuous', null],
    [
      'A1: a British passport that has expired',
      { documents: [held('british_passport', { expiresOn: '2020-01-01' })] },
      'A',
      'continuous',
      null,
    ],
    ['A2: an Irish passport card', { documents: [held('irish_passport_or_card')] }, 'A', 'continuous', null],
    [
      'A3: a document of Jersey with unlimited leave, verified',
      { documents: [held('crown_dependency_document'), notice], leave: 'unlimited' },
      'A',
      'continuous',
      null,
    ],
    [
      'A4: a passport endorsed with indefinite leave',
      { documents: [held('endorsed_passport')], leave: 'unlimited' },
      'A',
      'continuous',
      null,
    ],
    [
      'A5: an immigration status document without a National Insurance document',
      { documents: [held('immigration_status_document')], leave: 'unlimited' },
      null,
      'none',
      null,
      ['listed_documents'],
    ],
    [
      'A5: an immigration status document with one',
      { documents: [held('immigration_status_document'), nino], leave: 'unlimited' },
      'A',
      'continuous',
      null,
    ],
    [
      'A6: a UK birth certificate and a P60',
      { documents: [held('uk_birth_or_adoption_certificate'), nino] },
      'A',
      'continuous',
      null,
    ],
    [
      'A6: a UK birth certificate alone',
      { documents: [held('uk_birth_or_adoption_certificate')] },
      null,
      'none',
      null,
      ['listed_documents'],
    ],
    [
      'A7: an Irish birth certificate and a P45',
      { documents: [held('crown_dependency_or_irish_birth_or_adoption_certificate'), nino] },
      'A',
      'continuous',
      null,
    ],
    [
      'A8: a certificate of naturalisation and a P45',
      { documents: [held('certificate_of_british_citizenship'), nino] },
      'A',
      'continuous',
      null,
    ],
    ['a P60 alone', { documents: [nino] }, null, 'none', null, ['listed_documents']],
  ],
};

export const listB: Published<Case> = {
  rule: 'right_to_work_list_b',
  source,
  examples: [
    [
      'B1: a passport with leave for a time',
      { documents: [held('endorsed_passport')], ...limited },
      'B1',
      'time_limited',
      '2027-08-31',
    ],
    [
      'B1: a document of Guernsey, verified',
      { documents: [held('crown_dependency_document'), notice], ...limited },
      'B1',
      'time_limited',
      '2027-08-31',
    ],
    [
      'B1: an immigration status document for a time',
      { documents: [held('immigration_status_document'), nino], ...limited },
      'B1',
      'time_limited',
      '2027-08-31',
    ],
    [
      'B2: a certificate of application, verified',
      { documents: [held('certificate_of_application'), notice] },
      'B2',
      'time_limited',
      '2027-05-19',
    ],
    [
      'B2: a certificate of application alone',
      { documents: [held('certificate_of_application')] },
      null,
      'none',
      null,
      ['listed_documents'],
    ],
    [
      'B2: an application registration card, verified',
      { documents: [held('application_registration_card'), notice] },
      'B2',
      'time_limited',
      '2027-05-19',
    ],
    [
      'B2: a positive verification notice alone',
      { way: 'employer_checking_service', documents: [notice] },
      'B2',
      'time_limited',
      '2027-05-19',
    ],
  ],
};
