// The DBS Update Service: the conformance suite against a stand-in, and the meaning of its four answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportResult } from '../../src/features/report-types/breakdown.ts';
import { dbsUpdateServiceProvider } from '../../src/providers/dbs-status/dbs-status-provider.ts';
import { readStatus, statusOutcome, updateStatuses } from '../../src/providers/dbs-status/status-map.ts';
import { conforms, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn } from './provider-world.ts';

const answerWith = (status: string, type = 'SUCCESS') =>
  `<?xml version="1.0" encoding="UTF-8"?><statusCheckResult><statusCheckResultType>${type}</statusCheckResultType>` +
  `<status>${status}</status><forename>JO</forename><surname>SAMPLE</surname>` +
  '<printDate class="sql-date">2024-04-22</printDate></statusCheckResult>';

const statusOf: Readonly<Record<ReportResult, string>> = {
  clear: 'BLANK_NO_NEW_INFO',
  consider: 'NEW_INFO',
  unidentified: 'NO_MATCH_FOUND',
};

function standIn(says: Says): StandIn {
  return ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'https://dbs.example');
    const isAgreed = searchParams.get('hasAgreedTermsAndConditions') === 'true';
    const isWhole = isAgreed && searchParams.get('organisationName') === 'Sample Screening Ltd';
    const isPerson = searchParams.get('surname') === 'Sample' && searchParams.get('dateOfBirth') === '14/06/1985';
    if (pathname !== '/001234567890' || !isWhole) return { status: 400 };
    return { status: 200, body: answerWith(isPerson ? statusOf[says as ReportResult] : 'NO_MATCH_FOUND') };
  };
}

conforms(await openProviderWorld(), 'dbs_update_service', {
  make: (url) =>
    dbsUpdateServiceProvider({
      url,
      requester: { organisation: 'Sample Screening Ltd', forename: 'Alex', surname: 'Screener' },
    }),
  standIn,
  facts: () => ({ certificate_number: '001234567890' }),
});

test('each of the four answers has its meaning', () => {
  const results = Object.keys(updateStatuses).map((status) => [
    status,
    statusOutcome(readStatus(answerWith(status))!, '2026-03-04').result,
  ]);
  assert.deepEqual(results, [
    ['BLANK_NO_NEW_INFO', 'clear'],
    ['NON_BLANK_NO_NEW_INFO', 'consider'],
    ['NEW_INFO', 'consider'],
    ['NO_MATCH_FOUND', 'unidentified'],
  ]);
});

test('an answer without success, or with an unknown status, cannot be read', () => {
  assert.equal(readStatus(answerWith('NEW_INFO', 'FAILURE')), undefined);
  assert.equal(readStatus(answerWith('toString')), undefined);
  assert.equal(readStatus('<html></html>'), undefined);
});
