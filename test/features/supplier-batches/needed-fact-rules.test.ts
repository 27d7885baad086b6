// What a supplier reads of a person: no number with an employer where it asks no employer, and no name that is not for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { namedType, requiresOf } from '../../../src/features/report-types/report-type-rules.ts';
import { askedBy } from '../../../src/features/requirements/requirement-rules.ts';
import { neededFacts } from '../../../src/features/supplier-batches/needed-fact-rules.ts';
import { noActivity } from '../../support/empty-entries.ts';

const job = { ...noActivity, employer: 'Acme Ltd', start_date: '2024-01-01', payroll_number: 'ACME-4711' };
const neededFor = (name: string, given: Partial<ApplicantFacts>) => {
  const found = namedType(name);
  if ('missing' in found) throw new Error(`no report type ${name}`);
  return neededFacts({ ...noFacts, ...given }, found.type, askedBy(requiresOf([found.type], 5)), '2026-03-04');
};
const numbersFor = (name: string) => neededFor(name, { activities: [job] }).activities.map((one) => one.payroll_number);

test('a supplier who asks the employers has the payroll numbers, and no other', () => {
  assert.deepEqual(numbersFor('employment_history:uk'), ['ACME-4711']);
  assert.deepEqual(numbersFor('identity'), [null]);
});

test('a supplier who searches addresses has the earlier names, but none that only the authorities may know', () => {
  const named = (last_name: string, isHidden: boolean) => ({
    ...emptyOf(previousNameFacts),
    ...{ last_name, for_authorities_only: isHidden },
  });
  const previous_names = [named('Former', false), named('Hidden', true)];
  const namesFor = (type: string) => neededFor(type, { previous_names }).previous_names.map((one) => one.last_name);
  assert.deepEqual(namesFor('identity'), ['Former']);
  assert.deepEqual(namesFor('criminal_history:enhanced'), ['Former', 'Hidden']);
});
