// The report types that can be ordered; one entry each, and everything else follows from it.
import { longestGapDays } from '../requirements/activity-history-requirement.ts';
import { barredLists } from '../value-sets/refinement-values.ts';
import type { ReportType } from './report-type.ts';

type Entry = Pick<ReportType, 'id' | 'name' | 'label' | 'description' | 'requires'> & Partial<ReportType>;

/** What an entry leaves out. */
const plain = {
  variant: null,
  aliases: [],
  options: [],
  workingDays: null,
  hasSubResult: false,
} as const;

const person = ['name', 'previous_names', 'date_of_birth'] as const;
/** What the authorities that keep criminal records ask for. */
const criminal = [
  ...person,
  ...(['gender', 'place_of_birth', 'criminal_record_consent'] as const),
  { address_history: { years: 5 } },
] as const;
const employments = { activity_history: { years: 0, longestGapDays } } as const;

const entries: readonly Entry[] = [
  {
    id: 1,
    name: 'identity',
    label: 'Identity',
    description: 'Confirms that the person exists at the addresses given, from independent sources.',
    requires: ['name', 'date_of_birth', { address_history: { years: 3 } }],
    workingDays: 1,
  },
  {
    id: 2,
    name: 'document',
    label: 'Identity document',
    description: 'Examines an identity document for signs that it is not genuine.',
    requires: ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'identity' } }],
    hasSubResult: true,
    workingDays: 1,
  },
  {
    id: 3,
    name: 'right_to_work',
    label: 'Right to work',
    description: 'Establishes whether the person has the right to work in the United Kingdom.',
    requires: ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'right_to_work' } }],
    workingDays: 1,
  },
  {
    id: 4,
    name: 'criminal_history',
    variant: 'basic',
    aliases: [{ name: 'UKCriminalRecordBasic' }, { name: 'UKCriminalRecordBasicScotland', placeOfWork: 'Scotland' }],
    label: 'Criminal record, basic',
    description: 'Unspent convictions and conditional cautions.',
    requires: [...criminal, 'criminal_details', 'scottish_proofs'],
    workingDays: 1,
  },
  {
    id: 5,
    name: 'criminal_history',
    variant: 'standard',
    aliases: [{ name: 'UKCriminalRecordStandard' }],
    label: 'Criminal record, standard',
    description: 'Spent and unspent convictions, cautions, reprimands and warnings, for roles agreed beforehand.',
    requires: [...criminal, 'nationality', { job_role: { level: 'standard' } }],
    workingDays: 4,
  },
  {
    id: 6,
    name: 'criminal_history',
    variant: 'enhanced',
    aliases: [{ name: 'UKCriminalRecordEnhanced' }],
    label: 'Criminal record, enhanced',
    description: 'As standard, with information that local police hold, and the barred lists where the role allows.',
    options: barredLists,
    requires: [...criminal, 'nationality', { job_role: { level: 'enhanced' } }],
    workingDays: 5,
  },
  {
    id: 7,
    name: 'credit',
    aliases: [{ name: 'UKCreditCheckEquifax' }],
    label: 'UK credit',
    description: 'County court judgments, insolvencies and the electoral roll at the addresses of six years.',
    requires: [...person, { address_history: { years: 6 } }],
  },
  {
    id: 8,
    name: 'anti_money_laundering',
    aliases: [{ name: 'UKIDAMLCheckUKAML' }],
    label: 'Identity and anti-money laundering',
    description: 'Identity from independent sources, sanctions, politically exposed persons and mortality.',
    requires: [...person, { address_history: { years: 3 } }],
  },
  {
    id: 9,
    name: 'sanctions',
    label: 'Sanctions and politically exposed persons',
    description: 'The UK Sanctions List and persons in prominent public functions.',
    requires: [...person, 'nationality'],
  },
  {
    id: 10,
    name: 'adverse_media',
    label: 'Adverse media',
    description: 'Published reports of crime, fraud and regulatory action.',
    requires: person,
  },
  {
    id: 11,
    name: 'directorship',
    label: 'UK directorships and disqualifications',
    description: 'Appointments at Companies House, past and present, and disqualifications.',
    requires: person,
  },
  {
    id: 12,
    name: 'financial_services_register',
    label: 'Financial Services Register',
    description: 'Approvals, certifications and prohibitions published by the FCA and the PRA.',
    requires: person,
  },
  {
    id: 13,
    name: 'driving_licence',
    label: 'UK driving licence',
    description: 'Entitlements, endorsements and disqualifications, from the authority that issued the licence.',
    requires: ['name', 'date_of_birth', 'gender', 'driving_licence'],
  },
  {
    id: 14,
    name: 'employment_history',
    variant: 'uk',
    aliases: [{ name: 'EmploymentHistoryUK' }],
    label: 'Employment history, UK',
    description: 'Dates, position and reason for leaving, confirmed by the employer.',
    requires: [...person, employments],
    workingDays: 10,
  },
  {
    id: 15,
    name: 'employment_history',
    variant: 'worldwide',
    aliases: [{ name: 'EmploymentHistoryWorldwide' }],
    label: 'Employment history, worldwide',
    description: 'As in the UK, from employers anywhere.',
    requires: [...person, employments],
    workingDays: 15,
  },
  {
    id: 16,
    name: 'activity',
    label: 'Activity history',
    description: 'Five years of work, study and what was between, every gap over 31 days accounted for.',
    requires: [...person, { activity_history: { years: 5, longestGapDays } }],
  },
  {
    id: 17,
    name: 'education',
    variant: 'uk',
    aliases: [{ name: 'AcademicUK' }, { name: 'AcademicQualificationUK' }],
    label: 'Education, UK',
    description: 'Course, level, class and date, confirmed by the institution.',
    requires: [...person, 'education'],
  },
  {
    id: 18,
    name: 'education',
    variant: 'worldwide',
    aliases: [{ name: 'AcademicWorldwide' }, { name: 'AcademicQualificationWorldwide' }],
    label: 'Education, worldwide',
    description: 'As in the UK, from institutions anywhere.',
    requires: [...person, 'education'],
  },
  {
    id: 19,
    name: 'professional_membership',
    label: 'Professional membership',
    description: 'Membership, grade and standing, confirmed by the body.',
    requires: ['name', 'date_of_birth', 'professional_memberships'],
  },
];

export const catalogue: readonly ReportType[] = entries.map((entry) => ({
  ...plain,
  ...entry,
}));
