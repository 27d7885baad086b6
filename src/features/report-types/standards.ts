// The packages that standards of the trade ask for: what each clause is met by, as data.
import { from, type Known, unconfirmed } from '../knowledge/known.ts';

/** What a standard demands, and the report that meets it. */
export interface Clause {
  /** As the standard counts it; null where no source says it. */
  readonly clause: string | null;
  readonly demands: string;
  /** A code of the catalogue. */
  readonly report: string;
  readonly options?: readonly string[];
}

/** One of the things that limited screening consists of. */
export interface LimitedItem {
  readonly label: string;
  /** The names of the report types that establish it; one that is clear is enough. */
  readonly reports: readonly string[];
  /** What is enough instead: the candidate's answer about convictions, or that an employer was asked. */
  readonly orElse?: 'declaration' | 'employer_asked';
}

/** Under which terms somebody may start before the screening is complete. */
export interface ConditionalTerms {
  readonly label: string;
  /** From the first day until the screening must be complete. */
  readonly weeks: number;
  /** What must be complete before. */
  readonly limited: readonly LimitedItem[];
}

export interface Standard {
  readonly label: string;
  readonly basis: Known<string>;
  readonly conditionalStart?: ConditionalTerms;
  readonly clauses: readonly Clause[];
  /** For how many days after somebody has left their file is kept. */
  readonly keepsDays?: Known<number>;
}

const sevenYears = unconfirmed(2557);
const sixYearsOfKeeping = unconfirmed(2192);

const clause = (demands: string, report: string, more: Partial<Clause> = {}): Clause => ({
  clause: null,
  demands,
  report,
  ...more,
});

const identity = clause('Who the person is', 'identity');
const rightToWork = clause('The right to work', 'right_to_work');
const unspentRecord = clause('The unspent criminal record', 'criminal_history:basic');
const children = { options: ['children_barred_list'] };
const adults = { options: ['adults_barred_list'] };

const bs7858 =
  'BS 7858:2019: five years without an unexplained gap over 31 days, complete within 12 weeks of a conditional start.';

/** Without a reference of character, which the edition of 2019 no longer asks for. */
const ofBs7858: readonly Clause[] = [
  identity,
  rightToWork,
  clause('Five years, or back to 16, no gap over 31 days', 'activity:5y'),
  clause('What employers confirm', 'employment_history:uk'),
  clause('Judgments and insolvency; over £10,000 is flagged', 'adverse_financial:full'),
  clause('Sanctions', 'sanctions'),
];

/** @param record what stands for the criminal record */
const startOfBs7858 = (record: LimitedItem): ConditionalTerms => ({
  label: 'BS 7858',
  weeks: 12,
  limited: [
    { label: 'Identity', reports: ['identity'] },
    { label: 'Right to work', reports: ['right_to_work'] },
    { label: 'Sanctions and watchlists', reports: ['sanctions'] },
    { label: 'Public financial information', reports: ['adverse_financial'] },
    record,
    { label: 'First contact with an employer', reports: ['employment_history'], orElse: 'employer_asked' },
  ],
});

const register = clause('The Financial Services Register', 'financial_services_register');
const directorships = clause('Directorships and disqualifications', 'directorship');
const soundness = clause('Financial soundness', 'adverse_financial:full');
const sixYears = [
  clause('Regulatory references of six years', 'employment_history:regulated_sysc22', { clause: 'SYSC 22.2' }),
  clause('Six years of activity', 'activity:6y'),
] as const;

const inSchool = [
  identity,
  rightToWork,
  clause('An enhanced check with the children’s barred list', 'criminal_history:enhanced', children),
  clause('References before the interview', 'employment_history:safer_recruitment'),
  clause('A search of what is public online', 'social_media:public_profile'),
] as const;
const health = clause('Fitness for the work', 'occupational_health:questionnaire');

export const standards = {
  bpss: {
    label: 'Baseline Personnel Security Standard (BPSS)',
    basis: from(
      'bpss_comparison',
      'Baseline Personnel Security Standard, version 7.0: right to work, identity, three years of employment, unspent record.',
    ),
    clauses: [
      rightToWork,
      identity,
      clause('Three years of employment, gaps of six months in all explained', 'activity:3y'),
      clause('What employers confirm', 'employment_history:uk'),
      unspentRecord,
    ],
  },
  bs_7858: {
    label: 'BS 7858 (security screening)',
    basis: from('bs7858_screener_help', bs7858),
    conditionalStart: startOfBs7858({
      label: 'Criminal record, or what the candidate declared',
      reports: ['criminal_history'],
      orElse: 'declaration',
    }),
    clauses: [...ofBs7858, unspentRecord],
    keepsDays: sevenYears,
  },
  bs_7858_licensed: {
    label: 'BS 7858, holds an SIA licence',
    basis: from('bs7858_screener_help', bs7858),
    conditionalStart: startOfBs7858({ label: 'A valid SIA licence', reports: ['professional_membership'] }),
    clauses: [
      ...ofBs7858,
      // The authority has seen the criminal record of whoever it licenses.
      clause('A valid licence, in place of the criminal record', 'professional_membership:sia'),
    ],
    keepsDays: sevenYears,
  },
  smcr_senior_manager: {
    label: 'SM&CR, senior manager',
    basis: from(
      'fca_ps26_6',
      'FCA Handbook SYSC 22 and FIT; a criminal record check lasts six months since 24 April 2026.',
    ),
    clauses: [
      identity,
      rightToWork,
      ...sixYears,
      clause('Fitness and propriety', 'fit_and_proper:smf'),
      clause('The criminal record of a controlled function', 'criminal_history:standard'),
      directorships,
      soundness,
      register,
      clause('Adverse media', 'adverse_media:uk'),
    ],
    keepsDays: sixYearsOfKeeping,
  },
  smcr_non_executive: {
    label: 'SM&CR, non-executive director',
    basis: unconfirmed('FCA Handbook SYSC 22 and FIT: references of six years for directors of the board, too.'),
    clauses: [
      identity,
      ...sixYears,
      clause('Fitness and propriety', 'fit_and_proper:ned'),
      directorships,
      soundness,
      register,
      unspentRecord,
      clause('Sanctions', 'sanctions'),
      clause('Adverse media', 'adverse_media:uk'),
    ],
    keepsDays: sixYearsOfKeeping,
  },
  smcr_certification: {
    label: 'SM&CR, certification',
    basis: from('sysc_22', 'FCA Handbook SYSC 22: references of all employers of six years.'),
    clauses: [
      identity,
      rightToWork,
      ...sixYears,
      clause('Fitness and propriety', 'fit_and_proper:certification'),
      directorships,
      soundness,
      register,
      unspentRecord,
      clause('Sanctions', 'sanctions'),
    ],
    keepsDays: sixYearsOfKeeping,
  },
  smcr_each_year: {
    label: 'SM&CR, certified again each year',
    basis: unconfirmed(
      'FCA Handbook SYSC 27 and FIT: a certificate lasts at most 12 months. What was established once, such as the identity and earlier employers, is not asked again.',
    ),
    clauses: [
      clause('Fitness and propriety', 'fit_and_proper:certification'),
      directorships,
      soundness,
      register,
      unspentRecord,
      clause('Sanctions', 'sanctions'),
    ],
  },
  safer_recruitment: {
    label: 'Safer recruitment (KCSIE), teacher',
    basis: from(
      'dfe_vacancies',
      'Keeping children safe in education: the single central record of a school. For whoever manages or leads, order Section 128 as well.',
    ),
    clauses: [
      ...inSchool,
      clause('Prohibition from teaching', 'professional_membership:tra'),
      clause('Qualifications', 'education:uk'),
      health,
    ],
  },
  safer_recruitment_staff: {
    label: 'Safer recruitment (KCSIE), other staff',
    basis: unconfirmed('Keeping children safe in education, part three: staff who do not teach.'),
    clauses: [...inSchool, health],
  },
  safer_recruitment_volunteer: {
    label: 'Safer recruitment (KCSIE), volunteer',
    basis: unconfirmed(
      'Keeping children safe in education, part three: a volunteer in regulated activity. Nobody needs a right to work to volunteer.',
    ),
    clauses: inSchool.filter((one) => one !== rightToWork),
  },
  school_governor: {
    label: 'School governor, trustee or member',
    basis: unconfirmed(
      'School Governance Regulations 2016 and Independent School Standards 2014, Part 4: an enhanced check, without a barred list unless it is regulated activity, and no prohibition from management. For the proprietor or chair of an academy or independent school, order the right to work as well.',
    ),
    clauses: [
      identity,
      clause('An enhanced check, without a barred list', 'criminal_history:enhanced'),
      clause('Prohibition from management', 'section_128'),
    ],
  },
  right_to_work_only: {
    label: 'Right to work only',
    basis: from('right_to_work_guide', 'Immigration, Asylum and Nationality Act 2006: a check before work begins.'),
    clauses: [rightToWork],
  },
  nhs_six_standards: {
    label: 'NHS employment check standards',
    basis: unconfirmed('The six NHS employment check standards.'),
    clauses: [
      { ...identity, clause: 'Identity' },
      { ...rightToWork, clause: 'Right to work' },
      clause('Employment history and references', 'employment_history:nhs', { clause: 'Employment history' }),
      clause('Professional registration and qualification', 'professional_membership', {
        clause: 'Professional registration',
      }),
      clause('Work health', 'occupational_health:questionnaire', { clause: 'Work health' }),
      clause('Criminal record', 'criminal_history:enhanced', { clause: 'Criminal record' }),
    ],
  },
  care_home: {
    label: 'Care home (Schedule 3)',
    basis: unconfirmed('Health and Social Care Act 2008 (Regulated Activities) Regulations 2014, Schedule 3.'),
    clauses: [
      identity,
      rightToWork,
      clause('An enhanced check with the adults’ barred list', 'criminal_history:enhanced', adults),
      clause('Conduct in earlier care work, and why it ended', 'employment_history:safer_recruitment', {
        clause: 'Regulation 19(3)(a)',
      }),
      clause('A full employment history', 'activity:since_16'),
      clause('Qualifications', 'education:uk'),
      clause('Fitness for the work', 'occupational_health:fitness_certificate'),
    ],
  },
  aviation: {
    label: 'Aviation',
    basis: unconfirmed('Regulation (EU) 2015/1998 as kept in UK law: five years, gaps over 28 days, criminal record.'),
    clauses: [
      identity,
      rightToWork,
      clause('Background of five years', 'aviation_background:general_5y'),
      clause('Five years of activity', 'activity:5y'),
      unspentRecord,
    ],
  },
  director: {
    label: 'Director',
    basis: unconfirmed('What is customary before a director is appointed.'),
    clauses: [
      identity,
      clause('Directorships and disqualifications', 'directorship'),
      clause('Disqualified directors', 'disqualified_director:gb'),
      clause('Financial soundness', 'adverse_financial:full'),
      clause('Sanctions', 'sanctions'),
      clause('Litigation', 'civil_litigation:uk'),
      clause('Adverse media', 'adverse_media:uk'),
    ],
  },
  contractor: {
    label: 'Contractor',
    basis: unconfirmed('What is customary before a contractor starts.'),
    clauses: [
      identity,
      rightToWork,
      clause('The last employer or client', 'employment_history:last_employer'),
      unspentRecord,
    ],
  },
} as const satisfies Readonly<Record<string, Standard>>;

export type StandardId = keyof typeof standards;
export const standardIds = Object.keys(standards) as readonly StandardId[];
