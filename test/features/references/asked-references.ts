// References asked for a report on employment, and the mails of their referees, for tests.
import type { Caller, Ctx } from '../../../src/context.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { completeForm } from '../../../src/features/checks/check-progress-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import type { ReferenceMails } from '../../../src/features/emails/reference-words.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import type { AskingReport, NewRequest } from '../../../src/features/references/reference-actions.ts';
import { requestReference } from '../../../src/features/references/reference-actions.ts';
import { noActivity } from '../../support/empty-entries.ts';
import { placeWaiting } from '../candidate-form/waiting-check.ts';

export const employment = {
  ...noActivity,
  status: 'FullTime',
  employer: 'Acme Ltd',
  job_title: 'Driver',
  country: 'GBR',
  start_date: '2019-03-01',
  end_date: '2023-06-30',
  reason_for_leaving: 'NewJob',
  contact_timing: 'Immediately',
  referee: 'Personnel, hr@acme.test',
} as const satisfies ApplicantFacts['activities'][number];

export const employed: Partial<ApplicantFacts> = {
  dob: '1990-03-04',
  activities: [
    employment,
    {
      ...employment,
      employer: 'Brook Bank',
      start_date: '2023-07-01',
      end_date: null,
      reason_for_leaving: 'StillEmployed',
    },
  ],
};

export const personnel: NewRequest = {
  entryKey: 'activities-0',
  referee: {
    name: 'Pat Referee',
    jobTitle: 'HR adviser',
    organisation: 'Acme Ltd',
    email: 'hr@acme.test',
    telephone: '',
  },
  questionnaire: 'standard',
  by: 'mail',
};

/** A report on employment whose candidate has submitted the form. */
export async function employmentReport(ctx: Ctx, by: Caller): Promise<AskingReport> {
  const { check } = await placeWaiting(ctx, by, { facts: employed, reports: ['employment_history:uk'] });
  const facts = { ...noFacts, ...check.order.facts, ...employed };
  await completeForm(ctx, { ...by, actor: 'candidate' }, check.id, facts);
  const placed = await readCheck(ctx, by, check.id);
  const caller: Caller = {
    ...by,
    actor: 'user:00000000-0000-7000-8000-0000000000aa',
    permissions: ['ask_references', 'record_outcomes'],
  };
  return { caller, check: placed, report: placed.reports[0]! };
}

export async function ask(ctx: Ctx, by: Caller, change: Partial<NewRequest> = {}) {
  const at = await employmentReport(ctx, by);
  return { at, id: await requestReference(ctx, at, { ...personnel, ...change }) };
}

/** The mails to referees of a check, newest first. */
export const mailsTo = async (ctx: Ctx, by: Caller, checkId: string, template: keyof ReferenceMails) =>
  (await listEmails(ctx, by, 1000)).filter((mail) => mail.checkId === checkId && mail.template === template);

export const tokenIn = (text: string): string => /\/reference\/([\w-]+)/.exec(text)![1]!;

export const codeIn = (text: string): string => /\b\d{4} \d{4} \d{4}\b/.exec(text)![0];
