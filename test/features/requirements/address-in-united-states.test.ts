import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, noFacts } from '../../../src/features/facts/facts.ts';
import { addressHistory } from '../../../src/features/requirements/address-history-requirement.ts';
import { noAddress } from '../../support/empty-entries.ts';

const missingOf = (more: Partial<Address>) =>
  addressHistory
    .findings(
      {
        ...{ job: null, today: '2026-03-04' },
        facts: {
          ...{ ...noFacts, dob: '1990-03-04' },
          addresses: [
            {
              ...noAddress,
              street: 'Main Street',
              town: 'Springfield',
              start_date: '2015-04-01',
              country: 'USA',
              ...more,
            },
          ],
        },
      },
      { years: 5 },
    )
    .map(({ at, moment }) => `${at} ${moment}`);

test('a candidate gives the state and the ZIP code of an address in the United States', () => {
  assert.deepEqual(missingOf({}), ['addresses[0].state answered', 'addresses[0].postcode answered']);
  assert.deepEqual(missingOf({ state: 'IL', postcode: '62701' }), []);
});

test('nobody needs a state or a postcode of an address elsewhere abroad', () => {
  assert.deepEqual(missingOf({ country: 'ARE' }), []);
});
