// The driving licence check of DVLA's Access to Driver Data, for operators with a contract.

import { Type } from 'typebox';
import type { AskedFacts, Provider } from '../../features/provider-requests/provider.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readAnswer } from '../shared/json-reply.ts';
import { nameFacts } from '../shared/name-facts.ts';
import { personIn } from '../shared/person-facts.ts';
import { DriverData, drivingLicenceOutcome } from './driver-data-map.ts';

export const drivingLicence = {
  name: 'driving_licence',
  label: 'DVLA driver data',
  capabilities: {
    calls: 'with_key',
    results: ['clear', 'consider', 'unidentified'],
    types: ['driving_licence:gb_mandate_add'],
    countries: ['GBR'],
    isAuthority: true,
    facts: [...nameFacts, 'dob', 'id_numbers[driving_licence].value'],
  },
  limits: { timeoutMs: 15_000, rate: { calls: 60, seconds: 60 }, answersWithinHours: 1, costPence: 0 },
} as const;

export interface DrivingLicenceOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly userName: string;
  readonly password: string;
}

const SignedIn = Type.Object({ 'id-token': Type.String() });

/** The number of a licence of Great Britain, the only ones that DVLA has. */
function licenceIn(facts: AskedFacts): string | undefined {
  const [first] = (facts.id_numbers as readonly { readonly value?: unknown }[] | undefined) ?? [];
  const number = String(first?.value ?? '')
    .replaceAll(' ', '')
    .toUpperCase();
  return /^[A-Z0-9]{16}$/.test(number) ? number : undefined;
}

export function drivingLicenceProvider({ url, key, userName, password }: DrivingLicenceOptions): Provider {
  return {
    ...drivingLicence,
    async request({ ctx, signIn, send }, { facts }) {
      const person = personIn(facts);
      const drivingLicenceNumber = licenceIn(facts);
      if (person === undefined || drivingLicenceNumber === undefined) {
        return { kind: 'needs_person', reason: 'facts_missing' };
      }
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const token = readAnswer(
        await signIn({
          method: 'POST',
          url: `${url}/thirdparty-access/v1/authenticate`,
          headers,
          body: JSON.stringify({ userName, password }),
        }),
        SignedIn,
      );
      const reply = await send({
        method: 'POST',
        url: `${url}/full-driver-enquiry/v1/driving-licences/retrieve`,
        headers: { ...headers, authorization: token['id-token'] },
        body: JSON.stringify({
          drivingLicenceNumber,
          includeCPC: false,
          includeTacho: false,
          acceptPartialResponse: 'false',
        }),
      });
      // DVLA has no such licence.
      if (reply.status === 404) return { kind: 'needs_person', reason: 'not_covered' };
      return {
        kind: 'result',
        outcome: drivingLicenceOutcome(readAnswer(reply, DriverData), person, ukDateOf(ctx.now())),
      };
    },
  };
}
