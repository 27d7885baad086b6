// Checks that await their candidate, the candidate's mails, and a context with its own clock, for tests.

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../../src/config.ts';
import type { Caller, Ctx, Environment, Tenant } from '../../../src/context.ts';
import { createApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import type { Check } from '../../../src/features/checks/check.ts';
import { linkToken } from '../../../src/features/checks/check-links.ts';
import { type CheckArguments, createCheck } from '../../../src/features/checks/check-placing-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { openMaintenance } from '../../../src/features/maintenance/maintenance-actions.ts';
import { findReportType } from '../../../src/features/report-types/report-type-rules.ts';
import { openCalendar } from '../../../src/features/working-days/closing-day-actions.ts';
import { createAlarms } from '../../../src/platform/alarms.ts';
import { createCountedBatches } from '../../../src/platform/db/counted-batches.ts';
import { createAccountKeys } from '../../../src/platform/encryption/account-keys.ts';
import { parseMasterKeys } from '../../../src/platform/encryption/master-keys.ts';
import { jobs } from '../../../src/platform/jobs.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createMail } from '../../../src/platform/mail.ts';
import { makeAccount, type TestAccount } from '../../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { testIntegrity } from '../../support/integrity.ts';

/** Erasures are listed there. */
const dataFolder = () => mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'forms-'));

export interface Waiting {
  readonly check: Check;
  /** The token of the link in the mail. */
  readonly token: string;
}

const criminalDetails = {
  job_role: 'Porter',
  purpose: 'employment',
  place_of_work: 'England',
  employer_name: 'Acme Care',
  employment_sector: 'NHS',
  JobRoleId: null,
};

export interface Ordered {
  readonly facts?: Partial<ApplicantFacts>;
  /** `name` or `name:variant`. */
  readonly reports?: readonly string[];
  /** Of each report. */
  readonly options?: readonly string[];
  readonly jobRoleId?: number;
  readonly placeOfWork?: string;
  readonly redirectUri?: string;
  readonly activityYears?: number;
  readonly tags?: readonly string[];
  readonly hurry?: CheckArguments['hurry'];
}

function orderedReport(text: string, names: readonly string[] = []) {
  const [name = '', variant = null] = text.split(':');
  const found = findReportType(name, variant);
  if ('missing' in found) throw new Error(`no report type ${text}`);
  const options = names.length === 0 ? null : names.map((one) => ({ name: one, options: null }));
  return { type: found.type, options };
}

export async function placeWaiting(ctx: Ctx, caller: Caller, ordered: Ordered = {}): Promise<Waiting> {
  const facts = { ...noFacts, first_name: 'Alex', last_name: 'Sample', email: 'alex@candidate.test', ...ordered.facts };
  return placeFor(ctx, caller, (await createApplicant(ctx, caller, facts)).id, ordered);
}

/** An order of somebody who is known, besides those that they have. */
export async function placeFor(ctx: Ctx, caller: Caller, applicantId: string, ordered: Ordered = {}): Promise<Waiting> {
  const check = await createCheck(ctx, caller, applicantId, {
    reports: (ordered.reports ?? ['identity', 'right_to_work', 'criminal_history:basic']).map((one) =>
      orderedReport(one, ordered.options),
    ),
    criminalDetails: {
      ...criminalDetails,
      place_of_work: ordered.placeOfWork ?? criminalDetails.place_of_work,
      JobRoleId: ordered.jobRoleId ?? null,
    },
    tags: ordered.tags ?? [],
    activityYears: ordered.activityYears ?? null,
    redirectUri: ordered.redirectUri ?? null,
    consider: [],
    orderedByUserId: null,
    ...(ordered.hurry && { hurry: ordered.hurry }),
  });
  const { accountId, environment } = caller;
  return { check, token: await linkToken(ctx, 'form', { accountId, environment, checkId: check.id }) };
}

/** The codes that were mailed for a check, newest first. */
export async function mailedCodes(ctx: Ctx, tenant: Tenant, checkId: string): Promise<string[]> {
  return (await listEmails(ctx, tenant, 1000))
    .filter((email) => email.checkId === checkId && email.template === 'form_code')
    .map((email) => /\b\d{4} \d{4} \d{4}\b/.exec(email.text)![0].replaceAll(' ', ''));
}

export interface FormsUnderTest {
  readonly ctx: Ctx;
  readonly database: TestDatabase['database'];
  readonly account: TestAccount;
  /** Moves the real clock, which codes and sessions use. */
  passSeconds(seconds: number): void;
  caller(environment?: Environment): Caller;
}

let ids = 0;
const newId = () => `00000000-0000-7000-9000-${(++ids).toString(16).padStart(12, '0')}`;

export async function startForms(): Promise<FormsUnderTest> {
  const { database } = await testDatabase();
  let time = Date.parse('2026-03-04T12:00:00Z');
  const now = () => new Date(time);
  const masterKeys = parseMasterKeys(randomBytes(32).toString('base64'));
  const ctx = {
    db: database,
    now,
    newId,
    log: createLog('silent'),
    settings: readSettings({ PROBITY_EMAIL_DOMAIN_CHECK: 'off', PROBITY_DATA_DIR: dataFolder() }).settings!,
    keys: createAccountKeys({ db: database, masterKeys, now }),
    integrity: testIntegrity,
    alarms: createAlarms(createLog('silent')),
    mail: createMail({ url: undefined, from: '' }),
    jobs,
    batches: createCountedBatches({ db: database, log: createLog('silent') }),
    ...(await openCalendar(database)),
    ...(await openMaintenance(database, now)),
  } as Partial<Ctx> as Ctx;
  const account = await makeAccount(ctx);
  return {
    ctx,
    database,
    account,
    passSeconds(seconds) {
      time += seconds * 1000;
    },
    caller: (environment = 'test') => account.caller(environment),
  };
}
