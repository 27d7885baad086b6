// What of limited screening is done, and on which day all of it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standards } from '../../../src/features/report-types/standards.ts';
import { limitedScreening, limitedWords } from '../../../src/features/work-starts/limited-screening-rules.ts';

const terms = standards.bs_7858.conditionalStart;
type Screened = Parameters<typeof limitedScreening>[1];
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
const clear = (name: string, day: number) => ({
  ...{ name, status: 'complete', result: 'clear', completedAt: at(day) },
  findings: { properties: {} },
});
const four = [clear('identity', 2), clear('right_to_work', 3), clear('sanctions', 5), clear('adverse_financial', 4)];
const screened = (reports: readonly object[], hasDeclared = false): Screened =>
  ({
    reports,
    order: { facts: { has_unspent_convictions: hasDeclared ? false : null } },
    formCompletedAt: at(1),
  }) as unknown as Screened;

test('a declaration stands for the criminal record, and a request for the first contact with an employer', () => {
  const { completeOn, items } = limitedScreening(terms, screened(four, true), at(9));
  assert.equal(completeOn, '2026-11-09');
  assert.deepEqual(
    items.map(({ doneOn }) => doneOn),
    ['2026-11-02', '2026-11-03', '2026-11-05', '2026-11-04', '2026-11-01', '2026-11-09'],
  );
  const records = [...four, clear('criminal_history', 6), clear('employment_history', 7)];
  assert.equal(limitedScreening(terms, screened(records), null).completeOn, '2026-11-07');
});

test('it is not complete while an item is open or not clear, and says which', () => {
  const open = limitedScreening(terms, screened(four), null);
  assert.equal(open.completeOn, null);
  assert.equal(
    limitedWords(terms, open, (day) => day),
    'Limited screening of BS 7858 is not complete. Open: Criminal record, or what the candidate declared; First contact with an employer',
  );
  const adverse = [...four.slice(0, 2), { ...clear('sanctions', 5), result: 'consider' }, four[3]!];
  assert.equal(limitedScreening(terms, screened(adverse, true), at(9)).completeOn, null);
  const record = { ...clear('criminal_history', 6), result: 'consider' };
  const known = limitedScreening(terms, screened([...four, record], true), at(9));
  assert.equal(known.completeOn, null, 'a declaration does not stand for a record that is not clear');
});
