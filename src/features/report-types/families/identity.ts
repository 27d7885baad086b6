// What is known of reports on who somebody is.
import { from } from '../../knowledge/known.ts';
import type { Family } from '../report-type.ts';

export const identity: Family = {
  name: 'identity',
  area: 'identity',
  label: 'Identity',
  description: 'Confirms that the person exists at the addresses given, from independent sources.',
  requires: ['name', 'date_of_birth', { address_history: { years: 3 } }],
  workingDays: from('sterling_catalogue', 1),
  soldBy: 'sterling_catalogue',
};

export const identityDocument: Family = {
  name: 'document',
  area: 'identity',
  label: 'Identity document',
  description: 'Examines an identity document for signs that it is not genuine.',
  requires: ['name', 'date_of_birth', 'nationality', { identity_documents: { set: 'identity' } }],
  hasSubResult: true,
  workingDays: from('sterling_catalogue', 1),
  soldBy: 'onfido_models',
};
