// When a monitored report is asked again, and what counts as a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, lacksEnd, nextCheckOn } from '../../../src/features/monitoring/monitor-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { monitorPlanNames, monitorPlans } from '../../../src/features/report-types/monitoring.ts';
import type { Outcome } from '../../../src/features/reports/report-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

const today = '2026-11-23';

for (const [plan, properties, expected] of [
  ['monthly', {}, '2026-12-23'],
  ['yearly', {}, '2027-11-23'],
  ['each_list', {}, undefined],
  ['before_expiry', { follow_up_on: '2027-06-30' }, '2027-05-01'],
  ['before_expiry', { follow_up_on: '2027-01-10' }, '2026-12-11'],
  ['before_expiry', { follow_up_on: '2026-12-10' }, '2026-12-03'],
  ['before_expiry', { follow_up_on: '2026-11-25' }, '2026-11-25'],
  ['before_expiry', { follow_up_on: '2026-11-29' }, '2026-11-27'],
  ['before_expiry', {}, undefined],
  ['at_renewal', { expires_on: '2027-03-31' }, '2027-03-31'],
  ['at_renewal', {}, '2027-11-23'],
] as const) {
  test(`a report that is monitored ${plan} with ${JSON.stringify(properties)} is next asked on ${expected}`, () => {
    assert.equal(nextCheckOn(plan, { breakdown: {}, properties }, today, [60, 30, 7], bankHolidays), expected);
  });
}

test('a permission that ends is looked at by its own date where no verdict gives one, on the days of the account', () => {
  const limited = (properties: object) => ({
    breakdown: { permission: { result: 'limited', properties: { ...properties } } },
    properties: { follow_up_on: null },
  });
  const ends = limited({ ends_on: '2027-01-31' });
  assert.equal(nextCheckOn('before_expiry', ends, today, [60, 30, 7], bankHolidays), '2026-12-02');
  assert.equal(nextCheckOn('before_expiry', ends, today, [14], bankHolidays), '2027-01-17');
  assert.equal(
    nextCheckOn('before_expiry', ends, '2027-01-24', [60, 30, 7], bankHolidays),
    '2027-01-29',
    'a Friday before a Sunday',
  );
  assert.equal(nextCheckOn('before_expiry', ends, '2027-01-29', [60, 30, 7], bankHolidays), undefined);
  const unlimited = { ...ends, breakdown: { permission: { ...ends.breakdown.permission, result: 'unlimited' } } };
  assert.equal(nextCheckOn('before_expiry', unlimited, today, [60, 30, 7], bankHolidays), undefined);
  const found = [ends, unlimited, limited({})].map((stated) => lacksEnd('before_expiry', stated));
  assert.deepEqual(found, [false, false, true]);
});

const outcome = (properties: object, result: Outcome['result'] = 'clear'): Outcome => ({
  result,
  subResult: null,
  findings: { breakdown: { sanction: { result } }, properties: { ...properties }, notes: String(Math.random()) },
});

test('a newer version of a list is no change, another record or result is', () => {
  const record = (entry: string, version: string) => ({ list: { name: 'UK', version }, entry, full_name: 'Jo' });
  const before = answerOf(outcome({ lists: [{ version: '1' }], records: [record('A', '1')] }));
  assert.equal(answerOf(outcome({ lists: [{ version: '2' }], records: [record('A', '2')] })), before);
  assert.notEqual(answerOf(outcome({ records: [record('B', '1')] })), before);
  assert.notEqual(answerOf(outcome({ records: [record('A', '1')] }, 'consider')), before);
});

test('every plan can be ordered for some report type, and every offered plan exists', () => {
  const offered = new Set(catalogue.flatMap(({ monitoring }) => monitoring));
  assert.deepEqual(offered, new Set(monitorPlanNames));
  for (const { label } of Object.values(monitorPlans)) assert.notEqual(label, '');
});
