import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, part, parts, words } from '../../../src/features/report-types/breakdown.ts';
import {
  breakdownWith,
  findingsProblems,
  labelledFindings,
} from '../../../src/features/report-types/findings-rules.ts';
import { employmentEntries } from '../../../src/features/report-types/listed-properties.ts';
import { propertyLines } from '../../../src/features/results/report-document-rules.ts';

const type = {
  breakdown: {
    address: part('Address', {
      parts: parts({ voting_register: 'Electoral roll' }),
      properties: { matches: 'number' },
    }),
    permission: answered('Permission to work', { unlimited: 'clear', limited: 'clear', none: 'consider' }),
  },
  properties: { follow_up_on: 'date' },
} as const;

const problemsOf = (breakdown: object, properties = {}) =>
  findingsProblems(type, { breakdown: breakdown as Record<string, { result: string }>, properties }).fields;

test('accepts a breakdown of the described parts, answers and properties', () => {
  const address = {
    result: 'clear',
    breakdown: { voting_register: { result: 'unidentified' } },
    properties: { matches: 2 },
  };
  assert.deepEqual(problemsOf({ address, permission: { result: 'limited' } }, { follow_up_on: '2027-01-31' }), {});
  assert.deepEqual(problemsOf({}, { follow_up_on: null }), {});
});

test('an amount is whole pence on the wire', () => {
  const money = { breakdown: parts({ ccj: 'Judgments' }), properties: { total_debt_pence: 'pence' } } as const;
  const found = (total_debt_pence: unknown) =>
    findingsProblems(money, { breakdown: {}, properties: { total_debt_pence } }).fields;
  assert.deepEqual(found(1_500_050), {});
  for (const wrong of [15000.5, '15000.50'])
    assert.deepEqual(Object.values(found(wrong)), [['must be a whole number of pence']]);
});

test('names by its path every part, answer and property that the type does not describe', () => {
  const address = {
    result: 'fine',
    breakdown: { telephone: { result: 'clear' } },
    properties: { matches: 'two', seen: 1 },
  };
  assert.deepEqual(problemsOf({ address, shoes: { result: 'clear' } }, { follow_up_on: 'soon' }), {
    'breakdown.address.result': ['must be one of clear, consider, unidentified'],
    'breakdown.address.breakdown.telephone': ['is not a part of the breakdown of this report type'],
    'breakdown.address.properties.matches': ['must be a number'],
    'breakdown.address.properties.seen': ['is not a property of this report type'],
    'breakdown.shoes': ['is not a part of the breakdown of this report type'],
    'properties.follow_up_on': ['must be a date'],
  });
});

test('a type without a description accepts any breakdown', () => {
  const findings = { breakdown: { anything: { result: 'seen' } }, properties: { more: 1 } };
  assert.deepEqual(findingsProblems({ breakdown: {}, properties: {} }, findings).fields, {});
});

test('a generated breakdown answers every part', () => {
  assert.deepEqual(
    breakdownWith(type.breakdown, (results) => results[0]!),
    {
      address: { result: 'clear', breakdown: { voting_register: { result: 'clear' } } },
      permission: { result: 'unlimited' },
    },
  );
});

test('people read the words of the values, in lists that references fill too', () => {
  const employment = { employer: 'Acme Ltd', referee_authenticated: 'switchboard_call', confirmed_reason: 'NewJob' };
  const { properties } = labelledFindings(
    { breakdown: {}, properties: { employments: employmentEntries } },
    {
      breakdown: {},
      properties: { employments: [{ ...employment, confirmed_from: '2022-07', differs: ['from'], reference_id: 'a' }] },
    },
  );
  assert.deepEqual(propertyLines(properties), [
    'Employments: Employer: Acme Ltd; Referee authenticated: A call through the switchboard confirmed it; Confirmed reason: Left for another job; Confirmed from: July 2022; Differs: start',
  ]);
  assert.deepEqual(['hr', 'hmrc', 'open_banking', 'difference_days'].map(words), [
    ...['HR', 'HMRC', 'Open banking', 'Difference in days'],
  ]);
});
