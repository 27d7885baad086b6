// Which differences from the order are named, and which are more than a slip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderedPerson, personDifference } from '../../../src/features/checks/ordered-person-rules.ts';
import { noFacts, placeholderDob } from '../../../src/features/facts/facts.ts';

const personOf = (first_name: string, last_name: string, dob: string) => ({ ...noFacts, first_name, last_name, dob });
const robert = personOf('Robert', 'Original', '1980-01-02');

function found(given: Partial<typeof robert>, ordered = robert) {
  const difference = personDifference(orderedPerson(ordered), { ...ordered, ...given });
  if (difference === undefined) return undefined;
  const { hasOtherName, hasOtherDob, isOtherPerson } = difference;
  return [hasOtherName && 'name', hasOtherDob && 'dob', isOtherPerson && 'other person'].filter(Boolean).join(', ');
}

test('the same person in other letters is no difference', () => {
  assert.equal(found({}), undefined);
  assert.equal(found({ first_name: 'ROBERT', last_name: 'original' }), undefined);
  const jose = personOf('José', "O'Brien Smith", '1980-01-02');
  assert.equal(found({ first_name: 'Jose', last_name: 'O’Brien-Smith' }, jose), undefined);
  assert.equal(personDifference(undefined, robert), undefined, 'an order that kept nothing');
});

test('a slip is named, and is no other person', () => {
  assert.equal(found({ dob: '1981-01-02' }), 'dob');
  assert.equal(found({ last_name: 'Orignal' }), 'name');
  assert.equal(found({ last_name: 'Orignal', dob: '1980-02-01' }), 'name, dob');
  assert.equal(found({ first_name: 'Bob' }), 'name');
});

test('another last name with another date of birth is another person', () => {
  assert.equal(found({ first_name: 'Jane', last_name: 'Other', dob: '1999-03-03' }), 'name, dob, other person');
  assert.equal(
    found({ last_name: 'Wu', dob: '1999-03-03' }, personOf('Mei', 'Li', '1980-01-02')),
    'name, dob, other person',
  );
  assert.equal(found({ last_name: 'Other' }), 'name', 'the date of birth agrees');
});

test('a last name that the candidate had before, or joined to another, is theirs', () => {
  const dob = '1980-01-03';
  assert.equal(found({ last_name: 'Original-Other', dob }), 'name, dob');
  assert.equal(found({ last_name: 'Other', previous_last_name: 'Original', dob }), 'name, dob');
});

test('first and last name in each other’s place are the same person', () => {
  const wei = personOf('Wei', 'Zhang', placeholderDob);
  assert.equal(found({ first_name: 'Zhang', last_name: 'Wei', dob: '1999-03-03' }, wei), 'name');
  const dated = personOf('Wei', 'Zhang', '1980-01-02');
  assert.equal(found({ first_name: 'Zhang', last_name: 'Wei', dob: '1980-02-01' }, dated), 'name, dob');
});

test('without an ordered date of birth, another first and last name are another person', () => {
  const undated = personOf('Robert', 'Original', placeholderDob);
  assert.equal(found({ dob: '1999-03-03' }, undated), undefined);
  assert.equal(found({ last_name: 'Other', dob: '1999-03-03' }, undated), 'name');
  assert.equal(found({ first_name: 'Jane', last_name: 'Other', dob: '1999-03-03' }, undated), 'name, other person');
});

test('a particle that is left out, or written in one word, makes no other name, and one that two share makes no relation', () => {
  const dob = '1999-03-03';
  const isOther = (ordered: string, given: string) =>
    found({ last_name: given, dob }, personOf('Sam', ordered, '1980-01-02')) === 'name, dob, other person';
  for (const [ordered, given] of [
    ['van Dijk', 'Dijk'],
    ['van Dijk', 'Vandijk'],
    ['Dijk', 'VanDijk'],
    ['van der Merwe', 'Merwe'],
    ['Vandermerwe', 'Merwe'],
    ['de la Cruz', 'Delacruz'],
    ['Cruz', 'Delacruz'],
    ['Al-Hassan', 'Hassan'],
    ['Al-Hassan', 'El Hassan'],
    ['Benali', 'Ben Ali'],
  ] as const) {
    assert.equal(isOther(ordered, given), false, `${ordered}, ${given}`);
    assert.equal(isOther(given, ordered), false, `${given}, ${ordered}`);
  }
  for (const [ordered, given] of [
    ['van Dijk', 'van Berg'],
    ['de Souza', 'de Almeida'],
    ['Al-Hassan', 'Al-Masri'],
    ['Dennis', 'Ennis Brown'],
  ] as const)
    assert.equal(isOther(ordered, given), true, `${ordered}, ${given}`);
});
