// The orders that tests of interface v1 send.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { V1Client } from './v1-client.ts';

export interface AnsweredOrder {
  readonly Id: number;
  readonly UniqueKey: string;
  readonly CheckId: string;
  readonly OrderState: { readonly StateDescription: string };
  readonly Checks: readonly {
    readonly Id: string;
    readonly CheckType: string;
    readonly CheckName: string;
    readonly Comment: string;
    readonly CompletedDate: string | null;
    readonly DateCompleted: string | null;
    readonly Findings: { readonly Breakdown: object; readonly Properties: object };
    readonly CheckState: { readonly StateDescription: string };
    readonly Result: string;
  }[];
  readonly Candidate: Readonly<Record<string, never>>;
}

export interface AnsweredStatus {
  readonly id: number;
  readonly candidateFullName: string;
  readonly orderStatus: string;
  readonly checkStatuses: readonly { readonly checkName: string; readonly checkStatus: string }[];
}

/** The minimum of a candidate entry. */
export const jane = {
  CurrentName: { FirstName: 'Jane', LastName: 'Sample' },
  PersonalInfo: { DateOfBirth: '1985-06-14', CandidateEmail: 'jane@example.com', Gender: 'Female' },
} as const;

/** An address that covers the period of every check. */
export const janesAddress = {
  Address: { HouseNumber: '100', StreetName: 'Main Street', Town: 'London', Postcode: 'SW4 6EH', Country: 'GB' },
  IsCurrentAddress: true,
  DateMovedToThisAddress: '2005-03-01',
} as const;

export const identityOrder = (more: object = {}) => ({
  UniqueKey: randomUUID(),
  Checks: [{ CheckType: 'identity' }],
  Candidate: jane,
  ...more,
});

export const completeOrder = (more: object = {}) =>
  identityOrder({ Candidate: { ...jane, AddressList: [janesAddress] }, ...more });

async function submitted(client: V1Client, path: string, body: object): Promise<AnsweredOrder> {
  const answer = await client.post<AnsweredOrder>(path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

export const candidateEntry = (client: V1Client, more: object = {}) =>
  submitted(client, '/orders/candidateentry', identityOrder(more));
export const clientEntry = (client: V1Client, more: object = {}) =>
  submitted(client, '/orders/cliententry', completeOrder(more));
