// DVLA's driver data: the conformance suite against a stand-in, and the meaning of a record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drivingLicenceOutcome } from '../../src/providers/driving-licence/driver-data-map.ts';
import { drivingLicenceProvider } from '../../src/providers/driving-licence/driving-licence-provider.ts';
import { conforms, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn } from './provider-world.ts';

const number = 'SAMPL856145J99AB';

const speeding = { offenceCode: 'SP30', offenceDate: '2025-01-01', penaltyPoints: 3 };

const record = (endorsements: (typeof speeding)[], lastName = 'SAMPLE') => ({
  driver: { drivingLicenceNumber: number, firstNames: 'JO', lastName, dateOfBirth: '1985-06-14' },
  licence: { type: 'Full', status: 'Valid' },
  entitlement: [{ categoryCode: 'B', categoryType: 'Full', fromDate: '2004-01-01', expiryDate: '2055-06-13' }],
  endorsements,
  token: { validToDate: '2030-01-01' },
});

function standIn(says: Says, key: string): StandIn {
  return ({ path, headers, body }) => {
    if (headers['x-api-key'] !== key) return { status: 403 };
    const sent = JSON.parse(body.toString());
    if (path === '/thirdparty-access/v1/authenticate') {
      return sent.password === 'secret' ? { status: 200, body: '{"id-token":"signed-in"}' } : { status: 401 };
    }
    if (headers.authorization !== 'signed-in' || sent.drivingLicenceNumber !== number) return { status: 404 };
    const lastName = says === 'unidentified' ? 'OTHER' : 'SAMPLE';
    return { status: 200, body: JSON.stringify(record(says === 'clear' ? [] : [speeding], lastName)) };
  };
}

const world = await openProviderWorld();

const make = (url: string, key: string) => drivingLicenceProvider({ url, key, userName: 'sample', password: 'secret' });

const facts = { id_numbers: [{ type: 'driving_licence' as const, value: number, state_code: null }] };

conforms(world, 'driving_licence', {
  make,
  standIn,
  facts: () => facts,
  keepsOutOfUrls: ['Jo', 'Sample', '1985', number],
});

test('a valid licence with endorsements, or a disqualified driver, is to be considered', () => {
  const person = { names: [['Jo', 'Sample']], dob: '1985-06-14', nationalities: [] } as const;
  const of = (changed: object) => drivingLicenceOutcome({ ...record([]), ...changed }, person, '2026-03-04');
  assert.equal(of({}).result, 'clear');
  assert.match(of({ endorsements: [speeding] }).findings.notes, /1 endorsements with 3 points/);
  assert.equal(of({ licence: { type: 'Full', status: 'Disqualified' } }).result, 'consider');
});

test("somebody else's licence proves nothing, and none of its data is shown", () => {
  const person = { names: [['Robin', 'Other']], dob: '1985-06-14', nationalities: [] } as const;
  const { result, findings } = drivingLicenceOutcome(record([speeding]), person, '2026-03-04');
  assert.deepEqual([result, findings.breakdown, findings.properties], ['unidentified', {}, {}]);
});
