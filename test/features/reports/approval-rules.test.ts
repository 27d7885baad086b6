// Why an outcome must be approved, by the settings of the account and by who gave it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsWith } from '../../../src/features/accounts/account-settings.ts';
import { reportResults } from '../../../src/features/report-types/breakdown.ts';
import {
  type ApprovalReason,
  type ApprovalSettings,
  approvalDemanded,
  moveDemanded,
  reasonsAfter,
  reasonsFollowing,
} from '../../../src/features/reports/approval-rules.ts';

const off: ApprovalSettings = settingsWith({});
const known = { newUntil: null, samplePercent: null, isTrained: true, isInTraining: false };
const work = {
  isCriminalRecord: false,
  isMonitoringChange: false,
  hasCorrected: false,
  lacksSomething: false,
  resultBefore: null,
  screener: known,
  today: '2026-11-23',
  draw: 9.9,
};

const cases: readonly [
  what: string,
  result: (typeof reportResults)[number],
  settings: Partial<ApprovalSettings>,
  about:
    | Partial<Omit<typeof work, 'resultBefore'> & { resultBefore: 'consider' | null }>
    | {
        screener: { newUntil: string | null; samplePercent: number | null; isTrained: boolean; isInTraining: boolean };
      },
  expected: readonly ApprovalReason[],
][] = [
  ['a clear report', 'clear', { approveAdverse: true, approveUnidentified: true }, {}, []],
  ['an adverse report', 'consider', { approveAdverse: true }, {}, ['adverse']],
  ['an adverse report of an account that does not ask', 'consider', {}, {}, []],
  ['an unidentified report', 'unidentified', { approveUnidentified: true }, {}, ['unidentified']],
  [
    'a clear criminal record',
    'clear',
    { approveCriminalRecords: true },
    { isCriminalRecord: true },
    ['criminal_record'],
  ],
  ['a Clear that lacks something', 'clear', { approveClearAnyway: true }, { lacksSomething: true }, ['clear_anyway']],
  ['a Clear that lacks nothing', 'clear', { approveClearAnyway: true }, {}, []],
  ['another result that lacks something', 'consider', { approveClearAnyway: true }, { lacksSomething: true }, []],
  ['a Clear that lacks something, of an account that does not ask', 'clear', {}, { lacksSomething: true }, []],
  ['another type', 'clear', { approveCriminalRecords: true }, {}, []],
  [
    'the last day of a new screener, at a client that asks for nothing',
    'clear',
    {},
    { screener: { ...known, newUntil: '2026-11-23' } },
    ['new_screener'],
  ],
  ['the day after', 'clear', {}, { screener: { ...known, newUntil: '2026-11-22' } }, []],
  ['a report that is drawn', 'clear', { qualitySamplePercent: 10 }, {}, ['sample']],
  ['a report that is not drawn', 'clear', { qualitySamplePercent: 9 }, {}, []],
  [
    'a screener who is never sampled',
    'clear',
    { qualitySamplePercent: 100 },
    { screener: { ...known, samplePercent: 0 } },
    [],
  ],
  [
    'a screener who is always sampled',
    'clear',
    {},
    { screener: { ...known, samplePercent: 100 }, draw: 99.99 },
    ['sample'],
  ],
  [
    'a screener who is in training in the area, at a client that asks for nothing',
    'clear',
    {},
    { screener: { ...known, isInTraining: true } },
    ['in_training'],
  ],
  [
    'a screener who is not trained in the area',
    'clear',
    { approveUntrained: true },
    { screener: { ...known, isTrained: false } },
    ['untrained'],
  ],
  [
    'a screener who is not trained, of an account that does not ask',
    'clear',
    {},
    { screener: { ...known, isTrained: false } },
    [],
  ],
  ['a screener who corrected the facts', 'clear', { approveCorrected: true }, { hasCorrected: true }, ['corrected']],
  ['a screener who corrected the facts, of an account that does not ask', 'clear', {}, { hasCorrected: true }, []],
  ['a change that monitoring found', 'clear', {}, { isMonitoringChange: true }, ['monitoring']],
  [
    'a clear report that was adverse before',
    'clear',
    { approveAdverse: true },
    { resultBefore: 'consider' },
    ['no_longer_adverse'],
  ],
  [
    'a clear report that was adverse before, of an account that does not ask',
    'clear',
    {},
    { resultBefore: 'consider' },
    [],
  ],
  [
    'everything at once',
    'consider',
    { approveAdverse: true, approveCriminalRecords: true, qualitySamplePercent: 100 },
    { isCriminalRecord: true },
    ['adverse', 'criminal_record', 'sample'],
  ],
];

for (const [what, result, settings, about, expected] of cases) {
  test(`demands the right approval of ${what}`, () => {
    assert.deepEqual(approvalDemanded(result, { ...work, ...about }, { ...off, ...settings }), expected);
  });
}

test('nothing is demanded by default', () => {
  for (const result of reportResults) assert.deepEqual(approvalDemanded(result, work, settingsWith({})), []);
});

const asked = {
  move: 'complete',
  status: 'awaiting_data',
  isChanged: true,
  isProposedByPerson: false,
  reasons: [],
} as const;

test('a completion becomes a proposal if approval is demanded, and a change if a reviewer differs from a colleague', () => {
  const awaiting = { ...asked, status: 'awaiting_approval' } as const;
  assert.equal(moveDemanded(asked), 'complete');
  assert.equal(moveDemanded({ ...asked, reasons: ['adverse'] }), 'await_approval');
  assert.equal(moveDemanded({ ...asked, move: 'pause', reasons: ['adverse'] }), 'pause');
  assert.equal(
    moveDemanded({ ...awaiting, isChanged: false, isProposedByPerson: true, reasons: ['adverse'] }),
    'complete',
  );
  assert.equal(moveDemanded({ ...awaiting, isProposedByPerson: true }), 'change');
  assert.equal(moveDemanded(awaiting), 'complete', 'a person decides what a provider proposed');
  assert.equal(moveDemanded({ ...awaiting, reasons: ['adverse'] }), 'change');
});

test('the reasons are kept until the report is complete or closed', () => {
  assert.deepEqual(reasonsAfter('await_approval', null, []), ['asked_for']);
  assert.deepEqual(reasonsAfter('await_approval', null, ['sample']), ['sample']);
  assert.deepEqual(reasonsAfter('change', ['sample'], ['sample', 'adverse']), ['sample', 'adverse', 'changed']);
  for (const move of ['need_more', 'pause', 'resume'] as const)
    assert.deepEqual(reasonsAfter(move, ['sample'], []), ['sample']);
  assert.deepEqual(reasonsAfter('need_more', ['asked_for'], ['sent_back']), ['sent_back']);
  assert.equal(reasonsAfter('need_more', ['asked_for'], []), null, 'who asked takes it back');
  for (const move of ['complete', 'reopen', 'withdraw', 'cancel'] as const)
    assert.equal(reasonsAfter(move, ['sample'], []), null);
});

test('an outcome that nobody approved leaves its reasons to the next one, except those that only it had', () => {
  assert.deepEqual(reasonsFollowing(null, 'clear', []), []);
  assert.deepEqual(reasonsFollowing(['asked_for'], 'clear', []), ['asked_for']);
  assert.deepEqual(reasonsFollowing(['sample', 'new_screener'], 'clear', ['sample']), ['sample', 'new_screener']);
  assert.deepEqual(reasonsFollowing(['adverse', 'changed'], 'clear', []), ['no_longer_adverse', 'changed']);
  assert.deepEqual(reasonsFollowing(['no_longer_adverse'], 'unidentified', []), ['no_longer_adverse']);
  assert.deepEqual(reasonsFollowing(['no_longer_adverse'], 'consider', ['adverse']), ['adverse']);
  assert.deepEqual(reasonsFollowing(['unidentified', 'provider_answer'], 'clear', []), []);
});
