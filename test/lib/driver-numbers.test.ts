import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../src/lib/dates.ts';
import { type Driver, driverNumberFaults, gbDriverNumberOf, niDriverNumberOf } from '../../src/lib/driver-numbers.ts';
import { apiSentence } from '../../src/messages/sentences.ts';
import { driverNumbers } from './identity-number-examples.ts';

const driverNumberMessages = (number: string, driver: Driver) =>
  driverNumberFaults(number, driver).map((code) => apiSentence({ code }));

const morgan: Driver = { lastNames: ['Morgan'], dob: '1965-07-05', gender: 'female' };
const number = 'MORGA657055SM9IJ';

test('a number of Great Britain is read as people write it', () => {
  for (const text of [number, 'morga 657055 sm9ij', 'MORGA 657055 SM9IJ 35']) {
    assert.equal(gbDriverNumberOf(text), number, text);
  }
});

test('the published number is valid, and says who its holder is', () => {
  for (const [published, lastName, dob, gender] of driverNumbers.examples) {
    assert.equal(gbDriverNumberOf(published), published);
    assert.deepEqual(driverNumberMessages(published, { lastNames: [lastName], dob, gender }), []);
  }
});

const malformed = [
  '',
  '123',
  'MORGA65705SM9IJ',
  'MORGA657055SM9I',
  '99999657055SM9IJ',
  'MO9GA657055SM9IJ',
  'MORGA677055SM9IJ',
];
for (const text of [
  ...malformed,
  'MORGA627055SM9IJ',
  'MORGA657055SM912',
  `${number}1`,
  `${number}123`,
  number.repeat(5),
]) {
  test(`${text || 'nothing'} is no number of Great Britain`, () => assert.equal(gbDriverNumberOf(text), undefined));
}

test('a number of Northern Ireland has eight digits', () => {
  assert.equal(niDriverNumberOf('1234 5678'), '12345678');
  for (const text of ['', '1234567', '123456789', '1234567A']) assert.equal(niDriverNumberOf(text), undefined, text);
});

const contradictions: readonly [string, Partial<Driver>, readonly string[]][] = [
  ['its holder', {}, []],
  ['a last name of before', { lastNames: ['Smith', 'Morgan'] }, []],
  ['another last name', { lastNames: ['Smith'] }, ['does not match any last name given']],
  ['another day', { dob: '1965-07-06' }, ['does not match the date of birth']],
  ['another month', { dob: '1965-06-05' }, ['does not match the date of birth']],
  ['another decade', { dob: '1975-07-05' }, ['does not match the date of birth']],
  ['another century, which it does not say', { dob: '2065-07-05' }, []],
  ['a man', { gender: 'male' }, ['does not match the gender']],
  ['whoever, where nothing else is known', { dob: null, gender: null }, []],
];
for (const [title, facts, messages] of contradictions) {
  test(`a number checked against ${title} says ${JSON.stringify(messages)}`, () => {
    assert.deepEqual(driverNumberMessages(number, { ...morgan, ...facts }), messages);
  });
}

const spellings: readonly [string, string][] = [
  ['Li', 'LI999'],
  ["O'Neill", 'ONEIL'],
  ['Smith-Jones', 'SMITH'],
  ['de la Cruz', 'DELAC'],
  ['Müller', 'MULLE'],
  ['Łukasz', 'LUKAS'],
  ['Øst', 'OST99'],
  ['MacDonald', 'MCDON'],
  ['MacDonald', 'MACDO'],
  ['McDonald', 'MCDON'],
  ['McDonald', 'MACDO'],
  ['Mack', 'MCK99'],
  ['Mack', 'MACK9'],
];
for (const [lastName, code] of spellings) {
  test(`${lastName} may stand as ${code}`, () => {
    const driver = { lastNames: [lastName], dob: null, gender: null };
    assert.deepEqual(driverNumberMessages(`${code}${number.slice(5)}`, driver), []);
  });
}

test("every person's own number is valid, and that of somebody with another birth date is not", () => {
  const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1930-01-01', days));
  const person = fc.record({ dob: day, gender: fc.constantFrom('male' as const, 'female' as const) });
  const numberOf = ({ dob, gender }: { dob: string; gender: 'male' | 'female' }) =>
    `BAKER${dob[2]}${Number(dob[5]) + (gender === 'female' ? 5 : 0)}${dob[6]}${dob.slice(8)}${dob[3]}J99AA`;
  fc.assert(
    fc.property(person, person, (one, other) => {
      const written = numberOf(one);
      assert.equal(gbDriverNumberOf(written), written);
      assert.deepEqual(driverNumberMessages(written, { lastNames: ['Baker'], ...one }), []);
      const messages = driverNumberMessages(written, { lastNames: ['Baker'], ...other });
      assert.equal(messages.includes('does not match the gender'), one.gender !== other.gender);
      assert.equal(messages.includes('does not match the date of birth'), one.dob.slice(2) !== other.dob.slice(2));
    }),
  );
});
