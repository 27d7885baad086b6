// What a supplier reads of a person: no number with an employer where it asks no employer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { namedType, requiresOf } from '../../../src/features/report-types/report-type-rules.ts';
import { askedBy } from '../../../src/features/requirements/requirement-rules.ts';
import { neededFacts } from '../../../src/features/supplier-batches/needed-fact-rules.ts';
import { noActivity } from '../../support/empty-entries.ts';

const job = { ...noActivity, employer: 'Acme Ltd', start_date: '2024-01-01', payroll_number: 'ACME-4711' };
const numbersFor = (name: string) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  const asked = askedBy(requiresOf([found.type], 5));
  const facts = { ...noFacts, activities: [job] };
  return neededFacts(facts, found.type, asked, '2026-03-04').activities.map((one) => one.payroll_number);
};

test('a supplier who asks the employers has the payroll numbers, and no other', () => {
  assert.deepEqual(numbersFor('employment_history:uk'), ['ACME-4711']);
  assert.deepEqual(numbersFor('identity'), [null]);
});
