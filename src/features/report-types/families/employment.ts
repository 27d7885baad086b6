// What is known of reports on employment and activity.
import { from, unconfirmed } from '../../knowledge/known.ts';
import { longestGapDays } from '../../requirements/activity-history-requirement.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

export const employmentHistory: Family = {
  name: 'employment_history',
  area: 'employment',
  label: 'Employment history',
  description: 'Dates, position and reason for leaving, confirmed by the employer.',
  requires: [...person, { activity_history: { years: 0, longestGapDays } }],
  variants: {
    uk: {
      aliases: [{ name: 'EmploymentHistoryUK' }],
      label: 'Employment history, UK',
      workingDays: from('credence_services', 10),
    },
    worldwide: {
      aliases: [{ name: 'EmploymentHistoryWorldwide' }],
      label: 'Employment history, worldwide',
      description: 'As in the UK, from employers anywhere.',
      workingDays: unconfirmed(15),
    },
  },
};

export const activity: Family = {
  name: 'activity',
  area: 'employment',
  label: 'Activity history',
  description: 'Five years of work, study and what was between, every gap over 31 days accounted for.',
  requires: [...person, { activity_history: { years: 5, longestGapDays } }],
};
