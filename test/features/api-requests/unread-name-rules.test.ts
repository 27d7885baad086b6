// Which names of a body the request log shows as not read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreadNames } from '../../../src/features/api-requests/unread-name-rules.ts';

const shape = {
  properties: {
    dob: { type: 'string' },
    reports: { items: { properties: { name: { type: 'string' } } } },
    open: {},
  },
};
const unread = (json: unknown, inAnyCase = false) => unreadNames(json, shape, { inAnyCase });

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
  assert.deepEqual(unread({ 'Jo Sample': 1, 'jo@demo.example': 2, [long]: 3, constructor: 4 }), ['…', 'constructor']);
});

test('a body that is no object has no names, and a long list of them ends', () => {
  assert.deepEqual([unread(null), unread('text'), unread([1]), unread(undefined)], [[], [], [], []]);
  assert.equal(unread(Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`a${index}`, 1]))).length, 20);
});
