// Which names of a body the request log shows as not read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearName } from '../../../src/features/api-requests/near-name-rules.ts';
import { unreadNames } from '../../../src/features/api-requests/unread-name-rules.ts';

const shape = {
  properties: {
    dob: { type: 'string' },
    reports: { items: { properties: { name: { type: 'string' } } } },
    open: {},
  },
};
const unread = (json: unknown, inAnyCase = false) =>
  unreadNames(json, shape, { inAnyCase, isNear: nearName(['dob', 'reports', 'name', 'variant', 'birth_date', 'Any']) });

test('names of the interface are read, in any case where it says so', () => {
  assert.deepEqual(unread({ dob: '', reports: [{ name: 1 }], open: { any: 1 } }), []);
  assert.deepEqual(unread({ DOB: '', Reports: [{ Nmae: 1 }, { Nmae: 2 }] }, true), ['reports[].Nmae']);
  assert.deepEqual(unread({ DOB: '' }), ['DOB']);
});

test('a form that numbers its elements is a list', () => {
  assert.deepEqual(unread({ reports: { 0: { name: 'a' }, 1: { varient: 'b' } } }), ['reports[].varient']);
});

test('a name that may be a value is not shown, nor one of a prototype taken for known', () => {
  const long = 'x'.repeat(41);
  assert.deepEqual(unread({ 'Jo Sample': 1, 'jo@demo.example': 2, [long]: 3, constructor: 4 }), ['…']);
});

test('a body that is no object has no names, and a long list of them ends', () => {
  assert.deepEqual([unread(null), unread('text'), unread([1]), unread(undefined)], [[], [], [], []]);
  assert.equal(
    unread(
      Object.fromEntries(
        Array.from({ length: 900 }, (_, index) => [`name_${index % 90}_${'_'.repeat(index / 90)}`, 1]),
      ),
    ).length,
    20,
  );
});

test('a name is near another whose words it has, in any form, with a wrong letter or two', () => {
  const isNear = nearName(['/v2/applicants/:applicant_id/checks', 'date_of_start', 'townOfBirth']);
  for (const name of ['applicant', 'aplicants', 'date_of_birth', 'DateOfBrith', 'check-1'])
    assert.ok(isNear(name), name);
  for (const name of ['Xanthippe', 'jo', 'date_of_sample', 'of_1042', 'a'.repeat(41), 'date of birth'])
    assert.ok(!isNear(name), name);
});

test('of a body with a hundred thousand names, a hundred are compared', () => {
  let compared = 0;
  const isNear = () => {
    compared += 1;
    return false;
  };
  const json = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`unknown_${index}`, 1]));
  assert.deepEqual(unreadNames(json, shape, { inAnyCase: false, isNear }), ['…']);
  assert.equal(compared, 100);
});
