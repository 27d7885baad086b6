// What is known of criminal record checks in Northern Ireland.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { barredListParts, basicDisclosure, disclosures, enhancedDisclosure } from '../disclosure-knowledge.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { disclosure } from '../requires-of-person.ts';

const requires = [...disclosure, { evidence: { set: 'access_ni_identity' } }] as const;
const enhancedRequires = [...requires, 'nationality', { job_role: { level: 'enhanced' } }] as const;

const law = [
  unconfirmed('Police Act 1997, Part V; Rehabilitation of Offenders (Exceptions) Order (Northern Ireland) 1979.'),
  unconfirmed(
    'Barred lists are for regulated activity under the Safeguarding Vulnerable Groups (Northern Ireland) Order 2007.',
  ),
];
const guidance = [
  toKnow(from('access_ni_guidance', 'The identity is checked within 14 days, or the application is closed.')),
  toKnow(from('access_ni_documents', 'One document of Group 1 and two others, one of them with the present address.')),
  toKnow(
    from('access_ni_documents', 'Without one of Group 1: four of Groups 2a and 2b, a birth certificate among them.'),
  ),
  toDo(from('access_ni_guidance', 'Note the 10-digit reference: the registered body confirms the application by it.')),
  toKnow(
    from(
      'access_ni_costs',
      'Fees are given as £18, £18 and £33; another page says £16, £16 and £32.',
      'check_before_relying',
    ),
  ),
  ...disclosures.guidance,
];
const certificate = { issuer: 'access_ni', level: 'enhanced', namesWorkforce: true } as const;
const enhanced = { ...basicDisclosure, police_information: enhancedDisclosure.police_information! };

export const criminalHistoryNorthernIreland: Family = {
  ...disclosures,
  name: 'criminal_history_northern_ireland',
  identity: 'access_ni',
  area: 'criminal_records',
  label: 'Criminal record, Northern Ireland',
  searchWords: ['AccessNI', 'disclosure', 'police check'],
  description: 'Convictions and cautions of people who work in Northern Ireland, from AccessNI.',
  requires,
  certificate,
  answeredBy: from('access_ni_umbrella', 'AccessNI.'),
  law,
  guidance,
  soldBy: 'access_ni_umbrella',
  variants: {
    basic: {
      label: 'Criminal record, Northern Ireland, basic',
      description: 'Unspent convictions.',
      workingDays: from('access_ni_costs', 5),
      certificate: { ...certificate, level: 'basic', namesWorkforce: false },
      breakdown: basicDisclosure,
      guidance: [toKnow(from('access_ni_costs', '99 % are complete within 7 calendar days.')), ...guidance],
      soldBy: 'verifile_criminal_records',
    },
    standard: {
      label: 'Criminal record, Northern Ireland, standard',
      description: 'Spent and unspent convictions and cautions, for roles agreed beforehand.',
      requires: [...requires, 'nationality', { job_role: { level: 'standard' } }],
      workingDays: from('access_ni_costs', 5),
      certificate: { ...certificate, level: 'standard' },
      breakdown: basicDisclosure,
      guidance: [toKnow(from('access_ni_costs', '99 % are complete within 7 calendar days.')), ...guidance],
    },
    enhanced: {
      label: 'Criminal record, Northern Ireland, enhanced',
      description: 'Spent and unspent convictions and cautions, with information that police hold.',
      requires: enhancedRequires,
      workingDays: from('access_ni_costs', 15),
      breakdown: enhanced,
      guidance: [
        toKnow(from('access_ni_costs', '70 % are complete within 10 calendar days, 95 % within 21, 98 % within 28.')),
        ...guidance,
      ],
    },
    enhanced_children_barred: {
      label: 'Criminal record, Northern Ireland, enhanced with the children’s list',
      description: 'As enhanced, with whether the person is barred from work with children.',
      barredLists: ['children_barred_list'],
      requires: enhancedRequires,
      workingDays: from('access_ni_costs', 15),
      breakdown: { ...enhanced, childrens_barred_list: barredListParts.childrens_barred_list! },
    },
    enhanced_adults_barred: {
      label: 'Criminal record, Northern Ireland, enhanced with the adults’ list',
      description: 'As enhanced, with whether the person is barred from work with vulnerable adults.',
      barredLists: ['adults_barred_list'],
      requires: enhancedRequires,
      workingDays: from('access_ni_costs', 15),
      breakdown: { ...enhanced, adults_barred_list: barredListParts.adults_barred_list! },
    },
  },
};
