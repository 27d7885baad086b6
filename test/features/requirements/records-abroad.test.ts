// The countries whose criminal records no certificate of the United Kingdom shows, by the address history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyOf, noFacts } from '../../../src/features/facts/facts.ts';
import { qualificationFacts } from '../../../src/features/facts/history-facts.ts';
import { recordsAbroadOf } from '../../../src/features/report-types/records-abroad-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import {
  monthsInWords,
  recordsAbroad,
  stayAbroad,
  timeAbroad,
} from '../../../src/features/requirements/records-abroad-requirement.ts';
import { addYears } from '../../../src/lib/dates.ts';
import { noAddress } from '../../support/empty-entries.ts';

const today = '2026-03-04';
const facts = {
  ...noFacts,
  addresses: [
    { ...noAddress, country: 'GBR', start_date: '2025-03-04', end_date: null },
    { ...noAddress, country: 'ARE', start_date: '2024-11-04', end_date: '2025-03-04' },
    { ...noAddress, country: 'TUR', start_date: '2022-03-04', end_date: '2024-11-04' },
    { ...noAddress, country: 'JEY', start_date: '2021-09-04', end_date: '2022-03-04' },
    { ...noAddress, country: 'TUR', start_date: '2019-01-01', end_date: '2021-09-04' },
  ],
};
const idOf = (name: string) => {
  const found = namedType(name);
  assert.ok('type' in found);
  return found.type.id;
};

test('time in other countries counts within the last five years, and the Crown dependencies are not abroad', () => {
  assert.deepEqual(timeAbroad(facts, today), [
    { country: 'TUR', months: 38 },
    { country: 'ARE', months: 4 },
  ]);
  assert.deepEqual(
    [monthsInWords(38), monthsInWords(12), monthsInWords(1)],
    ['3 years and 2 months', '1 year', '1 month'],
  );
});

test('further back than five years, the countries of addresses, work and study count, each day once', () => {
  const stay = (country: string, from: number, to: number) => ({
    ...{ country, start_date: addYears(today, -from), end_date: addYears(today, -to) },
  });
  const given = {
    addresses: [stay('TUR', 12, 10)],
    activities: [stay('TUR', 11, 8), stay('NGA', 3, 1)],
    qualifications: [stay('FRA', 25, 24)],
  } as unknown as typeof noFacts;
  assert.deepEqual(timeAbroad(given, today), [], 'as before');
  assert.deepEqual(timeAbroad(given, today, 10), [{ country: 'TUR', months: 24 }]);
  assert.deepEqual(timeAbroad(given, today, 0), [
    { country: 'TUR', months: 48 },
    { country: 'FRA', months: 12 },
  ]);
  const found = recordsAbroad.findings(
    {
      facts: { ...noFacts, ...given },
      job: null,
      today,
      recordsAbroad: { fromMonths: 6, years: 0, ordered: new Set() },
    },
    {},
  );
  assert.deepEqual(
    found.map(({ params }) => params?.kind),
    ['Turkey', 'France'],
  );
});

test('a record is wanted of each country of so many months, until it is ordered', () => {
  const found = (fromMonths: number, ...ordered: string[]) =>
    recordsAbroad
      .findings({ facts, job: null, today, recordsAbroad: { fromMonths, ordered: new Set(ordered) } }, {})
      .map(({ params }) => params?.kind);
  assert.deepEqual(found(6), ['Turkey']);
  assert.deepEqual(found(1), ['Turkey', 'United Arab Emirates']);
  assert.deepEqual(found(1, 'TUR'), ['United Arab Emirates']);
  assert.deepEqual(found(0), []);
});

test('the report that searches the record is named, of orders with a certificate of the United Kingdom alone', () => {
  const [enhanced, turkish] = [idOf('criminal_history:enhanced'), idOf('criminal_history_international:tur')];
  const rows = recordsAbroadOf(new Set([enhanced, turkish]), facts, today);
  assert.deepEqual(
    rows.map(({ country, isOrdered, type }) => [country, isOrdered, type?.variant]),
    [
      ['TUR', true, 'tur'],
      ['ARE', false, 'are'],
    ],
  );
  assert.deepEqual(recordsAbroadOf(new Set([idOf('right_to_work')]), facts, today), []);
});

test('a record of a country in which the candidate says that nobody lived, worked or studied is asked about', () => {
  const found = (country: string, given: Partial<typeof noFacts> = {}) =>
    stayAbroad
      .findings({ facts: { ...facts, ...given }, job: null, today }, { country })
      .map(({ params }) => params?.kind);
  assert.deepEqual(found('ESP'), ['Spain']);
  assert.deepEqual(found('TUR'), []);
  const qualifications = [{ ...emptyOf(qualificationFacts), country: 'ESP' }];
  assert.deepEqual(found('ESP', { qualifications }), []);
  assert.deepEqual(found('ESP', { addresses: [] }), [], 'the history itself is missing');
});
