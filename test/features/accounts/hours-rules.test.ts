// On which days somebody works, and how much of a full week that is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHours, workShare, worksOn } from '../../../src/features/accounts/hours-rules.ts';

test('somebody works on their days of the week, and everybody else on all', () => {
  // A Monday and a Sunday.
  assert.deepEqual(
    ['2026-11-30', '2026-12-06'].map((day) => worksOn({ works_on: [1, 3] }, day)),
    [true, false],
  );
  assert.deepEqual(
    ['2026-11-30', '2026-12-06'].map((day) => worksOn({ works_on: [7] }, day)),
    [false, true],
  );
  assert.ok(worksOn({ works_on: null }, '2026-12-06'));
});

test('the share of a full week follows from the days and the part of each', () => {
  assert.equal(workShare({ works_on: null, work_percent: 100 }), 1);
  assert.equal(workShare({ works_on: [1, 2], work_percent: 100 }), 0.4);
  assert.equal(workShare({ works_on: [1, 2], work_percent: 50 }), 0.2);
  assert.equal(workShare({ works_on: [1, 2, 3, 4, 5, 6], work_percent: 100 }), 1);
});

test('Monday to Friday is what everybody works, and what is wrong is said by field', () => {
  assert.deepEqual(readHours({ days: ['5', '1', '2', '3', '4'], percent: '80' }).hours, {
    works_on: null,
    work_percent: 80,
  });
  assert.deepEqual(readHours({ days: ['3', '1', '1'], percent: '100' }).hours.works_on, [1, 3]);
  assert.deepEqual(Object.keys(readHours({ days: ['8'], percent: '0' }).problems.fields), ['days', 'percent']);
});
