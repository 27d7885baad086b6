// The verdicts of assessments in English, by code: what holds, and what is missing.
import { formatLongDate, type IsoDate } from '../lib/dates.ts';

/** The documents of the lists of the right to work, as they stand in a choice. */
export const rightToWorkDocuments = {
  british_passport: 'British passport',
  irish_passport_or_card: 'Irish passport or passport card',
  crown_dependency_document: 'Document of a Crown dependency',
  endorsed_passport: 'Passport with an endorsement',
  immigration_status_document: 'Immigration status document',
  uk_birth_or_adoption_certificate: 'UK birth or adoption certificate',
  crown_dependency_or_irish_birth_or_adoption_certificate: 'Crown dependency or Irish birth or adoption certificate',
  certificate_of_british_citizenship: 'Certificate of registration or naturalisation as British',
  national_insurance_document: 'National Insurance document',
  certificate_of_application: 'Certificate of application',
  application_registration_card: 'Application registration card',
  positive_verification_notice: 'positive verification notice',
} as const;

interface Excuse {
  readonly excuse: 'continuous' | 'time_limited' | 'none';
  readonly list: string | null;
  readonly followUpOn: string | null;
}

export function excuseStatement({ excuse, list, followUpOn }: Excuse): string {
  if (excuse === 'continuous') return `Continuous statutory excuse (list ${list}): no follow-up is needed.`;
  if (excuse === 'none') return 'No statutory excuse.';
  return `Time-limited statutory excuse (list ${list}): follow up by ${formatLongDate(followUpOn ?? '')}.`;
}

const steps = {
  obtain: 'Step 1, obtain the document or the Home Office’s answer',
  check: 'Step 2, check it with its holder present',
  copy: 'Step 3, keep a copy',
} as const;

const excuseNeeds = {
  listed_documents: 'The documents seen are on neither list, have expired, or do not fit the permission.',
  british_or_irish_passport: 'A digital verification service may examine only a current British or Irish passport.',
  no_share_code:
    'The Home Office answers a share code with a permission, not with a document: choose “Online check of the Home Office” or the route by which the document was checked.',
  notice_of_the_service:
    'The Employer Checking Service answers with a positive verification notice, which these documents do not include.',
  leave: 'The permission to work is missing, or ends before the work starts.',
  end_of_leave: 'The day on which the permission ends is missing.',
  term_dates: 'The term and vacation dates of the student are missing: without them a student’s check gives no excuse.',
  comparison:
    'The client has not recorded who compared the person with the photograph: it does so on the page of the order.',
  comparison_again:
    'The client has not recorded who compared the person with the photograph again: a follow-up needs a comparison of its own.',
  not_checked_again:
    'The day of the check is that of the earlier one: record the day, the route and the documents of the new check.',
  date_of_notice: 'The day on which the positive verification notice was issued is missing.',
} as const;

export type ExcuseNeedCode =
  | keyof typeof excuseNeeds
  | keyof typeof steps
  | `${keyof typeof steps}_${'before_start' | 'in_future'}`;

export function excuseNeed(code: ExcuseNeedCode, startsOn: IsoDate): string {
  if (code in excuseNeeds) return excuseNeeds[code as keyof typeof excuseNeeds];
  const step = steps[code.replace(/_before_start|_in_future/, '') as keyof typeof steps];
  if (code.endsWith('_in_future')) return `${step}: the day of the check has not come yet.`;
  return code.endsWith('_before_start')
    ? `${step}: done after the work started on ${formatLongDate(startsOn)}.`
    : `${step}: not done or not dated.`;
}

const zoneFaults: Readonly<Record<string, string>> = {
  documentNumberCheckDigit: 'document number',
  birthDateCheckDigit: 'date of birth',
  expirationDateCheckDigit: 'date of expiry',
  personalNumberCheckDigit: 'personal number',
  compositeCheckDigit: 'whole zone',
};

const zoneFacts = {
  last_name: 'last name',
  dob: 'date of birth',
  gender: 'gender',
  nationality: 'nationality',
  document_number: 'document number',
} as const;

export const zoneStatement = {
  unreadable: 'The lines are no machine-readable zone.',
  valid: 'Every check digit of the machine-readable zone is right.',
  invalid: 'Check digits of the machine-readable zone are wrong.',
  agrees: 'The zone agrees with what the candidate typed.',
  differs: 'The zone differs from what the candidate typed.',
  fault: (digit: string) => `The check digit of the ${zoneFaults[digit] ?? 'zone'} is wrong.`,
  difference: (fact: keyof typeof zoneFacts) => `The ${zoneFacts[fact]} differs.`,
} as const;
