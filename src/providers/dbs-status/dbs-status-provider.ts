// The status check of the DBS Update Service: by certificate number, date of birth and surname as printed.
import type { AskedFacts, Provider } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import { personIn } from '../shared/person-facts.ts';
import { readStatus, statusOutcome } from './status-map.ts';

export const dbsUpdateService = {
  name: 'dbs_update_service',
  label: 'DBS Update Service',
  capabilities: {
    types: ['dbs_update_service'],
    countries: ['GBR', 'GGY', 'IMN', 'JEY'],
    facts: ['first_name', 'last_name', 'dob', 'local_identifiers[dbs_certificate].value'],
  },
  limits: { timeoutMs: 10_000, rate: { calls: 60, seconds: 60 }, answersWithinHours: 1, costPence: 0 },
} as const;

/** The requester, whom the terms of the service require. */
export interface Requester {
  readonly organisation: string;
  readonly forename: string;
  readonly surname: string;
}

export interface DbsUpdateServiceOptions {
  /** Up to the certificate number, without a trailing slash. */
  readonly url: string;
  readonly requester: Requester;
}

function certificateIn(facts: AskedFacts): string | undefined {
  const [first] = (facts.local_identifiers as readonly { readonly value?: unknown }[] | undefined) ?? [];
  const number = String(first?.value ?? '').replaceAll(' ', '');
  return /^\d{12}$/.test(number) ? number : undefined;
}

export function dbsUpdateServiceProvider({ url, requester }: DbsUpdateServiceOptions): Provider {
  return {
    ...dbsUpdateService,
    async request({ ctx, send }, { facts }) {
      const person = personIn(facts);
      const certificate = certificateIn(facts);
      if (person === undefined || certificate === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      // The protocol puts them in the query.
      const query = new URLSearchParams({
        dateOfBirth: person.dob.split('-').reverse().join('/'),
        surname: person.names[0]![1],
        hasAgreedTermsAndConditions: 'true',
        organisationName: requester.organisation,
        employeeSurname: requester.surname,
        employeeForename: requester.forename,
      });
      const { status, text } = await send({ method: 'GET', url: `${url}/${certificate}?${query}` });
      if (status !== 200) throw new ProviderFault('refused');
      const found = readStatus(text);
      if (found === undefined) throw new ProviderFault('unreadable');
      return { kind: 'result', outcome: statusOutcome(found, ctx.now().toISOString().slice(0, 10)) };
    },
  };
}
