// What is known of searches of criminal records in the United States and Canada, beside those of the whole country.
import { from, unconfirmed } from '../../knowledge/known.ts';
import type { Requires } from '../../requirements/requirements.ts';
import { jurisdictionsSearched } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { foreignCriminalRecord, lawOfCountry } from './criminal-history-international.ts';

/** Searches follow from where somebody lived in the seven years that the law lets a report reach back. */
const ofUnitedStates: readonly Requires[] = [
  ...foreignCriminalRecord.requires.filter((one) => typeof one === 'string' || !('address_history' in one)),
  { address_history: { years: 7, orderYears: 5 } },
  { local_identifier: { country: 'USA', kind: 'ssn', mayLack: true, isOfForm: true } },
];

const byCourt = {
  ...foreignCriminalRecord,
  properties: { ...foreignCriminalRecord.properties, jurisdictions: jurisdictionsSearched },
} as const;

export const criminalHistoryUsa: Family = {
  ...byCourt,
  requires: ofUnitedStates,
  name: 'criminal_history_usa',
  label: 'Criminal record, United States, by court',
  description: 'Criminal cases at courts of the United States.',
  country: 'USA',
  answeredBy: unconfirmed('The courts, and the registers that are made from them'),
  law: [
    ...lawOfCountry('USA'),
    unconfirmed('The law of the United States limits how far back reports go, as a rule to seven years.'),
    ...foreignCriminalRecord.law,
  ],
  guidance: [
    toKnow(from('fbi_identity_history', 'The FBI summary is for the person themselves, not for employment.')),
    toDo(
      unconfirmed('Trace addresses by Social Security number first: county searches follow from where somebody lived.'),
    ),
    toDo(unconfirmed('Record each county, state or district that was searched as an entry, with its answer.')),
    toDo(unconfirmed('A match in a database is a lead: confirm it at the court before you report it.')),
  ],
  soldBy: 'sterling_catalogue',
  variants: {
    county: { label: 'Criminal record, United States, county courts', workingDays: unconfirmed(5) },
    statewide: { label: 'Criminal record, United States, statewide', workingDays: unconfirmed(5) },
    federal: { label: 'Criminal record, United States, federal courts', workingDays: unconfirmed(3) },
    national_database: {
      label: 'Criminal record, United States, national database',
      workingDays: unconfirmed(2),
      description:
        'Criminal cases in a database gathered from courts of the United States; matches are confirmed at the court.',
    },
    sex_offender: {
      label: 'Sex offender registers, United States',
      workingDays: unconfirmed(2),
      description: 'Entries in the sex offender registers of the United States.',
    },
  },
};

export const criminalHistoryCanada: Family = {
  ...byCourt,
  name: 'criminal_history_can',
  label: 'Criminal record, Canada, by kind',
  description: 'Records that police and courts of Canada hold.',
  country: 'CAN',
  answeredBy: unconfirmed('Police services and courts of Canada'),
  guidance: [
    toKnow(unconfirmed('A search by name that gives a hit is completed by fingerprints.')),
    toKnow(
      unconfirmed('A vulnerable sector check is made only in Canada, by the police of where the candidate lives.'),
    ),
  ],
  soldBy: 'sterling_catalogue',
  variants: {
    criminal_record: { label: 'Criminal record check, Canada', workingDays: unconfirmed(5) },
    judicial_matters: { label: 'Criminal record and judicial matters check, Canada' },
    enhanced_police_information: { label: 'Enhanced police information check, Canada' },
    vulnerable_sector: {
      label: 'Vulnerable sector check, Canada',
      description: 'Records that matter for work with children and vulnerable people, checked in Canada only.',
      soldBy: null,
    },
    provincial_court: { label: 'Provincial court search, Canada' },
    quebec_court: { label: 'Court search, Quebec' },
  },
};
