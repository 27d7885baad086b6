// Makes the demo's accounts: three clients with their agreements, their users, and the screeners who work for them.
import { type Authority, type Caller, type Ctx, inTransaction, type OrderScope } from '../context.ts';
import { type Permitted, roles } from '../features/access/permissions.ts';
import {
  type AccountRow,
  changeUser,
  createAccount,
  createUser,
  listAccounts,
  listUsers,
} from '../features/accounts/account-actions.ts';
import { changeAccountSettings } from '../features/accounts/account-settings-actions.ts';
import { beginStandard, readStandard } from '../features/accounts/house-standard-actions.ts';
import { changeDeskUser, createDeskUser, listDeskUsers } from '../features/accounts/sign-in-actions.ts';
import { createSubsidiary, listSubsidiaries } from '../features/accounts/subsidiary-actions.ts';
import type { Screener } from '../features/cases/screening-actions.ts';
import {
  createGroup,
  createJobRole,
  createPackage,
  listAgreedJobRoles,
} from '../features/report-types/agreement-actions.ts';
import { copyAgreement } from '../features/report-types/agreement-copy-actions.ts';
import { switchOnTypes } from '../features/report-types/availability-actions.ts';
import type { Area } from '../features/report-types/report-type.ts';
import { authorityFees } from '../features/report-types/role-levels.ts';
import type { ResultRule } from '../features/result-rules/rule-set.ts';
import { changeRuleDraft, publishRules } from '../features/result-rules/rule-set-actions.ts';
import { putInTeams } from '../features/teams/team-actions.ts';
import { recordTraining } from '../features/training/training-actions.ts';
import { addDays, addMonths } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';

export const emails = {
  client: 'client@demo.example',
  reader: 'reader@demo.example',
  regional: 'regional@demo.example',
  desk: 'desk@demo.example',
  reviewer: 'reviewer@demo.example',
};

/** The accounts besides the first, whose keys `demo.json` holds. */
const others = [
  { name: 'Riverside Bank plc', client: 'client@riverside-bank.example' },
  { name: 'Harbour Freight Ltd', client: 'client@harbour-freight.example' },
] as const;

const newEmployee = [{ name: 'identity' }, { name: 'right_to_work' }, { name: 'criminal_history', variant: 'basic' }];

async function agree(tx: Ctx, accountId: string): Promise<void> {
  await createJobRole(tx, 'system', accountId, {
    roleTitle: 'Care assistant',
    roleCheckType: 'enhanced',
    workingWithVulnerableAdults: true,
  });
  await createJobRole(tx, 'system', accountId, { roleTitle: 'Finance director', roleCheckType: 'standard' });
  await createGroup(tx, 'system', accountId, { name: 'New employee', reports: newEmployee });
  await createPackage(tx, 'system', accountId, {
    name: 'New employee',
    description: 'Identity, right to work and a basic criminal record check.',
    reports: newEmployee,
  });
  await changeAccountSettings(tx, 'system', accountId, { vatPercent: 20, urgentOrders: true, urgentPounds: 25 });
  // Short, so that some reports of the last two months are due.
  const renewed = { renewAfterMonths: 3 };
  await switchOnTypes(tx, 'system', accountId, [
    { name: 'identity', pricePence: 500 },
    { name: 'document', pricePence: 400 },
    { name: 'right_to_work', pricePence: 900 },
    { name: 'criminal_history', variant: 'basic', pricePence: 700, feePence: authorityFees.basic.value },
    { name: 'criminal_history', variant: 'standard', pricePence: 700, feePence: authorityFees.standard.value },
    {
      name: 'criminal_history',
      variant: 'enhanced',
      pricePence: 700,
      feePence: authorityFees.enhanced.value,
      ...renewed,
    },
    { name: 'credit', pricePence: 650 },
    { name: 'sanctions', pricePence: 350, ...renewed },
    { name: 'directorship', pricePence: 450 },
    { name: 'employment_history', variant: 'uk', pricePence: 1800 },
    { name: 'education', variant: 'uk', pricePence: 1500 },
  ]);
}

async function makeAccount(tx: Ctx, name: string, administrator: string): Promise<string> {
  const { id } = await createAccount(tx, 'system', { name, isDemo: true, template: 'everything' });
  const user = await createUser(tx, 'system', id, {
    name: 'Demo Administrator',
    email: administrator,
    role: 'administrator',
  });
  // Clients of interface v1 send VerifileUserId; the demo's user takes the `userId` of demo.json as external id.
  await changeUser(tx, 'system', id, { id: user.id, externalId: user.id });
  await agree(tx, id);
  return id;
}

/** A context whose clock is that many days behind. */
const daysAgo = (ctx: Ctx, days: number): Ctx => ({
  ...ctx,
  now: () => new Date(ctx.now().getTime() - days * 86_400_000),
});

/** Those of the first account; its regional administrator sees two of them. */
const subsidiaryNames = ['Demo Care North', 'Demo Care South', 'Demo Care Coast'] as const;

async function makeSubsidiaries(tx: Ctx, accountId: string): Promise<void> {
  const ids: string[] = [];
  for (const name of subsidiaryNames)
    ids.push((await createSubsidiary(tx, 'system', accountId, { name, externalId: name.split(' ').at(-1)! })).id);
  await createUser(tx, 'system', accountId, {
    ...{ name: 'Demo Regional', email: emails.regional, role: 'administrator', subsidiaryIds: ids.slice(0, 2) },
  });
}

/** Makes the account of a first start, with its screener and its reviewer. */
export async function makeFirstAccount(now: Ctx): Promise<string> {
  const tx = daysAgo(now, 67);
  const id = await makeAccount(tx, 'Demo Care Ltd', emails.client);
  await publishDemoRules(tx, id);
  await createUser(tx, 'system', id, { name: 'Demo Reader', email: emails.reader, role: 'read_only' });
  await makeSubsidiaries(tx, id);
  const screenerId = await createDeskUser(tx, 'system', {
    name: 'Demo Screener',
    email: emails.desk,
    role: 'administrator',
    accounts: [id],
  });
  const reviewerId = await createDeskUser(tx, 'system', {
    name: 'Demo Reviewer',
    email: emails.reviewer,
    role: 'reviewer',
    accounts: [id],
  });
  await recordTrainings(tx, screenerId, reviewerId);
  await makeTeams(tx, screenerId, reviewerId);
  return id;
}

/** What a care company looks at. */
const careRules: readonly ResultRule[] = [
  { condition: 'barred_list', limits: {}, grade: 'red', scope: null },
  { condition: 'record', limits: {}, grade: 'red', scope: null },
  { condition: 'no_right_to_work', limits: {}, grade: 'red', scope: null },
  { condition: 'right_to_work_ends', limits: { daysLeft: 60 }, grade: 'amber', scope: null },
  { condition: 'gap', limits: { days: 31 }, grade: 'amber', scope: null },
  { condition: 'dates_differ', limits: { days: 31 }, grade: 'amber', scope: null },
  { condition: 'reason_differs', limits: {}, grade: 'amber', scope: null },
  { condition: 'not_rehired', limits: {}, grade: 'red', scope: null },
  { condition: 'qualification', limits: {}, grade: 'amber', scope: null },
  { condition: 'judgment', limits: { years: 6 }, grade: 'green', scope: null },
  { condition: 'judgment', limits: { pence: 500_000, years: 6, only: true }, grade: 'amber', scope: null },
  { condition: 'points', limits: { points: 6 }, grade: 'amber', scope: null },
  { condition: 'unable', limits: {}, grade: 'amber', scope: null },
];

/** Those of today, and what is prepared after them. */
async function publishDemoRules(tx: Ctx, accountId: string): Promise<void> {
  await changeRuleDraft(tx, 'system', accountId, { revision: 0, rules: careRules });
  await publishRules(tx, 'system', accountId, { revision: 1, from: ukDateOf(tx.now()) });
  const next: ResultRule = { condition: 'role_differs', limits: {}, grade: 'amber', scope: null };
  await changeRuleDraft(tx, 'system', accountId, { revision: 0, rules: [...careRules, next] });
}

/** Trainings that go on, that end soon, that have ended, and one that somebody is in. */
async function recordTrainings(tx: Ctx, screenerId: string, reviewerId: string): Promise<void> {
  const today = ukDateOf(tx.now());
  const trained = (userId: string, areas: readonly Area[], monthsAgo: number, daysLeft: number | undefined) =>
    recordTraining(tx, 'system', userId, {
      areas,
      completedOn: addMonths(today, -monthsAgo),
      validUntil: daysLeft === undefined ? '' : addDays(today, daysLeft),
      how: 'Course of our own, assessed by the team leader',
    });
  await trained(screenerId, ['identity', 'right_to_work', 'employment', 'education', 'driving', 'financial'], 3, 640);
  await trained(screenerId, ['criminal_records'], 9, 95);
  await trained(screenerId, ['international'], 3, 640);
  await trained(screenerId, ['health'], 14, 10);
  await trained(reviewerId, ['identity', 'right_to_work', 'criminal_records', 'employment', 'financial'], 6, undefined);
  await trained(reviewerId, ['international_criminal_records', 'international'], 6, 400);
  await recordTraining(tx, 'system', reviewerId, {
    ...{ areas: ['education'], completedOn: '', validUntil: '', how: 'Beside Demo Screener' },
    training: { until: addDays(today, 120), reports: '20', buddy: screenerId },
  });
}

/** Somebody is in both. */
async function makeTeams(tx: Ctx, screenerId: string, reviewerId: string): Promise<void> {
  await putInTeams(tx, 'system', screenerId, ['Identity and right to work']);
  await putInTeams(tx, 'system', reviewerId, ['Identity and right to work', 'Criminal records']);
}

export interface DemoAccount {
  readonly id: string;
  readonly name: string;
  /** The user who orders. */
  readonly userId: string;
  /** None but of the first account. */
  readonly subsidiaryIds: readonly string[];
  readonly jobRoleId: number;
}

/** The administrator who orders. */
export const clientOf = ({ id, userId }: DemoAccount): Caller & OrderScope => ({
  ...{ accountId: id, environment: 'live', actor: `user:${userId}`, subsidiaryIds: null, clockOffsetSeconds: 0 },
  permissions: roles.client.administrator,
});

/** For which the order is; some are for the whole account. */
export function subsidiaryOf({ subsidiaryIds }: DemoAccount, order: number): string | null {
  const all = [null, ...subsidiaryIds];
  return all[order % all.length] ?? null;
}

export interface DemoPeople {
  /** The first account comes first. */
  readonly accounts: readonly DemoAccount[];
  readonly screener: Screener & Permitted;
  /** Approves what the screener completed. */
  readonly reviewer: Screener & Permitted;
}

/** It offers what the first account has agreed. */
async function makeStandard(tx: Ctx, by: Authority, firstId: string): Promise<void> {
  await beginStandard(tx, by, 'everything');
  const standard = await readStandard(tx, by);
  await copyAgreement(tx, by, { from: firstId, to: standard!.id });
}

async function completeAccounts(ctx: Ctx, first: AccountRow): Promise<void> {
  await inTransaction(daysAgo(ctx, 66), async (tx) => {
    const ids = [first.id];
    for (const { name, client } of others) {
      const id = await makeAccount(tx, name, client);
      await changeAccountSettings(tx, 'system', id, {
        approveAdverse: true,
        approveUnidentified: true,
        eraseAfterDays: 75,
      });
      ids.push(id);
    }
    await changeAccountSettings(tx, 'system', first.id, {
      approveAdverse: true,
      invitationWords:
        'Thank you for accepting our offer. We cannot give you a start date before these checks are complete.',
      contactEmail: 'people@demo-care.example',
      contactPhone: '0113 496 0000, weekdays from 9 to 5',
      mailSignature: 'For the people team of Demo Care Ltd',
      eraseAfterDays: 365,
      candidateCompletionMail: true,
      consentWords: 'Your manager learns only whether you may start, and not what the results say.',
    });
    const people = await listDeskUsers(tx, 'system');
    for (const { id } of people) await changeDeskUser(tx, 'system', id, { accounts: ids });
    const keeper = people.find(({ email }) => email === emails.desk)!;
    const today = ukDateOf(ctx.now());
    for (const [at, id] of ids.entries())
      await changeAccountSettings(tx, 'system', id, {
        ...{ accountManager: keeper.id, contractNoticeDays: 30 },
        ...{ contractStart: addDays(today, 75 - 365 + 200 * at), contractEnd: addDays(today, 75 + 200 * at) },
      });
    await makeStandard(tx, { actor: `user:${keeper.id}`, permissions: roles.desk.administrator }, first.id);
  });
}

async function demoAccount(ctx: Ctx, { id, name }: AccountRow): Promise<DemoAccount> {
  const users = await listUsers(ctx, 'system', id);
  const user = users.find((one) => one.role === 'administrator' && one.subsidiary_ids === null);
  const subsidiaryIds = (await listSubsidiaries(ctx, 'system', id)).map((one) => one.id);
  const role = (await listAgreedJobRoles(ctx, id)).find(({ role_check_type }) => role_check_type === 'enhanced');
  return { id, name, userId: user!.id, subsidiaryIds, jobRoleId: role!.id };
}

/** Makes the demo's missing accounts. Undefined if the database holds accounts that are not the demo's. */
export async function demoPeopleOf(ctx: Ctx): Promise<DemoPeople | undefined> {
  const before = await listAccounts(ctx, 'system');
  if (before.length === 0 || before.some((account) => !account.is_demo)) return undefined;
  if (before.length === 1) await completeAccounts(ctx, before[0]!);
  const accounts = await Promise.all((await listAccounts(ctx, 'system')).map((account) => demoAccount(ctx, account)));
  const desk = await listDeskUsers(ctx, 'system');
  const screener = (email: string): Screener & Permitted => {
    const { id, role } = desk.find((user) => user.email === email)!;
    return { userId: id, accounts: accounts.map((account) => account.id), permissions: roles.desk[role] };
  };
  return { accounts, screener: screener(emails.desk), reviewer: screener(emails.reviewer) };
}
