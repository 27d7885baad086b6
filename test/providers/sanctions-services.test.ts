// yente and Watchman: the conformance suite against stand-ins of both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportResult } from '../../src/features/report-types/breakdown.ts';
import { watchmanOutcome, watchmanProvider } from '../../src/providers/watchman/watchman-provider.ts';
import { yenteOutcome, yenteProvider } from '../../src/providers/yente/yente-provider.ts';
import { conforms } from './conformance.ts';
import { openProviderWorld, type StandIn } from './provider-world.ts';

const match = (id: string, isMatch: boolean, topics: readonly string[]) => ({
  id,
  caption: 'Jo Sample',
  schema: 'Person',
  score: isMatch ? 0.97 : 0.4,
  match: isMatch,
  datasets: ['gb_fcdo_sanctions'],
  properties: { topics: [...topics], birthDate: ['1985-06-14'] },
});

const answered = (...results: readonly object[]) => ({
  responses: {
    person: { status: 200, results: results as ReturnType<typeof match>[], total: { value: results.length } },
  },
});

function yenteStandIn(says: ReportResult, key: string): StandIn {
  return ({ path, headers, body }) => {
    if (headers.authorization !== `ApiKey ${key}`) return { status: 401 };
    const { person } = JSON.parse(body.toString()).queries;
    if (path !== '/match/default' || person.schema !== 'Person') return { status: 404 };
    assert.deepEqual(person.properties, { name: ['Jo Sample'], birthDate: ['1985-06-14'] });
    const weak = match('weak', false, []);
    return {
      status: 200,
      body: JSON.stringify(says === 'clear' ? answered(weak) : answered(weak, match('NK-1', true, ['sanction']))),
    };
  };
}

function watchmanStandIn(says: ReportResult): StandIn {
  return ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'https://watchman.example');
    if (pathname !== '/v2/search' || searchParams.get('type') !== 'person') return { status: 404 };
    const hit = { name: 'Jo SAMPLE', entityType: 'person', sourceList: 'us_ofac', sourceID: '1', match: 0.95 };
    return { status: 200, body: JSON.stringify({ entities: says === 'clear' ? null : [{ ...hit, person: null }] }) };
  };
}

conforms(await openProviderWorld(), {
  name: 'yente',
  make: (_, url, key) => yenteProvider({ url, key }),
  standIn: yenteStandIn,
  results: ['clear', 'consider'],
  keepsOutOfUrls: ['Jo', 'Sample', '1985'],
});

conforms(await openProviderWorld(), {
  name: 'watchman',
  make: (_, url) => watchmanProvider({ url }),
  standIn: watchmanStandIn,
  results: ['clear', 'consider'],
  // The protocol puts the name and the date of birth in the query.
  keepsOutOfUrls: [],
  hasNoKey: true,
});

test('a politically exposed person is distinguished from a sanctioned one', () => {
  const { breakdown } = yenteOutcome(answered(match('NK-2', true, ['role.pep'])), '2026-03-04').findings;
  assert.deepEqual(breakdown, { sanction: { result: 'clear' }, politically_exposed_person: { result: 'consider' } });
});

test('a record found by several names of a person counts once', () => {
  const hit = { name: 'Jo SAMPLE', sourceList: 'us_ofac', sourceID: '1', match: 0.95 };
  const { properties } = watchmanOutcome([{ entities: [hit] }, { entities: [hit] }], '2026-03-04').findings;
  assert.equal((properties.records as unknown[]).length, 1);
});
