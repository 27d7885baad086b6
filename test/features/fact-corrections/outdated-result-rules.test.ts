// Which complete results were reached with an answer that was corrected since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName } from '../../../src/features/events/event-types.ts';
import { outdatedResults } from '../../../src/features/fact-corrections/outdated-result-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';

const id = 'report';
const reportTypeId = catalogue.find(({ name }) => name === 'directorship')!.id;
const check = { activityYears: null, reports: [{ id, status: 'complete', reportTypeId }] } as const;

const corrected = 'check.facts_corrected';
const cases: readonly [title: string, events: readonly EventName[], isOutdated: boolean][] = [
  ['corrected before the result', [corrected, 'report.completed'], false],
  ['corrected after the result', ['report.completed', corrected], true],
  [
    'corrected between the proposal and its approval',
    ['report.awaiting_approval', corrected, 'report.completed'],
    true,
  ],
  [
    'corrected, and another outcome proposed since',
    ['report.awaiting_approval', corrected, 'report.outcome_changed', 'report.completed'],
    false,
  ],
  [
    'corrected, sent back, and completed anew without approval',
    ['report.awaiting_approval', corrected, 'report.resumed', 'report.completed'],
    false,
  ],
  ['corrected, and said to hold', ['report.completed', corrected, 'report.result_upheld'], false],
  [
    'corrected, opened again and completed',
    ['report.awaiting_approval', 'report.completed', corrected, 'report.reopened', 'report.completed'],
    false,
  ],
];
for (const [title, events, isOutdated] of cases) {
  const history = events.map((type, at) => ({
    ...{ type, report_id: type === corrected ? null : id, occurred_at: new Date(at * 1000) },
    detail: type === corrected ? { requirement: 'name' } : {},
  }));
  test(`${title}: ${isOutdated ? 'outdated' : 'as it stands'}`, () => {
    assert.equal(outdatedResults(check, history).length, isOutdated ? 1 : 0);
  });
}
