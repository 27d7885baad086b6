// Companies House: whether the stated employers existed in the stated time, for a person who confirms employments.

import type { DatesWithoutDay } from '../../features/facts/fact.ts';
import { statedValue } from '../../features/facts/fact-words-rules.ts';
import type { AskedFacts, Provider } from '../../features/provider-requests/provider.ts';
import { employedStatuses } from '../../features/value-sets/employment-values.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { FoundCompanies } from './companies-house-answers.ts';
import { type CompaniesHouseOptions, companiesHouseClient } from './companies-house-client.ts';
import { companiesHouse } from './companies-house-provider.ts';
import { type Employment, employerRow, employersOutcome, plainName } from './employers-map.ts';

export const employers = {
  name: 'companies_house_employers',
  label: 'Companies House, employers',
  capabilities: {
    calls: 'with_key',
    results: ['unidentified'],
    types: ['employment_history'],
    facts: [
      ...(['activities.status', 'activities.employer', 'activities.country'] as const),
      ...(['activities.start_date', 'activities.end_date'] as const),
    ],
    personDecides: true,
  },
  limits: {
    ...companiesHouse.limits,
    // Both use the same key.
    rate: { ...companiesHouse.limits.rate, sharedWith: companiesHouse.name },
  },
} as const;

/** The maximum number of employers that are searched, the newest first. */
const mostEmployers = 10;
const pageSize = 50;

interface GivenActivity extends DatesWithoutDay {
  readonly status: string;
  readonly employer: string;
  readonly country: string | null;
  readonly start_date: string;
  readonly end_date: string | null;
}

/** Employments in the United Kingdom, the newest first. */
function employmentsIn(facts: AskedFacts): Employment[] {
  const activities = (facts.activities ?? []) as readonly GivenActivity[];
  return activities
    .filter(({ status, employer }) => employedStatuses.has(status) && plainName(employer) !== '')
    .filter(({ country, start_date }) => isUkCountry(country || 'GBR') && start_date !== '')
    .map((activity) => ({
      employer: activity.employer,
      from: statedValue(activity, 'start_date'),
      until: statedValue(activity, 'end_date'),
    }))
    .sort((one, other) => other.from.localeCompare(one.from));
}

export function employersProvider(options: CompaniesHouseOptions): Provider {
  return {
    ...employers,
    async request(tools, { facts }) {
      const employments = employmentsIn(facts);
      if (employments.length === 0) return { kind: 'needs_person', reason: 'not_covered' };
      const get = companiesHouseClient(options, tools);
      const today = ukDateOf(tools.ctx.now());
      const rows = [];
      for (const employment of employments.slice(0, mostEmployers)) {
        const query = `?q=${encodeURIComponent(employment.employer)}&items_per_page=${pageSize}`;
        const { items } = await get(`/search/companies${query}`, FoundCompanies);
        rows.push(employerRow(employment, items, today));
      }
      return { kind: 'result', outcome: employersOutcome(rows, employments.length - rows.length, today) };
    },
  };
}
