// Which rule is about a report, and who of its people gets it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Able,
  type AssignmentRule,
  assignByRules,
  type FreeReport,
  isAbout,
  isNewTo,
  noRule,
  ruleProblems,
} from '../../../src/features/assignments/assignment-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { reportTypeById } from '../../../src/features/report-types/report-type-rules.ts';

const typeOf = (area: string, country: string | null = null) =>
  catalogue.find((type) => type.area === area && (type.country ?? 'GBR') === (country ?? 'GBR'))!;

const driving = typeOf('driving');
const abroad = catalogue.find(({ country }) => country === 'FRA')!;

const rule = (given: Partial<AssignmentRule> = {}): AssignmentRule => ({
  ...{ id: 'rule', name: 'Everything', reports: null, country: null, accountId: null, onlyUrgent: false },
  ...{ teamId: null, people: ['ann', 'ben'], mostOpen: null, appliesFrom: new Date(0) },
  ...{ formLanguage: null, speaks: null, keepsOrder: false },
  ...given,
});

const report = (given: Partial<FreeReport> = {}): FreeReport => ({
  ...{ report_id: 'report', account_id: 'acme', report_type_id: driving.id, status: 'awaiting_data' },
  ...{ proposed_by: null, is_priority: false, began_at: new Date(1) },
  ...{ check_id: 'order', form_language: 'en' },
  ...given,
});

const person = (userId: string, given: Partial<Able> = {}): Able => ({
  ...{ userId, accounts: 'all', mayApprove: false, takes: 'all', toDo: 0, share: 1, languages: [], isHere: true },
  ...given,
});

const noTeams = () => [];
const holdersOf = () => [];

test('a rule is about the reports that have all that it names', () => {
  const table: readonly (readonly [Partial<AssignmentRule>, Partial<FreeReport>, boolean])[] = [
    [{}, {}, true],
    [{ reports: 'area:driving' }, {}, true],
    [{ reports: 'area:health' }, {}, false],
    [{ reports: `type:${driving.name}` }, {}, true],
    [{ reports: 'type:credit' }, {}, false],
    [{ country: 'GBR' }, {}, true],
    [{ country: 'FRA' }, {}, false],
    [{ country: 'FRA' }, { report_type_id: abroad.id }, true],
    [{ accountId: 'acme' }, {}, true],
    [{ accountId: 'bank' }, {}, false],
    [{ onlyUrgent: true }, {}, false],
    [{ onlyUrgent: true }, { is_priority: true }, true],
    [{ formLanguage: 'cy' }, {}, false],
    [{ formLanguage: 'cy' }, { form_language: 'cy' }, true],
    [
      { reports: 'area:driving', accountId: 'acme', onlyUrgent: true },
      { is_priority: true, account_id: 'bank' },
      false,
    ],
  ];
  for (const [named, has, expected] of table)
    assert.equal(isAbout(rule(named), report(has)), expected, JSON.stringify([named, has]));
});

test('a report is new to the rule that decides if work on it began since the rule is there', () => {
  const rules = [rule({ reports: 'area:driving', appliesFrom: new Date(5) }), rule({ appliesFrom: new Date(0) })];
  assert.equal(isNewTo(rules, report({ began_at: new Date(5) })), true);
  assert.equal(isNewTo(rules, report({ began_at: new Date(4) })), false, 'the second rule does not decide about it');
  assert.equal(isNewTo(rules, report({ report_type_id: typeOf('health').id })), true);
  assert.equal(isNewTo([], report()), false);
});

test('the first rule that is about a report decides, also where nobody of it may take it', () => {
  const rules = [
    rule({ id: 'first', reports: 'area:driving', people: ['ann'] }),
    rule({ id: 'second', people: ['ben'] }),
  ];
  const people = [person('ann', { isHere: false }), person('ben')];
  const { given, left } = assignByRules([report()], { rules, membersOf: noTeams, holdersOf, people });
  assert.deepEqual(given, []);
  assert.deepEqual(
    left.map(({ rule: of, because }) => [of?.id, because]),
    [['first', 'absent']],
  );
  const other = report({ report_type_id: typeOf('health').id });
  assert.deepEqual(
    assignByRules([other], { rules, membersOf: noTeams, holdersOf, people }).given.map((one) => [
      one.rule.id,
      one.userId,
    ]),
    [['second', 'ben']],
  );
});

test('what stays says how far the closest of its people came', () => {
  const table: readonly (readonly [readonly Able[], string])[] = [
    [[], 'nobody'],
    [[person('cy')], 'nobody'],
    [[person('ann', { accounts: ['bank'] })], 'other_account'],
    [[person('ann', { accounts: ['bank'] }), person('ben', { takes: ['health'] })], 'untrained'],
    [[person('ann', { takes: ['health'] }), person('ben', { isHere: false })], 'absent'],
    [[person('ann', { isHere: false }), person('ben', { toDo: 3 })], 'full'],
    [[person('ann', { isHere: false, toDo: 9 })], 'absent'],
  ];
  for (const [people, because] of table) {
    const { left } = assignByRules([report()], {
      rules: [rule({ mostOpen: 3 })],
      membersOf: noTeams,
      holdersOf,
      people,
    });
    assert.deepEqual(
      left.map((one) => one.because),
      [because],
    );
  }
  const { left } = assignByRules([report()], { rules: [], membersOf: noTeams, holdersOf, people: [person('ann')] });
  assert.deepEqual(left, [{ reportId: 'report', rule: undefined, because: 'no_rule' }]);
});

test('a rule that asks for a language gives to who works in it alone', () => {
  const rules = [rule({ speaks: 'fr' })];
  const people = [person('ann', { toDo: 5, languages: ['fr', 'de'] }), person('ben', { languages: ['de'] })];
  const { given } = assignByRules([report()], { rules, membersOf: noTeams, holdersOf, people });
  assert.deepEqual(
    given.map(({ userId }) => userId),
    ['ann'],
  );
  const { left } = assignByRules([report()], { rules, membersOf: noTeams, holdersOf, people: people.slice(1) });
  assert.equal(left[0]!.because, 'language');
});

test('an order stays with one person where the rule says so: with who has a report of it, or who gets the first', () => {
  const reports = ['a', 'b', 'c', 'd'].map((id, at) => report({ report_id: id, check_id: at < 2 ? 'one' : 'two' }));
  const whose = (rules: readonly AssignmentRule[], people: readonly Able[], holder?: string) => {
    const holds = (checkId: string) => (checkId === 'one' && holder !== undefined ? [holder] : []);
    const { given } = assignByRules(reports, { rules, membersOf: noTeams, holdersOf: holds, people });
    return given.map(({ userId }) => userId);
  };
  const people = [person('ann'), person('ben')];
  assert.deepEqual(whose([rule()], people), ['ann', 'ben', 'ann', 'ben']);
  assert.deepEqual(whose([rule({ keepsOrder: true })], people), ['ann', 'ann', 'ben', 'ben']);
  const busy = [person('ann'), person('ben', { toDo: 9 })];
  const most = rule({ keepsOrder: true, mostOpen: 3 });
  assert.deepEqual(whose([most], busy, 'ben'), ['ben', 'ben', 'ann', 'ann'], 'also above the number');
  assert.deepEqual(whose([most], [person('ann'), person('ben', { isHere: false })], 'ben'), Array(4).fill('ann'));
});

test('nobody gets more than they may, no report is lost, and whoever gets one had least of those who could', () => {
  const able = fc.record({
    userId: fc.constantFrom('ann', 'ben', 'cy', 'di'),
    accounts: fc.constantFrom('all' as const, ['acme'], ['bank']),
    takes: fc.constantFrom('all' as const, ['driving' as const], ['health' as const]),
    toDo: fc.integer({ min: 0, max: 6 }),
    share: fc.constant(1),
    languages: fc.constant([]),
    isHere: fc.boolean(),
    mayApprove: fc.boolean(),
  });
  const free = fc.record({
    account_id: fc.constantFrom('acme', 'bank'),
    report_type_id: fc.constantFrom(driving.id, typeOf('health').id, abroad.id),
    is_priority: fc.boolean(),
  });
  const ruleGiven = fc.record({
    reports: fc.constantFrom(null, 'area:driving' as const, 'area:health' as const),
    accountId: fc.constantFrom(null, 'acme'),
    onlyUrgent: fc.boolean(),
    teamId: fc.constantFrom(null, 'team'),
    people: fc.subarray(['ann', 'ben', 'cy']),
    mostOpen: fc.constantFrom(null, 1, 3),
  });
  const membersOf = (id: string) => (id === 'team' ? ['di', 'ann'] : []);
  fc.assert(
    fc.property(
      fc.array(free, { maxLength: 20 }),
      fc.array(ruleGiven, { maxLength: 4 }),
      fc.uniqueArray(able, { selector: ({ userId }) => userId }),
      (reports, rules, people) => {
        const found = reports.map((one, at) => report({ ...one, report_id: String(at) }));
        const known = rules.map((one, at) => rule({ ...one, id: String(at) }));
        const { given, left } = assignByRules(found, { rules: known, membersOf, holdersOf, people });
        assert.deepEqual(
          [...given, ...left].map(({ reportId }) => Number(reportId)).toSorted((one, other) => one - other),
          found.map((_, at) => at),
        );
        const load = new Map<string, number>(people.map(({ userId, toDo }) => [userId, toDo]));
        for (const { reportId, rule: by, userId } of given) {
          const of = found[Number(reportId)]!;
          assert.equal(
            by,
            known.find((one) => isAbout(one, of)),
          );
          const named = [...(by.teamId === null ? [] : membersOf(by.teamId)), ...by.people];
          const mayTake = (one: Able) =>
            named.includes(one.userId) &&
            one.isHere &&
            (one.accounts === 'all' || one.accounts.includes(of.account_id)) &&
            (one.takes === 'all' || one.takes.some((area) => area === reportTypeById(of.report_type_id)!.area)) &&
            (by.mostOpen === null || load.get(one.userId)! < by.mostOpen);
          const could = people.filter(mayTake);
          assert.ok(could.some((one) => one.userId === userId));
          assert.equal(load.get(userId), Math.min(...could.map((one) => load.get(one.userId)!)));
          load.set(userId, load.get(userId)! + 1);
        }
      },
    ),
  );
});

test('who works half a week gets half as many, and is full with half of the most', () => {
  const people = [person('ann'), person('ben', { share: 0.5 })];
  const reports = Array.from({ length: 12 }, (_, at) => report({ report_id: String(at) }));
  const countOf = (mostOpen: number | null) => {
    const { given } = assignByRules(reports, {
      rules: [rule({ people: ['ann', 'ben'], mostOpen })],
      membersOf: noTeams,
      people,
      holdersOf: () => [],
    });
    return ['ann', 'ben'].map((id) => given.filter(({ userId }) => userId === id).length);
  };
  assert.deepEqual(countOf(null), [8, 4]);
  assert.deepEqual(countOf(6), [6, 3]);
  assert.deepEqual(countOf(1), [1, 1], 'one at least');
});

test('what is wrong with a rule is said by field', () => {
  const given = { ...noRule, name: 'Court', people: ['ann'] };
  const table: readonly (readonly [object, readonly string[]])[] = [
    [{}, []],
    [{ people: [], teamId: 'team' }, []],
    [{ reports: 'area:driving', mostOpen: '30' }, []],
    [{ name: ' ' }, ['name']],
    [{ name: 'x'.repeat(61) }, ['name']],
    [{ reports: 'area:flying' }, ['reports']],
    [{ people: [] }, ['people']],
    [{ mostOpen: '0' }, ['most_open']],
    [{ mostOpen: '1001' }, ['most_open']],
    [{ mostOpen: 'few' }, ['most_open']],
    [{ formLanguage: 'cy', speaks: 'cy' }, []],
    [{ formLanguage: 'fr', speaks: 'klingon' }, ['form_language', 'speaks']],
  ];
  for (const [change, fields] of table)
    assert.deepEqual(Object.keys(ruleProblems({ ...given, ...change }).fields), fields, JSON.stringify(change));
});
