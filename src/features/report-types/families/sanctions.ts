// What is known of sanctions, public functions, debarments and wanted persons.

import { from, unconfirmed } from '../../knowledge/known.ts';
import type { SourceId } from '../../knowledge/sources.ts';
import { part, parts } from '../breakdown.ts';
import { decision } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import { byMonths } from '../monitoring.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const onLists = {
  area: 'financial',
  requires: [...person, 'nationality'],
  workingDays: unconfirmed(1),
  validity: unconfirmed('Until the next version of the list'),
  guidance: [
    toKnow(unconfirmed('Name and date of birth decide together: a name alone is no match.')),
    toDo(unconfirmed('Store the version of the list, the score and why a possible match is or is not the person.')),
  ],
  clauses: [
    'Nobody of this name and date of birth is on the list.',
    'Possible matches were ruled out on identifiers.',
    'The person is on the list.',
    'The list has too little to decide; the client is asked.',
  ],
  properties: {
    /** The hits of a source, or those that a screener found by hand; each is decided on. */
    records: {
      entries: {
        full_name: 'text',
        date_of_birth: 'text',
        list: 'text',
        decision,
        reason: 'text',
      },
      one: 'Hit',
      completes: ['decision', 'reason'],
      needs: { full_name: 'decision', reason: 'decision' },
    },
    /** Each with its name, its version and when it was fetched. */
    lists: 'list',
    /** There were more similar names than were compared. */
    cut: 'flag',
    list_name: 'text',
    list_version: 'text',
    list_fetched_at: 'text',
    algorithm: 'text',
  },
} as const satisfies Partial<Family>;

const sanction = parts({ sanction: 'Sanctions' });
const publicFunctions = parts({ politically_exposed_person: 'Politically exposed person' });
const media = parts({ adverse_media: 'Adverse media' });
const warnings = parts({ legal_and_regulatory_warnings: 'Legal and regulatory warnings' });
const monitored = {
  legal_and_regulatory_warnings: part('Legal and regulatory warnings', {
    parts: parts({ monitored_lists: 'Monitored lists' }),
  }),
};

/** A list that is searched alone. */
const list = (label: string, answers: string, source?: SourceId) => ({
  label,
  description: `${label}: whether the person is on it.`,
  answeredBy: source === undefined ? unconfirmed(answers) : from(source, answers),
});

export const sanctions: Family = {
  ...onLists,
  name: 'sanctions',
  monitoring: ['each_list', ...byMonths],
  label: 'Sanctions and politically exposed persons',
  searchWords: ['PEPs', 'AML', 'HM Treasury', 'OFAC'],
  description: 'The UK Sanctions List and persons in prominent public functions.',
  law: [from('open_sanctions', 'Since 28 January 2026 the UK Sanctions List is the only list of the United Kingdom.')],
  breakdown: { ...sanction, ...publicFunctions },
  soldBy: 'onfido_models',
  isPlain: true,
  variants: {
    uk: {
      ...list('UK Sanctions List', 'The Foreign, Commonwealth and Development Office', 'open_sanctions'),
      breakdown: sanction,
    },
    un: {
      ...list('UN sanctions list', 'The Security Council of the United Nations', 'open_sanctions'),
      breakdown: sanction,
    },
    eu: { ...list('EU sanctions list', 'The European Union', 'open_sanctions'), breakdown: sanction },
    ofac_sdn: {
      ...list(
        'OFAC list of specially designated nationals',
        'The Treasury of the United States, OFAC',
        'open_sanctions',
      ),
      breakdown: sanction,
    },
    ofac_non_sdn: {
      ...list('OFAC consolidated list', 'The Treasury of the United States, OFAC', 'open_sanctions'),
      breakdown: sanction,
    },
    au: { ...list('Sanctions list of Australia', 'DFAT, Australia', 'open_sanctions'), breakdown: sanction },
    ca: { ...list('Sanctions list of Canada', 'Global Affairs Canada', 'open_sanctions'), breakdown: sanction },
    ch: { ...list('Sanctions list of Switzerland', 'SECO, Switzerland', 'open_sanctions'), breakdown: sanction },
    nz: { ...list('Sanctions list of New Zealand', 'New Zealand', 'open_sanctions'), breakdown: sanction },
    jp: {
      ...list('Sanctions list of Japan', 'The Ministry of Finance of Japan', 'open_sanctions'),
      breakdown: sanction,
    },
  },
};

export const politicallyExposed: Family = {
  ...onLists,
  name: 'pep',
  label: 'Politically exposed persons',
  searchWords: ['PEPs'],
  description: 'Persons in prominent public functions, their families and associates.',
  answeredBy: unconfirmed('A data set of public functions'),
  guidance: [...onLists.guidance, toKnow(unconfirmed('A public function is a reason to look closer, not an offence.'))],
  breakdown: publicFunctions,
  soldBy: 'zinc_checks',
  variants: {
    domestic: { label: 'Politically exposed persons, UK' },
    foreign: { label: 'Politically exposed persons, other countries' },
    family_associate: { label: 'Family and associates of politically exposed persons' },
  },
};

export const watchlist: Family = {
  ...onLists,
  name: 'watchlist',
  label: 'Watchlist',
  description: 'Sanctions, public functions, warnings and media in one search.',
  answeredBy: unconfirmed('A data set of lists and media'),
  soldBy: 'onfido_models',
  variants: {
    standard: {
      label: 'Watchlist, standard',
      breakdown: { ...sanction, ...publicFunctions, ...warnings, ...media },
    },
    enhanced: {
      label: 'Watchlist, enhanced',
      breakdown: { ...sanction, ...publicFunctions, ...monitored, ...media },
    },
    aml: {
      label: 'Watchlist, anti-money laundering',
      breakdown: { ...sanction, ...publicFunctions, ...warnings, ...media },
    },
    peps_only: { label: 'Watchlist, public functions only', breakdown: publicFunctions },
    sanctions_only: { label: 'Watchlist, sanctions only', breakdown: sanction },
  },
};

export const antiMoneyLaundering: Family = {
  ...onLists,
  name: 'anti_money_laundering',
  aliases: [{ name: 'UKIDAMLCheckUKAML' }],
  label: 'Identity and anti-money laundering',
  searchWords: ['AML', 'KYC'],
  description: 'Identity from independent sources, sanctions, politically exposed persons and mortality.',
  requires: [...person, { address_history: { years: 3 } }],
  answeredBy: unconfirmed('Credit agencies, the electoral roll and data sets of lists'),
  breakdown: {
    ...parts({ address: 'Address', date_of_birth: 'Date of birth', mortality: 'Mortality' }),
    ...sanction,
    ...publicFunctions,
  },
  soldBy: 'recref_answers',
};

export const debarment: Family = {
  ...onLists,
  name: 'debarment',
  label: 'Debarment',
  description: 'Persons excluded from contracts of a development bank or authority.',
  breakdown: parts({ debarred: 'Debarred' }),
  soldBy: 'open_sanctions',
  variants: {
    world_bank: list('World Bank debarment list', 'The World Bank', 'open_sanctions'),
    adb: list('Asian Development Bank debarment list', 'The Asian Development Bank', 'open_sanctions'),
    afdb: list('African Development Bank debarment list', 'The African Development Bank', 'open_sanctions'),
    ebrd: list('EBRD debarment list', 'The European Bank for Reconstruction and Development', 'open_sanctions'),
    iadb: list(
      'Inter-American Development Bank debarment list',
      'The Inter-American Development Bank',
      'open_sanctions',
    ),
    us_sam: list('US exclusions from contracts (SAM)', 'The System for Award Management', 'open_sanctions'),
    us_hhs_oig: list(
      'US exclusions from health programmes (HHS OIG)',
      'The Office of Inspector General',
      'open_sanctions',
    ),
  },
};

export const wanted: Family = {
  ...onLists,
  name: 'wanted',
  label: 'Wanted persons',
  description: 'Persons whom police publish as wanted.',
  breakdown: parts({ wanted: 'Wanted' }),
  soldBy: 'open_sanctions',
  variants: {
    nca: list('Most wanted of the National Crime Agency', 'The National Crime Agency', 'open_sanctions'),
    interpol_red_notice: list('Interpol red notices', 'Interpol', 'open_sanctions'),
  },
};

export const proscribedOrganisation: Family = {
  ...onLists,
  name: 'proscribed_organisation',
  label: 'Proscribed organisations',
  description: 'Known membership of an organisation that the Terrorism Act proscribes.',
  answeredBy: from('open_sanctions', 'Schedule 2 of the Terrorism Act 2000'),
  breakdown: parts({ membership: 'Membership' }),
  soldBy: 'open_sanctions',
};
