// The level of criminal record check for a job: a table of jobs with level, barred lists, workforce and law.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { groundedLists, groundNamed } from '../../../src/features/report-types/list-ground-rules.ts';
import { type NamedType, namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { isHigher, lawFor, roleLevel } from '../../../src/features/report-types/role-level-rules.ts';
import {
  groups,
  type levelRows,
  nations,
  type RoleAnswers,
  roleQuestions,
  type Workforce,
  workforces,
} from '../../../src/features/report-types/role-levels.ts';

const today = '2026-11-22';
const before = '2026-08-31';
const often = { is_frequent: true } as const;
const school = { works_in_specified_place: true, ...often } as const;
const teaching = { teaches_children: true, ...often } as const;
const profession = { excepted_profession: true } as const;
const unpaid = { is_paid: false } as const;

/** Job, answers, level, barred lists, workforce, row of the table and, for some, the date. */
type Job = readonly [string, RoleAnswers, string, string, string, keyof typeof levelRows, string?];

const jobs: readonly Job[] = [
  ['care assistant in a care home', { personal_care: 'adults' }, 'enhanced', 'adults', 'adult', 'regulated_care'],
  ['registered nurse of adults', { personal_care: 'adults' }, 'enhanced', 'adults', 'adult', 'regulated_care'],
  [
    'nurse on a general ward',
    { personal_care: 'both' },
    'enhanced',
    'children,adults',
    'child and adult',
    'regulated_care',
  ],
  ['children’s nurse', { personal_care: 'children' }, 'enhanced', 'children', 'child', 'regulated_care'],
  [
    'general practitioner',
    { personal_care: 'both' },
    'enhanced',
    'children,adults',
    'child and adult',
    'regulated_care',
  ],
  ['dentist', { personal_care: 'both' }, 'enhanced', 'children,adults', 'child and adult', 'regulated_care'],
  ['physiotherapist', { personal_care: 'both' }, 'enhanced', 'children,adults', 'child and adult', 'regulated_care'],
  ['one-off first aider of a clinic', { personal_care: 'adults' }, 'enhanced', 'adults', 'adult', 'regulated_care'],
  ['registered childminder', { personal_care: 'children' }, 'enhanced', 'children', 'child', 'regulated_care'],
  ['foster carer', { personal_care: 'children' }, 'enhanced', 'children', 'child', 'regulated_care'],
  ['home carer', { personal_care: 'adults', supports_adults: true }, 'enhanced', 'adults', 'adult', 'regulated_care'],
  [
    'carer of a child who shops for its parents',
    { personal_care: 'children', supports_adults: true },
    'enhanced',
    'children,adults',
    'child and adult',
    'regulated_care',
  ],
  ['social worker for adults', { supports_adults: true }, 'enhanced', 'adults', 'adult', 'regulated_adults'],
  [
    'volunteer who shops for housebound people',
    { supports_adults: true, ...unpaid },
    'enhanced',
    'adults',
    'adult',
    'regulated_adults',
  ],
  ['driver who takes adults to hospital', { supports_adults: true }, 'enhanced', 'adults', 'adult', 'regulated_adults'],
  ['attorney for a person’s affairs', { supports_adults: true }, 'enhanced', 'adults', 'adult', 'regulated_adults'],
  ['manager of home carers', { supports_adults: true }, 'enhanced', 'adults', 'adult', 'regulated_adults'],
  [
    'family support worker',
    { supports_adults: true, ...teaching },
    'enhanced',
    'children,adults',
    'child and adult',
    'regulated_adults',
  ],
  ['teacher', { ...teaching, ...school }, 'enhanced', 'children', 'child', 'regulated_children'],
  [
    'teaching assistant, not supervised',
    { ...teaching, ...school },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  [
    'teaching assistant, supervised',
    { ...teaching, ...school, is_supervised: true, is_paid: true },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  [
    'teaching assistant, supervised, before September 2026',
    { ...teaching, ...school, is_supervised: true, is_paid: true },
    'enhanced',
    'children',
    'child',
    'specified_place',
    before,
  ],
  [
    'volunteer reader in a school, supervised',
    { ...teaching, ...school, is_supervised: true, ...unpaid },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  [
    'volunteer reader in a school, supervised, before September 2026',
    { ...teaching, ...school, is_supervised: true, ...unpaid },
    'enhanced',
    '',
    'child',
    'frequent_contact',
    before,
  ],
  [
    'volunteer football coach, supervised',
    { ...teaching, is_supervised: true, ...unpaid },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  [
    'volunteer football coach, supervised, before September 2026',
    { ...teaching, is_supervised: true, ...unpaid },
    'enhanced',
    '',
    'child',
    'frequent_contact',
    before,
  ],
  ['football coach, weekly', teaching, 'enhanced', 'children', 'child', 'regulated_children'],
  ['scout leader', { ...teaching, ...unpaid }, 'enhanced', 'children', 'child', 'regulated_children'],
  ['swimming instructor of children', teaching, 'enhanced', 'children', 'child', 'regulated_children'],
  ['music tutor of children', teaching, 'enhanced', 'children', 'child', 'regulated_children'],
  [
    'private tutor, self-employed',
    { ...teaching, is_self_employed: true },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  [
    'private tutor, self-employed, in 2025',
    { ...teaching, is_self_employed: true },
    'basic',
    '',
    'other',
    'otherwise',
    '2025-12-01',
  ],
  ['school bus driver', { teaches_children: true, ...often }, 'enhanced', 'children', 'child', 'regulated_children'],
  ['camp leader, three nights in a year', { ...teaching }, 'enhanced', 'children', 'child', 'regulated_children'],
  ['guest speaker, once a year', { teaches_children: true }, 'enhanced', '', 'child', 'frequent_contact'],
  ['school caretaker', school, 'enhanced', 'children', 'child', 'specified_place'],
  ['school cook', school, 'enhanced', 'children', 'child', 'specified_place'],
  ['nursery receptionist', school, 'enhanced', 'children', 'child', 'specified_place'],
  ['warden of a children’s home', school, 'enhanced', 'children', 'child', 'specified_place'],
  [
    'contractor in a school, occasionally',
    { works_in_specified_place: true },
    'enhanced',
    '',
    'child',
    'frequent_contact',
  ],
  ['governor without regular contact', { governs_school: true }, 'enhanced', '', 'child', 'school_governance'],
  ['trustee, unpaid', { governs_school: true, is_paid: false }, 'enhanced', '', 'child', 'school_governance'],
  [
    'governor who teaches there each week',
    { governs_school: true, teaches_children: true, is_frequent: true },
    'enhanced',
    'children',
    'child',
    'regulated_children',
  ],
  ['receptionist in a care home', { contact_with: 'adults' }, 'enhanced', '', 'adult', 'frequent_contact'],
  ['hospital porter', { contact_with: 'both' }, 'enhanced', '', 'child and adult', 'frequent_contact'],
  ['cook in a care home', { contact_with: 'adults' }, 'enhanced', '', 'adult', 'frequent_contact'],
  ['day-centre driver of adults with contact', { contact_with: 'adults' }, 'enhanced', '', 'adult', 'frequent_contact'],
  ['taxi driver', { drives_taxi: true }, 'enhanced', 'children,adults', 'other', 'taxi'],
  [
    'private hire driver',
    { drives_taxi: true, is_self_employed: true },
    'enhanced',
    'children,adults',
    'other',
    'taxi',
  ],
  ['adult of a fostering household', { household_or_licence: true }, 'enhanced', '', 'other', 'household_or_licence'],
  ['adult of an adopting household', { household_or_licence: true }, 'enhanced', '', 'other', 'household_or_licence'],
  [
    'holder of a personal gambling licence',
    { household_or_licence: true },
    'enhanced',
    '',
    'other',
    'household_or_licence',
  ],
  ['solicitor', profession, 'standard', '', 'other', 'excepted_profession'],
  ['barrister', profession, 'standard', '', 'other', 'excepted_profession'],
  ['chartered accountant', profession, 'standard', '', 'other', 'excepted_profession'],
  ['actuary', profession, 'standard', '', 'other', 'excepted_profession'],
  ['legal executive', profession, 'standard', '', 'other', 'excepted_profession'],
  ['senior manager of a bank', profession, 'standard', '', 'other', 'excepted_profession'],
  ['vet', profession, 'standard', '', 'other', 'excepted_profession'],
  ['prison officer', profession, 'standard', '', 'other', 'excepted_profession'],
  ['traffic warden', profession, 'standard', '', 'other', 'excepted_profession'],
  ['door supervisor', profession, 'standard', '', 'other', 'excepted_profession'],
  ['firearms dealer', profession, 'standard', '', 'other', 'excepted_profession'],
  ['insolvency practitioner', profession, 'standard', '', 'other', 'excepted_profession'],
  ['NHS clerk with access to patients only', profession, 'standard', '', 'other', 'excepted_profession'],
  ['shop assistant', {}, 'basic', '', 'other', 'otherwise'],
  ['software developer', { is_paid: true }, 'basic', '', 'other', 'otherwise'],
  ['warehouse worker', { is_frequent: true }, 'basic', '', 'other', 'otherwise'],
  ['delivery driver', {}, 'basic', '', 'other', 'otherwise'],
  ['office cleaner', {}, 'basic', '', 'other', 'otherwise'],
];

test('each job of the table gets the level of the law', () => {
  assert.ok(jobs.length >= 60);
  for (const [job, answers, level, lists, workforce, rule, on = today] of jobs) {
    const found = roleLevel(answers, on);
    assert.deepEqual(
      [found.level, found.barredLists.join(), found.workforce, found.rule],
      [level, lists, workforce, rule],
      job,
    );
    assert.ok(
      found.law.every(({ value }) => value.length > 10),
      job,
    );
    assert.deepEqual(
      found.reportTypes.map(({ name }) => name),
      ['criminal_history'],
    );
  }
});

test('a volunteer pays nothing above basic, unless they train or help a relative', () => {
  const volunteer = { ...teaching, ...unpaid };
  assert.equal(roleLevel(volunteer, today).feePence, 0);
  assert.equal(roleLevel({ ...volunteer, is_trainee: true }, today).feePence, 4950);
  assert.equal(roleLevel({ ...volunteer, is_for_relative: true }, today).feePence, 4950);
  assert.equal(roleLevel({ ...teaching, is_paid: true }, today).feePence, 4950);
  assert.equal(roleLevel({ ...profession, ...unpaid }, today).feePence, 0);
  assert.equal(roleLevel({ ...unpaid }, today).feePence, 2150);
});

test('Scotland and Northern Ireland have report types of their own', () => {
  const typeOf = (answers: RoleAnswers) =>
    roleLevel(answers, today)
      .reportTypes.map((type) => Object.values(type).join(':'))
      .join();
  const scotland = { nation: 'scotland' } as const;
  assert.equal(typeOf({ ...scotland, ...teaching }), 'criminal_history_scotland:pvg_join');
  assert.equal(typeOf({ ...scotland, ...profession }), 'criminal_history_scotland:level_2');
  assert.equal(
    typeOf({ ...scotland, household_or_licence: true }),
    'criminal_history_scotland:level_2_children_barred',
  );
  assert.equal(typeOf(scotland), 'criminal_history_scotland:level_1');
  const north = { nation: 'northern_ireland' } as const;
  assert.equal(
    typeOf({ ...north, personal_care: 'adults' }),
    'criminal_history_northern_ireland:enhanced_adults_barred',
  );
  assert.equal(typeOf({ ...north, ...teaching }), 'criminal_history_northern_ireland:enhanced_children_barred');
  assert.equal(typeOf({ ...north, ...profession }), 'criminal_history_northern_ireland:standard');
  assert.equal(typeOf(north), 'criminal_history_northern_ireland:basic');
  assert.equal(
    typeOf({ ...north, personal_care: 'both' }),
    'criminal_history_northern_ireland:enhanced_children_barred,criminal_history_northern_ireland:enhanced_adults_barred',
  );
});

const anyAnswers = fc.record(
  Object.fromEntries(
    Object.keys(roleQuestions).map((question) => [
      question,
      question === 'nation'
        ? fc.constantFrom(...nations)
        : question === 'personal_care' || question === 'contact_with'
          ? fc.constantFrom(...groups)
          : fc.boolean(),
    ]),
  ),
  { requiredKeys: [] },
);

test('a barred list is searched only with an enhanced check, and for the people that the work is with', () => {
  fc.assert(
    fc.property(anyAnswers, fc.constantFrom('2025-12-01', before, today), (given, on) => {
      const found = roleLevel(given as RoleAnswers, on);
      if (found.barredLists.length > 0) assert.equal(found.level, 'enhanced');
      if (found.rule === 'otherwise') assert.equal(found.level, 'basic');
      assert.equal(found.byUmbrellaBody, found.level !== 'basic' && (given as RoleAnswers).is_self_employed === true);
    }),
  );
});

test('of each barred list that a job role allows, its answers say a ground that the law allows for this list', () => {
  const { type } = namedType('criminal_history:enhanced') as NamedType;
  const groundsOf = (answers: RoleAnswers, decidedOn: string) => {
    const { barredLists, level, rule } = roleLevel(answers, decidedOn);
    const options = barredLists.map((group) => ({ name: `${group}_barred_list`, options: null }));
    const eligibility = { answers, decidedOn, rule, level, barredLists };
    return groundedLists({ type, options }, { stated: undefined, role: { eligibility } });
  };
  fc.assert(
    fc.property(anyAnswers, fc.constantFrom('2025-12-01', before, today), (given, on) => {
      for (const { list, ground } of groundsOf(given as RoleAnswers, on)) {
        assert.ok(ground !== undefined && groundNamed(list, ground) === ground, list);
      }
    }),
  );
  assert.deepEqual(
    groundsOf({ supports_adults: true, ...school, ...teaching }, today).map(({ list, ground }) => [list, ground]),
    [
      ['children_barred_list', 'regulated_children'],
      ['adults_barred_list', 'regulated_adults'],
    ],
  );
});

test('levels are compared correctly', () => {
  assert.deepEqual(
    [isHigher('enhanced', 'standard'), isHigher('standard', 'standard'), isHigher('basic', 'standard')],
    [true, false, false],
  );
});

test('the law on work with children concerns only orders whose workforce includes children', () => {
  const { law } = (namedType('criminal_history:enhanced') as NamedType).type;
  const saysIt = (workforce: Workforce | undefined) =>
    lawFor(law, workforce).some(({ value }) => value.includes('supervised unpaid work with children'));
  assert.deepEqual(
    [...workforces, undefined].filter((workforce) => saysIt(workforce)),
    ['child', 'child and adult'],
  );
  assert.equal(lawFor(law, 'adult').length, law.length - 1);
});
