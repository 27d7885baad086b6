// What is known of criminal record checks in England and Wales, of their barred lists, and of the Update Service.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { type BarredListName, barredLists, disclosureOptions } from '../../value-sets/refinement-values.ts';
import { answered, part } from '../breakdown.ts';
import {
  barredListParts,
  basicDisclosure,
  disclosureLaw,
  disclosures,
  enhancedDisclosure,
  enhancedDisclosureWith,
} from '../disclosure-knowledge.ts';
import { searchClauses } from '../family-defaults.ts';
import { toDo, toKnow } from '../guidance.ts';
import { byMonths } from '../monitoring.ts';
import { recordInputs } from '../record-inputs.ts';
import type { Family } from '../report-type.ts';
import { dbsDisclosure, person } from '../requires-of-person.ts';

const dbs = unconfirmed('The Disclosure and Barring Service, from the Police National Computer.');
const dbsAndPolice = from(
  'dbs_times',
  'The Disclosure and Barring Service, and the police of every place in the address history.',
);
const ofApplication = [
  toKnow(
    unconfirmed(
      'The application names the National Insurance, passport and driving licence numbers that there are, and says whether there are unspent convictions.',
    ),
  ),
];
const forRegisteredBodies = [
  toKnow(
    from('verifile_eligibility', 'Of a job in England and in Scotland, apply where the decision to recruit is made.'),
  ),
  toDo(
    unconfirmed(
      'A registered body learns by electronic result only that a certificate is clear, or to see it: ask for the original.',
    ),
  ),
];
/** Of standard and enhanced certificates: a basic one has no routes. */
const ofIdentityRoutes = toDo(
  from(
    'dbs_identity_guidance',
    'Record why Route 2 or 3 was used. The DBS asks to keep that for two years: it is kept here until the person is erased.',
  ),
);
const enhancedCertificate = { issuer: 'dbs', level: 'enhanced', namesWorkforce: true } as const;
const localPolice = [
  toKnow(from('dbs_times', 'Stage 4, the local police, takes longest; it is escalated after 60 days.')),
  toKnow(unconfirmed('Order a barred list only for regulated activity.')),
];

export const criminalHistory: Family = {
  ...disclosures,
  name: 'criminal_history',
  area: 'criminal_records',
  label: 'Criminal record',
  searchWords: ['DBS', 'CRB', 'disclosure', 'police check'],
  description: 'Convictions and cautions, from the authority that keeps them.',
  requires: dbsDisclosure,
  answeredBy: dbs,
  law: disclosureLaw,
  soldBy: 'pyonfido',
  variants: {
    basic: {
      aliases: [{ name: 'UKCriminalRecordBasic' }, { name: 'UKCriminalRecordBasicScotland', placeOfWork: 'Scotland' }],
      label: 'Criminal record, basic',
      description: 'Unspent convictions and conditional cautions.',
      requires: [...dbsDisclosure, 'criminal_details', 'scottish_proofs'],
      workingDays: from('dbs_times', 1),
      certificate: { issuer: 'dbs', level: 'basic', namesWorkforce: false },
      breakdown: basicDisclosure,
      inputs: recordInputs,
      assessments: ['spent_convictions'],
      identity: 'dbs_basic',
      guidance: [
        ...ofApplication,
        toKnow(from('dbs_times', 'Nine in ten are complete within 24 hours.')),
        toKnow(unconfirmed('Anybody of 16 or over may be asked for one, for any role.')),
        ...disclosures.guidance,
      ],
    },
    standard: {
      aliases: [{ name: 'UKCriminalRecordStandard' }],
      label: 'Criminal record, standard',
      description: 'Spent and unspent convictions, cautions, reprimands and warnings, for roles agreed beforehand.',
      requires: [...dbsDisclosure, 'nationality', { job_role: { level: 'standard' } }],
      workingDays: from('dbs_times', 4),
      law: [
        ...disclosureLaw,
        unconfirmed('Only for roles of the Rehabilitation of Offenders Act 1974 (Exceptions) Order 1975.'),
        from('fca_ps26_6', 'Of a senior manager of a financial firm it holds for six months.'),
      ],
      certificate: { issuer: 'dbs', level: 'standard', namesWorkforce: true },
      breakdown: basicDisclosure,
      inputs: recordInputs,
      assessments: ['filtered_records'],
      identity: 'dbs_standard',
      guidance: [...ofApplication, ...forRegisteredBodies, ...disclosures.guidance, ofIdentityRoutes],
    },
    enhanced: {
      aliases: [{ name: 'UKCriminalRecordEnhanced' }],
      label: 'Criminal record, enhanced',
      description:
        'Spent and unspent convictions, cautions, reprimands and warnings, information that local police hold, and the barred lists where the role allows.',
      options: [...barredLists, ...disclosureOptions],
      requires: [...dbsDisclosure, 'nationality', { job_role: { level: 'enhanced' } }],
      workingDays: from('dbs_times', 5),
      answeredBy: dbsAndPolice,
      law: [
        ...disclosureLaw,
        {
          ...from(
            'supervision_exemption',
            'Since 1 September 2026 supervised unpaid work with children is regulated activity when it is frequent.',
          ),
          isOfWorkWithChildren: true,
        },
      ],
      certificate: enhancedCertificate,
      breakdown: enhancedDisclosure,
      inputs: recordInputs,
      assessments: ['filtered_records'],
      identity: 'dbs_enhanced',
      guidance: [
        toKnow(from('dbs_times', '62 % are complete within 24 hours and 85 % within five days.')),
        ...localPolice,
        ...ofApplication,
        ...forRegisteredBodies,
        ...disclosures.guidance,
        ofIdentityRoutes,
      ],
    },
  },
};

const selfEmployed = (label: string, ...lists: readonly BarredListName[]) => ({
  label: `Criminal record of the self-employed, ${label}`,
  soldBy: 'self_employed_dbs' as const,
  barredLists: lists,
  breakdown: enhancedDisclosureWith(lists),
});

export const criminalHistorySelfEmployed: Family = {
  ...disclosures,
  name: 'criminal_history_self_employed',
  area: 'criminal_records',
  label: 'Criminal record of the self-employed',
  searchWords: ['DBS', 'CRB', 'disclosure'],
  description: 'An enhanced certificate for somebody who works for themselves or for private families.',
  requires: [...dbsDisclosure, 'nationality', { job_role: { level: 'enhanced' } }],
  workingDays: from('dbs_times', 5),
  answeredBy: dbsAndPolice,
  law: [
    ...disclosureLaw,
    from('self_employed_dbs', 'Since 21 January 2026, through an umbrella body; who may have one is as for employees.'),
    from('self_employed_dbs', 'A private person who hires cannot apply.'),
  ],
  guidance: [
    toKnow(
      from(
        'self_employed_dbs',
        'The certificate is the person’s: they show it to whom they will.',
        'check_before_relying',
      ),
    ),
    ...localPolice,
    ...disclosures.guidance,
    ofIdentityRoutes,
  ],
  certificate: enhancedCertificate,
  inputs: recordInputs,
  assessments: ['filtered_records'],
  identity: 'dbs_enhanced',
  variants: {
    enhanced: selfEmployed('enhanced'),
    enhanced_children: selfEmployed('with the children’s barred list', 'children_barred_list'),
    enhanced_adults: selfEmployed('with the adults’ barred list', 'adults_barred_list'),
    enhanced_both: selfEmployed('with both barred lists', 'children_barred_list', 'adults_barred_list'),
  },
};

export const dbsAdultFirst: Family = {
  ...disclosures,
  name: 'dbs_adult_first',
  barredLists: ['adults_barred_list'],
  identity: 'dbs_enhanced',
  area: 'criminal_records',
  label: 'Adults’ barred list, ahead of the certificate',
  searchWords: ['DBS Adult First', 'CRB'],
  description: 'Whether work with adults in care may begin before the enhanced certificate is there.',
  requires: [...dbsDisclosure, 'nationality', { job_role: { level: 'enhanced' } }],
  workingDays: unconfirmed(2),
  answeredBy: unconfirmed('The Disclosure and Barring Service.'),
  law: [...disclosureLaw, unconfirmed('For care of adults only, and together with an enhanced check.')],
  validity: unconfirmed('Until the enhanced certificate is there.'),
  guidance: [
    toKnow(
      unconfirmed('It answers that there is no match, or to wait for the certificate; the second is not a finding.'),
    ),
    toKnow(unconfirmed('Whoever begins before the certificate works under supervision.')),
  ],
  breakdown: {
    adults_barred_list: answered('Adults’ barred list', { no_match: 'clear', wait_for_certificate: 'consider' }),
  },
  properties: { answered_on: 'date' },
};

export const dbsUpdateService: Family = {
  name: 'dbs_update_service',
  clauses: [
    'The original certificate was seen, and the Update Service has no new information since it was issued.',
    'The Update Service has new information: a new certificate is needed.',
    'The Update Service finds no subscription under the details given.',
    'The candidate did not show the original certificate.',
  ],
  monitoring: byMonths,
  area: 'criminal_records',
  label: 'DBS Update Service',
  searchWords: ['CRB', 'certificate'],
  description: 'Whether anything has changed since the certificate that the person has was issued.',
  requires: ['name', 'date_of_birth', 'criminal_record_consent', 'disclosure_certificate'],
  workingDays: from('dbs_update_service', 0),
  answeredBy: from('dbs_update_service', 'The Update Service of the Disclosure and Barring Service, at once.'),
  law: [
    ...disclosureLaw,
    from(
      'dbs_update_service',
      'With the person’s consent, and for the same level, workforce and lists as the certificate.',
    ),
  ],
  validity: unconfirmed('The day of the check; care asks again yearly, others after six to twelve months.'),
  retention: disclosures.retention,
  guidance: [
    toKnow(from('dbs_update_service', 'Not for basic certificates.')),
    toDo(from('zinc_help', 'See the original certificate first: the service says only whether it has changed.')),
    toDo(from('zinc_help', 'Give the last name and the date of birth as they are printed on the certificate.')),
    toKnow(
      from('dbs_update_service', 'New information means that a new certificate is needed, not that there is a record.'),
    ),
  ],
  breakdown: {
    original_seen: part('The original certificate was seen'),
    status: answered('What the service says', {
      BLANK_NO_NEW_INFO: 'clear',
      NON_BLANK_NO_NEW_INFO: 'consider',
      NEW_INFO: 'consider',
      NO_MATCH_FOUND: 'unidentified',
    }),
    same_workforce: part('The same workforce and lists'),
  },
  properties: { checked_at: 'text' },
  soldBy: 'zinc_help',
};

export const childrensBarredListStandalone: Family = {
  name: 'childrens_barred_list_standalone',
  clauses: searchClauses,
  area: 'criminal_records',
  label: 'Children’s barred list alone',
  searchWords: ['List 99', 'DBS'],
  description: 'Whether the person is barred from work with children, ahead of the certificate.',
  requires: [...person, 'criminal_record_consent'],
  workingDays: unconfirmed(1),
  answeredBy: from('supervision_exemption', 'A service of the Department for Education for schools and colleges.'),
  law: [
    ...disclosureLaw,
    from(
      'supervision_exemption',
      'Only for schools that await the certificate, or for staff who move between schools.',
    ),
  ],
  validity: unconfirmed('Until the certificate is there.'),
  retention: disclosures.retention,
  guidance: [
    toKnow(from('sterling_catalogue', 'Some sell it as List 99.')),
    toKnow(unconfirmed('It does not replace the enhanced certificate.')),
    toDo(unconfirmed('Put it into the single central record with its date.')),
  ],
  breakdown: { childrens_barred_list: barredListParts.childrens_barred_list! },
  soldBy: 'sterling_catalogue',
};
