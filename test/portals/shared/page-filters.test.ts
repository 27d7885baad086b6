// The formats of all pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  britishDate,
  britishDateTime,
  britishDateTimeToSecond,
  errorFor,
  errorList,
  fieldId,
  orderNumber,
} from '../../../src/portals/shared/page-filters.ts';

test('dates and times are British', () => {
  assert.equal(britishDate('2026-03-04'), '4 March 2026');
  assert.equal(britishDate(new Date('2026-03-04T00:30:00Z')), '4 March 2026');
  assert.equal(britishDate(new Date('2026-07-01T23:30:00Z')), '2 July 2026');
  assert.equal(britishDateTime(new Date('2026-07-01T14:05:00Z')), '1 July 2026 at 3:05pm');
  assert.equal(britishDateTime(new Date('2026-01-01T00:00:00Z')), '1 January 2026 at 12:00am');
  assert.equal(britishDate(null), '');
  assert.equal(britishDateTime(undefined), '');
  const toSecond = (moment: string) => britishDateTimeToSecond(new Date(moment));
  assert.equal(toSecond('2026-07-01T14:05:09Z'), '1 July 2026 at 3:05:09pm BST');
  assert.equal(toSecond('2026-01-01T00:00:59Z'), '1 January 2026 at 12:00:59am GMT');
  assert.equal(britishDateTimeToSecond(null), '');
});

test('an order is shown as VF and its number', () => {
  assert.equal(orderNumber(123), 'VF123');
});

test('an error links to the input of its field path', () => {
  const fields = { 'addresses[0].street': ['Enter the street', 'is too long'], dob: ['Enter your date of birth'] };
  assert.equal(fieldId('addresses[0].street'), 'addresses-0-street');
  assert.equal(fieldId('breakdown[1][name]'), 'breakdown-1-name');
  assert.deepEqual(errorList(fields), [
    { text: 'Enter the street', href: '#addresses-0-street' },
    { text: 'is too long', href: '#addresses-0-street' },
    { text: 'Enter your date of birth', href: '#dob' },
  ]);
  assert.deepEqual(errorFor(fields, 'dob'), { text: 'Enter your date of birth', visuallyHiddenText: 'Error' });
  assert.equal(errorFor(fields, 'email'), false);
  assert.equal(errorFor(undefined, 'dob'), false);
});
