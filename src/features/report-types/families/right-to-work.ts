// What is known of reports on the right to work and to rent.
import { from } from '../../knowledge/known.ts';
import type { Family } from '../report-type.ts';

export const rightToWork: Family = {
  name: 'right_to_work',
  area: 'right_to_work',
  label: 'Right to work',
  description: 'Establishes whether the person has the right to work in the United Kingdom.',
  requires: ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'right_to_work' } }],
  workingDays: from('sterling_catalogue', 1),
  soldBy: 'sterling_catalogue',
};
