// A supplier for tests.
import type { SupplierFacts } from '../../../src/features/suppliers/supplier-rules.ts';

export const courtResearcher: SupplierFacts = {
  name: 'Sample Court Searches',
  kind: 'court_researcher',
  countries: ['USA'],
  types: ['criminal_history_international'],
  orderBy: 'email',
  orderAt: 'orders@sample-court-searches.example',
  workingDays: 5,
  costPence: 2850,
  dataRole: 'processor',
  agreementUntil: '2090-03-31',
  country: 'USA',
  safeguard: 'idta',
  remarks: '',
};
