// The report types that can be ordered; one entry each, and everything else follows from it.
import type { ReportType } from './report-type.ts';

type Entry = Pick<ReportType, 'id' | 'name' | 'label' | 'description' | 'needs'> & Partial<ReportType>;

/** What an entry leaves out. */
const plain = {
  variant: null,
  aliases: [],
  options: [],
  addressYears: 0,
  activityYears: 0,
  entryNeeds: [],
  orderNeeds: [],
  hasSubResult: false,
} as const;

const personNeeds = ['name', 'previous_names', 'date_of_birth'] as const;
/** What the authorities that keep criminal records ask for. */
const criminalNeeds = [
  ...personNeeds,
  ...(['gender', 'place_of_birth', 'address_history', 'criminal_record_consent'] as const),
] as const;

const barredList = (name: string, label: string) => ({
  name,
  label,
  options: [{ name: 'speedy', label: 'Barred-list result ahead of the certificate' }],
});

const entries: readonly Entry[] = [
  {
    id: 1,
    name: 'identity',
    label: 'Identity',
    description: 'Confirms that the person exists at the addresses given, from independent sources.',
    needs: ['name', 'date_of_birth', 'address_history'],
    addressYears: 3,
  },
  {
    id: 2,
    name: 'document',
    label: 'Identity document',
    description: 'Examines an identity document for signs that it is not genuine.',
    needs: ['name', 'date_of_birth', 'nationality'],
    entryNeeds: ['identity_document'],
    hasSubResult: true,
  },
  {
    id: 3,
    name: 'right_to_work',
    label: 'Right to work',
    description: 'Establishes whether the person has the right to work in the United Kingdom.',
    needs: ['name', 'date_of_birth', 'nationality'],
    entryNeeds: ['right_to_work_documents'],
  },
  {
    id: 4,
    name: 'criminal_history',
    variant: 'basic',
    aliases: [{ name: 'UKCriminalRecordBasic' }, { name: 'UKCriminalRecordBasicScotland', placeOfWork: 'Scotland' }],
    label: 'Criminal record, basic',
    description: 'Unspent convictions and conditional cautions.',
    needs: criminalNeeds,
    addressYears: 5,
    entryNeeds: ['scottish_proofs'],
    orderNeeds: ['criminal_details'],
  },
  {
    id: 5,
    name: 'criminal_history',
    variant: 'standard',
    aliases: [{ name: 'UKCriminalRecordStandard' }],
    label: 'Criminal record, standard',
    description: 'Spent and unspent convictions, cautions, reprimands and warnings, for roles agreed beforehand.',
    needs: [...criminalNeeds, 'nationality'],
    addressYears: 5,
    orderNeeds: ['job_role'],
  },
  {
    id: 6,
    name: 'criminal_history',
    variant: 'enhanced',
    aliases: [{ name: 'UKCriminalRecordEnhanced' }],
    label: 'Criminal record, enhanced',
    description: 'As standard, with information that local police hold, and the barred lists where the role allows.',
    options: [
      barredList('children_barred_list', "Children's barred list"),
      barredList('adults_barred_list', "Adults' barred list"),
    ],
    needs: [...criminalNeeds, 'nationality'],
    addressYears: 5,
    orderNeeds: ['job_role'],
  },
  {
    id: 7,
    name: 'credit',
    aliases: [{ name: 'UKCreditCheckEquifax' }],
    label: 'UK credit',
    description: 'County court judgments, insolvencies and the electoral roll at the addresses of six years.',
    needs: [...personNeeds, 'address_history'],
    addressYears: 6,
  },
  {
    id: 8,
    name: 'anti_money_laundering',
    aliases: [{ name: 'UKIDAMLCheckUKAML' }],
    label: 'Identity and anti-money laundering',
    description: 'Identity from independent sources, sanctions, politically exposed persons and mortality.',
    needs: [...personNeeds, 'address_history'],
    addressYears: 3,
  },
  {
    id: 9,
    name: 'sanctions',
    label: 'Sanctions and politically exposed persons',
    description: 'The UK Sanctions List and persons in prominent public functions.',
    needs: [...personNeeds, 'nationality'],
  },
  {
    id: 10,
    name: 'adverse_media',
    label: 'Adverse media',
    description: 'Published reports of crime, fraud and regulatory action.',
    needs: personNeeds,
  },
  {
    id: 11,
    name: 'directorship',
    label: 'UK directorships and disqualifications',
    description: 'Appointments at Companies House, past and present, and disqualifications.',
    needs: personNeeds,
  },
  {
    id: 12,
    name: 'financial_services_register',
    label: 'Financial Services Register',
    description: 'Approvals, certifications and prohibitions published by the FCA and the PRA.',
    needs: personNeeds,
  },
  {
    id: 13,
    name: 'driving_licence',
    label: 'UK driving licence',
    description: 'Entitlements, endorsements and disqualifications, from the authority that issued the licence.',
    needs: ['name', 'date_of_birth', 'gender', 'driving_licence'],
  },
  {
    id: 14,
    name: 'employment_history',
    variant: 'uk',
    aliases: [{ name: 'EmploymentHistoryUK' }],
    label: 'Employment history, UK',
    description: 'Dates, position and reason for leaving, confirmed by the employer.',
    needs: [...personNeeds, 'employment_history'],
  },
  {
    id: 15,
    name: 'employment_history',
    variant: 'worldwide',
    aliases: [{ name: 'EmploymentHistoryWorldwide' }],
    label: 'Employment history, worldwide',
    description: 'As in the UK, from employers anywhere.',
    needs: [...personNeeds, 'employment_history'],
  },
  {
    id: 16,
    name: 'activity',
    label: 'Activity history',
    description: 'Five years of work, study and what was between, every gap over 31 days accounted for.',
    needs: [...personNeeds, 'employment_history'],
    activityYears: 5,
  },
  {
    id: 17,
    name: 'education',
    variant: 'uk',
    aliases: [{ name: 'AcademicUK' }, { name: 'AcademicQualificationUK' }],
    label: 'Education, UK',
    description: 'Course, level, class and date, confirmed by the institution.',
    needs: [...personNeeds, 'education'],
  },
  {
    id: 18,
    name: 'education',
    variant: 'worldwide',
    aliases: [{ name: 'AcademicWorldwide' }, { name: 'AcademicQualificationWorldwide' }],
    label: 'Education, worldwide',
    description: 'As in the UK, from institutions anywhere.',
    needs: [...personNeeds, 'education'],
  },
  {
    id: 19,
    name: 'professional_membership',
    label: 'Professional membership',
    description: 'Membership, grade and standing, confirmed by the body.',
    needs: ['name', 'date_of_birth', 'professional_memberships'],
  },
];

export const catalogue: readonly ReportType[] = entries.map((entry) => ({ ...plain, ...entry }));
