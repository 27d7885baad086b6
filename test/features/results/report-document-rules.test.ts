// The words for results and findings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../../src/features/report-types/breakdown.ts';
import { labelledFindings } from '../../../src/features/report-types/findings-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  breakdownRows,
  entryTables,
  plainProperties,
  propertyLines,
  reportOutcome,
  resultWords,
} from '../../../src/features/results/report-document-rules.ts';

test('each result has its light in colour and in words, and the screener’s mark takes precedence', () => {
  assert.deepEqual(resultWords('clear', null), { light: 'Green', word: 'Clear', aside: 'green' });
  assert.deepEqual(resultWords('unidentified', null), { light: 'Amber', word: 'Unidentified', aside: 'amber' });
  assert.deepEqual(resultWords('consider', null), { light: 'Amber', word: 'Consider', aside: 'amber' });
  assert.deepEqual(resultWords('consider', 'Red'), { light: 'Red', word: 'Consider', aside: 'red' });
});

test('an incomplete report shows its state, never a result', () => {
  const facts = { result: 'consider', subResult: null, trafficLight: 'Red' } as const;
  assert.deepEqual(reportOutcome({ ...facts, status: 'awaiting_approval' }), {
    light: 'None',
    word: 'Awaiting approval',
    aside: '',
  });
  assert.equal(reportOutcome({ ...facts, status: 'complete' }).word, 'Consider');
});

test('a sub-result is added if it says more', () => {
  const facts = { status: 'complete', trafficLight: null } as const;
  assert.equal(reportOutcome({ ...facts, result: 'consider', subResult: 'caution' }).aside, 'amber (caution)');
  assert.equal(reportOutcome({ ...facts, result: 'clear', subResult: 'clear' }).aside, 'green');
});

test('a breakdown becomes rows, each part before its own parts', () => {
  const rows = breakdownRows({
    address: {
      result: 'clear',
      breakdown: { electoral_roll: { result: 'not_checked', properties: { since: '2019-04-01' } } },
    },
    mortality: {},
  });
  assert.deepEqual(rows, [
    { depth: 0, name: 'Address', outcome: { light: 'Green', word: 'Clear', aside: '' }, details: [] },
    {
      depth: 1,
      name: 'Electoral roll',
      outcome: { light: '', word: 'Not checked', aside: '' },
      details: ['Since: 1 April 2019'],
    },
    { depth: 0, name: 'Mortality', outcome: { light: '', word: '', aside: '' }, details: [] },
  ]);
});

test('an entry of a list says nothing of what its source leaves open', () => {
  const appointments = [{ company_name: 'Acme Ltd', resigned_on: null }];
  assert.deepEqual(propertyLines({ appointments }), ['Appointments: Company name: Acme Ltd']);
});

test('properties of any value become lines', () => {
  const lines = propertyLines({
    matched: false,
    score: 7,
    gaps: [],
    names: ['A', 'B'],
    issued: { by: 'GBR', on: null },
    odd: '2026-02-30',
    particulars: 'Acme Ltd – Warnings on record: Yes\nCrane Ltd – Warnings on record: Yes',
  });
  assert.deepEqual(lines, [
    'Matched: no',
    'Score: 7',
    'Gaps: none',
    'Names: A, B',
    'Issued: By: GBR',
    'Odd: 2026-02-30',
    'Acme Ltd – Warnings on record: Yes',
    'Crane Ltd – Warnings on record: Yes',
  ]);
});

test('the parts of a breakdown stand in the order of their type, and one that is not described comes last', () => {
  const names = (breakdown: Parameters<typeof breakdownRows>[0]) => breakdownRows(breakdown).map(({ name }) => name);
  const found = namedType('criminal_history:enhanced');
  assert.ok('type' in found);
  const clear = { result: 'clear' };
  const { breakdown } = labelledFindings(found.type, {
    breakdown: { of_another_time: clear, adults_barred_list: clear, childrens_barred_list: clear },
    properties: {},
  });
  assert.deepEqual(names(breakdown), ['Children’s barred list', 'Adults’ barred list', 'Of another time']);
});

test('each entry of a list becomes a table of what was stated and confirmed', () => {
  const employment = {
    ...{ employer: 'Old Mill plc', role: 'Analyst', from: '2020-03', to: null, confirmed_role: 'Senior analyst' },
    ...{ confirmed_from: '2020-06-01', confirmed_rehire: 'Yes', differs: ['start', 'role'] },
  };
  const properties = { route: 'passport', employments: [employment], records: [{ list: 'UK', decision: null }] };
  assert.deepEqual(entryTables(properties), [
    {
      title: 'Old Mill plc',
      isConfirmed: true,
      rows: [
        { name: 'Role', stated: 'Analyst', confirmed: 'Senior analyst', differs: true },
        { name: 'From', stated: 'March 2020', confirmed: '1 June 2020', differs: true },
        { name: 'Rehire', stated: '', confirmed: 'Yes', differs: false },
        { name: 'Differs', stated: 'start, role', confirmed: null, differs: false },
      ],
    },
    {
      title: 'Records, entry 1',
      isConfirmed: false,
      rows: [{ name: 'List', stated: 'UK', confirmed: null, differs: false }],
    },
  ]);
  assert.deepEqual(plainProperties(properties), { route: 'passport' });
});

test('a name of the interface becomes words', () => {
  assert.equal(words('date_of_birth'), 'Date of birth');
  assert.equal(words(''), '');
  assert.equal(words('hr'), 'HR');
  // What every object inherits is no word of ours.
  assert.equal(words('constructor'), 'Constructor');
  assert.equal(words('__proto__'), 'Proto');
});
