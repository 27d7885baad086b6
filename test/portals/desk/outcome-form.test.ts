// The outcome form becomes an outcome, or messages beside its fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Report } from '../../../src/features/reports/report.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import {
  formOfReport,
  outcomeOf,
  readOutcomeForm,
  withRowsChanged,
} from '../../../src/portals/desk/report/outcome-form.ts';

const report: Report = {
  id: 'r',
  checkId: 'c',
  reportTypeId: 1,
  name: 'identity',
  variant: null,
  options: null,
  status: 'awaiting_data',
  result: null,
  subResult: null,
  trafficLight: null,
  provider: 'manual',
  createdAt: new Date(0),
  requestedAt: new Date(0),
  completedAt: null,
  findings: noFindings,
};

test('reads result, breakdown and notes as typed, trimmed', () => {
  const form = readOutcomeForm({
    verdict: 'consider',
    'breakdown[0][name]': ' Address ',
    'breakdown[0][result]': 'clear',
    'breakdown[2][name]': '',
    'breakdown[2][result]': '',
    notes: ' One\r\nTwo ',
  });
  const { outcome, problems } = outcomeOf(form, report, false);
  assert.equal(problems.any, false);
  assert.deepEqual(outcome, {
    result: 'consider',
    subResult: null,
    findings: { breakdown: { Address: { result: 'clear' } }, properties: {}, notes: 'One\nTwo' },
  });
});

test('reads consider, marked Red, as consider with a Red light', () => {
  const { outcome } = outcomeOf(readOutcomeForm({ verdict: 'red' }), report, false);
  assert.equal(outcome.result, 'consider');
  assert.equal(outcome.trafficLight, 'Red');
});

test('reports all problems at once, beside their fields', () => {
  const form = readOutcomeForm({
    'breakdown[0][name]': 'Name',
    'breakdown[1][result]': 'clear',
    'breakdown[2][name]': 'Twice',
    'breakdown[2][result]': 'a',
    'breakdown[3][name]': 'Twice',
    'breakdown[3][result]': 'b',
    notes: 'x'.repeat(10_001),
  });
  assert.deepEqual(outcomeOf(form, report, true).problems.fields, {
    verdict: ['Select the result'],
    sub_result: ['Select what the examination showed'],
    'breakdown[0][result]': ['Enter what was found for Name'],
    'breakdown[1][name]': ['Enter what was looked at'],
    'breakdown[3][name]': ['Twice is there twice'],
    notes: ['Notes must be 10000 characters or fewer'],
  });
});

test("keeps a provider's properties when the result of an entry changes", () => {
  const findings = {
    breakdown: { Address: { result: 'consider', properties: { seen: 2 } } },
    properties: { a: 1 },
    notes: '',
  };
  const form = readOutcomeForm({ verdict: 'clear', 'breakdown[0][name]': 'Address', 'breakdown[0][result]': 'clear' });
  assert.deepEqual(outcomeOf(form, { ...report, findings }, false).outcome.findings, {
    breakdown: { Address: { result: 'clear', properties: { seen: 2 } } },
    properties: { a: 1 },
    notes: '',
  });
});

test('fills the form from a report’s outcome', () => {
  const findings = { breakdown: { Address: { result: 'consider' } }, properties: {}, notes: 'See below' };
  const filled: Report = { ...report, result: 'consider', trafficLight: 'Red', subResult: 'caution', findings };
  assert.deepEqual(formOfReport(filled), {
    verdict: 'red',
    subResult: 'caution',
    breakdown: [{ name: 'Address', result: 'consider' }],
    notes: 'See below',
  });
});

test('adding or removing a row keeps the others as typed', () => {
  const form = readOutcomeForm({ 'breakdown[0][name]': 'Address', 'breakdown[1][name]': 'Name' });
  const names = (removed?: unknown) => withRowsChanged(form, removed).breakdown.map(({ name }) => name);
  assert.deepEqual(names(), ['Address', 'Name', '']);
  assert.deepEqual(names('0'), ['Name']);
  assert.deepEqual(names('7'), ['Address', 'Name']);
  assert.equal(withRowsChanged(readOutcomeForm({}), undefined).breakdown.length, 2);
});

test('no body causes an internal error', () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'verdict',
      'notes',
      'breakdown[0][name]',
      'breakdown[99][result]',
      '__proto__',
      'breakdown[0][__proto__]',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.oneof(fc.string(), fc.array(fc.string())))), (pairs) => {
      const { outcome } = outcomeOf(withRowsChanged(readOutcomeForm(Object.fromEntries(pairs)), '1'), report, true);
      assert.ok(Object.keys(outcome.findings.breakdown).length <= 50);
      assert.equal(Object.getPrototypeOf(outcome.findings.breakdown), Object.prototype);
    }),
  );
});
