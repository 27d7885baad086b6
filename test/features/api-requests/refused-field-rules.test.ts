// What the request log keeps of the messages of a refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedFields } from '../../../src/features/api-requests/refused-field-rules.ts';
import { problemSentence } from '../../../src/messages/en-problems.ts';
import { apiSentence } from '../../../src/messages/sentences.ts';

const known = (name: string) => ['addresses', 'street', 'dob', 'status', 'id_numbers', 'value'].includes(name);
const kept = (path: string, message: string) => refusedFields({ [path]: [message] }, known)[0];

test('a rule with numbers and names of ours is kept whole', () => {
  const tooLong = apiSentence({ code: 'too_long', params: { most: 32 } });
  assert.deepEqual(kept('addresses[12].street', tooLong), { path: 'addresses[12].street', rule: tooLong });
  const set = problemSentence('not_of_value_set', { other: 'titles', allowed: ['Mr', 'Ms'] });
  assert.equal(kept('dob', set)?.rule, set);
  assert.equal(
    kept('status', 'is complete, which does not allow this')?.rule,
    'is complete, which does not allow this',
  );
});

test('a value in a rule is left out', () => {
  const gap = apiSentence({ code: 'gap_in_addresses', params: { from: '2020-05-01', to: '2021-06-03' } });
  assert.equal(kept('addresses', gap)?.rule, 'have a gap from … to …');
  const year = apiSentence({ code: 'unlikely_birth_year', params: { year: '1850' } });
  assert.equal(kept('dob', year)?.rule, "has a year, …, that cannot be a candidate's year of birth");
  assert.equal(
    kept('dob', apiSentence({ code: 'placeholder' }, '1900-01-01'))?.rule,
    'is …, which stands for an unknown date',
  );
  assert.equal(kept('dob', 'must be at most Jane')?.rule, 'must be at most …');
});

test('a sentence of somebody else is not kept', () => {
  assert.deepEqual(kept('status', 'resolves to 10.0.0.1'), { path: 'status', rule: null });
});

test('a name that the interface does not have, and a key in brackets, are left out of a path', () => {
  assert.equal(kept('Jane Doe.street', 'must be text')?.path, '….street');
  assert.equal(kept('id_numbers[ssn].value', 'must be text')?.path, 'id_numbers[…].value');
});

test('no more than 20 problems are kept', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`addresses[${at}].street`, ['must be text']]));
  assert.equal(refusedFields(many, known).length, 20);
});
