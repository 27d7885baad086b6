// What is known of criminal record checks in England and Wales.
import { from } from '../../knowledge/known.ts';
import { barredLists } from '../../value-sets/refinement-values.ts';
import type { Family } from '../report-type.ts';
import { criminalRecord } from '../requires-of-person.ts';

export const criminalHistory: Family = {
  name: 'criminal_history',
  area: 'criminal_records',
  label: 'Criminal record',
  description: 'Convictions and cautions, from the authority that keeps them.',
  requires: criminalRecord,
  soldBy: 'pyonfido',
  variants: {
    basic: {
      aliases: [{ name: 'UKCriminalRecordBasic' }, { name: 'UKCriminalRecordBasicScotland', placeOfWork: 'Scotland' }],
      label: 'Criminal record, basic',
      description: 'Unspent convictions and conditional cautions.',
      requires: [...criminalRecord, 'criminal_details', 'scottish_proofs'],
      workingDays: from('dbs_times', 1),
    },
    standard: {
      aliases: [{ name: 'UKCriminalRecordStandard' }],
      label: 'Criminal record, standard',
      description: 'Spent and unspent convictions, cautions, reprimands and warnings, for roles agreed beforehand.',
      requires: [...criminalRecord, 'nationality', { job_role: { level: 'standard' } }],
      workingDays: from('dbs_times', 4),
    },
    enhanced: {
      aliases: [{ name: 'UKCriminalRecordEnhanced' }],
      label: 'Criminal record, enhanced',
      description: 'As standard, with information that local police hold, and the barred lists where the role allows.',
      options: barredLists,
      requires: [...criminalRecord, 'nationality', { job_role: { level: 'enhanced' } }],
      workingDays: from('dbs_times', 5),
    },
  },
};
