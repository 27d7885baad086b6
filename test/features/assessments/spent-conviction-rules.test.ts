// When convictions and cautions are spent, against the examples of the Ministry of Justice's own calculator
// (github.com/ministryofjustice/disclosure-checker, its specifications of calculators and its scenarios).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SentenceKind, sentences } from '../../../src/features/assessments/sentences.ts';
import {
  type Conviction,
  isShownOnCertificate,
  type Length,
  spentCaution,
  spentConvictions,
} from '../../../src/features/assessments/spent-conviction-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { adultSentences, cautions, convicted, scenarios, youthSentences } from './spent-conviction-examples.ts';

const today = '2026-11-22';
const lastDays = (...convictions: readonly Conviction[]) =>
  spentConvictions(convictions, today).map(({ lastDay }) => lastDay);

for (const [given, on, lastDay] of adultSentences.examples) {
  test(`an adult's ${given[0]} ${given[1] ?? 'without a length'} of ${on} is unspent until ${lastDay}`, () => {
    assert.deepEqual(lastDays(convicted(on, false, given)), [lastDay]);
  });
}

for (const [given, lastDay] of youthSentences.examples) {
  test(`a young person's ${given[0]} ${given[1] ?? 'without a length'} of 20 October 2016 is unspent until ${lastDay}`, () => {
    assert.deepEqual(lastDays(convicted('2016-10-20', true, given)), [lastDay]);
  });
}

/** Of our own, after section 6(4) of the Act. */
const extended: (typeof scenarios.examples)[number] = [
  'a later conviction is extended by an earlier one that lasts longer (s.6(4) of the Act)',
  [convicted('2015-01-01', false, ['prison', '3y']), convicted('2016-01-01', false, ['fine'])],
  ['2021-12-31', '2021-12-31'],
];
for (const [title, convictions, expected] of [...scenarios.examples, extended]) {
  test(`scenario ${title}`, () => {
    assert.deepEqual(lastDays(...convictions), expected);
    // In any order.
    assert.deepEqual(lastDays(...convictions.toReversed()), expected.toReversed());
  });
}

for (const [givenOn, conditionsEndOn, lastDay] of cautions.examples) {
  test(`a caution of ${givenOn} whose conditions end on ${conditionsEndOn} is unspent until ${lastDay}`, () => {
    assert.equal(spentCaution({ givenOn, conditionsEndOn }, today).lastDay, lastDay);
  });
}

test('a simple caution is spent when it is given', () => {
  assert.equal(spentCaution({ givenOn: today, conditionsEndOn: null }, today).isSpent, true);
});

test('a verdict names its rule and source, and each reason in its order', () => {
  const verdicts = spentConvictions(scenarios.examples[0]![1], '2019-06-01');
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
  assert.equal(spentConvictions(scenarios.examples[0]![1], '2019-12-11')[0]!.isSpent, true);
  assert.equal(spentConvictions(scenarios.examples[0]![1], '2019-12-10')[0]!.isSpent, false);
});

test('a conviction that an earlier one extended stays extended after a compensation order that is not paid', () => {
  const earlier = convicted('2000-01-01', false, ['prison', '1m']);
  const later = convicted('2000-01-02', false, ['prison', '1d']);
  assert.deepEqual(lastDays(earlier, later), ['2001-01-31', '2001-01-31']);
  const order = convicted('2001-01-03', false, ['compensation', null]);
  assert.deepEqual(lastDays(earlier, later, order), ['until_paid', 'until_paid', 'until_paid']);
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

test('the order in which convictions are given changes nothing', () => {
  fc.assert(
    fc.property(fc.array(conviction, { minLength: 2, maxLength: 5 }), (convictions) => {
      assert.deepEqual(lastDays(...convictions.toReversed()), lastDays(...convictions).toReversed());
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
