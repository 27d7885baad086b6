// What is known of reports on a whole working life: activity by years, its gaps, self-employment and declarations.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { longestGapDays } from '../../requirements/activity-history-requirement.ts';
import { gapEvidence } from '../../requirements/gap-evidence-rules.ts';
import { part, parts } from '../breakdown.ts';
import { differences, evidenceOfGap, explainedGaps, interests } from '../found-lists.ts';
import { type Guidance, toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';
import { employments, singleJobs } from './employment.ts';

const yearsOf = (years: number) => [...person, { activity_history: { years, longestGapDays } }];
/** Five years are those of BS 7858. */
const leastYears = (years: number) => [
  ...person,
  {
    activity_history: { years, longestGapDays, isMinimum: true, ...(years === 5 && { standard: 'bs_7858' }) },
  } as const,
];
/** Longer than anybody works: the requirement begins at 16. */
const sinceSixteen = 100;

const area = 'employment';

export const activity: Family = {
  name: 'activity',
  area,
  label: 'Activity history',
  searchWords: ['CV', 'career', 'employment gaps'],
  description: 'Five years of work, study and what was between, every gap over 31 days accounted for.',
  requires: yearsOf(5),
  workingDays: from('credence_services', 10),
  answeredBy: unconfirmed('Employers, institutions and documents for each period'),
  validity: unconfirmed('Six months'),
  guidance: [
    toKnow(unconfirmed('Every day is work, study or a gap; no gap over 31 days stays without evidence (BS 7858).')),
    toKnow(from('bpss_comparison', 'BPSS adds gaps up: six months or more in all are explained.')),
    toDo(
      from(
        'verifile_employment',
        'Cover self-employment by a client, an accountant or a management company, for the whole period.',
      ),
    ),
  ],
  clauses: [
    'Every period is accounted for.',
    'A gap is explained by evidence.',
    'A gap is explained by the candidate alone.',
    'A period could not be verified.',
  ],
  breakdown: {
    coverage: part('Coverage', { properties: { days: 'number' } }),
    gaps: part('Gaps'),
  },
  properties: { coverage_days: 'number', gaps: explainedGaps },
  soldBy: 'bs7858_screener_help',
  isPlain: true,
  variants: Object.fromEntries([
    ...[3, 5, 6, 7, 10].map((years) => [
      `${years}y`,
      {
        label: `Activity history, ${years} years`,
        description: `${years} years of work, study and what was between, every gap over 31 days accounted for.`,
        requires: leastYears(years),
      },
    ]),
    [
      'since_16',
      {
        label: 'Activity history, since 16',
        description:
          'Work, study and what was between since the candidate was 16, every gap over 31 days accounted for.',
        requires: leastYears(sinceSixteen),
      },
    ],
  ]),
};

const evidence = (text: string): Pick<Family, 'guidance'> => ({
  guidance: [toKnow(unconfirmed(`Evidence: ${text}.`)), ...ofEveryGap],
});
const ofEveryGap: readonly Guidance[] = [
  toDo(unconfirmed('Ask for what covers the whole gap; a personal reference is the last resort.')),
];

export const gap: Family = {
  name: 'gap',
  clauses: [
    'Evidence covers the whole gap.',
    'Evidence covers part of the gap.',
    'The candidate alone explains the gap; no evidence was given.',
    'The candidate gave no explanation of the gap.',
  ],
  area,
  label: 'Gap',
  searchWords: ['career break', 'unemployment'],
  description: 'What the candidate did between employments, by evidence.',
  requires: [...person, employments],
  workingDays: unconfirmed(5),
  answeredBy: unconfirmed('Documents of the candidate'),
  guidance: ofEveryGap,
  breakdown: parts({ period_covered: 'Period covered', evidence: 'Evidence' }),
  properties: { from: 'date', to: 'date', days: 'number', explained_by: 'text', evidence: evidenceOfGap },
  soldBy: 'bs7858_screener_help',
  variants: {
    unemployment: { label: 'Gap, unemployment', ...evidence(gapEvidence.Unemployed) },
    travel: { label: 'Gap, travel', ...evidence(gapEvidence.Travelling) },
    study: { label: 'Gap, study', ...evidence(gapEvidence.Education) },
    caring: { label: 'Gap, caring', ...evidence(gapEvidence.Caring) },
    illness: { label: 'Gap, illness', ...evidence(gapEvidence.Illness) },
    sabbatical: { label: 'Gap, sabbatical', ...evidence(gapEvidence.CareerBreak) },
    prison_or_detention: {
      // Mails, lists and webhooks name the report to people who see no result.
      label: 'Gaps in your history',
      searchWords: ['gap', 'prison', 'detention'],
      guidance: [
        toKnow(unconfirmed('It is ordered for time in prison or detention. Its name says so to nobody.')),
        toDo(unconfirmed('Confirm the time alone; ask for no detail: the criminal record check answers for the rest.')),
        ...ofEveryGap,
      ],
    },
  },
};

export const selfEmployment: Family = {
  name: 'self_employment',
  area,
  label: 'Self-employment',
  description: 'That the candidate worked for themselves, and when.',
  requires: [...person, singleJobs],
  workingDays: unconfirmed(5),
  guidance: [
    toKnow(from('verifile_employment', 'One client, accountant or management company must cover the whole period.')),
  ],
  breakdown: parts({
    period_covered: 'Period covered',
    trading: 'Trading',
    source_authenticated: 'Source authenticated',
  }),
  clauses: [
    'The accountant confirms the self-employment and its dates.',
    'Tax calculations of HMRC show income from self-employment in the period.',
    'Companies House shows the company and the person as its officer in the period.',
    'A client confirms the work and its dates.',
    'Part of the period could not be confirmed.',
    'The source did not reply to our requests.',
  ],
  properties: { from: 'date', to: 'date' },
  soldBy: 'verifile_employment',
  variants: {
    accountant: {
      label: 'Self-employment, by accountant',
      answeredBy: from('verifile_employment', 'The candidate’s accountant'),
    },
    sa302: {
      label: 'Self-employment, by tax calculation',
      answeredBy: from('konfir_help', 'HMRC tax calculations (SA302) of the candidate'),
      soldBy: 'konfir_help',
    },
    company_officer: {
      label: 'Self-employment, by company register',
      answeredBy: unconfirmed('Companies House: the company and the candidate as its officer'),
    },
    client: {
      label: 'Self-employment, by client',
      answeredBy: from('verifile_employment', 'A client of the candidate'),
    },
  },
};

export const cvComparison: Family = {
  name: 'cv_comparison',
  area,
  label: 'CV comparison',
  description: 'Compares the application with what the other reports found.',
  requires: [...person, employments, 'education'],
  answeredBy: unconfirmed('The screener, from the CV and the other reports'),
  guidance: [toKnow(unconfirmed('Report differences as facts; the client judges them.'))],
  breakdown: parts({ employers: 'Employers', dates: 'Dates', roles: 'Roles', qualifications: 'Qualifications' }),
  properties: { differences },
  soldBy: 'verifile_services',
};

const declaration = {
  area,
  requires: [...person, singleJobs],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed('The candidate’s declaration, compared with registers and references'),
  properties: { declared: interests, found: interests },
} as const satisfies Partial<Family>;

export const conflictOfInterest: Family = {
  ...declaration,
  name: 'conflict_of_interest',
  label: 'Conflicts of interest',
  description: 'Interests of the candidate that may conflict with the job.',
  breakdown: parts({ declaration: 'Declaration', found: 'Interests found' }),
};

export const secondaryEmployment: Family = {
  ...declaration,
  name: 'secondary_employment',
  label: 'Other employment',
  description: 'Other jobs that the candidate holds beside this one.',
  breakdown: parts({ declaration: 'Declaration', found: 'Other employment found' }),
};

export const noticeAndRestrictions: Family = {
  ...declaration,
  name: 'notice_and_restrictions',
  label: 'Notice and restrictions',
  description: 'Notice period and restrictions that a former employer may hold the candidate to.',
  breakdown: parts({ notice: 'Notice', restrictions: 'Restrictions' }),
};
