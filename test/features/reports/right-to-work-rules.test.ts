// Whether somebody may start on the right to work that was checked: the newest report of each type counts, and all must be clear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RightToWorkReport, rightToWorkOf } from '../../../src/features/reports/right-to-work-rules.ts';

const today = '2026-11-24';
const uk = (more: Partial<RightToWorkReport> = {}): RightToWorkReport => ({
  ...{ name: 'right_to_work', variant: null, status: 'complete', result: 'clear', orderId: 1, permissionEndsOn: null },
  ...{ excuse: null, lacksComparison: false },
  ...more,
});
const abroad = (variant: string, more: Partial<RightToWorkReport> = {}) =>
  uk({ name: 'right_to_work_international', variant, ...more });
const listB = (more: Partial<RightToWorkReport> = {}) => uk({ variant: 'manual_list_b', ...more });
const followUp = (more: Partial<RightToWorkReport> = {}) => uk({ variant: 'follow_up', ...more });
const open = { status: 'awaiting_data', result: null } as const;
const notClear = { result: 'consider' } as const;

const cases: readonly (readonly [says: string, reports: readonly RightToWorkReport[], lack: string | undefined])[] = [
  ['no report on it', [uk({ name: 'identity' })], 'missing'],
  ['one that was cancelled', [uk({ status: 'cancelled' })], 'missing'],
  ['one that is clear', [uk()], undefined],
  ['a German one that is clear while the one of the UK is open', [abroad('deu'), uk(open)], 'open'],
  ['a German one that is clear while the French one is not', [abroad('deu'), abroad('fra', notClear)], 'not_clear'],
  ['a clear List B with a follow-up that is not clear', [listB(), followUp(notClear)], 'not_clear'],
  ['a List B that is not clear with a follow-up that is', [listB(notClear), followUp()], 'not_clear'],
  ['the same report ordered once more, and clear', [listB(notClear), listB()], undefined],
  ['a follow-up in a later order that is clear', [listB(notClear), followUp({ orderId: 2 })], undefined],
  ['a follow-up in a later order that is not clear', [listB(), followUp({ orderId: 2, ...notClear })], 'not_clear'],
  ['one without a comparison of the person', [uk({ lacksComparison: true })], 'not_compared'],
  ['one that was found to give no excuse', [uk({ excuse: 'none' })], 'no_excuse'],
  ['one that lacks both', [uk({ lacksComparison: true, excuse: 'none' })], 'not_compared'],
  ['one of two ways with an excuse', [uk({ excuse: 'none' }), listB({ excuse: 'given' })], undefined],
  [
    'a clear follow-up of one without an excuse',
    [uk({ excuse: 'none' }), followUp({ orderId: 2, excuse: 'given' })],
    undefined,
  ],
  ['a follow-up that is open', [uk(), uk(open)], 'open'],
  ['a clear one that was opened again', [uk({ status: 'awaiting_data' })], 'open'],
  ['a permission that ended yesterday', [uk({ permissionEndsOn: '2026-11-23' })], 'ended'],
  ['a permission whose last day is today', [uk({ permissionEndsOn: today })], undefined],
  ['a permission that ended and was followed up', [listB({ permissionEndsOn: '2026-11-23' }), followUp()], undefined],
  ['a permission that ended abroad', [uk(), abroad('deu', { permissionEndsOn: '2026-11-23' })], 'ended'],
];
for (const [says, reports, lack] of cases)
  test(`${says} ${lack === undefined ? 'lets somebody start' : `means ${lack}`}`, () =>
    assert.equal(rightToWorkOf(reports, today).lack, lack));
