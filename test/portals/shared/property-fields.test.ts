// The rows of a list in a form, which keep to their entries when others are added to the list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { employmentEntries } from '../../../src/features/report-types/listed-properties.ts';
import { renumbered } from '../../../src/portals/shared/fields/entry-places.ts';

type Row = Readonly<Record<string, string>>;

const asked = (id: string) => ({ reference_id: id, employer: `Employer ${id}`, differs: [] });
const ofProvider = { employer: 'Acme Ltd', companies: [] };
const typedBefore = { employer: 'Crane Ltd' };

const fields = (rows: readonly (Row | undefined)[]) =>
  Object.fromEntries(
    rows.flatMap((row, at) => Object.entries(row ?? {}).map(([key, value]) => [`employments.${at}.${key}`, value])),
  );

/** The row of an entry of a reference, of a provider, and one that a person fills. */
const rowOf = (id: string, source = 'hr') => ({ reference_id: id, source });
const found = { employer: 'Acme Ltd', source: 'payroll' };
const unnamed = { source: 'payroll' };
const own = (employer: string) => ({ employer, source: 'documents' });

const kept: readonly [
  what: string,
  rows: readonly Row[],
  listed: readonly unknown[],
  now: readonly (Row | undefined)[],
][] = [
  ['nothing was added', [rowOf('2'), own('Dale')], [asked('2')], [rowOf('2'), own('Dale')]],
  ['one was added in front', [rowOf('2'), own('')], [asked('1'), asked('2')], [undefined, rowOf('2'), own('')]],
  [
    'one was added between',
    [rowOf('1'), rowOf('3'), own('Crane Ltd'), own('Dale')],
    [asked('1'), asked('2'), asked('3'), typedBefore],
    [rowOf('1'), undefined, rowOf('3'), own('Crane Ltd'), own('Dale')],
  ],
  [
    'a provider found the first',
    [found, rowOf('2'), own('Dale')],
    [ofProvider, asked('1'), asked('2')],
    [found, undefined, rowOf('2'), own('Dale')],
  ],
  [
    'the entry of the provider has a reference now',
    [found, own('Crane Ltd')],
    [{ ...ofProvider, reference_id: '1' }, typedBefore],
    [found, own('Crane Ltd')],
  ],
  ['an entry is gone', [rowOf('1'), rowOf('2')], [asked('2')], [rowOf('2'), rowOf('1')]],
  ['the form names no entry', [unnamed, unnamed], [asked('1'), asked('2')], [unnamed, unnamed]],
  [
    'a second reference about the job before was added',
    [rowOf('1'), found],
    [asked('1'), { ...asked('2'), employer: 'Employer 1' }, ofProvider],
    [rowOf('1'), undefined, found],
  ],
  [
    'a person typed the same as what was found',
    [found, own('Acme Ltd')],
    [asked('1'), ofProvider],
    [undefined, found, own('Acme Ltd')],
  ],
];

for (const [what, rows, listed, now] of kept) {
  test(`a row keeps to its entry where ${what}`, () => {
    const known = { employments: employmentEntries, notes: 'text' } as const;
    const typed = { ...fields(rows), notes: 'As they are' };
    const placed = renumbered(known, typed, { employments: listed });
    assert.deepEqual(placed, { ...fields(now), notes: 'As they are' });
  });
}
