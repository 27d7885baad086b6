// Whether somebody may start in regulated activity before the certificate: what the order searches must be answered ahead of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { barredListLacks, type ListReport, searchesList } from '../../../src/features/work-starts/barred-list-rules.ts';

const idOf = (name: string, variant: string | null = null) =>
  catalogue.find((type) => type.name === name && (variant === null || type.variant === variant))!.id;
const report = (more: Partial<ListReport>): ListReport => ({
  ...{ reportTypeId: 0, options: null, status: 'awaiting_data', result: null, isOwn: true },
  ...more,
});
const listed = (...lists: string[]) => lists.map((name) => ({ name, options: null }));
const enhanced = (more: Partial<ListReport> = {}) =>
  report({
    reportTypeId: idOf('criminal_history', 'enhanced'),
    options: listed('adults_barred_list'),
    ...more,
  });
const adultFirst = (more: Partial<ListReport> = {}) => report({ reportTypeId: idOf('dbs_adult_first'), ...more });
const clear = { status: 'complete', result: 'clear' } as const;
const consider = { status: 'complete', result: 'consider' } as const;

const cases: readonly (readonly [says: string, reports: readonly ListReport[], lacks: readonly string[]])[] = [
  ['an open certificate without a list', [enhanced({ options: null })], []],
  ['an open certificate with a list', [enhanced()], ['adults_barred_list not_ordered']],
  ['one whose list is ordered ahead', [enhanced(), adultFirst()], ['adults_barred_list open']],
  ['one whose list is clear ahead', [enhanced(), adultFirst(clear)], []],
  ['one that was told to wait', [enhanced(), adultFirst(consider)], ['adults_barred_list wait']],
  ['a cancelled one ahead', [enhanced(), adultFirst({ status: 'cancelled' })], ['adults_barred_list not_ordered']],
  ['one ahead that a later order has', [enhanced(), adultFirst({ ...clear, isOwn: false })], []],
  ['a certificate that is complete, whatever it says', [enhanced(consider)], []],
  ['a list of a later order alone', [enhanced({ isOwn: false })], []],
  [
    'two lists of which one is answered ahead',
    [enhanced({ options: listed('adults_barred_list', 'children_barred_list') }), adultFirst(clear)],
    ['children_barred_list not_ordered'],
  ],
  [
    'a type that always searches a list',
    [report({ reportTypeId: idOf('criminal_history_northern_ireland', 'enhanced_adults_barred') })],
    ['adults_barred_list not_ordered'],
  ],
];
for (const [says, reports, lacks] of cases)
  test(`${says} means ${lacks.length === 0 ? 'that nothing lacks' : lacks.join(', ')}`, () =>
    assert.deepEqual(
      barredListLacks(reports).map(({ list, state }) => `${list} ${state}`),
      lacks,
    ));

test('only the DBS answers its lists ahead of a certificate', () => {
  assert.equal(barredListLacks([enhanced()])[0]!.by?.name, 'dbs_adult_first');
  const ireland = report({ reportTypeId: idOf('criminal_history_northern_ireland', 'enhanced_adults_barred') });
  assert.equal(barredListLacks([ireland])[0]!.by, undefined);
  assert.deepEqual([searchesList([ireland]), searchesList([enhanced({ options: null })])], [true, false]);
});
