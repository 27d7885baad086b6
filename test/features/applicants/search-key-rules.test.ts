// Typed texts find names in any spelling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearSearch, personTerms, typedSearch } from '../../../src/features/applicants/search-key-rules.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';

/** Whether the text finds a person with this last name. */
function isFound(lastName: string, typed: string): boolean {
  const known = personTerms({ ...noFacts, first_name: 'Jo', last_name: lastName }).map(({ value }) => value);
  const { person } = typedSearch(typed);
  return person.length > 0 && person.every(({ value }) => known.includes(value));
}

const found: readonly [lastName: string, typed: string][] = [
  ['Findable', 'findable'],
  ['Findable', ' FIND '],
  ['Findable', 'fin'],
  ['Findable', 'jo find'],
  ['Findable', 'Findable, Jo'],
  ['Ng', 'ng'],
  ['Müller', 'muller'],
  ['Muller', 'Müller'],
  ['Łukasiewicz', 'lukasiewicz'],
  ['Strauß', 'strauss'],
  ['Sørensen', 'sor'],
  ["O'Neil", 'oneil'],
  ['O’Neil', "O'Neil"],
  ["O'Testington", 'Testington'],
  ["O'Testington", 'OTest'],
  ['O’Testington', 'o testington'],
  ['Smith-Jones', 'jones'],
  ['Smith-Jones', 'Smith Jones'],
  ['Wolfeschlegelsteinhausen', 'wolfeschlegelsteinhausen'],
  ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
  ['王小明', '王小明'],
];

for (const [lastName, typed] of found) {
  test(`“${typed}” finds ${lastName}`, () => assert.ok(isFound(lastName, typed)));
}

const born = (typed: string) => typedSearch(typed).person;

for (const typed of ['1 February 1990', '01/02/1990', '1990-02-01', '1.2.1990', '1st Feb 1990']) {
  test(`“${typed}” finds whoever was born that day, alone or with a name`, () => {
    assert.deepEqual(born(typed), [{ field: 'born', value: '1990-02-01' }]);
    const facts = { ...noFacts, first_name: 'Jo', last_name: 'Findable', dob: '1990-02-01' };
    const known = personTerms(facts).map(({ value }) => value);
    assert.ok(born(`findable ${typed}`).every(({ value }) => known.includes(value)));
    assert.equal(born(`findable ${typed}`).length, 2);
  });
}

for (const typed of ['07700 900123', '+44 7700 900123', '(0)7700-900123', '0044 7700 900 123']) {
  test(`“${typed}” finds whoever has the telephone number, stated with or without the code of the country`, () => {
    for (const stated of ['07700900123', '+447700900123', '+44 (0) 7700 900123']) {
      const known = personTerms({ ...noFacts, telephone: stated });
      assert.ok(known.some(({ field, value }) => field === 'phone' && value === typedSearch(typed).person[0]!.value));
      assert.equal(typedSearch(typed).person.length, 1);
    }
  });
}

test('the whole number is needed, and a date is no telephone number', () => {
  for (const typed of ['700900123', '01/02/1990', '12345678', 'VF 123456789'])
    assert.ok(
      typedSearch(typed).person.every(({ field, value }) => field !== 'phone' || value === '700900123'),
      typed,
    );
});

test('no day is read where there is none, and nobody is found by the day that stands for none', () => {
  assert.deepEqual(
    born('31/02/1990').map(({ field }) => field),
    ['name', 'name', 'name'],
  );
  assert.ok(personTerms({ ...noFacts, dob: '1900-01-01' }).every(({ field }) => field !== 'born'));
});

test('another name, a prefix that is too short, the middle of a name, and a text without letters find nobody', () => {
  for (const typed of ['findables', 'fi', 'able', 'jo other', '', '---', "'"]) {
    assert.ok(!isFound('Findable', typed), typed);
  }
});

test('a person is found by every name in the facts, and by the whole email address only', () => {
  const previous = {
    title: null,
    first_name: 'Anne',
    middle_name: null,
    last_name: 'Before',
    known_from: null,
    known_to: null,
    has_one_name: null,
    for_authorities_only: null,
  };
  const facts = {
    ...noFacts,
    ...{ first_name: 'Anna', middle_name: 'Maria', last_name: 'Now', email: 'Anna@Now.example' },
    previous_last_name: 'Earlier',
    previous_names: [previous],
  };
  const values = personTerms(facts).map(({ field, value }) => `${field} ${value}`);
  for (const word of ['anna', 'maria', 'now', 'earlier', 'anne', 'before']) assert.ok(values.includes(`name ${word}`));
  assert.deepEqual(typedSearch('ANNA@now.example').person, [{ field: 'email', value: 'anna@now.example' }]);
  assert.ok(values.includes('email anna@now.example'));
  assert.ok(!values.includes('email anna'));
  // Interface v2's previous last name is that of the newest former name.
  const hidden = {
    ...facts,
    previous_last_name: 'Before',
    previous_names: [{ ...previous, for_authorities_only: true }],
  };
  const found = personTerms(hidden).map(({ value }) => value);
  for (const word of ['anne', 'before']) assert.ok(!found.includes(word), `${word} is for the authorities only`);
  assert.ok(found.includes('anna'));
});

test('every name finds its person, and so does every prefix of three letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
      const words = typedSearch(name).person;
      fc.pre(words.length > 0 && words[0]?.field === 'name');
      assert.ok(isFound(name, name));
      for (const { value } of words) assert.ok(isFound(name, [...value].slice(0, 3).join('')), value);
    }),
  );
});

function isNear(lastName: string, typed: string): boolean {
  const known = personTerms({ ...noFacts, first_name: 'Jo', last_name: lastName });
  const near = nearSearch(typed);
  return (
    near.length > 0 &&
    near.every((term) => known.some(({ field, value }) => field === term.field && value === term.value))
  );
}

for (const [lastName, typed] of [
  ['Roberts', 'Robertz'],
  ['Schmidt', 'Shmidt'],
  ['Catherine', 'Kathryn'],
  ['Stephen', 'Steven'],
  ['Muhammad', 'mohamed'],
  ['Wright', 'jo right'],
] as const) {
  test(`“${typed}” sounds like ${lastName}`, () => assert.ok(isNear(lastName, typed)));
}

test('a text without a word that sounds like anything is near nobody', () => {
  for (const text of ['', 'jo', 'VF123', '1975-10-18', '王小明', 'jo@robertz.test'])
    assert.deepEqual(nearSearch(text), []);
  assert.ok(!isNear('Roberts', 'Jones'));
});
