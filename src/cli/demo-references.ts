// The references of the demo: one that waits for its referee, one answered with a date that differs.

import type { Ctx, Tenant } from '../context.ts';
import { reportProblem } from '../features/cases/candidate-message-actions.ts';
import { openReport, type Screener } from '../features/cases/screening-actions.ts';
import type { Check } from '../features/checks/check.ts';
import { readCheckAndKey } from '../features/checks/check-actions.ts';
import { keepOrganisation } from '../features/directory/organisation-actions.ts';
import { listEmails } from '../features/emails/email-actions.ts';
import { enterCode, sendCode } from '../features/mailed-links/access-actions.ts';
import { type Answers, askedSections } from '../features/references/answer-rules.ts';
import { questionnaires } from '../features/references/questionnaires.ts';
import { requestReference } from '../features/references/reference-actions.ts';
import {
  chooseScope,
  openReferenceLink,
  referenceLink,
  saveSection,
  sendReference,
} from '../features/references/reference-answer-actions.ts';
import { recordLetters } from './demo-data-requests.ts';
import { verifyHistory } from './demo-verifications.ts';

const referees = {
  'activities-0': { name: 'Personnel office', organisation: 'Sample Stores', email: 'personnel@sample-stores.example' },
  'activities-1': {
    name: 'Rowan Referee',
    organisation: 'Example Foods',
    email: 'rowan.referee@example-foods.example',
  },
} as const;

/** The fields of every section as the referee types them: the start is three months later than the candidate said. */
const typed: Answers = {
  'from-month': '12',
  'from-year': '2012',
  still_there: 'no',
  'to-month': '8',
  'to-year': '2021',
  role: 'Assistant',
  employment_type: 'full_time',
  reason: 'Resigned',
  disciplinary: 'no',
  rehire: 'yes',
  anything_else: 'They left on good terms, and covered the early shift whenever somebody was ill.',
  referee_name: 'Rowan Referee',
  referee_role: 'Personnel manager',
  referee_organisation: 'Example Foods',
};

const fromWebsite = 'The website of the organisation; the switchboard put us through.';
const organisations = [
  {
    name: 'Sample Stores Ltd',
    department: 'Personnel office',
    email: 'personnel@sample-stores.example',
    telephone: '01632 960 021',
    foundBy: fromWebsite,
    remarks: 'Confirms dates and role only.',
    daysAgo: 90,
  },
  {
    name: 'Example Foods plc',
    department: 'People team',
    email: 'people@example-foods.example',
    telephone: '01632 960 047',
    foundBy: fromWebsite,
    remarks: '',
    daysAgo: 20,
  },
  {
    name: 'University of Anytown',
    department: 'Registry',
    email: 'verification@anytown.example',
    telephone: '',
    foundBy: 'The page of the university for employers.',
    remarks: 'Asks for the consent of the graduate, as a file.',
    daysAgo: 400,
  },
] as const;

/** What the desk has found out before. */
async function fillDirectory(ctx: Ctx, screener: Screener): Promise<void> {
  for (const { daysAgo, ...contact } of organisations) {
    const now = new Date(ctx.now().getTime() - daysAgo * 86_400_000);
    await keepOrganisation({ ...ctx, now: () => now }, screener, contact);
  }
}

/** Of the client, which waits at the desk. */
export const demoComment = 'Sample Stores was Sample Market until 2022. Please ask under both names.';

/** Of the candidate, which waits at the desk too. */
export async function reportDemoProblem(ctx: Ctx, screener: Screener, check: Check): Promise<void> {
  const { tenant, id, applicantId } = check;
  const caller = { ...tenant, subsidiaryIds: null, clockOffsetSeconds: 0, actor: 'candidate' } as const;
  const { key } = await readCheckAndKey(ctx, caller, id);
  const sender = { caller, applicantId, key: key!, link: { ...tenant, checkId: id } };
  const text = 'I typed the wrong month: I began at Sample Stores in October 2021, not in September.';
  await reportProblem(ctx, sender, { text, reportId: null });
  await recordLetters(ctx, screener, check);
}

/** Asks both employers; the report then waits for them. */
export async function askEmployers(ctx: Ctx, screener: Screener, { reports }: Check): Promise<void> {
  await fillDirectory(ctx, screener);
  const opened = await verifyHistory(ctx, await openReport(ctx, screener, reports[0]!.id), ['activities-0']);
  for (const [entryKey, referee] of Object.entries(referees)) {
    const whole = { jobTitle: '', telephone: '', ...referee };
    await requestReference(ctx, opened, { entryKey, referee: whole, questionnaire: 'standard', by: 'mail' });
  }
}

const newestMail = async (ctx: Ctx, tenant: Tenant) => (await listEmails(ctx, tenant, 1))[0]!.text;

/** The employer that was asked last answers. */
export async function answerReference(ctx: Ctx, { tenant }: Check): Promise<void> {
  const token = /\/reference\/([\w-]+)/.exec(await newestMail(ctx, tenant))![1]!;
  const { front } = await openReferenceLink(ctx, token, undefined);
  await sendCode(ctx, referenceLink(front));
  await enterCode(ctx, referenceLink(front), /\b\d{4} \d{4} \d{4}\b/.exec(await newestMail(ctx, tenant))![0]);
  await chooseScope(ctx, front, 'whole');
  for (const section of askedSections(questionnaires.standard, 'whole')) await saveSection(ctx, front, section, typed);
  if (!(await sendReference(ctx, front))) throw new Error('a reference of the demo lacks answers');
}
