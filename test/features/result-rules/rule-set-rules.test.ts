import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  type ConditionId,
  conditionOf,
  conditions,
  groupedConditions,
} from '../../../src/features/result-rules/conditions.ts';
import { houseRules } from '../../../src/features/result-rules/house-rules.ts';
import type { Grade, JudgedReport, Limits } from '../../../src/features/result-rules/result-rule.ts';
import type { ResultRule } from '../../../src/features/result-rules/rule-set.ts';
import {
  appliedTo,
  appliesTo,
  deviates,
  firedRules,
  mostSevere,
  ruleWords,
  whyText,
} from '../../../src/features/result-rules/rule-set-rules.ts';
import { readRule, typedOf } from '../../../src/features/result-rules/typed-rule-rules.ts';
import { type Random, seededRandom } from '../../support/random.ts';

const today = '2026-05-20';

function report(name: string, findings: Partial<Pick<JudgedReport, 'breakdown' | 'properties'>>): JudgedReport {
  const found = namedType(name);
  if (!('type' in found)) throw new Error(`no report type ${name}`);
  return { type: found.type, breakdown: {}, properties: {}, today, ...findings };
}

const rule = (condition: ConditionId, limits: Limits = {}, grade: Grade = 'red'): ResultRule => ({
  ...{ condition, limits, grade, scope: null },
});

const ccj = (more: object = {}) => ({
  kind: 'county_court_judgment',
  amount_pence: 120_000,
  dated: '2024-03',
  ...more,
});
const credit = (...records: object[]) => report('credit', { properties: { records } });
const jobs = (...employments: object[]) => report('employment_history:uk', { properties: { employments } });
const gaps = (...list: object[]) => report('activity', { properties: { gaps: list } });
const licence = (endorsements: object[], more: object = {}) =>
  report('driving_licence', {
    breakdown: { endorsements: { result: 'consider', properties: { endorsements, ...more } } },
  });
const basic = (result: string, properties = {}) =>
  report('criminal_history:basic', { breakdown: { convictions_and_cautions: { result } }, properties });
const spentVerdict = (is_met: boolean) => ({
  verdicts: [{ rule: 'spent_convictions', statement: 'Everything is spent.', details: [], is_met }],
});
const rightToWork = (result: string, endsOn?: string) =>
  report('right_to_work', {
    breakdown: { permission: { result, ...(endsOn && { properties: { ends_on: endsOn } }) } },
  });

/** What each condition names, and what it lets pass. */
const cases: readonly (readonly [says: string, rule: ResultRule, report: JudgedReport, isFound: boolean])[] = [
  ['a judgment over the amount', rule('judgment', { pence: 50_000 }), credit(ccj()), true],
  ['no judgment of just the amount', rule('judgment', { pence: 120_000 }), credit(ccj()), false],
  [
    'a judgment of an amount that nobody recorded',
    rule('judgment', { pence: 50_000 }),
    credit(ccj({ amount_pence: null })),
    true,
  ],
  ['a judgment within the years', rule('judgment', { years: 6 }), credit(ccj()), true],
  ['no judgment of longer ago', rule('judgment', { years: 2 }), credit(ccj({ dated: '2024-04-30' })), false],
  [
    'a judgment of a month that ends within the years',
    rule('judgment', { years: 2 }),
    credit(ccj({ dated: '2024-05' })),
    true,
  ],
  [
    'no judgment that is satisfied, where only others count',
    rule('judgment', { only: true }),
    credit(ccj({ status: 'satisfied' })),
    false,
  ],
  ['a judgment whose status nobody recorded', rule('judgment', { only: true }), credit(ccj()), true],
  ['no judgment that was set aside', rule('judgment'), credit(ccj({ status: 'set_aside' })), false],
  ['no insolvency as a judgment', rule('judgment'), credit({ kind: 'bankruptcy' }), false],
  [
    'a judgment of which only the part says something',
    rule('judgment', { pence: 50_000 }),
    report('credit', { breakdown: { ccj: { result: 'unsatisfied' } } }),
    true,
  ],
  [
    'nothing where the part says that there is none',
    rule('judgment'),
    report('credit', { breakdown: { ccj: { result: 'none' } } }),
    false,
  ],
  ['an insolvency', rule('insolvency', { years: 6 }), credit({ kind: 'bankruptcy', dated: '2022-01-01' }), true],
  [
    'a restriction that is in force, however old it is',
    rule('insolvency', { years: 6 }),
    credit({ kind: 'bankruptcy_restrictions', dated: '2016-01-01', status: 'in_force' }),
    true,
  ],
  [
    'an order that ends on a later day, however old it is',
    rule('insolvency', { years: 6 }),
    credit({ kind: 'trust_deed', dated: '2016-01', ended_on: '2026-05' }),
    true,
  ],
  [
    'no insolvency of longer ago that has ended',
    rule('insolvency', { years: 6 }),
    credit({ kind: 'bankruptcy', dated: '2016-01', ended_on: '2017-01' }),
    false,
  ],
  [
    'no insolvency that is over, where only others count',
    rule('insolvency', { only: true }),
    credit({ kind: 'bankruptcy', status: 'discharged' }),
    false,
  ],
  [
    'an insolvency of which only the part says something',
    rule('insolvency'),
    report('credit', { breakdown: { insolvency: { result: 'consider' } } }),
    true,
  ],
  ['debts that are together over the amount', rule('debts', { pence: 200_000 }), credit(ccj(), ccj()), true],
  [
    'no debts that are satisfied',
    rule('debts', { pence: 200_000 }),
    credit(ccj(), ccj({ status: 'satisfied' })),
    false,
  ],
  [
    'the total debt as it was typed',
    rule('debts', { pence: 200_000 }),
    report('credit', { properties: { total_debt_pence: 200_001 } }),
    true,
  ],
  ['a gap over the days', rule('gap', { days: 31 }), gaps({ from: '2024-01-01', to: '2024-02-01' }), true],
  ['no gap of just the days', rule('gap', { days: 31 }), gaps({ from: '2024-01-01', to: '2024-01-31' }), false],
  [
    'a gap of months, from its first to its last day',
    rule('gap', { days: 31 }),
    gaps({ from: '2024-01', to: '2024-02' }),
    true,
  ],
  ['a gap whose days nobody recorded', rule('gap', { days: 31 }), gaps({ from: '2024-01' }), true],
  [
    'no gap with evidence, where only others count',
    rule('gap', { only: true }),
    gaps({ from: '2024-01', to: '2024-09', evidence: 'Payslips' }),
    false,
  ],
  [
    'the days of a report on one gap',
    rule('gap', { days: 31 }),
    report('gap:travel', { properties: { days: 45 } }),
    true,
  ],
  [
    'no gap whose evidence its report confirms',
    houseRules.find(({ condition }) => condition === 'gap')!,
    report('gap:travel', { breakdown: { evidence: { result: 'clear' } }, properties: { days: 45 } }),
    false,
  ],
  [
    'a gap whose evidence calls for attention, whatever is listed',
    rule('gap', { only: true }),
    report('gap:travel', {
      breakdown: { evidence: { result: 'consider' } },
      properties: { days: 45, evidence: [{ document: 'Tickets' }] },
    }),
    true,
  ],
  [
    'no time in prison',
    rule('gap', { days: 31 }),
    report('gap:prison_or_detention', { properties: { days: 354 } }),
    false,
  ],
  [
    'employment dates that differ by more',
    rule('dates_differ', { days: 30 }),
    jobs({ employer: 'Acme', difference_days: -31 }),
    true,
  ],
  [
    'no employment dates that differ by less',
    rule('dates_differ', { days: 30 }),
    jobs({ employer: 'Acme', difference_days: 30 }),
    false,
  ],
  [
    'dates that differ by nobody knows how much',
    rule('dates_differ', { days: 30 }),
    jobs({ employer: 'Acme', differs: ['from'] }),
    true,
  ],
  ['no dates where the role alone differs', rule('dates_differ'), jobs({ employer: 'Acme', differs: ['role'] }), false],
  [
    'the days of a report on one job',
    rule('dates_differ', { days: 30 }),
    report('employment_history:uk', { breakdown: { dates: { result: 'clear', properties: { difference_days: 60 } } } }),
    true,
  ],
  ['a job title that differs', rule('role_differs'), jobs({ employer: 'Acme', differs: ['role'] }), true],
  ['a reason for leaving that differs', rule('reason_differs'), jobs({ employer: 'Acme', differs: ['reason'] }), true],
  [
    'an employer who would not employ again',
    rule('not_rehired'),
    jobs({ employer: 'Acme', confirmed_rehire: 'no' }),
    true,
  ],
  [
    'no policy not to say so',
    rule('not_rehired'),
    jobs({ employer: 'Acme', confirmed_rehire: 'policy_not_to_say' }),
    false,
  ],
  [
    'two jobs that nobody confirmed',
    rule('job_unconfirmed', { count: 2 }),
    jobs({ employer: 'Acme' }, { employer: 'Beta' }),
    true,
  ],
  ['a job without the name of its employer', rule('job_unconfirmed'), jobs({ from: '2020-01', to: '2022-01' }), true],
  [
    'no single one, where two are asked for',
    rule('job_unconfirmed', { count: 2 }),
    jobs({ employer: 'Acme' }, { employer: 'Beta', confirmed_from: '2020-01' }),
    false,
  ],
  [
    'a class that is not confirmed',
    rule('qualification'),
    report('education:uk', { breakdown: { class: { result: 'consider' } } }),
    true,
  ],
  [
    'a membership that has lapsed',
    rule('membership'),
    report('professional_membership', { breakdown: { status: { result: 'lapsed' } } }),
    true,
  ],
  [
    'points of the endorsements together',
    rule('points', { points: 6 }),
    licence([
      { code: 'SP30', points: 3 },
      { code: 'SP50', points: 3 },
    ]),
    true,
  ],
  ['no fewer points', rule('points', { points: 6 }), licence([{ code: 'SP30', points: 5 }]), false],
  ['the points as they were typed', rule('points', { points: 6 }), licence([], { points: 9 }), true],
  [
    'an endorsement by the beginning of its code',
    rule('endorsement', { codes: 'DR IN', years: 5 }),
    licence([{ code: 'dr10', offence_date: '2023-02-01' }]),
    true,
  ],
  ['no endorsement of another code', rule('endorsement', { codes: 'DR IN' }), licence([{ code: 'SP30' }]), false],
  ['an endorsement without a code', rule('endorsement', { codes: 'DR' }), licence([{ points: 3 }]), true],
  [
    'a disqualification that has not ended',
    rule('driving_ban'),
    licence([{ code: 'DR10', disqualified_until: today }]),
    true,
  ],
  [
    'no disqualification that is over',
    rule('driving_ban'),
    licence([{ code: 'DR10', disqualified_until: '2026-05-19' }]),
    false,
  ],
  ['a certificate that shows something', rule('record'), basic('see_certificate'), true],
  ['no certificate that is clear', rule('record'), basic('clear'), false],
  [
    'nothing of a basic check where everything typed is spent',
    rule('record'),
    basic('see_certificate', spentVerdict(true)),
    false,
  ],
  ['nothing by another rule either', rule('finding'), basic('see_certificate', spentVerdict(true)), false],
  [
    'a certificate that is not genuine, beside a conviction that is spent',
    rule('finding'),
    report('criminal_history:basic', {
      breakdown: { certificate: { result: 'consider' }, convictions_and_cautions: { result: 'see_certificate' } },
      properties: spentVerdict(true),
    }),
    true,
  ],
  ['what is unspent', rule('record'), basic('see_certificate', spentVerdict(false)), true],
  [
    'a barred list',
    rule('barred_list'),
    report('criminal_history:enhanced', { breakdown: { adults_barred_list: { result: 'consider' } } }),
    true,
  ],
  [
    'a member of the scheme who is barred',
    rule('barred_list'),
    report('criminal_history_scotland:pvg_join', { breakdown: { scheme_membership: { result: 'barred' } } }),
    true,
  ],
  [
    'nobody who is not a member of the scheme',
    rule('barred_list'),
    report('criminal_history_scotland:pvg_join', { breakdown: { scheme_membership: { result: 'not_member' } } }),
    false,
  ],
  [
    'no answer to wait for the certificate',
    rule('barred_list'),
    report('dbs_adult_first', { breakdown: { adults_barred_list: { result: 'wait_for_certificate' } } }),
    false,
  ],
  ['no right to work', rule('no_right_to_work'), rightToWork('none'), true],
  ['a right to work that ended yesterday', rule('no_right_to_work'), rightToWork('limited', '2026-05-19'), true],
  ['no right to work that ends today', rule('no_right_to_work'), rightToWork('limited', today), false],
  [
    'a right to work that ends soon',
    rule('right_to_work_ends', { daysLeft: 60 }),
    rightToWork('limited', '2026-07-19'),
    true,
  ],
  ['none that ends later', rule('right_to_work_ends', { daysLeft: 60 }), rightToWork('limited', '2026-07-20'), false],
  [
    'one that ends on a day that nobody recorded',
    rule('right_to_work_ends', { daysLeft: 60 }),
    rightToWork('limited'),
    true,
  ],
  ['no right without an end', rule('right_to_work_ends'), rightToWork('unlimited'), false],
  [
    'an excuse that the employer does not have',
    rule('no_excuse'),
    report('right_to_work', {
      properties: { verdicts: [{ rule: 'right_to_work_steps', statement: 'No excuse.', details: [], is_met: false }] },
    }),
    true,
  ],
  [
    'a true match on a sanctions list',
    rule('sanctions'),
    report('sanctions', { properties: { records: [{ list: 'UK', decision: 'true_match' }] } }),
    true,
  ],
  [
    'no false positive',
    rule('sanctions'),
    report('sanctions', { properties: { records: [{ list: 'UK', decision: 'false_positive' }] } }),
    false,
  ],
  [
    'no public function as a sanction',
    rule('sanctions'),
    report('sanctions', {
      breakdown: { sanction: { result: 'clear' }, politically_exposed_person: { result: 'consider' } },
      properties: { records: [{ decision: 'true_match' }] },
    }),
    false,
  ],
  [
    'a true match beside a public function, where nobody answered for sanctions',
    rule('sanctions'),
    report('watchlist:standard', {
      breakdown: { politically_exposed_person: { result: 'consider' }, adverse_media: { result: 'consider' } },
      properties: { records: [{ list: 'UK Sanctions List', decision: 'true_match' }] },
    }),
    true,
  ],
  [
    'a true match of a list that its part calls clear, where it can be of no other',
    rule('sanctions'),
    report('sanctions:uk', {
      breakdown: { sanction: { result: 'clear' } },
      properties: { records: [{ decision: 'true_match' }] },
    }),
    true,
  ],
  [
    'a true match of a watchlist of public functions alone',
    rule('public_function'),
    report('watchlist:peps_only', { properties: { records: [{ decision: 'true_match' }] } }),
    true,
  ],
  [
    'what the part says of judgments, beside a small one that is satisfied',
    rule('judgment', { only: true }),
    report('credit', {
      breakdown: { ccj: { result: 'unsatisfied' } },
      properties: { records: [ccj({ amount_pence: 5000, status: 'satisfied' })] },
    }),
    true,
  ],
  [
    'no judgment under the amount because the part says that there is one',
    rule('judgment', { pence: 50_000 }),
    report('credit', {
      breakdown: { ccj: { result: 'unsatisfied' } },
      properties: { records: [ccj({ amount_pence: 5000 })] },
    }),
    false,
  ],
  [
    'what the part says of insolvency, beside an old one that is over',
    rule('insolvency', { years: 6 }),
    report('credit', {
      breakdown: { insolvency: { result: 'consider' } },
      properties: { records: [{ kind: 'bankruptcy', dated: '2010-01-01', status: 'discharged' }] },
    }),
    true,
  ],
  [
    'what the part says of fraud, beside an old record',
    rule('fraud', { years: 6 }),
    report('cifas:national_fraud_database', {
      breakdown: { record_found: { result: 'consider' } },
      properties: { records: [{ reference: '1', recorded_on: '2015-01-01' }] },
    }),
    true,
  ],
  [
    'no disqualification of somebody else',
    rule('director_ban'),
    report('directorship', { properties: { disqualifications: [{ from: '2020-01-01', decision: 'false_positive' }] } }),
    false,
  ],
  [
    'no judgment about somebody else',
    rule('judgment'),
    report('credit', { properties: { records: [ccj({ decision: 'false_positive' })] } }),
    false,
  ],
  [
    'what the part says of a disqualification, beside one that has ended',
    rule('director_ban', { only: true }),
    report('directorship', {
      breakdown: { disqualified: { result: 'consider' } },
      properties: { disqualifications: [{ from: '2010-01-01', until: '2015-01-01' }] },
    }),
    true,
  ],
  [
    'the days of the whole report, beside jobs that do not differ',
    rule('dates_differ', { days: 31 }),
    report('employment_history:uk', {
      breakdown: { dates: { result: 'clear', properties: { difference_days: 60 } } },
      properties: { employments: [{ employer: 'Acme' }] },
    }),
    true,
  ],
  [
    'a public function',
    rule('public_function'),
    report('pep:foreign', { properties: { records: [{ decision: 'true_match' }] } }),
    true,
  ],
  [
    'a published report',
    rule('adverse_media', { years: 5 }),
    report('adverse_media', { properties: { records: [{ decision: 'true_match', published_on: '2022-01' }] } }),
    true,
  ],
  [
    'no published report of longer ago',
    rule('adverse_media', { years: 3 }),
    report('adverse_media', { properties: { records: [{ decision: 'true_match', published_on: '2022-01' }] } }),
    false,
  ],
  [
    'a director who is disqualified',
    rule('director_ban', { only: true }),
    report('directorship', { properties: { disqualifications: [{ from: '2020-01-01', until: '2030-01-01' }] } }),
    true,
  ],
  [
    'no disqualification that has ended, where only others count',
    rule('director_ban', { only: true }),
    report('directorship', { properties: { disqualifications: [{ from: '2010-01-01', until: '2020-01-01' }] } }),
    false,
  ],
  [
    'a prohibition',
    rule('regulator'),
    report('financial_services_register', { breakdown: { prohibition: { result: 'consider' } } }),
    true,
  ],
  [
    'a record of fraud',
    rule('fraud'),
    report('cifas:national_fraud_database', {
      properties: { records: [{ reference: '1', recorded_on: '2025-01-01' }] },
    }),
    true,
  ],
  [
    'a positive test',
    rule('positive_test'),
    report('drug_test:urine_5', { breakdown: { outcome: { result: 'non_negative' } } }),
    true,
  ],
  [
    'a report that could not be verified',
    rule('unable'),
    report('education:uk', { properties: { unable_to_verify: 'no_reply' } }),
    true,
  ],
  [
    'any part that calls for attention',
    rule('finding'),
    report('education:uk', { breakdown: { attendance: { result: 'consider' } } }),
    true,
  ],
  [
    'no part that is clear',
    rule('finding'),
    report('education:uk', { breakdown: { attendance: { result: 'clear' } } }),
    false,
  ],
];

for (const [says, one, given, isFound] of cases)
  test(`the condition ${one.condition} counts ${says}`, () => {
    assert.equal(firedRules([one], given).length > 0, isFound);
  });

test('every condition has a case, a place in the choice, and a report type in which it can be found', () => {
  const ids = Object.keys(conditions).sort();
  assert.deepEqual([...new Set(cases.map(([, one]) => one.condition))].sort(), ids);
  assert.deepEqual(groupedConditions.flatMap(([, of]) => of).sort(), ids);
  for (const id of ids as ConditionId[])
    assert.ok(
      catalogue.some((type) => conditionOf(id).isOf(type)),
      id,
    );
});

test('a rule for one area or one kind of report says nothing of others', () => {
  const inDriving = { ...rule('finding'), scope: 'area:driving' } as const;
  const inEducation = { ...rule('finding'), scope: 'type:education' } as const;
  const { type } = report('education:uk', {});
  assert.deepEqual([appliesTo(inDriving, type), appliesTo(inEducation, type)], [false, true]);
});

test('the most severe of the rules that apply is proposed, and each of them is named', () => {
  const set = {
    ...{ version: 3, from: '2026-05-01' },
    rules: [
      rule('judgment', {}, 'green'),
      rule('judgment', { pence: 50_000, years: 6 }, 'red'),
      rule('finding', {}, 'amber'),
    ],
  };
  const applied = appliedTo(
    set,
    report('credit', { properties: { records: [ccj()] }, breakdown: { ccj: { result: 'unsatisfied' } } }),
  );
  assert.equal(applied?.proposes, 'red');
  assert.deepEqual(
    applied?.fired.map(({ number, grade }) => [number, grade]),
    [
      [2, 'red'],
      [3, 'amber'],
      [1, 'green'],
    ],
  );
});

test('nothing is proposed where no rule names what was found, and nothing kept where no rule is for such reports', () => {
  const set = { version: 1, from: today, rules: [rule('points', { points: 6 })] };
  assert.deepEqual(appliedTo(set, licence([])), { version: 1, from: today, proposes: null, fired: [] });
  assert.equal(appliedTo(set, credit(ccj())), undefined);
  assert.equal(deviates({ proposes: null }, 'red'), false);
});

test('the client reads which rule made the result, and why it is another', () => {
  const set = {
    version: 2,
    from: '2026-05-01',
    rules: [rule('finding', {}, 'green'), rule('gap', { days: 31 }, 'amber')],
  };
  const applied = appliedTo(set, gaps({ from: '2026-01-01', to: '2026-02-14' }))!;
  assert.deepEqual(whyText({ result_rules: applied }, 'amber', 'client'), {
    light: 'amber',
    title: 'Why amber, by your result rules of 1 May 2026',
    lines: ['Gap of 45 days from 1 January 2026. Rule 2, gap of activity over 31 days: amber.'],
    because: '',
  });
  const other = whyText({ result_rules: { ...applied, because: 'On maternity leave.' } }, 'red', 'desk');
  assert.equal(other?.title, 'Not amber, as the client’s result rules of 1 May 2026 propose, but red');
  assert.equal(other?.because, 'On maternity leave.');
});

function randomRules(random: Random): ResultRule[] {
  const isIn = (percent: number) => random.below(100) < percent;
  return Array.from({ length: 1 + random.below(6) }, () =>
    rule(
      random.pick(['judgment', 'insolvency', 'debts', 'finding'] as const),
      {
        ...(isIn(60) && { pence: random.below(500_000) }),
        ...(isIn(50) && { years: 1 + random.below(8) }),
        ...(isIn(30) && { only: true as const }),
      },
      random.pick(['green', 'amber', 'red'] as const),
    ),
  );
}

const randomRecord = (random: Random) => ({
  kind: random.pick(['county_court_judgment', 'bankruptcy', 'decree']),
  amount_pence: random.pick([null, random.below(600_000)]),
  dated: random.pick(['', `20${18 + random.below(8)}-0${1 + random.below(9)}`]),
  status: random.pick(['', 'unsatisfied', 'satisfied', 'in_force']),
});

const severities = [null, 'green', 'amber', 'red'] as const;
const proposedBy = (rules: readonly ResultRule[], given: JudgedReport) =>
  severities.indexOf(mostSevere(firedRules(rules, given).map(({ grade }) => grade)));

test('the order of rules makes no difference to what they propose', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 300; round++) {
    const rules = randomRules(random);
    const given = credit(...Array.from({ length: 3 }, () => randomRecord(random)));
    const shuffled = rules.toSorted(() => random.below(2) - 0.5);
    assert.equal(proposedBy(rules, given), proposedBy(shuffled, given));
  }
});

test('worse findings never make the proposed result better', () => {
  const random = seededRandom(8);
  for (let round = 0; round < 300; round++) {
    const rules = randomRules(random);
    const records = Array.from({ length: 1 + random.below(3) }, () => randomRecord(random));
    const before = proposedBy(rules, credit(...records));
    const [first, ...others] = records;
    const worse = {
      'one more record': [...records, randomRecord(random)],
      'a higher amount': [{ ...first, amount_pence: (first!.amount_pence ?? 0) + 700_000 }, ...others],
      'an amount that nobody knows': [{ ...first, amount_pence: null }, ...others],
      'a later day': [{ ...first, dated: today }, ...others],
      'not satisfied': [{ ...first, status: 'unsatisfied' }, ...others],
    };
    for (const [how, list] of Object.entries(worse))
      if (how !== 'a higher amount' || first!.amount_pence !== null)
        if (how !== 'an amount that nobody knows' || rules.every(({ condition }) => condition !== 'debts'))
          // A debt of which nobody knows the amount is not in the total.
          assert.ok(proposedBy(rules, credit(...list)) >= before, `${how}: ${JSON.stringify({ rules, records })}`);
  }
});

test('the rules of the house propose a light for every answer of every report that means Consider', () => {
  for (const type of catalogue)
    for (const [name, { means }] of Object.entries(type.breakdown))
      for (const [result, meant] of Object.entries(means))
        if (meant === 'consider')
          assert.ok(
            firedRules(houseRules, { type, today, breakdown: { [name]: { result } }, properties: {} }).length > 0,
            `${type.name} ${name} ${result}`,
          );
});

test('every rule of the house can be read back from its form as it is, and says what it is in words', () => {
  for (const one of houseRules) {
    const { rule: read, problems } = readRule(typedOf(one));
    assert.deepEqual([read, problems.fields], [one, {}]);
  }
  assert.equal(
    ruleWords(rule('judgment', { pence: 50_000, years: 6, only: true })),
    'Judgment for debt over £500 within 6 years, not satisfied',
  );
  assert.equal(ruleWords({ ...rule('gap', { days: 31 }), scope: 'type:gap' }), 'Gap of activity over 31 days (Gap)');
  assert.equal(ruleWords(rule('endorsement', { codes: 'DR IN', years: 5 })), 'Endorsement DR, IN within 5 years');
  assert.equal(ruleWords(rule('points', { points: 6 })), 'Penalty points, 6 or more');
});

test('a form names each input that is wrong', () => {
  const fieldsOf = (typed: Record<string, string>) => Object.keys(readRule(typed).problems.fields);
  assert.deepEqual(fieldsOf({}), ['condition', 'grade']);
  assert.deepEqual(fieldsOf({ condition: 'judgment', pence: 'lots', years: '0', grade: 'red' }), ['pence', 'years']);
  assert.deepEqual(fieldsOf({ condition: 'points', grade: 'red' }), ['points']);
  assert.deepEqual(fieldsOf({ condition: 'endorsement', codes: 'drink', grade: 'red' }), ['codes']);
  assert.deepEqual(fieldsOf({ condition: 'barred_list', grade: 'green' }), ['grade']);
  assert.deepEqual(fieldsOf({ condition: 'judgment', grade: 'green' }), []);
  assert.deepEqual(fieldsOf({ condition: 'gap', scope: 'type:nothing', grade: 'red' }), ['scope']);
});
