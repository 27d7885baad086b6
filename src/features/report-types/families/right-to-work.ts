// What is known of reports on the right to work, in the United Kingdom and in other countries.

import { countryByAlpha3 } from '../../../lib/countries.ts';
import { rightToWorkDocuments } from '../../../messages/en-assessments.ts';
import { from, unconfirmed } from '../../knowledge/known.ts';
import { type ListEntry, listEntries, rightToWorkWays } from '../../requirements/right-to-work-lists.ts';
import { answered, type Breakdown, part } from '../breakdown.ts';
import { type Guidance, toDo, toKnow } from '../guidance.ts';
import type { Family, Knowledge } from '../report-type.ts';
import { rightToWorkSituations } from '../right-to-work-situations.ts';

const holder = ['name', 'date_of_birth', 'nationality'] as const;

const leaves = { unlimited: ', without a time limit', limited: ', for a limited time' } as const;

const entryLabel = ({ list, documents, leave }: ListEntry) =>
  `${list}: ${documents.map((kind) => rightToWorkDocuments[kind]).join(' with ')}${leave === undefined ? '' : leaves[leave]}`;

const breakdown: Breakdown = {
  document: part('What shows the right', {
    properties: {
      type: {
        choice: {
          ...Object.fromEntries(listEntries.map((entry) => [entry.id, entryLabel(entry)])),
          // On no list: the answer of the Home Office itself is kept.
          online_check: 'Online check of the Home Office, by share code',
        },
      },
      number_last_4: 'text',
      expires_on: 'date',
      issued_on: 'date',
    },
  }),
  holder_match: part('The person is its holder'),
  permission: part('Permission to work', {
    results: { unlimited: 'clear', limited: 'clear', none: 'consider' },
    properties: { ends_on: 'date' },
  }),
  work_conditions: part('The work is permitted', {
    properties: {
      weekly_hours: 'number',
      hours: 'text',
      term_and_vacation_dates: 'text',
      course_ends_on: 'date',
      employer: 'text',
      occupation: 'text',
    },
  }),
  copy_kept: part('A copy is kept'),
};

export const rightToWork: Family = {
  name: 'right_to_work',
  monitoring: ['before_expiry'],
  area: 'right_to_work',
  label: 'Right to work',
  searchWords: ['RTW', 'share code', 'passport', 'visa', 'immigration'],
  description: 'Establishes whether the person has the right to work in the United Kingdom.',
  isPlain: true,
  requires: [
    ...holder,
    { share_code: { purpose: 'work', mayLack: true } },
    { identity_documents: { set: 'right_to_work' } },
  ],
  workingDays: from('sterling_catalogue', 1),
  answeredBy: from(
    'right_to_work_guide',
    'The employer, who obtains, checks and copies documents; a digital verification service; or the Home Office online.',
  ),
  law: [
    from(
      'right_to_work_2026',
      'Immigration, Asylum and Nationality Act 2006 s.15 to 24: £45,000 for each worker, £60,000 for a repeat.',
    ),
    from(
      'right_to_work_2026',
      'Since 1 October 2026 also for workers, individual sub-contractors and matching services.',
    ),
    from('right_to_work_guide', 'A digital verification service gives an excuse for British and Irish passports only.'),
  ],
  validity: from(
    'rtw_comply',
    'List A: for the whole engagement. List B1: until the permission ends. List B2: six months.',
  ),
  retention: from('right_to_work_guide', 'For the engagement and two years after it.'),
  guidance: [
    toKnow(unconfirmed('The check is complete before the work starts.')),
    toKnow(
      unconfirmed(
        'The employer compares the person with the photograph, and records on the page of its order who did it, how and when.',
      ),
    ),
    toKnow(from('right_to_work_guide', 'An expired biometric residence permit proves nothing.')),
    toKnow(from('rtw_comply', 'A driving licence, a P60 or a bank statement alone proves nothing.')),
    toKnow(unconfirmed('Ask everybody for the same: choosing whom to check by looks or accent is discrimination.')),
    toDo(unconfirmed('Go by List A and List B of today, also where an order was accepted with other documents.')),
  ],
  breakdown,
  properties: {
    route: { choice: rightToWorkWays },
    checked_on: 'date',
    checked_by: 'text',
    work_starts_on: 'date',
    follow_up_on: 'date',
  },
  clauses: [
    'The right to work was checked online with the Home Office by share code, and its answer is kept.',
    'A document of List A was seen: the right to work has no time limit.',
    'Documents of List B were seen: the right to work is limited in time.',
    'The right to work must be checked again by the follow-up date.',
    'The Home Office did not confirm the right to work.',
  ],
  // Without it no rule judges the statutory excuse, and nothing follows it up.
  essentials: { route: 'the route by which the right was checked' },
  assessments: ['statutory_excuse'],
  soldBy: 'sterling_catalogue',
  variants: {
    manual_list_a: {
      label: 'Right to work, documents of List A',
      description: 'Original documents that show a right to work without a time limit.',
      requires: [...holder, { evidence: { set: 'right_to_work_list_a' } }],
      answeredBy: from('right_to_work_guide', 'The employer, who obtains, checks and copies an original document.'),
      validity: from('rtw_comply', 'For the whole engagement.'),
      soldBy: 'zinc_help',
    },
    manual_list_b: {
      label: 'Right to work, documents of List B',
      description: 'Original documents that show a right to work for a time.',
      requires: [...holder, { evidence: { set: 'right_to_work_list_b' } }],
      answeredBy: from('right_to_work_guide', 'The employer, who obtains, checks and copies an original document.'),
      validity: from(
        'rtw_comply',
        'List B1: until the permission ends. List B2: six months from the positive verification notice.',
      ),
      guidance: [
        ...rightToWorkSituations.limited,
        toDo(unconfirmed('Ask students for the dates of their terms: they limit the hours of work.')),
        toKnow(from('rtw_comply', 'Holders of an eVisa prove their right by a share code only.')),
      ],
      soldBy: 'zinc_help',
    },
    digital_verification: {
      label: 'Right to work, digital verification',
      description: 'A certified digital verification service checks a British or Irish passport.',
      requires: [...holder, { identity_documents: { set: 'passport' } }, { evidence: { set: 'selfie' } }],
      answeredBy: from('right_to_work_guide', 'A certified digital verification service.'),
      validity: from('right_to_work_guide', 'For the whole engagement.', 'check_before_relying'),
      guidance: [
        toKnow(from('right_to_work_guide', 'British and Irish passports only.')),
        toKnow(unconfirmed('The employer stays liable, and compares the person with the photograph of the report.')),
      ],
      soldBy: 'dbs_digital_identity',
    },
    online_share_code: {
      label: 'Right to work, online with a share code',
      description: 'The Home Office confirms online what the person may do, by their share code and date of birth.',
      requires: [...holder, { share_code: { purpose: 'work' } }],
      answeredBy: from('right_to_work_guide', 'The online service of the Home Office.'),
      validity: unconfirmed('For the whole engagement, or until the permission that is shown ends.'),
      guidance: rightToWorkSituations.online_check,
      soldBy: 'zinc_help',
    },
    employer_checking_service: {
      label: 'Right to work, Employer Checking Service',
      description:
        'The Home Office confirms a right that the person cannot prove yet, such as an application under way.',
      requires: [
        ...holder,
        'contact',
        { address_history: { years: 0 } },
        { evidence: { set: 'application_registration' } },
      ],
      workingDays: unconfirmed(5),
      answeredBy: from(
        'right_to_work_guide',
        'The Employer Checking Service of the Home Office, by a verification notice.',
      ),
      validity: from('rtw_comply', 'Six months from the positive verification notice.'),
      guidance: rightToWorkSituations.service,
      soldBy: null,
    },
    follow_up: {
      label: 'Right to work, follow-up',
      description: 'Repeats the check of a right to work that had a time limit, before it ends.',
      requires: [
        ...holder,
        { share_code: { purpose: 'work', mayLack: true } },
        { evidence: { set: 'right_to_work_follow_up' } },
      ],
      validity: unconfirmed('Until the new permission ends.'),
      guidance: [
        toKnow(unconfirmed('Remind the employer 60, 30 and 7 days before the permission ends.')),
        ...rightToWorkSituations.online_check,
        ...rightToWorkSituations.limited,
      ],
      soldBy: 'zinc_help',
    },
  },
};

/** The countries in which somebody sells it, by a source; the others are of general knowledge. */
const sold = ['DEU', 'NLD', 'POL', 'HUN', 'USA'];
const elsewhere = ['IRL', 'FRA', 'ESP', 'ITA', 'CAN', 'AUS', 'NZL', 'ZAF', 'SGP', 'IND', 'ARE', 'PHL', 'NGA', 'BRA'];

/** What differs in a country. */
const more: Readonly<Record<string, Partial<Knowledge>>> = {
  USA: {
    answeredBy: unconfirmed('The employer by Form I-9; E-Verify, where it takes part.'),
    guidance: [
      toKnow(unconfirmed('The employee chooses which of the listed documents to show.')),
      toDo(unconfirmed('Complete section 2 of Form I-9 within three business days of the first day of work.')),
    ],
  },
};

const workAbroadGuidance: readonly Guidance[] = [
  toKnow(unconfirmed('Nationals need a passport or identity card; others the permit of the country, too.')),
  toKnow(unconfirmed('Freedom of movement covers nationals of the EU and the EEA within it, not British citizens.')),
];

/** What foreigners need. */
const workPapers: Readonly<Record<string, string>> = {
  PHL: 'Foreigners need an Alien Employment Permit of the Department of Labor and a visa of the Bureau of Immigration.',
  NGA: 'Foreigners need a residence permit (CERPAC) and a place in the expatriate quota of the employer; citizens of ECOWAS a residence card.',
  BRA: 'Foreigners need a residence permit for work and the registration card (CRNM); everybody a work record (CTPS) and a CPF.',
};

const inCountry = (country: string): readonly [string, Partial<Knowledge> & Pick<Knowledge, 'label'>] => [
  country.toLowerCase(),
  {
    label: `Right to work, ${countryByAlpha3(country)!.name}`,
    country,
    soldBy: sold.includes(country) ? 'zinc_help' : null,
    ...(workPapers[country] === undefined
      ? {}
      : { guidance: [toKnow(unconfirmed(workPapers[country])), ...workAbroadGuidance] }),
    ...more[country],
  },
];

export const rightToWorkInternational: Family = {
  name: 'right_to_work_international',
  area: 'right_to_work',
  label: 'Right to work in another country',
  description: 'Establishes whether the person has the right to work in the country where the job is.',
  requires: [...holder, { identity_documents: { set: 'identity' } }, { evidence: { set: 'right_to_work_abroad' } }],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed('The employer, by documents; the authority of the country, where it confirms permits.'),
  guidance: workAbroadGuidance,
  breakdown: {
    document: part('What shows the right', { properties: { type: 'text', number_last_4: 'text', expires_on: 'date' } }),
    permission: answered('Permission to work', { unlimited: 'clear', limited: 'clear', none: 'consider' }),
    work_conditions: breakdown.work_conditions!,
  },
  properties: { follow_up_on: 'date', checked_by: 'text' },
  variants: Object.fromEntries([...elsewhere, ...sold].map(inCountry)),
};
