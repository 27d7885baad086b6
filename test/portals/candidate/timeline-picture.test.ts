// The timeline of the address history as bars and as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthText } from '../../../src/features/candidate-form/timeline-rules.ts';
import { formatPeriod } from '../../../src/lib/dates.ts';
import { timelinePicture } from '../../../src/portals/candidate/addresses/timeline-picture.ts';

for (const [from, to, text] of [
  ['2026-03-04', '2026-03-04', '1 day'],
  ['2026-01-01', '2026-02-27', '58 days'],
  ['2026-01-01', '2026-02-28', '2 months'],
  ['2024-01-31', '2024-02-29', '30 days'],
  ['2021-11-21', '2024-03-31', '2 years 4 months'],
  ['2020-01-01', '2020-12-31', '1 year'],
  ['2020-01-01', '2021-01-31', '1 year 1 month'],
  // A day that was not typed is not counted.
  ['2021-06', '2021-07', '2 months'],
  ['2021-06', '2021-06', '1 month'],
  ['2021-06-10', '2021-06', 'less than a month'],
] as const) {
  test(`from ${from} to ${to} is ${text}`, () => assert.equal(lengthText({ from, to }), text));
}

test('the text of a gap of one day or month names it once', () => {
  assert.equal(formatPeriod({ from: '2026-03-04', to: '2026-03-04' }), '4 March 2026');
  assert.equal(formatPeriod({ from: '2026-03', to: '2026-03' }), 'March 2026');
});

test('a single day is visible, within the picture, and gaps are drawn on top', () => {
  const day = { from: '2026-03-04', to: '2026-03-04' };
  const bars = timelinePicture([
    { kind: 'gap', ...day, start: 0, width: 0.0005 },
    { kind: 'stay', ...day, start: 0.0005, width: 0.999 },
    { kind: 'gap', ...day, start: 0.9995, width: 0.0005 },
  ]);
  assert.deepEqual(
    bars.map(({ kind }) => kind),
    ['stay', 'gap', 'gap'],
  );
  for (const { x, width } of bars) assert.ok(width >= 4 && x >= 0 && x + width <= 1000 + 1);
});
