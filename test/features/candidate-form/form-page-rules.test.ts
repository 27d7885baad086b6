// Which pages are asked, what each takes, what comes next, and the facts that come of the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AddressAnswer } from '../../../src/features/candidate-form/address-answer.ts';
import {
  type Answer,
  type EntryAnswer,
  type FormScope,
  type PageId,
  pageIds,
  type Typed,
} from '../../../src/features/candidate-form/form-page.ts';
import {
  askedPages,
  draftFacts,
  formMinutes,
  formPages,
  formScope,
  formStandings,
  nextPage,
  pageById,
  pageProblems,
  questionPages,
  readTyped,
  type SavedAnswers,
} from '../../../src/features/candidate-form/form-page-rules.ts';
import { CONSENT_WORDING } from '../../../src/features/candidate-form/question-pages.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { type Need, needs } from '../../../src/features/report-types/needs.ts';
import { genders, titles } from '../../../src/features/value-sets/person-values.ts';
import { addDays } from '../../../src/lib/dates.ts';

const today = '2026-03-04';
const scopeOf = (...needed: Need[]): FormScope => ({
  needs: new Set(needed),
  addressYears: 5,
  activityYears: 5,
  today,
});
const everything = scopeOf(...needs);
const person: ApplicantFacts = { ...noFacts, first_name: 'Alex', last_name: 'Sample', email: 'alex@candidate.test' };

test('every need is asked by a page, and that page is asked wherever the need is', () => {
  for (const need of needs) {
    const asking = formPages.filter((page) => page.needs.includes(need));
    assert.notEqual(asking.length, 0, need);
    for (const page of asking) assert.ok(askedPages(scopeOf(need)).includes(page), `${need} is asked by ${page.id}`);
  }
});

test('nothing is asked that was not ordered, but who the candidate is, how to reach them, and their consent', () => {
  assert.deepEqual(
    askedPages(scopeOf()).map(({ id }) => id),
    ['name', 'birth-date', 'contact', 'consent'],
  );
  assert.deepEqual(
    askedPages(scopeOf('nationality')).map(({ id }) => id),
    ['name', 'birth-date', 'nationality', 'contact', 'consent'],
  );
});

test('every report type can be asked for, and every page has one place in the form', () => {
  for (const type of catalogue) {
    const asked = askedPages(formScope([type], null, today)).flatMap((page) => page.needs);
    for (const need of type.needs) assert.ok(asked.includes(need), `${type.label} needs ${need}`);
  }
  assert.deepEqual(
    formPages.map(({ id }) => id),
    pageIds,
  );
});

test('addresses are asked for as many years as the types need, activities for as many as are ordered instead', () => {
  const types = catalogue.filter(({ name }) => name === 'identity' || name === 'criminal_history');
  assert.equal(formScope(types, null, today).addressYears, 5);
  assert.equal(formScope(types, 3, today).addressYears, 5);
  assert.equal(formScope(types, 7, today).addressYears, 5);
  const activity = catalogue.filter(({ name }) => name === 'activity');
  assert.equal(formScope(activity, null, today).activityYears, 5);
  assert.equal(formScope(activity, 7, today).activityYears, 7);
  assert.equal(formScope(activity, 2, today).activityYears, 2);
  assert.equal(formScope(activity, 2_000_000_000, today).activityYears, 120);
});

test('the time it takes grows with what is asked, in steps of five minutes', () => {
  assert.equal(formMinutes(scopeOf()), 5);
  assert.equal(formMinutes(everything), 25);
});

const problemsOf = (id: PageId, typed: Answer, scope = everything, facts = person) =>
  pageProblems(pageById(id)!, typed, scope, facts).fields;

const name = { title: '', first_name: 'Alex', middle_name: '', last_name: 'Sample' };
type ListPage = 'addresses' | 'activities' | 'education' | 'memberships';
const born = { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' };

const refused: readonly [PageId, Typed, Record<string, string[]>][] = [
  ['name', { ...name, first_name: '' }, { first_name: ['Enter your first name'] }],
  ['name', { ...name, last_name: 'S' }, { last_name: ['Last name is too short (minimum is 2 characters)'] }],
  [
    'name',
    { ...name, middle_name: '4' },
    {
      middle_name: [
        'Middle name is too short (minimum is 2 characters)',
        'Middle name must contain only letters, single spaces, hyphens and single quotes',
      ],
    },
  ],
  ['name', { ...name, title: 'Duke' }, { title: ['Choose a title from the list'] }],
  ['other-names', { had_other_name: '' }, { had_other_name: ['Choose yes if you have ever had another last name'] }],
  ['other-names', { had_other_name: 'yes' }, { previous_last_name: ['Enter your previous last name'] }],
  [
    'other-names',
    { had_other_name: 'yes', previous_last_name: '-Smith' },
    {
      previous_last_name: ['Previous last name must not start or end with a space, hyphen or single quote'],
    },
  ],
  ['birth-date', {}, { 'dob-day': ['Enter your date of birth'] }],
  [
    'birth-date',
    { ...born, 'dob-year': '1900', 'dob-month': '1', 'dob-day': '1' },
    {
      'dob-year': ['Check the year: 1900 cannot be your year of birth'],
    },
  ],
  [
    'birth-date',
    { ...born, 'dob-year': '2020' },
    { 'dob-year': ['Check the year: 2020 cannot be your year of birth'] },
  ],
  ['birth-date', { ...born, 'dob-year': '2027' }, { 'dob-day': ['Date of birth must be in the past'] }],
  ['gender', { gender: '' }, { gender: ['Choose your gender'] }],
  ['gender', { gender: 'robot' }, { gender: ['Choose your gender'] }],
  [
    'birth-place',
    { town_of_birth: '', country_of_birth: 'XXX' },
    {
      town_of_birth: ['Enter the town or city where you were born'],
      country_of_birth: ['Choose the country where you were born'],
    },
  ],
  ['nationality', { nationality: '' }, { nationality: ['Choose your nationality'] }],
  ['nationality', { nationality: 'XXX' }, { nationality: ['Choose your nationality'] }],
  ['nationality', { nationality: 'XXA' }, {}],
  ['national-insurance', { has_number: '' }, { has_number: ['Choose yes if you have a National Insurance number'] }],
  [
    'national-insurance',
    { has_number: 'yes', national_insurance_number: 'QQ 12 34 56 C' },
    {
      national_insurance_number: ['Enter a National Insurance number like QQ 12 34 56 C'],
    },
  ],
  ['driving-licence', {}, { licence_from: ['Choose where your licence is from'] }],
  ['driving-licence', { licence_from: 'gb' }, { licence_number: ['Enter the number of your driving licence'] }],
  [
    'driving-licence',
    { licence_from: 'gb', licence_number: '12345678' },
    { licence_number: ['Enter the 16 characters of field 5 of your licence, like MORGA 657054 SM9IJ'] },
  ],
  [
    'driving-licence',
    { licence_from: 'gb', licence_number: 'OTHER903040A99AA' },
    {
      licence_number: ['The number does not match any last name given. Check it, and your answers about yourself'],
    },
  ],
  [
    'contact',
    { mobile: 'none', telephone: '' },
    {
      mobile: ['Enter a phone number like 07700 900 982 or +44 808 157 0192'],
    },
  ],
  [
    'consent',
    { agrees: '', criminal_record: '', wording: CONSENT_WORDING },
    {
      agrees: ['Tick the box if you agree to the checks'],
      criminal_record: ['Tick the box if you agree that your criminal record is checked'],
    },
  ],
  [
    'consent',
    { agrees: 'yes', criminal_record: 'yes', wording: '0' },
    {
      agrees: ['The wording has changed. Read it and tick the box again'],
    },
  ],
];

for (const [id, typed, messages] of refused) {
  test(`on the page ${id}, ${JSON.stringify(typed)} is refused: ${Object.values(messages)[0]}`, () => {
    assert.deepEqual(problemsOf(id, typed), messages);
  });
}

const whole: Readonly<Record<Exclude<PageId, ListPage>, Typed>> = {
  name,
  'other-names': { had_other_name: 'no', previous_last_name: '' },
  'birth-date': born,
  gender: { gender: 'male' },
  'birth-place': { town_of_birth: 'Leeds', country_of_birth: 'GBR' },
  nationality: { nationality: 'IRL' },
  'national-insurance': { has_number: 'yes', national_insurance_number: 'ab 12 34 56 c' },
  'driving-licence': { licence_from: 'gb', licence_number: 'sampl 903040 a99aa' },
  contact: { mobile: '+44 (0) 7700-900982', telephone: '' },
  consent: { agrees: 'yes', criminal_record: 'yes', wording: CONSENT_WORDING },
};

test('whole answers are taken, and become facts', () => {
  const saved = new Map(Object.entries(whole).map(([id, answer]) => [id as PageId, { version: 1, answer }]));
  for (const [id, { answer }] of saved) assert.deepEqual(problemsOf(id, answer), {}, id);
  const facts = draftFacts({ ...person, previous_last_name: 'Before' }, everything, saved);
  assert.deepEqual(facts, {
    ...person,
    gender: 'male',
    dob: '1990-03-04',
    town_of_birth: 'Leeds',
    country_of_birth: 'GBR',
    nationality: 'IRL',
    mobile: '+44 (0) 7700-900982',
    id_numbers: [
      { type: 'social_insurance', value: 'AB123456C', state_code: null },
      { type: 'driving_licence', value: 'SAMPL903040A99AA', state_code: null },
    ],
  });
});

test('who has no National Insurance number says so', () => {
  const numbers = [
    { type: 'social_insurance', value: 'AB123456C', state_code: null },
    { type: 'tax_id', value: '7', state_code: null },
  ] as const;
  const none = { has_number: 'no', national_insurance_number: 'AB123456C' };
  const page = pageById('national-insurance')!;
  assert.deepEqual(problemsOf('national-insurance', none), {});
  assert.deepEqual(page.apply({ ...person, id_numbers: numbers }, none).id_numbers, [numbers[1]]);
});

test('who has no driving licence says so; a licence of before stays where it was', () => {
  const numbers = [
    { type: 'driving_license', value: '12345678', state_code: null },
    { type: 'tax_id', value: '7', state_code: null },
  ] as const;
  const page = pageById('driving-licence')!;
  const facts = { ...person, id_numbers: numbers };
  assert.deepEqual(page.apply(facts, { licence_from: 'none', licence_number: '12345678' }).id_numbers, [numbers[1]]);
  assert.deepEqual(page.apply(facts, { licence_from: 'other', licence_number: 'F 77' }).id_numbers, [
    { ...numbers[0], value: 'F 77' },
    numbers[1],
  ]);
});

test('consent to a criminal record check is asked only where one was ordered', () => {
  const answer = { agrees: 'yes', criminal_record: '', wording: CONSENT_WORDING };
  assert.deepEqual(problemsOf('consent', answer, scopeOf('name')), {});
});

const country = fc.constantFrom('GBR', 'IRL', 'USA', 'FRA');
const onlyFromOrders = {
  previous_names: fc.constant([]),
  activities: fc.constant([]),
  qualifications: fc.constant([]),
  memberships: fc.constant([]),
  identity_documents: fc.constant([]),
};
const someFacts: fc.Arbitrary<ApplicantFacts> = fc
  .record({
    ...onlyFromOrders,
    title: fc.option(fc.constantFrom(...titles)),
    first_name: fc.constantFrom('Alex', 'Zoë', "D'Arcy"),
    middle_name: fc.option(fc.constantFrom('Jo', 'Anne-Marie')),
    last_name: fc.constantFrom('Sample', 'Ó Murchú'),
    email: fc.constant('alex@candidate.test'),
    gender: fc.constantFrom(...genders),
    dob: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1950-01-01', days)),
    telephone: fc.option(fc.constant('0113 496 0000')),
    mobile: fc.option(fc.constant('07700 900982')),
    country,
    mothers_maiden_name: fc.option(fc.constant('Example')),
    previous_last_name: fc.constantFrom('Before', 'Maiden'),
    nationality: country,
    country_of_birth: country,
    town_of_birth: fc.constant('Leeds'),
    id_numbers: fc.constant([
      { type: 'social_insurance', value: 'AB123456C', state_code: null },
      { type: 'driving_license', value: '12345678', state_code: null },
      { type: 'tax_id', value: '7', state_code: null },
    ]),
    addresses: fc.constant([]),
  })
  .map(
    (some): ApplicantFacts => ({
      ...noFacts,
      ...some,
      id_numbers: [...some.id_numbers] as ApplicantFacts['id_numbers'],
    }),
  );

test('what the client gave, seen and continued with, stays as it was', () => {
  fc.assert(
    fc.property(someFacts, (some) => {
      const facts = { ...some };
      for (const page of questionPages) {
        if (page.id === 'consent') continue;
        const shown = page.prefill(facts);
        assert.deepEqual(pageProblems(page, shown, everything, facts).fields, {}, page.id);
        assert.deepEqual(page.apply(facts, shown), facts, page.id);
      }
    }),
    { numRuns: 100 },
  );
});

test('the placeholder birth date is shown empty and cannot be continued with', () => {
  const page = pageById('birth-date')!;
  const shown = page.prefill(person) as Typed;
  assert.deepEqual(Object.values(shown), ['', '', '']);
  assert.ok(pageProblems(page, shown, everything, person).any);
});

test('what was typed loses the spaces around it, and whatever no keyboard writes', () => {
  const page = questionPages[0]!;
  assert.deepEqual(
    readTyped(page, { title: ['Mr'], first_name: '  Mary \u00a0 Ann\0\x7f ', last_name: {}, other: 'x' }),
    {
      title: '',
      first_name: 'Mary Ann',
      middle_name: '',
      last_name: '',
    },
  );
});

const savedOf = (answers: Partial<Record<PageId, Answer>>): SavedAnswers =>
  new Map(Object.entries(answers).map(([id, answer]) => [id as PageId, { version: 1, answer: answer! }]));

test('a page is to do until it was saved, also where the client gave all of it', () => {
  const standings = formStandings({ ...person, dob: '1990-03-04' }, scopeOf(), savedOf({ name }));
  assert.deepEqual(
    standings.map(({ page, status }) => [page.id, status]),
    [
      ['name', 'complete'],
      ['birth-date', 'to_do'],
      ['contact', 'to_do'],
      ['consent', 'to_do'],
    ],
  );
});

test('a saved answer that no longer holds is in progress', () => {
  const consent = { agrees: 'yes', criminal_record: '', wording: CONSENT_WORDING };
  const standing = formStandings(person, everything, savedOf({ consent })).find(({ page }) => page.id === 'consent');
  assert.equal(standing?.status, 'in_progress');
});

test('the next page is the next that is not complete; after the last, the first that was left out', () => {
  const standings = formStandings(person, scopeOf(), savedOf({ 'birth-date': born, consent: whole.consent }));
  assert.equal(nextPage(standings, 'name'), 'contact');
  assert.equal(nextPage(standings, 'contact'), 'name');
  const all = formStandings(person, scopeOf(), savedOf(whole));
  assert.equal(nextPage(all, 'name'), undefined);
});

test('following the next page comes to an end, whatever was ordered and whichever page came first', () => {
  const addresses: AddressAnswer = {
    addresses: [
      {
        ...{ flat_number: null, building_number: '1', building_name: null, street: 'High Street', sub_street: null },
        ...{
          town: 'Leeds',
          county: null,
          state: null,
          postcode: 'LS1 4AP',
          country: 'GBR',
          start_date: '2000-01-01',
          end_date: null,
        },
        key: 1,
        isCurrent: true,
      },
    ],
  };
  const job = {
    ...{ status: 'FullTime', employer: 'Example Ltd', job_title: 'Driver', country: 'GBR', contact_timing: 'Never' },
    ...{ 'start-day': '', 'start-month': '6', 'start-year': '2006' },
  };
  const activities: EntryAnswer = { entries: [{ key: 1, typed: job }] };
  const answers: Record<PageId, Answer> = {
    ...whole,
    addresses,
    activities,
    education: { entries: [] },
    memberships: { entries: [] },
  };
  fc.assert(
    fc.property(fc.subarray([...needs]), fc.constantFrom(...pageIds), (needed, start) => {
      const scope = scopeOf(...needed);
      const saved: Partial<Record<PageId, Answer>> = {};
      let at: PageId | undefined = nextPage(formStandings(person, scope, savedOf(saved)), start);
      let steps = 0;
      while (at !== undefined) {
        saved[at] = answers[at];
        at = nextPage(formStandings(person, scope, savedOf(saved)), at);
        steps += 1;
      }
      return steps === askedPages(scope).length;
    }),
    { numRuns: 100 },
  );
});
