// Companies House: officers, their appointments and disqualified officers, for the report on directorships.

import type { Static } from 'typebox';
import type { Provider } from '../../features/provider-requests/provider.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { nameFacts } from '../shared/name-facts.ts';
import { type AskedPerson, personIn } from '../shared/person-facts.ts';
import { Appointments, Disqualified, FoundDisqualified, FoundOfficers } from './companies-house-answers.ts';
import {
  type CompaniesHouseClient,
  type CompaniesHouseOptions,
  companiesHouseClient,
} from './companies-house-client.ts';
import {
  type DisqualifiedOfficer,
  directorshipOutcome,
  disqualifiedMatch,
  isSameOfficer,
  toldName,
} from './directorship-map.ts';

export const companiesHouse = {
  name: 'companies_house',
  label: 'Companies House',
  capabilities: {
    calls: 'with_key',
    results: ['clear', 'consider'],
    types: ['directorship'],
    facts: [...nameFacts, 'dob'],
  },
  // Its terms allow 600 calls in five minutes.
  limits: { timeoutMs: 10_000, rate: { calls: 600, seconds: 300 }, answersWithinHours: 1, costPence: 0 },
} as const;

/** The maximum page size of the API. A name with more officers needs a person. */
const pageSize = 100;
/** The maximum number of records for one person: the register often has several. */
const mostRecords = 10;

/** Paths come from an answer: only known forms are followed. */
const isPath = (path: string, form: RegExp) => form.test(path) && path.length < 200;
const officerPath = /^\/officers\/[\w-]+\/appointments$/;
const disqualifiedPath = /^\/disqualified-officers\/natural\/[\w-]+$/;

const queryOf = ([first, last]: readonly [string, string]) =>
  `?q=${encodeURIComponent(`${first} ${last}`)}&items_per_page=${pageSize}`;

/** Undefined if there are too many records to distinguish automatically. */
async function appointmentsOf(get: CompaniesHouseClient, person: AskedPerson) {
  const paths = new Set<string>();
  for (const name of person.names) {
    const found = await get(`/search/officers${queryOf(name)}`, FoundOfficers);
    if ((found.total_results ?? 0) > pageSize) return undefined;
    for (const officer of found.items) {
      if (isSameOfficer(officer, person) && isPath(officer.links.self, officerPath)) paths.add(officer.links.self);
    }
  }
  if (paths.size > mostRecords) return undefined;
  const appointments: Static<typeof Appointments>['items'] = [];
  for (const path of paths) {
    const answer = await get(`${path}?items_per_page=${pageSize}`, Appointments);
    if ((answer.total_results ?? 0) > pageSize) return undefined;
    appointments.push(...answer.items);
  }
  return appointments;
}

/** Undefined if a record may belong to this person. */
async function disqualifiedOf(
  get: CompaniesHouseClient,
  person: AskedPerson,
): Promise<DisqualifiedOfficer[] | undefined> {
  const paths = new Set<string>();
  for (const name of person.names) {
    const found = await get(`/search/disqualified-officers${queryOf(name)}`, FoundDisqualified);
    if ((found.total_results ?? 0) > pageSize) return undefined;
    for (const officer of found.items) {
      const match = disqualifiedMatch(officer, person);
      if (match === 'possible') return undefined;
      if (match === 'same' && isPath(officer.links.self, disqualifiedPath)) paths.add(officer.links.self);
    }
  }
  const officers: DisqualifiedOfficer[] = [];
  for (const path of [...paths].slice(0, mostRecords)) officers.push(await get(path, Disqualified));
  return officers;
}

export function companiesHouseProvider(options: CompaniesHouseOptions): Provider {
  return {
    ...companiesHouse,
    async request(tools, { facts }) {
      const person = personIn(facts);
      if (person === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      const get = companiesHouseClient(options, tools);
      const disqualified = await disqualifiedOf(get, person);
      const appointments = disqualified === undefined ? undefined : await appointmentsOf(get, person);
      if (disqualified === undefined || appointments === undefined)
        return { kind: 'needs_person', reason: 'ambiguous' };
      const today = ukDateOf(tools.ctx.now());
      const told = appointments.map(({ name, ...one }) => ({ ...one, name: toldName(name, person) }));
      const banned = disqualified.map((one) => ({
        ...one,
        isTold: toldName(`${one.surname}, ${one.forename ?? ''}`, person) !== '',
      }));
      return { kind: 'result', outcome: directorshipOutcome(told, banned, today) };
    },
  };
}
