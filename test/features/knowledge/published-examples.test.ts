// The rules of the trade are compared with examples that others published: over 300, each with its source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RuleId, rules } from '../../../src/features/knowledge/rule.ts';
import { publishedHolidays } from '../../lib/bank-holiday-examples.ts';
import { driverNumbers, insuranceNumbers, postcodes } from '../../lib/identity-number-examples.ts';
import type { Published } from '../../support/published-examples.ts';
import { adultSentences, cautions, scenarios, youthSentences } from '../assessments/spent-conviction-examples.ts';
import { publishedNumbers } from '../facts/local-identifier-examples.ts';
import { icaoZones, statesZones } from '../facts/machine-readable-zone-examples.ts';
import { listedPapers, scottishProofs } from '../requirements/identity-route-examples.ts';
import { listA, listB } from '../requirements/right-to-work-examples.ts';

/** Each table is asked by the test of its rule. */
const published: readonly Published<unknown>[] = [
  ...[insuranceNumbers, postcodes, driverNumbers, publishedHolidays, listedPapers, scottishProofs, listA, listB],
  ...[icaoZones, statesZones, adultSentences, youthSentences, scenarios, cautions, ...publishedNumbers],
];

/** The source says the rule, and publishes no example. */
const withoutExamples: readonly RuleId[] = [
  ...(['driver_number_ni', 'passport_number', 'uk_passport_number', 'membership_number', 'share_code'] as const),
  ...(['address_history', 'activity_history', 'right_to_work_documents', 'right_to_work_steps'] as const),
  ...(['access_ni_identity', 'filtered_records', 'airside_history', 'criminal_record_age'] as const),
  ...(['regulatory_history', 'safer_recruitment_history', 'nhs_history', 'baseline_history'] as const),
];

test('there are over 300 published examples, each once and with its source', () => {
  const all = published.flatMap(({ rule, examples }) => examples.map((example) => JSON.stringify([rule, example])));
  assert.equal(new Set(all).size, all.length);
  assert.ok(all.length >= 300, String(all.length));
  for (const { rule, source } of published) assert.ok(source.length > 5, rule);
});

test('each rule has published examples where its source has any', () => {
  const covered = new Set(published.map(({ rule }) => rule));
  const uncovered = Object.keys(rules).filter((rule) => !covered.has(rule as RuleId));
  assert.deepEqual(uncovered.sort(), [...withoutExamples].sort());
});
