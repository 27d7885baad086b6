// What is known of reports on employment: who confirms it, and what counts as confirmed.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { longestGapDays } from '../../requirements/activity-history-requirement.ts';
import { answered, part, particulars, toldParts } from '../breakdown.ts';
import { toDo, toKnow } from '../guidance.ts';
import { employmentEntries } from '../listed-properties.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

/** The employments that there were, however far back. */
export const employments = { activity_history: { years: 0, longestGapDays } } as const;
/** For reports that confirm single jobs, not a history of them. */
export const singleJobs = { activity_history: { years: 0, longestGapDays, isOfSingleJobs: true } } as const;

const ownResearch = [
  toDo(
    from(
      'verifile_employment',
      'Find the employer yourself and write to its HR department, not to the friend who is named.',
    ),
  ),
  toKnow(from('verifile_employment', 'Accept no answer from a personal mail address or mobile number.')),
  toKnow(
    from('accurate_references', 'Reference houses sell false records: keep a list of them, with source and date.'),
  ),
  toKnow(unconfirmed('An answer from a free mail address waits until a call through the switchboard confirms it.')),
  toDo(
    unconfirmed(
      'Check that the company existed during the employment; ask the agency where somebody was an agency worker.',
    ),
  ),
] as const;

const documents = [
  toKnow(
    from(
      'bs7858_screener_help',
      'Without an employer’s answer documents must cover start, middle and end, of two kinds; of one kind alone, every month.',
    ),
  ),
  toKnow(
    from(
      'bs7858_screener_help',
      'The employment history of HMRC is best; payslips, P45, P60, bank statements and contracts follow.',
    ),
  ),
] as const;

export const employmentHistory: Family = {
  name: 'employment_history',
  area: 'employment',
  label: 'Employment history',
  searchWords: ['reference', 'referee', 'employer', 'CV'],
  description: 'Dates, position and reason for leaving, confirmed by the employer.',
  requires: [...person, employments],
  workingDays: from('credence_services', 10),
  answeredBy: from('verifile_employment', 'The HR or payroll department of the employer'),
  validity: unconfirmed('Six months'),
  law: [
    {
      ...unconfirmed(
        'Equality Act 2010, section 60: no question about health before an offer. Referees are asked for days of absence only where the account says that the job is offered first.',
      ),
      ofJobsIn: 'GBR',
    },
  ],
  guidance: [
    ...ownResearch,
    ...documents,
    toKnow(unconfirmed('Start and end may differ by a month, or by what the account has agreed.')),
  ],
  clauses: [
    'The employer confirms the dates and the role.',
    'The employer confirms dates and role only, by its policy.',
    'The dates differ from those stated.',
    'The employer did not reply to our requests; documents cover the period.',
    'The company has closed; the register and documents cover the period.',
    'The employer could not be verified.',
  ],
  breakdown: {
    employer_exists: part('Employer exists'),
    referee_authenticated: answered('Referee authenticated', {
      company_domain: 'clear',
      switchboard_call: 'clear',
      registry: 'clear',
      none: 'unidentified',
    }),
    dates: part('Dates', {
      properties: {
        claimed_from: 'date_or_month',
        claimed_to: 'date_or_month',
        confirmed_from: 'date_or_month',
        confirmed_to: 'end_date',
        difference_days: 'number',
      },
    }),
    role: part('Role'),
    ...toldParts({ reason_for_leaving: 'Reason for leaving', conduct: 'Conduct' }),
    rehire: part('Would employ again', {
      results: { yes: 'clear', no: 'consider', policy_not_to_say: 'clear' },
      properties: particulars,
    }),
    source: answered('Source', {
      hr: 'clear',
      payroll: 'clear',
      hmrc: 'clear',
      open_banking: 'clear',
      documents: 'clear',
    }),
  },
  properties: { employments: employmentEntries },
  soldBy: 'credence_services',
  variants: {
    uk: {
      aliases: [{ name: 'EmploymentHistoryUK' }],
      label: 'Employment history, UK',
      requires: [...person, employments, 'employment_in_uk'],
    },
    worldwide: {
      aliases: [{ name: 'EmploymentHistoryWorldwide' }],
      label: 'Employment history, worldwide',
      description: 'Dates, title and reason for leaving, confirmed by employers anywhere.',
      workingDays: unconfirmed(15),
    },
    regulated_sysc22: {
      label: 'Regulatory references',
      description: 'References in the form of the Financial Conduct Authority, from all employers of six years.',
      requires: [
        ...person,
        { activity_history: { years: 6, longestGapDays, standard: 'sysc_22' } },
        { fca_reference: { mayLack: true } },
      ],
      workingDays: from('fca_ps26_6', 20),
      law: [
        from('sysc_22', 'SYSC 22 and its Annex 1R: every question is answered yes or no.'),
        from(
          'fca_ps26_6',
          'Since 24 April 2026 a reference is expected within four weeks, and unfinished investigations belong in it.',
        ),
        from('sysc_22', 'The firm that gave it updates it for six years.'),
      ],
      guidance: [
        toKnow(from('sysc_22', 'It covers six years before the request, serious misconduct without limit.')),
        toKnow(
          from(
            'sysc_22',
            'It names the firms with their numbers, every position held, breaches of conduct rules and what followed.',
          ),
        ),
        toKnow(from('zinc_help', 'Where no regulated reference can be had a character reference is the fallback.')),
        ...ownResearch,
      ],
      retention: from('sysc_22', 'Six years.'),
      soldBy: 'verifile_services',
    },
    safer_recruitment: {
      label: 'Employment references, safer recruitment',
      description:
        'References for work with children and vulnerable adults, with conduct and the reason why such work ended.',
      requires: [...person, { activity_history: { ...employments.activity_history, standard: 'kcsie' } }],
      law: [
        from(
          'dfe_vacancies',
          'Regulation 19(3)(a) of the Regulated Activities Regulations: conduct, and why work in care or with children ended.',
        ),
        unconfirmed(
          'Keeping children safe in education: only of those shortlisted, from the current employer, before the interview where possible.',
        ),
      ],
      guidance: [
        toDo(
          from(
            'dfe_vacancies',
            'Ask for allegations, warnings, investigations, the reason for leaving and whether they would employ again.',
          ),
        ),
        toDo(
          from(
            'dfe_vacancies',
            'Ask whether the person is able and suitable for this role, and for ratings where the form has them.',
          ),
        ),
        toDo(unconfirmed('Take no reference addressed to whom it may concern; check each with who sent it.')),
        ...ownResearch,
      ],
    },
    nhs: {
      label: 'Employment history, NHS standards',
      description: 'Employment and references as the NHS employment check standards ask.',
      requires: [...person, { activity_history: { ...employments.activity_history, standard: 'nhs' } }],
    },
    military: {
      label: 'Military service',
      description: 'Dates of service, rank and conduct, from the armed forces.',
      answeredBy: unconfirmed('The records office of the service'),
    },
    agency: {
      label: 'Employment through an agency',
      description: 'Assignments and dates, confirmed by the agency.',
      answeredBy: unconfirmed('The agency: the company where the work was done holds nothing'),
    },
    last_employer: {
      label: 'Most recent employment',
      description: 'The most recent employment, confirmed by the employer.',
      requires: [...person, singleJobs],
    },
    payroll: {
      label: 'Employment by payroll data',
      description: 'Current job and title from the payroll of the employer.',
      requires: [...person, singleJobs],
      answeredBy: from('konfir_help', 'The payroll system of the employer'),
      workingDays: unconfirmed(1),
      guidance: [toKnow(from('konfir_help', 'It knows the current job with its title.'))],
      soldBy: 'konfir_help',
    },
    hmrc_record: {
      label: 'Employment by HMRC record',
      description: 'Employers, dates and income of five years, from the tax record of the candidate.',
      requires: [...person, 'national_insurance_number', employments],
      answeredBy: from('konfir_help', 'HM Revenue and Customs, with the candidate’s consent'),
      workingDays: unconfirmed(1),
      guidance: [
        toKnow(
          from('konfir_help', 'It covers everybody in PAYE for five years: employer, dates and income, no job title.'),
        ),
        toKnow(unconfirmed('A job title needs another source.')),
      ],
      soldBy: 'konfir_help',
    },
    open_banking: {
      label: 'Employment by bank data',
      description: 'Employers seen in the pay that reached the candidate’s accounts.',
      answeredBy: from('konfir_help', 'The candidate’s banks, by open banking'),
      workingDays: unconfirmed(1),
      guidance: [
        toKnow(
          from('konfir_help', 'It reaches back about six years, without job titles and without employers abroad.'),
        ),
      ],
      soldBy: 'konfir_help',
    },
    document_based: {
      label: 'Employment by documents',
      description: 'Employment shown by the candidate’s own documents.',
      answeredBy: from('bs7858_screener_help', 'Documents of the candidate'),
      guidance: documents,
      soldBy: 'bs7858_screener_help',
    },
  },
};
