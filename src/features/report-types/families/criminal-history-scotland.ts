// What is known of disclosures in Scotland.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { answered, type Breakdown } from '../breakdown.ts';
import {
  barredListParts,
  basicDisclosure,
  disclosures,
  enhancedDisclosure,
  scottishCertificate,
} from '../disclosure-knowledge.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { disclosure } from '../requires-of-person.ts';

const requires = [...disclosure, { evidence: { set: 'scottish_proofs' } }] as const;
const roleRequires = [...requires, 'nationality'] as const;

const certificate = { issuer: 'disclosure_scotland', level: 'level_2', namesWorkforce: true } as const;
const pvg = { ...certificate, level: 'pvg' } as const;

const level1: Breakdown = { ...basicDisclosure, certificate: scottishCertificate };
const level2: Breakdown = { ...level1, police_information: enhancedDisclosure.police_information! };
const scheme: Breakdown = {
  ...enhancedDisclosure,
  certificate: scottishCertificate,
  scheme_membership: answered('Membership of the scheme', {
    member: 'clear',
    under_consideration: 'consider',
    barred: 'consider',
    not_member: 'consider',
  }),
};
const level2Law = from(
  'disclosure_levels',
  'Level 2 is for named professions and offices; with barred lists for adoption, fostering and kinship households.',
);
const pvgLaw = [
  unconfirmed('Membership is compulsory in regulated roles: to do one without it is an offence.'),
  from('pvg_five_years', 'Since 1 April 2026 membership lasts five years and is tied to roles.'),
];

export const criminalHistoryScotland: Family = {
  ...disclosures,
  name: 'criminal_history_scotland',
  identity: 'scottish_proofs',
  area: 'criminal_records',
  label: 'Criminal record, Scotland',
  searchWords: ['Disclosure Scotland', 'PVG', 'police check'],
  description: 'Convictions and cautions of people who work in Scotland, from Disclosure Scotland.',
  requires,
  certificate,
  breakdown: level1,
  workingDays: from('disclosure_scotland', 10, 'check_before_relying'),
  answeredBy: from('disclosure_scotland', 'Disclosure Scotland, by a digital disclosure that the applicant shares.'),
  law: [
    from('disclosure_scotland_act', 'Disclosure (Scotland) Act 2020, in force since 1 April 2025.'),
    from(
      'disclosure_scotland_register',
      'Higher levels take an accredited body: £125 a year with four countersignatories.',
    ),
  ],
  guidance: [
    toDo(
      from(
        'disclosure_scotland',
        'The applicant shares it within 14 calendar days, or it lapses: chase on that clock.',
      ),
    ),
    toKnow(from('disclosure_scotland', 'The applicant may ask for a review in place of sharing.')),
    toKnow(unconfirmed('The role, not where the person lives, decides that it is Scotland’s.')),
    ...disclosures.guidance,
  ],
  soldBy: 'verifile_criminal_records',
  variants: {
    level_1: {
      label: 'Criminal record, Scotland, Level 1',
      description: 'Unspent convictions; what was called a basic disclosure.',
      certificate: { ...certificate, level: 'level_1', namesWorkforce: false },
      guidance: [
        toDo(
          from(
            'disclosure_scotland',
            'The applicant shares it within 14 calendar days, or it lapses: chase on that clock.',
          ),
        ),
        toKnow(from('disclosure_scotland', 'A review of Level 1 concerns its accuracy only.')),
        toKnow(
          from(
            'disclosure_scotland_act',
            'Two proofs are needed: that of the address is another one than that of the identity.',
          ),
        ),
        ...disclosures.guidance,
      ],
    },
    level_2: {
      label: 'Criminal record, Scotland, Level 2',
      description: 'Convictions that may be disclosed for named professions and offices.',
      requires: roleRequires,
      law: [level2Law],
      breakdown: level2,
    },
    level_2_children_barred: {
      label: 'Criminal record, Scotland, Level 2 with the children’s list',
      description: 'As Level 2, with whether the person is barred from work with children.',
      requires: roleRequires,
      law: [level2Law],
      breakdown: {
        ...level2,
        childrens_barred_list: barredListParts.childrens_barred_list!,
      },
    },
    level_2_adults_barred: {
      label: 'Criminal record, Scotland, Level 2 with the adults’ list',
      description: 'As Level 2, with whether the person is barred from work with protected adults.',
      requires: roleRequires,
      law: [level2Law],
      breakdown: {
        ...level2,
        adults_barred_list: barredListParts.adults_barred_list!,
      },
    },
    pvg_join: {
      label: 'Protecting Vulnerable Groups scheme, joining',
      description: 'Membership of the scheme for people who work with children or protected adults in Scotland.',
      requires: roleRequires,
      law: pvgLaw,
      validity: from('pvg_five_years', 'Five years, for the roles that it was given for.'),
      certificate: pvg,
      breakdown: scheme,
      soldBy: 'verifile_eligibility',
    },
    pvg_existing_member: {
      label: 'Protecting Vulnerable Groups scheme, existing member',
      description: 'A new disclosure for somebody who is a member of the scheme already.',
      requires: [...roleRequires, 'pvg_membership'],
      law: pvgLaw,
      validity: from('pvg_five_years', 'Five years, for the roles that it was given for.'),
      certificate: pvg,
      breakdown: scheme,
      soldBy: 'verifile_eligibility',
    },
  },
};
