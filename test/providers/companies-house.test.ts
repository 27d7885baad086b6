// Companies House: the conformance suite against a stand-in of its public data API, and the meaning of its records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Activity, emptyOf } from '../../src/features/facts/facts.ts';
import { activityFacts } from '../../src/features/facts/history-facts.ts';
import { previousNameFacts } from '../../src/features/facts/name-facts.ts';
import { catalogue } from '../../src/features/report-types/catalogue.ts';
import {
  companiesHouse,
  companiesHouseProvider,
} from '../../src/providers/companies-house/companies-house-provider.ts';
import {
  directorshipOutcome,
  disqualifiedMatch,
  isSameOfficer,
  toldName,
} from '../../src/providers/companies-house/directorship-map.ts';
import { employerRow, employersOutcome } from '../../src/providers/companies-house/employers-map.ts';
import { employersProvider } from '../../src/providers/companies-house/employers-provider.ts';
import { conforms, type Says } from './conformance.ts';
import { openProviderWorld, type StandIn, speakAs } from './provider-world.ts';

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

const world = await openProviderWorld();

conforms(world, 'companies_house', {
  make: (url, key) => companiesHouseProvider({ url, key }),
  standIn,
  // The API takes names in the query only.
  keepsOutOfUrls: ['1985'],
});

const company = (title: string, number: string, begun: string, ended?: string) => ({
  kind: 'searchresults#company',
  title,
  company_number: number,
  company_status: ended === undefined ? 'active' : 'dissolved',
  date_of_creation: begun,
  ...(ended === undefined ? {} : { date_of_cessation: ended }),
});

const job = (given: Partial<Activity>): Activity => ({
  ...emptyOf(activityFacts),
  status: 'FullTime',
  employer: 'Sample Trading Ltd',
  job_title: 'Driver',
  start_date: '2019-05-01',
  end_date: '2022-08-31',
  ...given,
});

conforms(world, 'companies_house_employers', {
  make: (url, key) => employersProvider({ url, key }),
  standIn:
    (_, key) =>
    ({ path, headers }) => {
      if (headers.authorization !== `Basic ${Buffer.from(`${key}:`).toString('base64')}`) return { status: 401 };
      if (!path.startsWith('/search/companies?q=Sample%20Trading%20Ltd&')) return { status: 404 };
      return json({ items: [company('SAMPLE TRADING LIMITED', '09999991', '2015-02-01')] });
    },
  facts: () => ({ activities: [job({}), job({ employer: 'Of another country', country: 'FRA' })] }),
  keepsOutOfUrls: ['Jo', '1985', '2019'],
});

test('Companies House is not asked by a former name that only the authorities may know, and a person releases the answer', async () => {
  const former = { ...emptyOf(previousNameFacts), first_name: 'Alex', last_name: 'Hidden', for_authorities_only: true };
  const known = { ...former, last_name: 'Known', for_authorities_only: false };
  const paths: string[] = [];
  const answering = standIn('clear', 'key');
  speakAs(world.receiver, (request) => {
    paths.push(request.path);
    return answering(request);
  });
  const provider = {
    ...companiesHouseProvider({ url: world.receiver.url.replace(/\/hook$/, ''), key: 'key' }),
    name: 'companies_house_hidden',
  };
  world.add(provider);
  const type = catalogue.find(({ name }) => name === 'directorship')!;
  await world.choose([provider.name], 'not_clear', type);
  const target = await world.report({ previous_names: [known, former] }, type);
  await world.work(target);
  await world.work(target);
  assert.ok(paths.some((path) => path.includes('Known')));
  assert.deepEqual(
    paths.filter((path) => path.includes('Hidden')),
    [],
  );
  assert.equal((await world.statusOf(target)).status, 'awaiting_approval');
});

test('an employer existed in the stated time, did not throughout, or is not found by its name', () => {
  const employment = { employer: 'The Sample & Sons Company Ltd.', from: '2019-05-01', until: '2022-08-31' };
  const verdict = (...companies: ReturnType<typeof company>[]) =>
    employerRow(employment, companies, '2026-03-04').verdict;
  const name = 'SAMPLE AND SONS COMPANY LIMITED';
  assert.equal(verdict(company(name, '1', '2019-05-20')), 'existed');
  assert.equal(verdict(company(name, '1', '2019-06-01')), 'not_throughout');
  assert.equal(verdict(company(name, '1', '2001-01-01', '2022-07-31')), 'not_throughout');
  assert.equal(verdict(company(name, '1', '2020-01-01'), company(name, '2', '2001-01-01', '2022-08-01')), 'existed');
  assert.equal(verdict(company('SAMPLE AND SONS HOLDINGS LIMITED', '1', '2001-01-01')), 'not_found');
  const today = employerRow(
    { ...employment, until: null },
    [company(name, '1', '2001-01-01', '2026-02-28')],
    '2026-03-04',
  );
  assert.equal(today.verdict, 'not_throughout');
});

test('the register alone never confirms an employment', () => {
  const employment = { employer: 'Sample Trading Ltd', from: '2019-05-01', until: null };
  const found = employerRow(employment, [company('SAMPLE TRADING LIMITED', '09999991', '2015-02-01')], '2026-03-04');
  const outcome = employersOutcome([found], 0, '2026-03-04');
  assert.equal(outcome.result, 'unidentified');
  assert.deepEqual(outcome.findings.breakdown, { employer_exists: { result: 'clear' } });
  assert.match(outcome.findings.notes, /Sample Trading Ltd \(2019-05-01 to today\) existed then as 09999991\./);
  const missing = employersOutcome(
    [found, employerRow({ ...employment, employer: 'Nobody' }, [], '2026-03-04')],
    2,
    '2026-03-04',
  );
  assert.deepEqual(missing.findings.breakdown, { employer_exists: { result: 'unidentified' } });
  assert.match(
    missing.findings.notes,
    /Nobody .* is the name of no company now.*2 earlier employers were not searched/,
  );
});

const person = { names: [['Jo', 'Sample']], dob: '1985-06-14', nationalities: [] } as const;

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

test('the register’s name of a person is told where it is the current one: a former one may be for authorities alone', () => {
  const person = {
    names: [
      ['Jo', 'Sample'],
      ['Alex', 'Hidden'],
    ],
  } as const;
  assert.equal(toldName('SAMPLE, Jo', person), 'SAMPLE, Jo');
  assert.equal(toldName('HIDDEN, Alex', person), '');
  const unnamed = directorshipOutcome(appointments.items, [{ ...disqualified, isTold: false }], '2031-01-01');
  const [ban] = unnamed.findings.properties.disqualifications as readonly Readonly<Record<string, unknown>>[];
  assert.equal(ban?.registered_name, null);
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
