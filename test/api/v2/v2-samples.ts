// The applicants and checks that tests of interface v2 send, and the types of the replies.
import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { ApplicantReply } from '../../../src/api/v2/applicant-shapes.ts';
import type { CheckReply, CheckWithReports } from '../../../src/api/v2/checks.ts';
import type { ErrorBody } from '../../../src/api/v2/errors.ts';
import type { ReportReply } from '../../../src/api/v2/reports.ts';
import type { Answer } from '../../support/probity.ts';
import type { V2Client } from './v2-client.ts';

export type Applicant = Static<typeof ApplicantReply>;
export type Check = Static<typeof CheckReply>;
export type PlacedCheck = Static<typeof CheckWithReports>;
export type Report = Static<typeof ReportReply>;

/** The required attributes only. */
export const jane = { first_name: 'Jane', last_name: 'Sample', email: 'jane@example.com', gender: 'female' } as const;

export const basicDetails = {
  job_role: 'Driver',
  purpose: 'employment',
  place_of_work: 'England',
  employer_name: 'Example Ltd',
  employment_sector: 'Drivers',
} as const;

export async function makeApplicant(client: V2Client, more: object = {}): Promise<Applicant> {
  const answer = await client.post<Applicant>('/applicants', { ...jane, ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** Makes a check of an identity report, by default on a new applicant. */
export async function makeCheck(client: V2Client, more: object = {}, applicantId?: string): Promise<PlacedCheck> {
  const onto = applicantId ?? (await makeApplicant(client)).id;
  const order = { type: 'standard', reports: [{ name: 'identity' }], ...more };
  const answer = await client.post<PlacedCheck>(`/applicants/${onto}/checks`, order);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

/** Advances a test check: the form, then each report, then the check. */
export async function advance(client: V2Client, checkId: string, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const answer = await client.post(`/sandbox/checks/${checkId}/advance`);
    assert.equal(answer.status, 204, answer.text);
  }
}

/** Messages by field. */
export function messagesOf(answer: Answer): Readonly<Record<string, readonly string[]>> {
  const { error } = answer.json as ErrorBody;
  return Object.fromEntries(Object.entries(error.fields ?? {}).map(([field, { messages }]) => [field, messages]));
}

export const nobody = '01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10';
