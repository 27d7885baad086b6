// When convictions and cautions are spent: the examples of the Ministry of Justice's own calculator.
import type { SentenceKind } from '../../../src/features/assessments/sentences.ts';
import type { Conviction, LastDay, PassedSentence } from '../../../src/features/assessments/spent-conviction-rules.ts';
import type { Published } from '../../support/published-examples.ts';

export type Given = readonly [kind: SentenceKind, length?: string | null, more?: Partial<PassedSentence>];

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const;

/** `29m` is 29 months. */
function lengthOf(text: string | null): PassedSentence['length'] {
  if (text === null || text === 'until_further_order') return text;
  return { count: Number(text.slice(0, -1)), unit: units[text.at(-1) as keyof typeof units] };
}

export const convicted = (convictedOn: string, isYouth: boolean, ...passed: readonly Given[]): Conviction => ({
  convictedOn,
  isYouth,
  sentences: passed.map(([kind, length = null, more = {}]) => ({ kind, length: lengthOf(length), ...more })),
});

export const adultSentences: Published<readonly [given: Given, on: string, lastDay: LastDay]> = {
  rule: 'spent_convictions',
  source:
    'github.com/ministryofjustice/disclosure-checker, sentence_calculator_spec.rb, addition_calculator_spec.rb, motoring/adult',
  examples: [
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
  ],
};

export const youthSentences: Published<readonly [given: Given, lastDay: LastDay]> = {
  rule: 'spent_convictions',
  source: 'github.com/ministryofjustice/disclosure-checker, the same for young people, on 20 October 2016',
  examples: [
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
  ],
};

export const scenarios: Published<
  readonly [title: string, convictions: readonly Conviction[], lastDays: readonly LastDay[]]
> = {
  rule: 'spent_convictions',
  source:
    'github.com/ministryofjustice/disclosure-checker, multiple_offenses_calculator_scenarios_spec.rb, by its numbers',
  examples: [
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
  ],
};

export const cautions: Published<readonly [givenOn: string, conditionsEndOn: string, lastDay: string]> = {
  rule: 'spent_cautions',
  source: 'github.com/ministryofjustice/disclosure-checker, caution_calculator_spec.rb',
  examples: [
    ['2019-01-31', '2019-03-30', '2019-03-30'],
    ['2019-01-31', '2019-05-30', '2019-04-30'],
    ['2001-12-04', '2002-03-03', '2002-03-03'],
    ['2004-02-29', '2004-05-28', '2004-05-28'],
    ['2004-02-29', '2004-06-13', '2004-05-29'],
    ['2019-07-13', '2019-09-11', '2019-09-11'],
    ['2019-07-13', '2019-11-11', '2019-10-13'],
  ],
};
