// What people type to find a report type.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { filterTypes } from '../../../src/features/report-types/report-type-search-rules.ts';

const found = (q: string) => filterTypes(catalogue, { q }).map(codeOf);

test('a professional body is found by its abbreviation', () => {
  assert.equal(found('SIA')[0], 'professional_membership:sia');
  assert.equal(found('nmc')[0], 'professional_membership:nmc');
});

test('the reports that a standard asks for are found by its name', () => {
  const codes = found('BS 7858');
  for (const code of ['activity:5y', 'employment_history:uk', 'sanctions', 'right_to_work'])
    assert.ok(codes.includes(code), code);
  assert.ok(!codes.includes('driving_licence'));
});

test('a type that is called so comes before one whose standard is', () => {
  const codes = found('identity');
  assert.equal(codes[0], 'identity');
});
