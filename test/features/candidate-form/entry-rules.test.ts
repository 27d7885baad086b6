// Lists in the form: problems of an entry and of the list, gaps, and the facts that follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysNone } from '../../../src/features/candidate-form/answer-rules.ts';
import {
  findEntry,
  inOrder,
  isCurrent,
  readEntry,
  withEntry,
  withoutEntry,
} from '../../../src/features/candidate-form/entry-rules.ts';
import type { EntryAnswer, Typed } from '../../../src/features/candidate-form/form-page.ts';
import { factRows } from '../../../src/features/facts/fact-rows-rules.ts';
import type { ApplicantFacts } from '../../../src/features/facts/facts.ts';
import { firstNameThen } from '../../../src/features/facts/previous-name-rules.ts';
import { allFindings } from '../../../src/features/requirements/requirement-rules.ts';
import { noAddress, noQualification } from '../../support/empty-entries.ts';
import {
  entriesOf,
  entryProblemsOf,
  everything,
  factsAfter,
  home,
  job,
  listOf,
  person,
  problemsOf,
  scopeOf,
  shownOf,
  today,
} from './form-under-test.ts';

const ended = (month: string, year: string, day = '') => ({
  ...{ 'end_date-day': day, 'end_date-month': month, 'end_date-year': year },
});

test('studies without an award stand by the day on which they ended', () => {
  const page = listOf('qualifications');
  const studied = (from: string, to: string) => ({
    ...{ institution: 'University of Leeds', 'start_date-year': from, 'end_date-year': to },
  });
  const awarded = { institution: 'Open University', 'graduated_on-year': '2010' };
  const { entries } = inOrder(page, entriesOf(studied('1998', '2000'), awarded).entries, today);
  assert.deepEqual(
    entries.map(({ typed }) => typed.institution),
    ['Open University', 'University of Leeds'],
  );
});

test('an address of an order from before a question is filled in without an answer to it', () => {
  const { no_fixed_address: _, ...before } = { ...noAddress, country: 'GBR', street: 'High Street' };
  const shown = shownOf('addresses', { ...person, addresses: [before as typeof noAddress] }) as EntryAnswer;
  assert.equal(shown.entries[0]!.typed.no_fixed_address, '');
});

const refusedJobs: readonly [Typed, Record<string, string[]>][] = [
  [{}, { status: ['Choose what you did'], 'start_date-day': ['Enter the date it began'] }],
  [{ ...job, status: 'Idle' }, { status: ['Choose what you did'] }],
  [{ ...job, employer: '' }, { employer: ['Enter the name of the employer'] }],
  [{ ...job, job_title: '' }, { job_title: ['Enter your job title'] }],
  [{ ...job, contact_timing: '' }, { contact_timing: ['Choose when we may contact the employer'] }],
  [{ ...job, status: 'SelfEmployed' }, { self_employed_status: ['Choose how you worked'] }],
  [{ ...job, status: 'Other' }, { explanation: ['Say in a few words what you did'] }],
  [{ ...job, status: 'Custody' }, {}],
  [{ ...job, status: 'ParentalLeave', explanation: 'Twins' }, {}],
  [{ ...job, country: 'XXX' }, { country: ['Choose a country'] }],
  [{ ...job, 'start_date-year': '2027' }, { 'start_date-day': ['Date it began must be in the past'] }],
  // Interface v1 always refused this; the form once did not.
  [{ ...job, 'start_date-year': '1980' }, { 'start_date-day': ['Date it began must be after your date of birth'] }],
  [
    { ...job, reason_for_leaving: 'Resigned', ...ended('5', '2006') },
    { 'end_date-day': ['Date it ended must be after the date it began'] },
  ],
  [{ ...job, ...ended('5', '2010') }, { reason_for_leaving: ['Choose why you left'] }],
  [{ ...job, reason_for_leaving: 'Resigned', ...ended('3', '2026') }, {}],
  [
    { ...job, reason_for_leaving: 'Resigned', ...ended('4', '2026') },
    { 'end_date-day': ['Date it ended must be in the past'] },
  ],
  [
    { ...job, reason_for_leaving: 'StillEmployed', ...ended('4', '2016') },
    { reason_for_leaving: ['Choose why it ended, or leave its end empty'] },
  ],
];
for (const [typed, messages] of refusedJobs) {
  test(`an activity gets the messages: ${Object.values(messages)[0] ?? 'none'}`, () => {
    assert.deepEqual(entryProblemsOf('activities', typed), messages);
  });
}

test('an activity other than work needs no employer', () => {
  for (const status of ['Unemployed', 'Education', 'Travelling', 'Caring', 'Retired']) {
    const typed = { status, 'start_date-month': '6', 'start_date-year': '2006' };
    assert.deepEqual(entryProblemsOf('activities', typed), {}, status);
  }
});

test('the form asks for the town or address of an employer; an order, a unit of the forces and the desk need none', () => {
  const nowhere = { ...job, place: '' };
  const message = 'Enter the town or address of the employer, so that we find the right one';
  assert.deepEqual(entryProblemsOf('activities', nowhere), { place: [message] });
  assert.deepEqual(entryProblemsOf('activities', { ...nowhere, status: 'ArmedForces' }), {});
  assert.deepEqual(entryProblemsOf('activities', nowhere, { ...everything, isOfDesk: true }), {});
  const { asked } = everything;
  const facts = factsAfter('activities', entriesOf(nowhere));
  const ordered = allFindings(asked, { facts, job: null, today }, 'needed').filter(({ at }) => at.endsWith('.place'));
  assert.deepEqual(ordered, []);
});

test('a gap of over 31 days is named', () => {
  const left = { ...job, reason_for_leaving: 'Resigned', ...ended('1', '2024', '31') };
  const idle = (day: string) => ({
    ...{ status: 'Unemployed', 'start_date-day': day, 'start_date-month': '3', 'start_date-year': '2024' },
  });
  assert.deepEqual(problemsOf('activities', entriesOf(left, idle('3'))), {});
  assert.deepEqual(problemsOf('activities', entriesOf(left, idle('4'))), {
    add: ['Add what you did from 1 February 2024 to 3 March 2024'],
  });
});

test('a requested list may not be empty, as in interface v1', () => {
  for (const [id, message] of [
    ['activities', 'Add a job, or what you did instead'],
    ['qualifications', 'Add a qualification'],
    ['memberships', 'Add a membership'],
  ] as const) {
    assert.deepEqual(problemsOf(id, { entries: [] }), { add: [message] }, id);
  }
  assert.deepEqual(problemsOf('addresses', { entries: [] }), { add: ['Add the address where you live now'] });
});

test('a candidate says in which country they got a qualification; an order that leaves it out means the UK', () => {
  const degree = { institution: 'Uniwersytet Łódzki', course: 'Historia', level: 'MA' };
  assert.deepEqual(entryProblemsOf('qualifications', degree), { country: ['Choose the country where you got it'] });
  assert.deepEqual(entryProblemsOf('qualifications', { ...degree, country: 'POL' }), {});
  const ordered = { ...noQualification, ...degree };
  const shown = shownOf('qualifications', { ...person, qualifications: [ordered] }) as EntryAnswer;
  assert.equal(shown.entries[0]!.typed.country, 'GBR');
});

test('the problems of an entry stand in the order of its questions', () => {
  assert.deepEqual(Object.keys(entryProblemsOf('qualifications', {})), ['institution', 'country', 'course', 'level']);
});

test('a candidate without qualifications says so, which leaves nothing to add, and takes it back by adding one', () => {
  assert.deepEqual(problemsOf('qualifications', saysNone), {});
  const facts = factsAfter('qualifications', saysNone);
  assert.deepEqual([facts.has_qualifications, facts.qualifications], [false, []]);
  assert.deepEqual(shownOf('qualifications', facts), saysNone, 'when they are asked again');
  const degree = { institution: 'Uniwersytet Łódzki', country: 'POL', course: 'Historia', level: 'MA' };
  const added = withEntry(listOf('qualifications'), saysNone, undefined, degree, today).answer;
  assert.equal(factsAfter('qualifications', added, facts).has_qualifications, null);
  for (const id of ['activities', 'references'])
    assert.notDeepEqual(problemsOf(id, saysNone), {}, `${id} must be given`);
});

test('an entry with a problem is named on its list, with what is wrong', () => {
  assert.deepEqual(problemsOf('activities', entriesOf({ ...job, employer: '' })), {
    'entry-1': ['Full-time employee: Enter the name of the employer'],
  });
  const unknownTime = { ...home, is_current: '', 'start_date-month': '', 'start_date-year': '', 'start_date-day': '' };
  assert.deepEqual(problemsOf('addresses', entriesOf(home, unknownTime)), {
    'entry-2': ['12 High Street, Leeds: Enter the date you moved in'],
  });
  const early = { ...home, 'start_date-year': '1980' };
  assert.deepEqual(problemsOf('addresses', entriesOf(early)), {
    'entry-1': ['12 High Street, Leeds: Date you moved in must be after your date of birth'],
  });
});

test('a referee needs an email address to which a mail can go', () => {
  const person = { name: 'R. Referee', relationship: 'Line manager' };
  assert.deepEqual(problemsOf('references', entriesOf({ ...person, email: 'r.referee' })), {
    'entry-1': ['R. Referee: Enter an email address like name@example.com, with one @'],
  });
  assert.deepEqual(problemsOf('references', entriesOf({ ...person, email: 'r@referee.test' })), {});
});

test('a referee without an email address is reached by telephone or post, which no order of a program can say', () => {
  const neighbour = { name: 'R. Referee', relationship: 'Neighbour' };
  const missing = ['Enter their email address, or a phone number or postal address if they have none'];
  assert.deepEqual(entryProblemsOf('references', neighbour), { email: missing });
  assert.deepEqual(entryProblemsOf('references', { ...neighbour, telephone: '020 7946 0000' }), {});
  assert.deepEqual(entryProblemsOf('references', { ...neighbour, reached_by: '1 High Street, Leeds' }), {});
  const ordered = { ...neighbour, organisation: null, telephone: '020 7946 0000', email: null, reached_by: null };
  const faults = allFindings([], { facts: { ...person, references: [ordered] }, job: null, today }, 'placed');
  assert.ok(faults.some(({ at, code }) => at === 'references[0].email' && code === 'missing'));
});

test('a candidate who has nobody, or nobody else, to speak for them says why, which goes to the screener', () => {
  const nobody = { ...saysNone, why: 'I have just moved here' };
  assert.deepEqual(problemsOf('references', nobody), {});
  const facts = factsAfter('references', nobody);
  assert.deepEqual([facts.has_referees, facts.why_no_referee], [false, 'I have just moved here']);
  assert.deepEqual(shownOf('references', facts), nobody);
  const added = withEntry(listOf('references'), nobody, undefined, { name: 'R. Referee' }, today).answer;
  const later = factsAfter('references', added, facts);
  assert.deepEqual([later.has_referees, later.why_no_referee], [null, null]);
});

test('nobody is their own referee, nor is their family: the form refuses it, and of an order the screener is told', () => {
  const named = { name: 'Pat Referee', relationship: 'Line manager', email: 'pat@acme.test' };
  const refused = (change: Typed) => entryProblemsOf('references', { ...named, ...change });
  assert.deepEqual(refused({}), {});
  const own = ['Enter the address of the person who can confirm it: this one is your own'];
  assert.deepEqual(refused({ email: person.email.toUpperCase() }), { email: own });
  for (const relationship of ['Mum', 'My mother', 'step-brother', 'Mother-in-law', 'Aunt.', 'Husband'])
    assert.ok('relationship' in refused({ relationship }), relationship);
  for (const relationship of ['Family friend', 'Ward sister', 'Priest, Father Brown', 'Business partner', 'Neighbour'])
    assert.deepEqual(refused({ relationship }), {}, relationship);

  const mine = { ...named, organisation: null, telephone: null, email: person.email, reached_by: null };
  const facts = { ...person, references: [mine] };
  const found = (until: 'needed' | 'examined') =>
    allFindings([], { facts, job: null, today }, until).filter(({ at }) => at.startsWith('references'));
  assert.deepEqual(found('needed'), [], 'an order may say so');
  assert.deepEqual(
    found('examined').map(({ at, code }) => [at, code]),
    [['references[0].email', 'referee_is_candidate']],
  );
});

test('an entry keeps its number while others are added and removed', () => {
  const page = listOf('activities');
  const one = withEntry(page, { entries: [] }, undefined, job, today).answer;
  const two = withEntry(page, one, undefined, { ...job, employer: 'Sample plc' }, today).answer;
  assert.deepEqual(
    two.entries.map(({ key }) => key),
    [1, 2],
  );
  const left = withoutEntry(two, 1);
  assert.equal(findEntry(left, 1), undefined);
  const changed = withEntry(page, left, 2, { ...job, employer: 'Other Ltd' }, today).answer;
  assert.deepEqual(
    changed.entries.map(({ typed }) => typed.employer),
    ['Other Ltd'],
  );
});

for (const [change, messages] of [
  [{}, {}],
  [{ building_number: '', building_name: 'Rose Cottage', street: '' }, {}],
  [{ country: 'FRA', building_number: '', postcode: '' }, {}],
  [{ country: '' }, { country: ['Choose a country'] }],
  [{ country: 'ZZZ' }, { country: ['Choose a country'] }],
  [{ building_number: '' }, { building_number: ['Enter a house number or a house name'] }],
  [{ street: '' }, { street: ['Enter the street'] }],
  [{ town: '' }, { town: ['Enter the town or city'] }],
  [{ postcode: '' }, { postcode: ['Enter the postcode'] }],
  [{ postcode: 'LS1' }, { postcode: ['Enter a full UK postcode, like SW1A 1AA'] }],
  [{ street: 'A'.repeat(33) }, { street: ['Street must have 32 characters or fewer'] }],
  [{ country: 'USA', state: 'QQ' }, { state: ['State is not a two-letter code of a US state'] }],
] as const) {
  test(`an address with ${JSON.stringify(change)} is ${Object.keys(messages).length === 0 ? 'accepted' : 'refused'}`, () => {
    assert.deepEqual(entryProblemsOf('addresses', { ...home, ...change }), messages);
  });
}

const addressOf = (typed: Typed) => readEntry(listOf('addresses'), typed, today).values;

test('a UK postcode gets its space and capitals, and a US state its capitals', () => {
  for (const text of ['ls14ap', 'LS1  4AP', 'Ls 14 aP']) {
    assert.equal(addressOf({ ...home, postcode: text }).postcode, 'LS1 4AP');
  }
  assert.equal(addressOf({ ...home, postcode: '75 001', country: 'FRA' }).postcode, '75 001');
  assert.equal(addressOf({ ...home, state: 'ny', country: 'USA' }).state, 'NY');
});

const stay = (start: string, end: string, isNow = '') => {
  const parts = (name: string, [day = '', month = '', year = '']: readonly string[]) => ({
    ...{ [`${name}-day`]: day, [`${name}-month`]: month, [`${name}-year`]: year },
  });
  return { ...home, ...parts('start_date', start.split('/')), ...parts('end_date', end.split('/')), is_current: isNow };
};

test('months without days count in full, so that moving within a month leaves no gap', () => {
  const { start_date, end_date } = addressOf(stay('/4/2021', '/9/2023'));
  assert.deepEqual([start_date, end_date], ['2021-04-01', '2023-09-30']);
  assert.equal(addressOf(stay('/4/2021', '/3/2026')).end_date, today);
});

test('a day that was not typed is shown neither at the desk nor in the form when it is prefilled', () => {
  const job = { status: 'FullTime', employer: 'Example Ltd', job_title: 'Driver', reason_for_leaving: 'Resigned' };
  const dates = { ...ended('9', '2023'), 'start_date-day': '', 'start_date-month': '4', 'start_date-year': '2022' };
  const degree = { institution: 'University of Leeds', course: 'History', level: 'BA' };
  const awarded = { 'graduated_on-day': '', 'graduated_on-month': 'july', 'graduated_on-year': '2021' };
  const work = factsAfter('activities', entriesOf({ ...job, ...dates }));
  const facts = factsAfter('qualifications', entriesOf({ ...degree, ...awarded }), work);
  assert.deepEqual([facts.activities[0]!.start_date, facts.activities[0]!.end_date], ['2022-04-01', '2023-09-30']);
  assert.deepEqual(facts.activities[0]!.dates_without_day, ['start_date', 'end_date']);
  const [worked, studied] = factRows(facts, ['activities', 'qualifications']);
  assert.equal(worked!.label, 'April 2022 to September 2023');
  assert.ok(studied!.lines.includes('Date it was awarded: July 2021'));
  const [shown] = (shownOf('activities', facts) as EntryAnswer).entries;
  assert.deepEqual([shown!.typed['start_date-day'], shown!.typed['start_date-month']], ['', '4']);
  const withDay = factsAfter('activities', entriesOf({ ...job, ...dates, 'start_date-day': '3' }), facts);
  assert.equal(factRows(withDay, ['activities'])[0]!.label, '3 April 2022 to September 2023');
});

test('of a qualification the years are enough, and no month is made up, at the desk or when it is prefilled', () => {
  const degree = {
    ...{ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA', name_used: 'Alex Former' },
    ...{ 'start_date-year': '2003', 'end_date-year': '2006', 'graduated_on-year': '2006', 'graduated_on-month': '7' },
  };
  assert.deepEqual(entryProblemsOf('qualifications', degree), {});
  const facts = factsAfter('qualifications', entriesOf(degree));
  const [one] = facts.qualifications;
  assert.deepEqual([one?.start_date, one?.end_date, one?.graduated_on], ['2003-01-01', '2006-12-31', '2006-07-01']);
  const [row] = factRows(facts, ['qualifications']);
  assert.deepEqual(row?.lines.slice(2), [
    'Studied from: 2003',
    'Studied until: 2006',
    'Date it was awarded: July 2006',
    'Name used there: Alex Former',
  ]);
  const [shown] = (shownOf('qualifications', facts) as EntryAnswer).entries;
  assert.deepEqual([shown?.typed['start_date-month'], shown?.typed['start_date-year']], ['', '2003']);
});

test('studies that end before they begin, or are to come, are refused', () => {
  const degree = { institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA' };
  const turned = { ...degree, 'start_date-year': '2006', 'end_date-year': '2003' };
  assert.deepEqual(Object.keys(entryProblemsOf('qualifications', turned)), ['end_date-day']);
  assert.deepEqual(Object.keys(entryProblemsOf('qualifications', { ...degree, 'start_date-year': '2030' })), [
    'start_date-day',
  ]);
});

test('a name known since a month is known since that month, until its day is typed', () => {
  const since = (day: string) => ({
    ...{ 'name_known_from-day': day, 'name_known_from-month': '5', 'name_known_from-year': '2010' },
    name_is_from_birth: 'no',
  });
  const named = factsAfter('previous-names', since(''));
  const shown = (facts: ApplicantFacts) => factRows(facts, ['name_known_from'])[0]!.lines;
  assert.deepEqual(shown(named), ['May 2010']);
  assert.deepEqual(shown(factsAfter('previous-names', since('7'), named)), ['7 May 2010']);
});

test('the current address needs no end date', () => {
  assert.deepEqual(entryProblemsOf('addresses', stay('27/3/2021', '', 'yes')), {});
  assert.equal(addressOf(stay('27/3/2021', '', 'yes')).end_date, null);
});

for (const [start, end, messages] of [
  ['', '', { 'start_date-day': ['Enter the date you moved in'], 'end_date-day': ['Enter the date you moved out'] }],
  [
    '5/3/2026',
    '6/3/2026',
    {
      'start_date-day': ['Date you moved in must be in the past'],
      'end_date-day': ['Date you moved out must be in the past'],
    },
  ],
  ['1/1/2026', '5/3/2026', { 'end_date-day': ['Date you moved out must be in the past'] }],
  ['2/1/2026', '1/1/2026', { 'end_date-day': ['Date you moved out must be after the date you moved in'] }],
] as const) {
  test(`from "${start}" to "${end}" is refused`, () => {
    assert.deepEqual(entryProblemsOf('addresses', stay(start, end)), messages);
  });
}

test('the page of addresses names the period that no address covers', () => {
  const since = (year: string) => ({ ...home, 'start_date-year': year });
  assert.deepEqual(problemsOf('addresses', entriesOf(since('2024'))), {
    add: ['Add the addresses where you lived from 4 March 2021 to 31 December 2023'],
  });
  assert.deepEqual(problemsOf('addresses', entriesOf(since('2024'), stay('1/1/2000', '31/12/2023'))), {});
  const young = { ...person, dob: '2014-06-01' };
  assert.deepEqual(problemsOf('addresses', entriesOf(stay('1/6/2014', '', 'yes')), everything, young), {});
});

test("the client's addresses are shown, and the first without an end is the current one", () => {
  const place = {
    ...noAddress,
    ...{ flat_number: null, building_number: '12', building_name: null, street: 'High Street', sub_street: null },
    ...{ town: 'Leeds', county: 'Yorkshire', state: null, postcode: 'LS1 4AP', country: null, end_date: null },
  };
  const given: ApplicantFacts = {
    ...person,
    addresses: [
      { ...place, start_date: '2020-01-01' },
      { ...place, start_date: null },
    ],
  };
  const shown = shownOf('addresses', given) as EntryAnswer;
  assert.deepEqual(
    shown.entries.map((entry) => [entry.key, isCurrent(entry), entry.typed.country]),
    [
      [1, true, 'GBR'],
      [2, false, 'GBR'],
    ],
  );
  assert.deepEqual(factsAfter('addresses', shown, given).addresses[0], {
    ...place,
    country: 'GBR',
    start_date: '2020-01-01',
  });
});

test('the newest address comes first, and a number is never reused', () => {
  const page = listOf('addresses');
  const add = (list: EntryAnswer, typed: Typed) => withEntry(page, list, undefined, typed, today);
  const { is_current: _, ...place } = home;
  let list = add({ entries: [] }, place).answer;
  list = add(list, stay('1/1/2010', '1/1/2015')).answer;
  list = add(list, stay('1/1/2015', '1/1/2024')).answer;
  assert.deepEqual(
    list.entries.map((entry) => [entry.key, isCurrent(entry)]),
    [
      [1, true],
      [3, false],
      [2, false],
    ],
  );
  const shorter = withoutEntry(list, 2);
  assert.equal(add(shorter, place).key, 4);
  assert.ok(isCurrent(add(withoutEntry(shorter, 1), place).answer.entries[0]!));
  assert.deepEqual(inOrder(page, list.entries.toReversed(), today), list);
});

test('an address of the armed forces is complete with its number and postcode alone', () => {
  const bfpo = { ...home, building_number: '', town: '', street: 'BFPO 57', postcode: 'BF1 3AA' };
  assert.deepEqual(entryProblemsOf('addresses', bfpo), {});
  const { values } = readEntry(listOf('addresses'), bfpo, today);
  assert.deepEqual([values.building_name, values.street, values.town], ['BFPO 57', null, 'BFPO']);
  const mess = { ...bfpo, building_name: 'Sample Mess' };
  assert.deepEqual(readEntry(listOf('addresses'), mess, today).values.street, 'BFPO 57');
});

test('a former name can be one name only, which leaves no first name to be taken from the present one', () => {
  const scope = scopeOf('previous_names');
  const until = { 'known_from-year': '1990', 'known_to-year': '2015' };
  const one = { last_name: 'Suharto', has_one_name: 'yes', ...until };
  assert.deepEqual(entryProblemsOf('previous-names-list', one, scope), {});
  assert.deepEqual(Object.keys(entryProblemsOf('previous-names-list', { ...one, first_name: 'Jo' }, scope)), [
    'first_name',
  ]);
  const former = { first_name: '', has_one_name: true };
  assert.deepEqual(
    [firstNameThen(former, 'Alex'), firstNameThen({ ...former, has_one_name: null }, 'Alex')],
    ['', 'Alex'],
  );
});
