// The table in which a screener types convictions and cautions for the calculators; it is never kept.
import { cautionNames, sentenceNames } from '../../messages/en-spent-convictions.ts';
import type { Properties } from './breakdown.ts';

const entries: Properties = {
  date: 'date',
  disposal: { choice: { ...cautionNames, ...sentenceNames } },
  length: 'number',
  length_unit: {
    choice: {
      days: 'Days',
      weeks: 'Weeks',
      months: 'Months',
      years: 'Years',
      until_further_order: 'Until further order',
    },
  },
  /** Worked out from the date of birth where nobody types it. */
  age: 'number',
  paid_or_ended_on: 'date',
  endorsed: 'flag',
  schedule_18_offence: 'flag',
  never_filtered_offence: 'flag',
};

export const recordInputs: Properties = {
  convictions_and_cautions: {
    entries,
    one: 'Entry',
    completes: [],
    needs: { date: 'disposal', disposal: 'date', length_unit: 'length' },
  },
};
