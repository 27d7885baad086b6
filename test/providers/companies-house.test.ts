// Companies House: the conformance suite against a stand-in of its public data API, and the meaning of its records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  companiesHouse,
  companiesHouseProvider,
} from '../../src/providers/companies-house/companies-house-provider.ts';
import {
  directorshipOutcome,
  disqualifiedMatch,
  isSameOfficer,
} from '../../src/providers/companies-house/directorship-map.ts';
import { conforms, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn } from './provider-world.ts';

const officer = (title: string, year: number, month: number, id: string) => ({
  kind: 'searchresults#officer',
  title,
  date_of_birth: { month, year },
  appointment_count: 2,
  links: { self: `/officers/${id}/appointments` },
});

const appointments = {
  total_results: 2,
  items: [
    {
      officer_role: 'director',
      appointed_on: '2015-02-01',
      appointed_to: { company_name: 'SAMPLE TRADING LIMITED', company_number: '09999991', company_status: 'active' },
    },
    {
      officer_role: 'secretary',
      appointed_on: '2009-02-01',
      resigned_on: '2011-03-01',
      appointed_to: { company_name: 'EXAMPLE FOODS LIMITED', company_number: '09999992', company_status: 'dissolved' },
    },
  ],
};

const disqualified = {
  forename: 'Jo',
  surname: 'SAMPLE',
  date_of_birth: '1985-06-14',
  disqualifications: [
    {
      case_identifier: 'CASE0001',
      disqualified_from: '2020-01-01',
      disqualified_until: '2030-01-01',
      company_names: ['EXAMPLE FOODS LIMITED'],
      reason: { act: 'company-directors-disqualification-act-1986', section: '6' },
    },
  ],
};

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });

function standIn(says: Says, key: string): StandIn {
  return ({ path, headers }) => {
    if (headers.authorization !== `Basic ${Buffer.from(`${key}:`).toString('base64')}`) return { status: 401 };
    if (path.startsWith('/search/officers?')) {
      return json({ items: [officer('Jo SAMPLE', 1985, 6, 'one'), officer('Jo SAMPLE', 1950, 1, 'two')] });
    }
    if (path.startsWith('/officers/one/appointments')) return json(appointments);
    if (path.startsWith('/search/disqualified-officers?')) {
      const found = {
        title: 'Jo SAMPLE',
        date_of_birth: '1985-06-14',
        links: { self: '/disqualified-officers/natural/x' },
      };
      return json({ items: says === 'clear' ? [] : [found] });
    }
    return path === '/disqualified-officers/natural/x' ? json(disqualified) : { status: 404 };
  };
}

conforms(await openProviderWorld(), {
  described: companiesHouse,
  make: (url, key) => companiesHouseProvider({ url, key }),
  standIn,
  // The API takes names in the query only.
  keepsOutOfUrls: ['1985'],
});

const person = { names: [['Jo', 'Sample']], dob: '1985-06-14', nationality: null } as const;

test('an officer is the same person by name, month and year of birth', () => {
  const is = (title: string, year: number, month: number) => isSameOfficer(officer(title, year, month, 'x'), person);
  assert.ok(is('SAMPLE, Jo Alex', 1985, 6));
  assert.ok(!is('Jo SAMPLE', 1985, 7));
  assert.ok(!is('Joanna SAMPLE', 1985, 6));
});

test('a disqualified officer without a date of birth may be anybody', () => {
  const found = { title: 'Jo SAMPLE', links: { self: '' } };
  assert.equal(disqualifiedMatch(found, person), 'possible');
  assert.equal(disqualifiedMatch({ ...found, date_of_birth: '1985-06-14' }, person), 'same');
  assert.equal(disqualifiedMatch({ ...found, date_of_birth: '1985-06-15' }, person), 'other');
});

test('a disqualification is shown with its dates, and counts after its end too', () => {
  const ended = directorshipOutcome(appointments.items, [disqualified], '2031-01-01');
  assert.equal(ended.result, 'consider');
  assert.match(ended.findings.notes, /1 disqualifications, 0 of them in force/);
  assert.equal(directorshipOutcome(appointments.items, [], '2026-01-01').result, 'clear');
});

test('calls stay within 600 in five minutes', () => {
  assert.deepEqual(companiesHouse.limits.rate, { calls: 600, seconds: 300 });
});
