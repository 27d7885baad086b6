// The rules of the verification sheet: rows without holes, a verdict for each, and how much of the asked time is verified.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../../../src/features/facts/facts.ts';
import type { Confirmation } from '../../../src/features/verifications/confirmation-rules.ts';
import { daysIn, type Sheet, sheetOf } from '../../../src/features/verifications/sheet-rules.ts';
import {
  openLabels,
  overlapLabel,
  spanText,
  statedPeriod,
  totalSentence,
  verdictWords,
} from '../../../src/features/verifications/sheet-words-rules.ts';
import type { Source } from '../../../src/features/verifications/verification-sources.ts';
import { addDays, daysBetween } from '../../../src/lib/dates.ts';
import { type Activity, activity, history, said, sheet, statedOn } from './told-history.ts';

const verdicts = ({ rows }: Sheet) => rows.map(({ name, kind, verdict }) => `${name || kind}: ${verdict}`);

const all = [
  said('activities-1', '2021-01-01', '2023-06-30'),
  said('activities-2', '2023-07-01', '2023-10-31', 'benefits'),
  said(null, '2023-11-01', '2023-12-15', 'travel'),
  said('activities-3', '2023-12-16', '2026-11-28'),
];

const told = (years: number) => ({
  facts: { ...noFacts, dob: '1990-03-04', activities: history },
  ...{ statedOn, toleranceDays: 7, params: { years, longestGapDays: 31 } },
});

test('the sheet lists every stated period and gap of the asked years in order of time, and nothing before them', () => {
  const { rows, from, to } = sheet([]);
  assert.deepEqual([from, to], ['2021-11-28', statedOn]);
  assert.deepEqual(
    rows.map((row) => [row.key, statedPeriod(row), row.from, row.to]),
    [
      ['activities-1', '1 January 2021 to 30 June 2023', '2021-11-28', '2023-06-30'],
      ['activities-2', '1 July 2023 to 31 October 2023', '2023-07-01', '2023-10-31'],
      ['gap-2023-11-01', '1 November 2023 to 15 December 2023', '2023-11-01', '2023-12-15'],
      ['activities-3', '16 December 2023, goes on', '2023-12-16', statedOn],
    ],
  );
  assert.equal(sheetOf({ ...told(0), confirmations: [] }), undefined, 'no years are asked for');
});

test('each row has its verdict, and the total says what is verified and what is not', () => {
  const table: readonly [string, readonly Confirmation[], readonly string[], string][] = [
    [
      'nothing is verified',
      [],
      ['Acme Ltd: stated_only', 'Unemployed: stated_only', 'Gap: gap_unexplained', 'Brook Bank: stated_only'],
      'Verified 0 days of 5 years 1 day; 4 years 10 months 17 days stated only; 1 gap of 45 days not explained.',
    ],
    [
      'everything is verified',
      all,
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_shown', 'Brook Bank: verified'],
      'Verified 5 years 1 day of 5 years 1 day.',
    ],
    [
      'nobody explains the gap',
      all.filter(({ entryKey }) => entryKey !== null),
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_unexplained', 'Brook Bank: verified'],
      'Verified 4 years 10 months 17 days of 5 years 1 day; 1 gap of 45 days not explained.',
    ],
    [
      'the candidate alone explains the gap and the unemployment',
      [
        all[0]!,
        said('activities-2', '2023-07-01', '2023-10-31', 'candidate'),
        said(null, '2023-11-01', '2023-12-15', 'candidate'),
        all[3]!,
      ],
      ['Acme Ltd: verified', 'Unemployed: stated_only', 'Gap: stated_only', 'Brook Bank: verified'],
      'Verified 4 years 6 months 17 days of 5 years 1 day; 5 months 15 days stated only.',
    ],
    [
      'the referee says that the job began later',
      [...all.slice(0, 3), said('activities-3', '2024-03-01', '2026-11-28')],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_shown', 'Brook Bank: dates_differ'],
      'Verified 4 years 9 months 17 days of 5 years 1 day; 2 months 15 days stated only.',
    ],
    [
      'the referee says that the job ended later: only what was stated is verified',
      [said('activities-1', '2021-01-01', '2023-09-30'), ...all.slice(2)],
      ['Acme Ltd: dates_differ', 'Unemployed: stated_only', 'Gap: gap_shown', 'Brook Bank: verified'],
      'Verified 4 years 8 months 1 day of 5 years 1 day; 4 months stated only.',
    ],
    [
      'the dates differ within the tolerance',
      [said('activities-1', '2021-01-01', '2023-06-25'), ...all.slice(1)],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_shown', 'Brook Bank: verified'],
      'Verified 4 years 11 months 27 days of 5 years 1 day; 5 days stated only.',
    ],
    [
      'travel documents show the gap but for some days that dates may differ',
      [...all.slice(0, 2), said(null, '2023-11-08', '2023-12-20', 'travel'), all[3]!],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_shown', 'Brook Bank: verified'],
      'Verified 4 years 11 months 25 days of 5 years 1 day; short gaps of 7 days in all.',
    ],
    [
      'travel documents leave out more of the gap than dates may differ',
      [...all.slice(0, 2), said(null, '2023-11-10', '2023-12-20', 'travel'), all[3]!],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_unexplained', 'Brook Bank: verified'],
      'Verified 4 years 11 months 23 days of 5 years 1 day; 1 gap of 9 days not explained.',
    ],
    [
      'the candidate tells the rest of what travel documents show',
      [
        ...all.slice(0, 2),
        said(null, '2023-11-10', '2023-12-20', 'travel'),
        said(null, '2023-11-01', '2023-11-09', 'candidate'),
        all[3]!,
      ],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: stated_only', 'Brook Bank: verified'],
      'Verified 4 years 11 months 23 days of 5 years 1 day; 9 days stated only.',
    ],
    [
      'the candidate tells one week of the gap',
      [...all.slice(0, 2), said(null, '2023-11-01', '2023-11-07', 'candidate'), all[3]!],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_unexplained', 'Brook Bank: verified'],
      'Verified 4 years 10 months 17 days of 5 years 1 day; 1 gap of 45 days not explained.',
    ],
    [
      'nobody made sure who confirms the last job, but somebody sure confirms its last month as well',
      [
        ...all.slice(0, 3),
        { ...all[3]!, isUnauthenticated: true },
        said('activities-3', '2026-10-29', '2026-11-28', 'telephone'),
      ],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_shown', 'Brook Bank: confirmed_unauthenticated'],
      'Verified 2 years 1 month 19 days of 5 years 1 day; 2 years 10 months 13 days confirmed, not authenticated.',
    ],
    [
      'travel documents show too little of the gap',
      [...all.slice(0, 2), said(null, '2023-11-20', '2023-11-25', 'travel'), all[3]!],
      ['Acme Ltd: verified', 'Unemployed: verified', 'Gap: gap_unexplained', 'Brook Bank: verified'],
      'Verified 4 years 10 months 23 days of 5 years 1 day; 1 gap of 39 days not explained.',
    ],
  ];
  for (const [when, confirmations, expected, total] of table) {
    const made = sheet(confirmations);
    assert.deepEqual(verdicts(made), expected, when);
    assert.equal(totalSentence(made), total, when);
  }
});

test('time that only somebody confirms whom nobody authenticated is asked for before a Clear', () => {
  const made = sheet([...all.slice(0, 3), { ...all[3]!, isUnauthenticated: true }]);
  assert.deepEqual(openLabels(made), [
    '16 December 2023 to 28 November 2026 (2 years 11 months 13 days): Brook Bank (confirmed, referee not authenticated)',
  ]);
  assert.equal(made.rows[3]!.unverifiedDays, made.rows[3]!.days);
  assert.equal(made.verifiedDays + made.unsureDays, made.days);
});

test('a job that began before the asked years differs only by what lies within them', () => {
  const outside = sheet([said('activities-1', '2021-06-01', '2023-06-30')]).rows[0]!;
  assert.deepEqual([outside.verdict, outside.unverifiedDays], ['verified', 0]);
  const within = sheet([said('activities-1', '2022-02-01', '2023-06-30')]).rows[0]!;
  assert.deepEqual([within.verdict, within.unverifiedDays], ['dates_differ', daysBetween('2021-11-28', '2022-02-01')]);
});

test('a month without a day is verified by any of its days, and by the month itself', () => {
  const months = { dates_without_day: ['start_date', 'end_date'] } as Partial<Activity>;
  const activities = [activity('Acme Ltd', '2022-03-01', '2023-06-30', months)];
  for (const [from, to] of [
    ['2022-03-15', '2023-06-10'],
    ['2022-03', '2023-06'],
  ]) {
    const row = sheet([said('activities-0', from!, to!)], { activities, toleranceDays: 0 }).rows[1]!;
    assert.equal(row.verdict, 'verified', from);
  }
  const later = sheet([said('activities-0', '2022-04', '2023-06')], { activities, toleranceDays: 0 }).rows[1]!;
  assert.equal(later.verdict, 'dates_differ');
});

test('what two sources confirm of one job counts together, and a hole between them stays unverified', () => {
  const parts = [
    said('activities-3', '2023-12-16', '2024-12-31', 'pay_documents'),
    said('activities-3', '2025-03-01', '2026-11-28', 'hmrc'),
  ];
  const made = sheet([...all.slice(0, 3), ...parts]);
  const row = made.rows[3]!;
  assert.deepEqual([row.verdict, row.unverifiedDays], ['dates_differ', 59]);
  assert.deepEqual(row.confirmed, { from: '2023-12-16', to: '2026-11-28' });
  assert.deepEqual(openLabels(made), ['1 January 2025 to 28 February 2025 (2 months): Brook Bank (dates differ)']);
});

test('a job that overlaps another one is verified on its own, and days count once', () => {
  const activities = [activity('Acme Ltd', '2020-01-01', null), activity('Bar', '2022-01-01', '2022-12-31')];
  const made = sheet([said('activities-0', '2020-01-01', statedOn)], { activities });
  assert.deepEqual(verdicts(made), ['Acme Ltd: verified', 'Bar: stated_only']);
  assert.equal(totalSentence(made), 'Verified 5 years 1 day of 5 years 1 day.');
  assert.deepEqual(made.open, []);
});

test('a short gap and a short period beside it that nobody verifies are named once they are longer together', () => {
  const activities = [
    activity('Acme Ltd', '2020-01-01', '2023-06-30'),
    activity('Summer fair', '2023-07-21', '2023-08-10'),
    activity('Brook Bank', '2023-08-11', null),
  ];
  const jobs = [said('activities-0', '2020-01-01', '2023-06-30'), said('activities-2', '2023-08-11', statedOn)];
  const made = sheet(jobs, { activities });
  assert.deepEqual(verdicts(made), [
    'Acme Ltd: verified',
    'Gap: short_gap',
    'Summer fair: stated_only',
    'Brook Bank: verified',
  ]);
  assert.deepEqual(openLabels(made), [
    '1 July 2023 to 10 August 2023 (41 days): Gap (short gap), Summer fair (stated only)',
  ]);
  assert.deepEqual(openLabels(sheet([...jobs, said(null, '2023-07-01', '2023-07-20', 'bank')], { activities })), []);
});

test('a gap of 32 days with one day of travel documents is not explained, and both of its rests are named', () => {
  const activities = [activity('Acme Ltd', '2020-01-01', '2023-06-30'), activity('Brook Bank', '2023-08-02', null)];
  const jobs = [said('activities-0', '2020-01-01', '2023-06-30'), said('activities-1', '2023-08-02', statedOn)];
  const made = sheet([...jobs, said(null, '2023-07-16', '2023-07-16', 'travel')], { activities });
  assert.equal(made.rows[1]!.verdict, 'gap_unexplained');
  assert.match(totalSentence(made), /1 gap of 31 days not explained/);
  assert.deepEqual(openLabels(made), [
    '1 July 2023 to 15 July 2023 (15 days): Gap (gap not explained)',
    '17 July 2023 to 1 August 2023 (16 days): Gap (gap not explained)',
  ]);
});

test('whatever was stated and confirmed, the rows cover each day, and verified days add up', () => {
  const day = fc.integer({ min: 0, max: 2200 }).map((offset) => addDays('2020-12-01', offset));
  const period = fc.tuple(day, fc.integer({ min: 0, max: 900 }));
  const stated = fc.array(fc.tuple(period, fc.boolean()), { maxLength: 6 });
  const confirmed = fc.array(fc.tuple(period, fc.option(fc.nat(5)), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(stated, confirmed, (entries, confirmations) => {
      const activities = entries.map(([[from, days], goesOn], at) =>
        activity(`Job ${at}`, from, goesOn ? null : addDays(from, days)),
      );
      const given = confirmations.map(([[from, days], at, isShown]) =>
        said(at === null ? null : `activities-${at}`, from, addDays(from, days), isShown ? 'hmrc' : 'candidate'),
      );
      const made = sheet(given, { activities });
      let next = made.from;
      for (const row of made.rows) {
        assert.ok(row.from <= next && row.from >= made.from && row.to <= made.to && row.from <= row.to);
        assert.ok(row.unverifiedDays >= 0 && row.unverifiedDays <= daysIn(row));
        if (addDays(row.to, 1) > next) next = addDays(row.to, 1);
        if (row.verdict === 'stated_only') assert.equal(row.unverifiedDays > 0 || row.isGap, true);
      }
      assert.equal(next, addDays(made.to, 1));
      const open = made.open.reduce((sum, gap) => sum + daysIn(gap), 0);
      assert.deepEqual(
        made.overlaps.filter(({ from, to }) => to < made.from || daysIn({ from, to }) <= 31),
        [],
      );
      assert.ok(made.verifiedDays >= 0 && made.verifiedDays + open <= made.days);
      const isOfGap = (gap: { readonly from: string; readonly to: string }) =>
        made.rows.some(({ verdict, from, to }) => verdict === 'gap_unexplained' && from <= gap.to && to >= gap.from);
      assert.ok(made.open.every((gap) => daysIn(gap) > 31 || isOfGap(gap)));
      assert.equal(openLabels(made).filter((label) => label.endsWith(': ')).length, 0);
      assert.match(totalSentence(made), /^Verified .+ of 5 years 1 day.*\.$/);
    }),
  );
});

test('lengths are days up to two months, then months and days of the calendar', () => {
  const table: readonly [string, string, string][] = [
    ['2023-07-01', '2023-07-01', '1 day'],
    ['2023-07-01', '2023-08-30', '61 days'],
    ['2023-07-01', '2023-08-31', '2 months'],
    ['2023-07-01', '2024-06-30', '1 year'],
    ['2021-11-30', '2023-06-30', '1 year 7 months 1 day'],
    ['2023-07-01', '2026-11-30', '3 years 5 months'],
    ['2021-11-30', '2026-11-30', '5 years 1 day'],
  ];
  for (const [from, to, text] of table) assert.equal(spanText({ from, to }), text);
});

test('what is verified and what is only stated add up to the asked time', () => {
  const activities = [activity('Acme Ltd', '2021-01-01', '2023-06-30'), activity('Brook Bank', '2023-07-01', null)];
  const made = sheet([said('activities-0', '2021-01-01', '2023-06-30')], { activities });
  assert.equal(
    totalSentence(made),
    'Verified 1 year 7 months 3 days of 5 years 1 day; 3 years 4 months 28 days stated only.',
  );
});

test('two full-time jobs at once are said once they last longer than a month, within the asked years', () => {
  const jobs = (acmeEnds: string, bank: Partial<Activity> = {}) => [
    activity('Bar', '2010-01-01', '2012-12-31'),
    activity('Shop', '2012-01-01', '2013-12-31'),
    activity('Acme Ltd', '2021-01-01', acmeEnds),
    activity('Brook Bank', '2022-02-01', null, bank),
  ];
  const labels = (acmeEnds: string, bank?: Partial<Activity>) =>
    sheet([], { activities: jobs(acmeEnds, bank) }).overlaps.map(overlapLabel);
  assert.deepEqual(labels('2022-03-31'), [
    '1 February 2022 to 31 March 2022 (2 months): Acme Ltd and Brook Bank, both full time',
  ]);
  assert.deepEqual(labels('2022-03-03'), [], 'they hand over for a month');
  assert.deepEqual(labels('2022-03-31', { status: 'PartTime' }), []);
  assert.equal(labels('2022-03-04').length, 1);
});

test('of two sources that contradict each other only what both say counts, until one is taken back', () => {
  const letter = said('activities-1', '2021-01-01', '2023-03-31');
  const call = said('activities-1', '2019-01-01', '2026-11-28', 'telephone');
  const [row] = sheet([letter, call]).rows;
  assert.equal(row!.verdict, 'sources_contradict');
  assert.deepEqual(row!.confirmed, { from: '2021-01-01', to: '2023-03-31' });
  assert.equal(row!.unverifiedDays, 91, 'April to June 2023');
  assert.equal(sheet([call]).rows[0]!.unverifiedDays, 0);
  const verdict = (...confirmations: readonly Confirmation[]) => sheet(confirmations).rows[0]!.verdict;
  assert.equal(verdict(letter), 'dates_differ');
  assert.equal(verdict(said('activities-1', '2021-01-01', '2023-06-30'), { ...letter, to: '2023-06-28' }), 'verified');
  const payslips = said('activities-1', '2021-01-01', '2023-03-31', 'pay_documents');
  assert.equal(verdict(said('activities-1', '2021-01-01', '2023-06-30'), payslips), 'verified', 'papers show a part');
  assert.equal(verdict(letter, { ...call, isUnauthenticated: true }), 'dates_differ', 'nobody made sure who said so');
  const halves = [said('activities-1', '2021-01-01', '2022-01-31'), said('activities-1', '2022-02-01', '2023-06-30')];
  assert.equal(verdict(...halves), 'verified');
});

test('a period that rests on a referee of whom nobody made sure says so in its verdict', () => {
  const period = ['activities-1', '2021-01-01', '2023-06-30'] as const;
  const unsure = (source: Source) => ({ ...said(...period, source), isUnauthenticated: true });
  const later = { ...said('activities-1', '2023-01-01', '2023-06-30'), isUnauthenticated: true };
  const table: readonly [string, readonly Confirmation[], string][] = [
    ['an authenticated referee', [said(...period)], 'Verified'],
    ['a referee of whom nobody made sure', [unsure('referee')], 'Confirmed, referee not authenticated'],
    ['such a one on the telephone', [unsure('telephone')], 'Confirmed, referee not authenticated'],
    ['payslips besides', [unsure('referee'), said(...period, 'pay_documents')], 'Verified'],
    [
      'payslips of a part',
      [said('activities-1', '2021-01-01', '2022-12-31', 'pay_documents'), later],
      'Confirmed, referee not authenticated',
    ],
    ['no source', [unsure('unrecorded')], 'Confirmed, source not recorded'],
    ['other dates', [{ ...said('activities-1', '2022-06-01', '2023-06-30'), isUnauthenticated: true }], 'Dates differ'],
  ];
  for (const [when, confirmations, words] of table)
    assert.equal(verdictWords[sheet(confirmations).rows[0]!.verdict], words, when);
});
