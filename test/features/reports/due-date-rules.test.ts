import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDate, jurisdictionFollowed } from '../../../src/features/reports/due-date-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

const at = (postcode: string | null, country: string | null = 'GBR', end_date: string | null = null) => ({
  postcode,
  country,
  end_date,
});

test('due dates follow the place of work, else the part of the country where the candidate lives', () => {
  for (const [placeOfWork, addresses, followed] of [
    ['Scotland', [at('SW1A 1AA')], 'scotland'],
    ['england', [at('EH1 1AA')], 'england_and_wales'],
    ['Northern Ireland', [], 'northern_ireland'],
    [null, [at('EH1 1AA')], 'scotland'],
    [null, [at('g2 1dy')], 'scotland'],
    [null, [at('BT1 5GS')], 'northern_ireland'],
    ['London or Glasgow', [at('DD1 4QB')], 'scotland'],
    [null, [at('SW1A 1AA', 'GBR', '2020-01-31'), at('KW15 1AA')], 'scotland'],
    [null, [at('EH1 1AA', 'GBR', '2020-01-31')], 'england_and_wales'],
    [null, [at('TD15 1AA')], 'england_and_wales'],
    [null, [at('TD1 1AA')], 'scotland'],
    [null, [at('TD12 4AA')], 'scotland'],
    [null, [at('PL1 1AA')], 'england_and_wales'],
    [null, [at('GU1 1AA')], 'england_and_wales'],
    [null, [at('EH1 1AA', 'FRA')], 'england_and_wales'],
    [null, [at(null)], 'england_and_wales'],
    [null, [], 'england_and_wales'],
  ] as const)
    assert.equal(jurisdictionFollowed({ placeOfWork, addresses }), followed, JSON.stringify([placeOfWork, addresses]));
});

test('St Andrew’s Day is no working day of an order that follows Scotland', () => {
  assert.equal(dueDate('2026-11-29', 1, 'scotland', bankHolidays), '2026-12-01');
  assert.equal(dueDate('2026-11-29', 1, 'england_and_wales', bankHolidays), '2026-11-30');
  assert.equal(dueDate('2026-11-29', null, 'scotland', bankHolidays), null);
});
