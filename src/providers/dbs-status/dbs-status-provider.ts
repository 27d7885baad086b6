// The status check of the DBS Update Service: by certificate number, date of birth and surname as printed.

import { placeholderDob } from '../../features/facts/facts.ts';
import type { AskedFacts, Provider } from '../../features/provider-requests/provider.ts';
import { ProviderFault } from '../../features/provider-requests/provider-fault.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readStatus, statusOutcome } from './status-map.ts';

export const dbsUpdateService = {
  name: 'dbs_update_service',
  label: 'DBS Update Service',
  capabilities: {
    calls: 'without_key',
    results: ['clear', 'consider', 'unidentified'],
    types: ['dbs_update_service'],
    countries: ['GBR', 'GGY', 'IMN', 'JEY'],
    facts: ['last_name', 'dob', 'certificate_number', 'certificate_last_name'],
    isAuthority: true,
    // Whether the original was seen, and is for the same workforce, the service cannot know.
    personDecides: true,
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

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** As printed on the certificate; undefined where anything is missing. */
function certificateIn(facts: AskedFacts) {
  const number = textOf(facts.certificate_number).replaceAll(' ', '');
  const surname = textOf(facts.certificate_last_name) || textOf(facts.last_name);
  const dob = textOf(facts.dob);
  const isWhole = /^\d{12}$/.test(number) && surname !== '' && dob !== '' && dob !== placeholderDob;
  return isWhole ? { number, surname, dob } : undefined;
}

export function dbsUpdateServiceProvider({ url, requester }: DbsUpdateServiceOptions): Provider {
  return {
    ...dbsUpdateService,
    async request({ ctx, send }, { facts }) {
      const certificate = certificateIn(facts);
      if (certificate === undefined) return { kind: 'needs_person', reason: 'facts_missing' };
      // The protocol puts them in the query.
      const query = new URLSearchParams({
        dateOfBirth: certificate.dob.split('-').reverse().join('/'),
        surname: certificate.surname,
        hasAgreedTermsAndConditions: 'true',
        organisationName: requester.organisation,
        employeeSurname: requester.surname,
        employeeForename: requester.forename,
      });
      const { status, text } = await send({ method: 'GET', url: `${url}/${certificate.number}?${query}` });
      if (status !== 200) throw new ProviderFault('refused');
      const found = readStatus(text);
      if (found === undefined) throw new ProviderFault('unreadable');
      return { kind: 'result', outcome: statusOutcome(found, ukDateOf(ctx.now())) };
    },
  };
}
