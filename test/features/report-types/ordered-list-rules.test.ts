// The barred lists that an order leaves out of an enhanced check.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  orderedBreakdown,
  partsNotOrdered,
  withListsNotRequested,
} from '../../../src/features/report-types/ordered-list-rules.ts';
import { type NamedType, namedType } from '../../../src/features/report-types/report-type-rules.ts';

const typeOf = (code: string) => (namedType(code) as NamedType).type;
const enhanced = typeOf('criminal_history:enhanced');
const adults = [{ name: 'adults_barred_list', options: null }];

test('an enhanced check leaves out the lists that were not ordered', () => {
  assert.deepEqual(partsNotOrdered(enhanced, null), ['childrens_barred_list', 'adults_barred_list']);
  assert.deepEqual(partsNotOrdered(enhanced, adults), ['childrens_barred_list']);
});

test('a type whose list is no option leaves out none', () => {
  for (const code of ['childrens_barred_list_standalone', 'criminal_history_scotland:pvg_join', 'dbs_adult_first'])
    assert.deepEqual(partsNotOrdered(typeOf(code), null), [], code);
});

test('the form offers the lists that were ordered, and those that have an answer already', () => {
  const listsOf = (hasAnswer?: (part: string) => boolean) =>
    Object.keys(orderedBreakdown(enhanced, adults, hasAnswer)).filter((part) => part.endsWith('_barred_list'));
  assert.deepEqual(listsOf(), ['adults_barred_list']);
  assert.deepEqual(
    listsOf(() => true),
    ['childrens_barred_list', 'adults_barred_list'],
  );
});

test('test reports keep every part, and say of the lists that were not ordered that they were not requested', () => {
  const breakdown = { childrens_barred_list: { result: 'clear' }, adults_barred_list: { result: 'clear' } };
  assert.deepEqual(withListsNotRequested(enhanced, adults, breakdown), {
    childrens_barred_list: { result: 'not_requested' },
    adults_barred_list: { result: 'clear' },
  });
});
