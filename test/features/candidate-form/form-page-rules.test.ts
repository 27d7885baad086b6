// The pages of a form: which are asked, their problems, their order, and the facts from their answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Answer, PageId, Typed } from '../../../src/features/candidate-form/form-page.ts';
import {
  askedPages,
  draftFacts,
  formScope,
  formStandings,
  minutesLeft,
  nextPage,
  readTyped,
} from '../../../src/features/candidate-form/form-page-rules.ts';
import { statedValue } from '../../../src/features/facts/fact-words-rules.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { previousNameRule } from '../../../src/features/facts/person-fact-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { formMinutes, timeOfEntries } from '../../../src/features/requirements/form-effort-rules.ts';
import { allFindings, askedBy, factsAsked, paramsOf } from '../../../src/features/requirements/requirement-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import {
  born,
  consent,
  entryProblemsOf,
  everyRequirement,
  everything,
  factsAfter,
  home,
  name,
  pageOf,
  person,
  problemsOf,
  savedOf,
  scopeOf,
  shownOf,
  today,
  whole,
} from './form-under-test.ts';

const typeOf = (code: string) => catalogue.find((type) => codeOf(type) === code)!;
const idsOf = (scope = everything) => askedPages(scope).map(({ id }) => id);

test('every fact that a requirement asks for has an input on one page', () => {
  for (const asked of everything.asked) {
    const pages = askedPages(everything).filter((page) => page.asked === asked && page.kind !== 'consent');
    const inputs = pages.flatMap((page) =>
      page.kind === 'list' ? [page.list] : page.kind === 'questions' ? page.inputs.map(({ path }) => path) : [],
    );
    assert.deepEqual(inputs.toSorted(), factsAsked(asked).toSorted(), asked.id);
  }
});

test('a month of which no day is known is compared as a month', () => {
  const since = (month: string, facts = person) =>
    problemsOf(
      'previous-names',
      { name_is_from_birth: 'no', 'name_known_from-month': month, 'name_known_from-year': '1990' },
      everything,
      facts,
    );
  const birthday = { ...person, dob: '1990-03-04' };
  assert.deepEqual(since('3', birthday), {});
  assert.deepEqual(since('2', birthday), {
    'name_known_from-day': ['Date your present name began must be after your date of birth'],
  });
  const holder = { ...birthday, today: '2026-03-04', name_known_from: '2010-03-01' };
  const former = { first_name: '', middle_name: null, last_name: 'Former', known_from: '1990-03-01', known_to: null };
  const faults = (known_to: string) => previousNameRule({ ...former, known_to }, holder).map(({ code }) => code);
  assert.deepEqual(faults('2010-03-31'), [], 'both in March 2010');
  assert.deepEqual(faults('2010-04-30'), ['after_other']);
});

test('of the dates of a name the year is enough, also that of birth, and it is shown as it was typed', () => {
  const born = { ...person, dob: '1990-03-04', name_is_from_birth: false };
  const since = (year: string) => ({ name_is_from_birth: 'no', 'name_known_from-year': year });
  assert.deepEqual(problemsOf('previous-names', since('1990'), everything, born), {});
  assert.deepEqual(Object.keys(problemsOf('previous-names', since('1989'), everything, born)), ['name_known_from-day']);
  const facts = { ...born, ...factsAfter('previous-names', since('2018')) };
  assert.equal(statedValue(facts, 'name_known_from'), '2018');
  const former = { last_name: 'Example', 'known_from-year': '1990', 'known_to-year': '2018' };
  const until = (typed: typeof former) =>
    problemsOf('previous-names-list', { entries: [{ key: 1, typed }] }, everything, { ...facts, dob: born.dob });
  assert.deepEqual(until(former), {}, 'both in 2018');
  assert.notDeepEqual(until({ ...former, 'known_to-year': '2019' }), {});
});

test('somebody who has one name only, or one of a letter, gives it as their papers have it', () => {
  for (const typed of [
    { ...name, first_name: '', has_one_name: 'yes' },
    { ...name, last_name: 'Å' },
    { ...name, first_name: 'U' },
    { ...name, last_name: 'St. John' },
  ])
    assert.deepEqual(problemsOf('name', typed), {}, JSON.stringify(typed));
});

test('a name is asked for in Latin letters, which authorities and agencies read', () => {
  for (const last_name of ['李', 'Шевченко', 'Smith-Иванова'])
    assert.deepEqual(problemsOf('name', { ...name, last_name }).last_name, [
      'Last name must be in Latin letters. Write a name as in the lines at the bottom of your passport or, without one, in another official paper; and a place as on an envelope from abroad',
    ]);
});

test('an address is asked for in Latin letters, too; accents and numbers are no other script', () => {
  for (const street of ['南京路', 'вулиця Хрещатик'])
    assert.match(entryProblemsOf('addresses', { ...home, street }).street![0]!, /^Street must be in Latin letters/);
  const abroad = { ...home, country: 'POL', town: 'Łódź', street: 'ul. Świętego Jana 4', postcode: '90-001' };
  assert.deepEqual(entryProblemsOf('addresses', abroad), {});
});

test('only ordered facts are asked, besides name, contact and consent', () => {
  assert.deepEqual(idsOf(scopeOf()), ['name', 'date-of-birth', 'contact', 'consent']);
  assert.deepEqual(idsOf(scopeOf('nationality')), ['name', 'date-of-birth', 'nationality', 'contact', 'consent']);
});

test('the form can ask for every report type', () => {
  for (const type of catalogue) {
    // What the candidate may be asked to declare depends on the role, and so on the rest of the order.
    const scopes = [formScope([type], null, today), formScope([type], null, today, catalogue)];
    const ids = scopes.flatMap(({ asked }) => asked.map(({ id }) => id as string));
    for (const required of type.requires) {
      const id = typeof required === 'string' ? required : Object.keys(required)[0]!;
      assert.ok(ids.includes(id), `${type.label} requires ${id}`);
    }
  }
});

const declaredPages = (...ordered: readonly string[]) => {
  const types = catalogue.filter(({ name, variant }) =>
    ['criminal_self_declaration', ...ordered].includes(variant === null ? name : `${name}:${variant}`),
  );
  assert.equal(types.length, ordered.length + 1);
  return idsOf(formScope(types, null, today)).filter((id) => /convictions|declar/.test(id));
};
const unspentPages = ['unspent-convictions', 'unspent-to-declare'];
const spentPages = ['spent-declaration', 'convictions-to-declare-list'];
const concernPages = ['concerns-declaration', 'concerns-to-declare-list'];
const declarationsAsked: readonly (readonly [ordered: readonly string[], pages: readonly string[]])[] = [
  [[], unspentPages],
  [['criminal_history:basic'], unspentPages],
  [['criminal_history_scotland:level_1'], unspentPages],
  [['criminal_history_northern_ireland:basic'], unspentPages],
  // The application asks of unspent ones, the employer of what the law does not protect.
  [['criminal_history:standard'], ['unspent-convictions', ...spentPages]],
  [['criminal_history_scotland:level_2'], spentPages],
  [['criminal_history_northern_ireland:standard'], spentPages],
  [['criminal_history:enhanced'], ['unspent-convictions', ...spentPages, ...concernPages]],
  [['dbs_adult_first'], ['unspent-convictions', ...spentPages, ...concernPages]],
  [
    ['criminal_history:basic', 'criminal_history_scotland:pvg_join'],
    ['unspent-convictions', ...spentPages, ...concernPages],
  ],
  [['criminal_history_northern_ireland:enhanced'], [...spentPages, ...concernPages]],
];
for (const [ordered, pages] of declarationsAsked) {
  test(`with ${ordered.join(' and ') || 'no certificate'} a self-declaration asks no more than the law allows`, () => {
    assert.deepEqual(declaredPages(...ordered), pages);
  });
}

test("addresses cover the years of the strictest type, whatever the order's activity years", () => {
  const years = (types: typeof catalogue, activityYears: number | null, id: 'address_history' | 'activity_history') =>
    paramsOf<{ years: number }>(formScope(types, activityYears, today).asked, id)?.years;
  const types = catalogue.filter(({ name }) => name === 'identity' || name === 'criminal_history');
  for (const ordered of [null, 3, 7, 2_000_000_000]) assert.equal(years(types, ordered, 'address_history'), 5);
  const activity = catalogue.filter(({ name, variant }) => name === 'activity' && variant === null);
  assert.equal(years(activity, null, 'activity_history'), 5);
  assert.equal(years(activity, 7, 'activity_history'), 7);
  assert.equal(years(activity, 3, 'activity_history'), 3);
  assert.equal(years(activity, 2_000_000_000, 'activity_history'), 120);
});

test('the time of each job and each address is told besides that of the form', () => {
  assert.equal(timeOfEntries(scopeOf().asked), '');
  assert.equal(timeOfEntries(scopeOf({ address_history: { years: 5 } }).asked), ', and about 2 for each address');
  assert.equal(timeOfEntries(everything.asked), ', and about 2 for each job and address');
});

test('the estimated time grows with the questions, in steps of five minutes', () => {
  assert.equal(formMinutes(scopeOf().asked), 5);
  const longest = formMinutes(everything.asked);
  assert.ok(longest >= 20 && longest % 5 === 0);
});

test('the estimate before the form is opened is that of all its pages while none is complete', () => {
  for (const scope of [scopeOf(), everything])
    assert.equal(minutesLeft(formStandings(noFacts, scope, new Map())), formMinutes(scope.asked));
  const oneDone = formStandings(noFacts, everything, savedOf({ name, 'date-of-birth': born, consent }));
  const left = minutesLeft(oneDone);
  assert.ok(left > 0 && left <= formMinutes(everything.asked) && left % 5 === 0);
  assert.equal(minutesLeft(oneDone.map((one) => ({ ...one, status: 'complete' as const }))), 0);
});

const refused: readonly [PageId, Typed, Record<string, string[]>][] = [
  ['name', { ...name, first_name: '' }, { first_name: ['Enter your first name'] }],
  ['name', { ...name, last_name: '-' }, { last_name: ['Last name must begin and end with a letter'] }],
  [
    'name',
    { ...name, has_one_name: 'yes' },
    {
      first_name: ['You said that you have one name only: write it as the last name and leave the first name empty'],
    },
  ],
  [
    'name',
    { ...name, middle_name: '4 ' },
    {
      middle_name: [
        'Middle name can have only letters, with single spaces, hyphens, apostrophes and full stops. Write it as in the lines at the bottom of your passport or, without one, in another official paper',
        'Middle name must begin and end with a letter',
      ],
    },
  ],
  ['name', { ...name, title: 'Duchess of' }, { title: ['Choose a title from the list'] }],
  ['previous-names', {}, { name_is_from_birth: ['Choose whether you have ever had another name'] }],
  [
    'previous-names',
    { name_is_from_birth: 'no' },
    { 'name_known_from-day': ['Enter the date since when you have used your present name'] },
  ],
  [
    'previous-names',
    { name_is_from_birth: 'no', 'name_known_from-month': '3', 'name_known_from-year': '1980' },
    { 'name_known_from-day': ['Date your present name began must be after your date of birth'] },
  ],
  ['date-of-birth', {}, { 'dob-day': ['Enter your date of birth'] }],
  [
    'date-of-birth',
    { ...born, 'dob-year': '1901' },
    { 'dob-year': ['Check the year: 1901 cannot be your year of birth'] },
  ],
  [
    'date-of-birth',
    { ...born, 'dob-year': '2020' },
    { 'dob-year': ['Check the year: 2020 cannot be your year of birth'] },
  ],
  ['date-of-birth', { ...born, 'dob-year': '2027' }, { 'dob-day': ['Date of birth must be in the past'] }],
  ['date-of-birth', { 'dob-year': '1990' }, { 'dob-day': ['Date of birth: enter the day and the month, too'] }],
  ['gender', { gender: '' }, { gender: ['Choose your gender'] }],
  ['gender', { gender: 'robot' }, { gender: ['Choose your gender'] }],
  [
    'place-of-birth',
    { town_of_birth: '', country_of_birth: 'XXX' },
    {
      town_of_birth: ['Enter the town or city where you were born'],
      country_of_birth: ['Choose the country where you were born'],
    },
  ],
  ['place-of-birth', { town_of_birth: 'Riga', country_of_birth: 'SUN' }, {}],
  ['nationality', { nationality: 'SUN' }, { nationality: ['Choose your nationality'] }],
  ['share-code', { share_code: 'W12 345 67' }, { share_code: ['Enter a share code like W12 345 678'] }],
  [
    'share-code',
    { share_code: 's12 345 678' },
    { share_code: ['Enter a share code for work, which begins with W: yours was made for something else'] },
  ],
  [
    'national-insurance-number',
    { has_national_insurance_number: 'yes' },
    { social_insurance: ['Enter your National Insurance number'] },
  ],
  ['national-insurance-number', { has_national_insurance_number: 'yes', national_insurance_number_later: 'yes' }, {}],
  ['contact', { is_helped: 'no' }, {}],
  [
    'contact',
    { is_helped: 'yes' },
    {
      helper_name: ['Enter the name of whoever helps you'],
      helper_relation: ['Say who they are to you, for example interpreter'],
    },
  ],
  ['contact', { is_helped: 'yes', helper_name: 'Kim Sample', helper_relation: 'Interpreter' }, {}],
  [
    'pvg-membership',
    { pvg_number: 'I lost it' },
    { pvg_number: ['Enter the number of your PVG membership. If you lost it, Disclosure Scotland tells you'] },
  ],
  [
    'fca-reference',
    {},
    { has_fca_reference_number: ['Choose yes if you have a number in the Financial Services Register'] },
  ],
  ['fca-reference', { has_fca_reference_number: 'no' }, {}],
  [
    'fca-reference',
    { has_fca_reference_number: 'yes' },
    { fca_reference_number: ['Enter your individual reference number'] },
  ],
  [
    'fca-reference',
    { has_fca_reference_number: 'yes', fca_reference_number: 'I lost it' },
    { fca_reference_number: ['Enter the number as the register has it, like JXS01234'] },
  ],
  ['fca-reference', { has_fca_reference_number: 'yes', fca_reference_number: '01234' }, {}],
  ['nationality', { nationality: '' }, { nationality: ['Choose your nationality'] }],
  ['nationality', { nationality: 'XXX' }, { nationality: ['Choose your nationality'] }],
  ['nationality', { nationality: 'XXA' }, {}],
  [
    'national-insurance-number',
    {},
    { has_national_insurance_number: ['Choose yes if you have a National Insurance number'] },
  ],
  [
    'national-insurance-number',
    { has_national_insurance_number: 'yes' },
    { social_insurance: ['Enter your National Insurance number'] },
  ],
  [
    'national-insurance-number',
    { has_national_insurance_number: 'yes', social_insurance: 'QQ 12 34 56 C' },
    { social_insurance: ['Enter a National Insurance number like QQ 12 34 56 C'] },
  ],
  ['driving-licence', {}, { has_driving_licence: ['Choose yes if you hold a driving licence'] }],
  [
    'driving-licence',
    { has_driving_licence: 'yes' },
    { driving_licence: ['Enter the number of your driving licence'] },
  ],
  [
    'driving-licence',
    { has_driving_licence: 'yes', driving_licence_type: 'GBFull', driving_licence: '12345678' },
    { driving_licence: ['Enter the 16 characters of field 5 of your licence, like MORGA 657054 SM9IJ'] },
  ],
  [
    'driving-licence',
    { has_driving_licence: 'yes', driving_licence_type: 'GBFull', driving_licence: 'OTHER903040A99AA' },
    { driving_licence: ['The number does not match any last name given. Check it, and your answers about yourself'] },
  ],
  [
    'contact',
    { mobile: 'none', telephone: '' },
    { mobile: ['Enter a phone number like 07700 900 982 or +44 808 157 0192'] },
  ],
  [
    'consent',
    { ...consent, agrees: '', criminal_record: '' },
    {
      agrees: ['Tick the box if you agree to the checks'],
      criminal_record: ['Tick the box if you agree that your criminal record is checked'],
    },
  ],
  ['consent', { ...consent, wording: '0' }, { agrees: ['The wording has changed. Read it and tick the box again'] }],
];

for (const [id, typed, messages] of refused) {
  test(`on the page ${id}, ${JSON.stringify(typed)} gets the message: ${Object.values(messages)[0] ?? 'none'}`, () => {
    assert.deepEqual(problemsOf(id, typed), messages);
  });
}

test('complete answers are accepted and become facts', () => {
  for (const [id, answer] of Object.entries(whole)) assert.deepEqual(problemsOf(id, answer), {}, id);
  const facts = draftFacts({ ...person, previous_last_name: 'Before' }, everything, savedOf(whole));
  const { addresses, activities, qualifications, memberships, references, ...plain } = facts;
  assert.deepEqual(
    [addresses, activities, qualifications, memberships, references].map((list) => list.length),
    [1, 1, 1, 1, 1],
  );
  assert.deepEqual(plain, {
    ...Object.fromEntries(Object.keys(plain).map((key) => [key, person[key as keyof ApplicantFacts]])),
    ...{ name_is_from_birth: true, town_of_birth: 'Leeds', country_of_birth: 'GBR', nationality: 'IRL' },
    ...{ mothers_maiden_name: 'Example', mobile: '+44 (0) 7700-900982', previous_last_name: null },
    ...{ has_national_insurance_number: true, has_driving_licence: true, driving_licence_type: 'GBFull' },
    ...{ driving_licence_check_code: 'aB1cD2eF', share_code: 'W12345678', pvg_number: '1234567890123456' },
    ...{ has_fca_reference_number: true, fca_reference_number: 'JXS01234', has_social_profiles: null },
    social_profiles: [{ network: 'LinkedIn', profile: '@alex' }],
    ...{ certificate_number: '001234567890', certificate_last_name: 'Sample', certificate_issued_on: '2024-03-01' },
    id_numbers: [
      { type: 'social_insurance', value: 'AB123456C', state_code: null },
      { type: 'driving_licence', value: 'SAMPL903040A99AA', state_code: null },
    ],
    local_identifiers: [{ country: 'BRA', kind: 'cpf', value: '123.456.789-09', why_none: null }],
  });
});

test('a candidate without a number says so, and an earlier licence stays in place', () => {
  const numbers = [
    { type: 'driving_license', value: '12345678', state_code: null },
    { type: 'tax_id', value: '7', state_code: null },
  ] as const;
  const facts = { ...person, id_numbers: numbers };
  const none = { has_driving_licence: 'no', driving_licence: '12345678' };
  assert.deepEqual(problemsOf('driving-licence', none), {});
  assert.deepEqual(factsAfter('driving-licence', none, facts).id_numbers, [numbers[1]]);
  const other = { has_driving_licence: 'yes', driving_licence_type: 'Other', driving_licence: 'F 77' };
  assert.deepEqual(factsAfter('driving-licence', other, facts).id_numbers, [
    { ...numbers[0], value: 'F 77' },
    numbers[1],
  ]);
  const noInsurance = { has_national_insurance_number: 'no', social_insurance: 'AB123456C' };
  assert.deepEqual(problemsOf('national-insurance-number', noInsurance), {});
});

test('whoever has no licence of Great Britain is not asked for the check code that only such a licence gives', () => {
  const asks = (driving: Typed) =>
    formStandings(person, everything, savedOf({ 'driving-licence': driving })).some(
      ({ page }) => page.id === 'driving-licence-check-code',
    );
  assert.equal(asks({ has_driving_licence: 'yes', driving_licence_type: 'GBFull', driving_licence: 'F 77' }), true);
  assert.equal(asks({ has_driving_licence: 'no' }), false);
  assert.equal(
    asks({ has_driving_licence: 'yes', driving_licence_type: 'NIFull', driving_licence: '12345678' }),
    false,
  );
});

test('a candidate with another name adds it; interface v2 answers its last name', () => {
  const had = { name_is_from_birth: 'no', 'name_known_from-month': '6', 'name_known_from-year': '2018' };
  assert.deepEqual(problemsOf('previous-names', had), {});
  const standings = formStandings(person, everything, savedOf({ 'previous-names': had }));
  assert.ok(standings.some(({ page }) => page.id === 'previous-names-list'));
  const before = {
    entries: [
      {
        key: 1,
        typed: {
          last_name: 'Example',
          'known_from-year': '1990',
          'known_from-month': '3',
          'known_from-day': '4',
          'known_to-month': '5',
          'known_to-year': '2018',
        },
      },
    ],
  };
  assert.deepEqual(problemsOf('previous-names-list', before), {});
  assert.equal(factsAfter('previous-names-list', before).previous_last_name, 'Example');
  assert.deepEqual(
    problemsOf('previous-names-list', { entries: [] }, everything, { ...person, name_is_from_birth: false }),
    {
      add: ['Add a name that you had'],
    },
  );
  const always = formStandings(person, everything, savedOf({ 'previous-names': { name_is_from_birth: 'yes' } }));
  assert.ok(!always.some(({ page }) => page.id === 'previous-names-list'));
});

/** Types that documents or a share code may prove. */
for (const code of ['right_to_work', 'right_to_work:follow_up']) {
  test(`${code} asks for a share code whom documents may prove as well, and no citizen with a passport`, () => {
    const type = typeOf(code);
    const scope = formScope([type], null, today);
    const asks = (nationality: string | null, share_code: string | null = null) =>
      formStandings({ ...person, nationality, share_code }, scope, new Map()).some(
        ({ page }) => page.id === 'share-code',
      );
    assert.deepEqual(
      [null, 'GBR', 'IRL', 'JEY', 'IND', 'FRA'].map((each) => asks(each)),
      [...[false, false, false, false], ...[true, true]],
    );
    assert.ok(asks('GBR', 'R12345678'), 'what the client gave is shown');
    const indian = { ...person, nationality: 'IND' };
    const problems = (share_code: string) => problemsOf('share-code', { share_code }, scope, indian);
    assert.deepEqual([problems(''), problems('w12 345 678')], [{}, {}]);
    assert.match(problems('R12345678').share_code![0]!, /begins with W/);
    const both = formScope([type, typeOf('right_to_work:online_share_code')], null, today);
    assert.match(problemsOf('share-code', { share_code: '' }, both, indian).share_code![0]!, /Enter your share code/);
  });
}

test('a share code for work replaces the documents of a right to work check', () => {
  const { requires } = typeOf('right_to_work');
  const found = (share_code: string | null) =>
    allFindings(
      askedBy(requires),
      { facts: { ...person, nationality: 'IND', share_code }, job: null, today },
      'examined',
    )
      .filter(({ at }) => /^(?:share_code|identity_documents)/.test(at))
      .map(({ code }) => code);
  assert.deepEqual(found('W12345678'), []);
  assert.deepEqual(found(null), ['right_to_work_wanted']);
  assert.deepEqual(found('R12345678'), ['share_code_not_for_work', 'right_to_work_wanted']);
});

test('consent to a criminal record check is asked only if one was ordered', () => {
  assert.deepEqual(problemsOf('consent', { ...consent, criminal_record: '' }, scopeOf('name')), {});
});

const country = fc.constantFrom('GBR', 'IRL', 'USA', 'FRA');
const someFacts: fc.Arbitrary<ApplicantFacts> = fc
  .record({
    first_name: fc.constantFrom('Alex', 'Zoë', "D'Arcy"),
    middle_name: fc.option(fc.constantFrom('Jo', 'Anne-Marie')),
    last_name: fc.constantFrom('Sample', 'Ó Murchú'),
    gender: fc.constantFrom('male', 'female'),
    dob: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1950-01-01', days)),
    telephone: fc.option(fc.constant('0113 496 0000')),
    mobile: fc.option(fc.constant('07700 900982')),
    mothers_maiden_name: fc.constant('Example'),
    nationality: country,
    country_of_birth: fc.constantFrom('GBR', 'FRA', 'SUN'),
    town_of_birth: fc.constant('Leeds'),
    name_is_from_birth: fc.constant(true),
    driving_licence_check_code: fc.constant('aB1cD2eF'),
    share_code: fc.constant('W12345678'),
    certificate_number: fc.constant('001234567890'),
    certificate_last_name: fc.constant('Sample'),
    certificate_issued_on: fc.constant('2024-03-01'),
    pvg_number: fc.constant('1234567890123456'),
    fca_reference_number: fc.constant('JXS01234'),
    id_numbers: fc.constant([
      { type: 'social_insurance', value: 'AB123456C', state_code: null },
      { type: 'driving_license', value: '12345678', state_code: null },
      { type: 'tax_id', value: '7', state_code: null },
    ]),
  })
  .map((some) => ({ ...noFacts, email: 'alex@candidate.test', ...some }) as ApplicantFacts);

test('facts from the client are kept when the candidate continues without a change', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      for (const page of askedPages(everything)) {
        if (page.kind !== 'questions' || page.id.startsWith('local')) continue;
        const shown = shownOf(page.id, facts);
        assert.deepEqual(problemsOf(page.id, shown, everything, facts), {}, page.id);
        const {
          has_driving_licence: _,
          has_national_insurance_number: __,
          has_fca_reference_number: _____,
          ...after
        } = factsAfter(page.id, shown, facts);
        const {
          has_driving_licence: ___,
          has_national_insurance_number: ____,
          has_fca_reference_number: ______,
          ...before
        } = facts;
        assert.deepEqual(after, before, page.id);
      }
    }),
    { numRuns: 100 },
  );
});

test('the placeholder birth date is shown empty and cannot be accepted', () => {
  const shown = shownOf('date-of-birth', { ...person, dob: noFacts.dob }) as Typed;
  assert.deepEqual(Object.values(shown), ['', '', '']);
  assert.notDeepEqual(problemsOf('date-of-birth', shown), {});
});

test('typed text loses surrounding spaces and control characters', () => {
  assert.deepEqual(
    readTyped(pageOf('name'), { title: ['Mr'], first_name: '  Mary \u00a0 Ann\0\x7f ', last_name: {}, other: 'x' }),
    { title: '', first_name: 'Mary Ann', middle_name: '', last_name: '', has_one_name: '' },
  );
});

test('a page is to do until it was saved, also if the client gave all its facts', () => {
  const standings = formStandings(person, scopeOf(), savedOf({ name }));
  assert.deepEqual(
    standings.map(({ page, status }) => [page.id, status]),
    [
      ['name', 'complete'],
      ['date-of-birth', 'to_do'],
      ['contact', 'to_do'],
      ['consent', 'to_do'],
    ],
  );
});

test('a saved answer that is no longer valid is in progress', () => {
  const saved = savedOf({ consent: { ...consent, criminal_record: '' } });
  const standing = formStandings(person, everything, saved).find(({ page }) => page.id === 'consent');
  assert.equal(standing?.status, 'in_progress');
});

test('the next page is the next incomplete one; after the last, the first that was left out', () => {
  const standings = formStandings(person, scopeOf(), savedOf({ 'date-of-birth': born, consent }));
  assert.equal(nextPage(standings, 'name'), 'contact');
  assert.equal(nextPage(standings, 'contact'), 'name');
  assert.equal(nextPage(formStandings(person, scopeOf(), savedOf(whole)), 'name'), undefined);
});

test('following the next page ends for every order, starting at any page', () => {
  fc.assert(
    fc.property(fc.subarray([...everyRequirement]), fc.constantFrom(...idsOf()), (required, start) => {
      const scope = scopeOf(...required);
      const saved: Record<PageId, Answer> = {};
      let at: PageId | undefined = nextPage(formStandings(person, scope, savedOf(saved)), start);
      let steps = 0;
      for (; at !== undefined && steps <= 30; steps += 1) {
        saved[at] = whole[at]!;
        at = nextPage(formStandings(person, scope, savedOf(saved)), at);
      }
      return steps === formStandings(person, scope, savedOf(saved)).length;
    }),
    { numRuns: 100 },
  );
});
