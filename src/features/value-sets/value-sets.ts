// The 23 value sets of interface v1 in its order: descriptions, sources and values.
import { countries } from '../../lib/countries.ts';
import {
  certificateDestinations,
  dbsPurposes,
  identityDocuments,
  scottishAddressProofs,
  scottishIdentityProofs,
  thirdPartyConsents,
} from './criminal-record-values.ts';
import {
  contactTimings,
  employmentStatuses,
  membershipStatuses,
  reasonsForLeaving,
  selfEmploymentStatuses,
} from './employment-values.ts';
import { nationalities } from './nationality-values.ts';
import { genders, titles } from './person-values.ts';
import { refinements } from './refinement-values.ts';
import { described, named, type Value, type ValueSet, type ValueSetId, valueSetIds } from './value-set.ts';

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** An inner option is named with the outer one: `children_barred_list:speedy`. */
const refinementValues: readonly Value[] = refinements.flatMap((refinement) => [
  { value: refinement.name, name: refinement.label, description: 'Refines a criminal record check.' },
  ...refinement.options.map((inner) => ({
    value: `${refinement.name}:${inner.name}`,
    name: `${refinement.label}: ${inner.label}`,
    description: `Refines a criminal record check, together with ${refinement.name}.`,
  })),
]);

const isoCodes =
  'the 249 of ISO 3166-1, from the library i18n-iso-countries 7.14, and its XK for Kosovo, which ISO leaves to its users';
const dbsGuidelines = 'DBS identity checking guidelines in force since 1 November 2025';
const scottishGuidance = 'Disclosure Scotland, Level 1 disclosures since 1 April 2025 (SSI 2025/27)';
const employmentWords = 'ours, after the questions of UK employment references';

const sets: Readonly<Record<ValueSetId, Omit<ValueSet, 'id' | 'comparedOn'>>> = {
  titles: {
    name: 'Titles',
    description: 'Titles of a person.',
    source: 'interface v2, Applicant; the others ours, after what forms in the UK offer',
    values: titles.map((title) => ({ value: title, name: title, description: `The title ${title}.` })),
  },
  genders: {
    name: 'Genders',
    description: 'Genders, as the authorities that keep records ask for them.',
    source: 'interface v2, Applicant',
    values: named(Object.fromEntries(genders.map((gender) => [capitalised(gender), capitalised(gender)]))),
  },
  fcapraapproved: {
    name: 'FCA/PRA approved',
    description: 'Whether the candidate is approved by the Financial Conduct or the Prudential Regulation Authority.',
    source: 'ours, after the Financial Services Register',
    values: described([
      ['Yes', 'Approved', 'Holds an approval or a certificate now; `true` is read as this.'],
      ['Previously', 'Approved before', 'Held one before, and holds none now.'],
      ['No', 'Not approved', 'Never held one; `false` is read as this.'],
      ['Unknown', 'Not known', 'Nobody has asked.'],
    ]),
  },
  drivinglicencetype: {
    name: 'Driving licence types',
    description: 'Kinds of driving licence, which decide what its number looks like.',
    source: 'ours, after the licences that DVLA and DVA issue and exchange',
    values: described([
      ['GBFull', 'Great Britain, full', 'Issued by DVLA: 16 characters.'],
      ['GBProvisional', 'Great Britain, provisional', 'Issued by DVLA: 16 characters.'],
      ['NIFull', 'Northern Ireland, full', 'Issued by DVA: 8 digits.'],
      ['NIProvisional', 'Northern Ireland, provisional', 'Issued by DVA: 8 digits.'],
      ['CrownDependency', 'Jersey, Guernsey or Isle of Man', 'Issued there.'],
      ['EEA', 'European Economic Area', 'Issued by a country of the EEA.'],
      ['Other', 'Another country', 'Issued anywhere else, international permits too.'],
      ['Photo', 'Photocard', 'A photocard; its number is judged by who issued it.'],
      ['Paper', 'Paper licence', 'Issued without a photocard; its number is judged by who issued it.'],
      ['Unknown', 'Not known', 'Its number is judged by who issued it.'],
    ]),
  },
  finalreportformat: {
    name: 'Final report formats',
    description: 'How the results are handed over.',
    source: 'ours: what the program makes',
    values: described([
      ['PDF', 'PDF document', 'A tagged, archivable document, interim and final.'],
      ['Online', 'Results page', 'The page in the web application; the document stays available.'],
    ]),
  },
  applicanttype: {
    name: 'Applicant types',
    description: 'What the candidate is to the client.',
    source: 'decisions of this project',
    values: described([
      ['Candidate', 'Candidate', 'Applies for a job.'],
      ['Current Employee', 'Current employee', 'Works there already.'],
    ]),
  },
  orderlayout: {
    name: 'Order report layouts',
    description: 'How the report of an order is laid out.',
    source: 'ours: what the program makes',
    values: described([
      ['Standard', 'Standard', 'A summary with traffic lights, then every check with what was found.'],
    ]),
  },
  checkrefinement: {
    name: 'Check refinements',
    description: 'Options that refine a check.',
    source: 'ours: the options in the catalogue of report types',
    // Several types may share an option.
    values: refinementValues,
  },
  selfemploymentstatus: {
    name: 'Self-employment statuses',
    description: 'How a self-employed candidate worked.',
    source: 'ours, after gov.uk “Set up a business”',
    values: selfEmploymentStatuses,
  },
  contacttiming: {
    name: 'Contact timings',
    description: 'How soon an employer may be contacted.',
    source: employmentWords,
    values: contactTimings,
  },
  reasonforleaving: {
    name: 'Reasons for leaving',
    description: 'Why the candidate left an employer.',
    source: employmentWords,
    values: reasonsForLeaving,
  },
  membershipstatus: {
    name: 'Membership statuses',
    description: 'Grades of membership in a professional body.',
    source: 'ours, after the grades of UK chartered bodies',
    values: membershipStatuses,
  },
  nationality: {
    name: 'Nationalities',
    description: 'Nationalities by the two-letter code of their country; `XXA` is stateless.',
    source: `codes: ${isoCodes}; XXA of ICAO 9303; names after gov.uk “Nationalities”, whose parts of the UK are British here`,
    values: nationalities,
  },
  country: {
    name: 'Countries',
    description: 'Two-letter country codes (ISO 3166), and `XK` for Kosovo.',
    source: isoCodes,
    values: countries.map(({ alpha2, alpha3, name }) => ({ value: alpha2, name, description: `${name} (${alpha3}).` })),
  },
  dbsjobrole: {
    name: 'DBS job roles',
    description: 'The job roles agreed for the account, by their number.',
    source: 'the account’s own live job roles',
    values: [],
  },
  dbspurpose: {
    name: 'DBS check purposes',
    description: 'What a criminal record check is for.',
    source: 'interface v2, Criminal history report details',
    values: dbsPurposes,
  },
  dbscertificatedestination: {
    name: 'DBS certificate destinations',
    description: 'Where the paper certificate is sent.',
    source: 'DBS basic application',
    values: certificateDestinations,
  },
  dbsidentitydocument: {
    name: 'DBS identity documents',
    description: 'Documents that prove identity for standard and enhanced checks, by group.',
    source: dbsGuidelines,
    values: identityDocuments,
  },
  dbsidentitydocumentfiltered: {
    name: 'DBS identity documents, filtered',
    description: 'The documents that prove identity for basic checks.',
    source: `${dbsGuidelines}; which of them are not for basic checks is ours`,
    values: identityDocuments.filter(({ isForBasic }) => isForBasic),
  },
  dbsthirdpartyconsent: {
    name: 'DBS third party consent',
    description: 'Whether the candidate lets a third party see the electronic certificate.',
    source: 'DBS basic application',
    values: thirdPartyConsents,
  },
  scotlandaddressproof: {
    name: 'Disclosure Scotland address proofs',
    description: 'Documents that prove where the candidate lives.',
    source: scottishGuidance,
    values: scottishAddressProofs,
  },
  scotlandidentityproof: {
    name: 'Disclosure Scotland identity proofs',
    description: 'Documents that prove who the candidate is.',
    source: scottishGuidance,
    values: scottishIdentityProofs,
  },
  employmentstatus: {
    name: 'Employment statuses',
    description: 'What the candidate was during a time: how employed, or what else.',
    source: employmentWords,
    values: employmentStatuses,
  },
};

/** When all of them were last compared with their sources. */
const comparedOn = '2026-11-21';

export const valueSets: readonly ValueSet[] = valueSetIds.map((id) => ({ id, comparedOn, ...sets[id] }));
