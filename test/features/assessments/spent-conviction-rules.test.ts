// When convictions and cautions are spent, against the examples of the Ministry of Justice's own calculator
// (github.com/ministryofjustice/disclosure-checker, its specifications of calculators and its scenarios).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SentenceKind, sentences } from '../../../src/features/assessments/sentences.ts';
import {
  type Conviction,
  isShownOnCertificate,
  type LastDay,
  type Length,
  type PassedSentence,
  spentCaution,
  spentConvictions,
} from '../../../src/features/assessments/spent-conviction-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';

const today = '2026-11-22';
type Given = readonly [kind: SentenceKind, length?: string | null, more?: Partial<PassedSentence>];

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const;

/** `29m` is 29 months. */
function lengthOf(text: string | null): PassedSentence['length'] {
  if (text === null || text === 'until_further_order') return text;
  return { count: Number(text.slice(0, -1)), unit: units[text.at(-1) as keyof typeof units] };
}

const convicted = (convictedOn: string, isYouth: boolean, ...passed: readonly Given[]): Conviction => ({
  convictedOn,
  isYouth,
  sentences: passed.map(([kind, length = null, more = {}]) => ({ kind, length: lengthOf(length), ...more })),
});

const lastDays = (...convictions: readonly Conviction[]) =>
  spentConvictions(convictions, today).map(({ lastDay }) => lastDay);

const adult: readonly [given: Given, on: string, lastDay: LastDay][] = [
  // sentence_calculator_spec.rb
  [['prison', '11m'], '2016-10-20', '2018-09-19'],
  [['prison', '29m'], '2016-10-20', '2023-03-19'],
  [['prison', '48m'], '2016-10-20', '2024-10-19'],
  [['prison', '49m'], '2016-10-20', '2027-11-19'],
  [['prison', '31m', { bailDays: 50 }], '2019-12-18', '2026-05-28'],
  [['suspended_prison', '11m'], '2016-10-20', '2018-09-19'],
  [['suspended_prison', '24m'], '2016-10-20', '2022-10-19'],
  [['prison', '5y', { isSchedule18: true }], '2004-09-12', 'never'],
  [['prison', '4y', { isSchedule18: true }], '2016-10-20', '2024-10-19'],
  // addition_calculator_spec.rb
  [['community_order'], '2018-10-31', '2020-10-31'],
  [['community_order', 'until_further_order'], '2018-10-31', 'until_further_order'],
  [['community_order', '5y'], '2018-10-31', '2023-10-31'],
  [['restraining_order', '5y'], '2018-10-31', '2023-10-31'],
  [['restraining_order', 'until_further_order'], '2018-10-31', 'until_further_order'],
  [['service_detention', '5y'], '2018-10-31', '2024-10-31'],
  [['service_detention'], '2018-10-31', '2020-10-31'],
  [['fine'], '2018-10-31', '2019-10-31'],
  [['dismissal_from_service'], '2018-10-31', '2019-10-31'],
  // motoring/adult
  [['motoring_fine', null, { isEndorsed: true }], '2018-10-31', '2023-10-31'],
  [['motoring_fine'], '2018-10-31', '2019-10-31'],
  [['penalty_points'], '2018-10-31', '2021-10-31'],
  [['fixed_penalty_endorsed'], '2018-10-31', '2023-10-31'],
  [['disqualification', 'until_further_order'], '2018-10-31', 'until_further_order'],
  [['disqualification', '6y'], '2018-10-31', '2024-10-31'],
  [['absolute_discharge'], '2018-10-31', '2018-10-31'],
  [['compensation'], '2018-10-31', 'until_paid'],
  [['compensation', null, { paidOn: '2019-02-03' }], '2018-10-31', '2019-02-03'],
];
for (const [given, on, lastDay] of adult) {
  test(`an adult's ${given[0]} ${given[1] ?? 'without a length'} of ${on} is unspent until ${lastDay}`, () => {
    assert.deepEqual(lastDays(convicted(on, false, given)), [lastDay]);
  });
}

const youth: readonly [given: Given, lastDay: LastDay][] = [
  [['detention', '11m'], '2018-03-19'],
  [['detention', '29m'], '2021-03-19'],
  [['detention', '48m'], '2022-10-19'],
  [['detention', '49m'], '2024-05-19'],
  [['detention_training', '11m'], '2018-03-19'],
  [['detention_training', '24m'], '2020-10-19'],
  [['service_detention', '5y'], '2022-04-20'],
  [['fine'], '2017-04-20'],
  [['dismissal_from_service'], '2017-04-20'],
  [['motoring_fine', null, { isEndorsed: true }], '2019-04-20'],
  [['motoring_fine'], '2017-04-20'],
  [['penalty_points'], '2019-10-20'],
  [['fixed_penalty_endorsed'], '2019-04-20'],
  [['referral_order', '6m'], '2017-04-20'],
  [['youth_rehabilitation_order', '24m'], '2018-10-20'],
  [['reparation_order'], '2016-10-20'],
];
for (const [given, lastDay] of youth) {
  test(`a young person's ${given[0]} ${given[1] ?? 'without a length'} of 20 October 2016 is unspent until ${lastDay}`, () => {
    assert.deepEqual(lastDays(convicted('2016-10-20', true, given)), [lastDay]);
  });
}

/** multiple_offenses_calculator_scenarios_spec.rb, by its numbers. */
const scenarios: readonly [title: string, convictions: readonly Conviction[], lastDays: readonly LastDay[]][] = [
  [
    '1: a discharge is extended by a community order',
    [
      convicted('2017-01-25', false, ['conditional_discharge', '2y']),
      convicted('2018-12-10', false, ['community_order', '12m']),
    ],
    ['2019-12-10', '2019-12-10'],
  ],
  [
    '2: a restraining order extends nothing',
    [
      convicted('2009-08-01', false, ['suspended_prison', '3m']),
      convicted('2010-06-10', false, ['prison', '6m'], ['restraining_order', 'until_further_order'], ['fine']),
    ],
    ['2011-12-09', 'until_further_order'],
  ],
  [
    '3: two terms of custody',
    [convicted('2015-05-20', false, ['prison', '4m']), convicted('2016-02-01', false, ['suspended_prison', '3m'])],
    ['2017-04-30', '2017-04-30'],
  ],
  [
    '4: two that do not overlap',
    [convicted('2015-05-20', false, ['prison', '3m']), convicted('2018-02-01', false, ['fine'])],
    ['2016-08-19', '2019-02-01'],
  ],
  [
    '5: a banning order is of no other conviction',
    [
      convicted('2015-08-02', false, ['prison', '4m'], ['serious_crime_prevention_order', '6y']),
      convicted('2018-02-05', false, ['fine']),
    ],
    ['2021-08-02', '2019-02-05'],
  ],
  [
    '6: what is never spent keeps an earlier one unspent, and no later one',
    [
      convicted('1998-08-10', false, ['community_order', '12m']),
      convicted('2004-07-10', false, ['fine']),
      convicted('2004-09-12', false, ['prison', '5y', { isSchedule18: true }]),
      convicted('2012-02-07', false, ['suspended_prison', '6m']),
    ],
    ['1999-08-10', 'never', 'never', '2013-08-06'],
  ],
  [
    '7: a chain of three, given in no order',
    [
      convicted('2001-01-01', false, ['conditional_discharge', '3y'], ['prison', '6m']),
      convicted('2000-06-01', false, ['fine']),
      convicted('2002-03-01', false, ['prison', '3y']),
    ],
    ['2009-02-28', '2009-02-28', '2009-02-28'],
  ],
  [
    '8: a restraining order that outlasts the next conviction',
    [
      convicted('2010-01-01', false, ['prison', '4y'], ['restraining_order', '15y']),
      convicted('2012-01-01', false, ['prison', '4y']),
    ],
    ['2025-01-01', '2019-12-31'],
  ],
  [
    '9: from youth to custody',
    [
      convicted('2011-02-25', true, ['referral_order', '6m']),
      convicted('2013-02-12', true, ['youth_rehabilitation_order', '24m']),
      convicted('2014-07-01', false, ['community_order', '24m']),
      convicted('2016-06-30', false, ['prison', '12m']),
    ],
    ['2011-08-25', '2018-06-29', '2018-06-29', '2018-06-29'],
  ],
  [
    'a later conviction is extended by an earlier one that lasts longer (s.6(4) of the Act)',
    [convicted('2015-01-01', false, ['prison', '3y']), convicted('2016-01-01', false, ['fine'])],
    ['2021-12-31', '2021-12-31'],
  ],
];
for (const [title, convictions, expected] of scenarios) {
  test(`scenario ${title}`, () => {
    assert.deepEqual(lastDays(...convictions), expected);
    // In any order.
    assert.deepEqual(lastDays(...convictions.toReversed()), expected.toReversed());
  });
}

/** caution_calculator_spec.rb */
const cautions: readonly [givenOn: string, conditionsEndOn: string, lastDay: string][] = [
  ['2019-01-31', '2019-03-30', '2019-03-30'],
  ['2019-01-31', '2019-05-30', '2019-04-30'],
  ['2001-12-04', '2002-03-03', '2002-03-03'],
  ['2004-02-29', '2004-05-28', '2004-05-28'],
  ['2004-02-29', '2004-06-13', '2004-05-29'],
  ['2019-07-13', '2019-09-11', '2019-09-11'],
  ['2019-07-13', '2019-11-11', '2019-10-13'],
];
for (const [givenOn, conditionsEndOn, lastDay] of cautions) {
  test(`a caution of ${givenOn} whose conditions end on ${conditionsEndOn} is unspent until ${lastDay}`, () => {
    assert.equal(spentCaution({ givenOn, conditionsEndOn }, today).lastDay, lastDay);
  });
}

test('a simple caution is spent when it is given', () => {
  assert.equal(spentCaution({ givenOn: today, conditionsEndOn: null }, today).isSpent, true);
});

test('a verdict names its rule and source, and each reason in its order', () => {
  const verdicts = spentConvictions(scenarios[0]![1], '2019-06-01');
  const [first] = verdicts;
  assert.equal(first!.rule, 'spent_convictions');
  assert.match(first!.asOf, /^\d{4}-\d\d-\d\d$/);
  assert.notEqual(first!.source, '');
  assert.deepEqual(first!.because, [
    { code: 'when_it_ends', kind: 'conditional_discharge', months: 0, until: '2019-01-25' },
    { code: 'extended', convictedOn: '2018-12-10', until: '2019-12-10' },
  ]);
  assert.deepEqual(
    verdicts.map(({ isSpent }) => isSpent),
    [false, false],
  );
  assert.equal(spentConvictions(scenarios[0]![1], '2019-12-11')[0]!.isSpent, true);
  assert.equal(spentConvictions(scenarios[0]![1], '2019-12-10')[0]!.isSpent, false);
});

test('an impossible sentence is an error of the caller', () => {
  for (const [isYouth, given] of [
    [false, ['suspended_prison', '25m']],
    [true, ['detention_training', '25m']],
    [true, ['community_order', '12m']],
    [false, ['referral_order', '6m']],
  ] as const) {
    assert.throws(() => lastDays(convicted('2020-01-01', isYouth, given)), RangeError, given[0]);
  }
});

/** Source: the filtering rules in force since 28 November 2020. */
const shown: readonly [title: string, record: Partial<Parameters<typeof isShownOnCertificate>[0]>, isShown: boolean][] =
  [
    ['a conviction of an adult 10 years ago', { on: '2016-11-23' }, true],
    ['a conviction of an adult 11 years ago', { on: '2015-11-22' }, false],
    ['a conviction of a young person 5 years ago', { on: '2021-11-22', isYouth: true }, true],
    ['a conviction of a young person 6 years ago', { on: '2020-11-22', isYouth: true }, false],
    ['custody long ago', { on: '1990-01-01', isCustodial: true }, true],
    ['a specified offence long ago', { on: '1990-01-01', isSpecified: true }, true],
    ['a caution of an adult 5 years ago', { kind: 'caution', on: '2021-11-22' }, true],
    ['a caution of an adult 6 years ago', { kind: 'caution', on: '2020-11-22' }, false],
    ['a caution of a young person', { kind: 'caution', on: '2026-11-01', isYouth: true }, false],
    [
      'a caution of a young person for a specified offence',
      { kind: 'caution', on: '2026-11-01', isYouth: true, isSpecified: true },
      false,
    ],
    ['a caution of an adult for a specified offence', { kind: 'caution', on: '1990-01-01', isSpecified: true }, true],
  ];
for (const [title, record, isShown] of shown) {
  test(`a certificate ${isShown ? 'shows' : 'leaves out'} ${title}`, () => {
    const plain = { kind: 'conviction', on: today, isYouth: false, isCustodial: false, isSpecified: false } as const;
    assert.equal(isShownOnCertificate({ ...plain, ...record }, today).isShown, isShown);
  });
}

const length = fc.record({
  count: fc.integer({ min: 1, max: 24 }),
  unit: fc.constantFrom<Length['unit']>('days', 'weeks', 'months'),
});
const adultKinds = (Object.keys(sentences) as SentenceKind[]).filter((kind) => sentences[kind].adult !== null);
const conviction = fc.record({
  convictedOn: fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2000-01-01', days)),
  isYouth: fc.constant(false),
  sentences: fc.array(fc.record({ kind: fc.constantFrom(...adultKinds), length }), { minLength: 1, maxLength: 3 }),
});

test('another conviction never makes one spent earlier, and does not change one that was spent before it', () => {
  fc.assert(
    fc.property(fc.array(conviction, { minLength: 1, maxLength: 4 }), conviction, (convictions, more) => {
      const before = lastDays(...convictions);
      const after = lastDays(...convictions, more);
      before.forEach((day, index) => {
        const isEarlier = !day.startsWith('u') && !after[index]!.startsWith('u') && after[index]! < day;
        assert.ok(!isEarlier, `${day} → ${after[index]}`);
      });
    }),
  );
});

test('a longer term of custody is never spent earlier', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), (one, other) => {
      const last = (months: number) => lastDays(convicted('2010-05-17', false, ['prison', `${months}m`]))[0]!;
      assert.equal(one <= other, last(one) <= last(other));
    }),
  );
});
