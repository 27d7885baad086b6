// The job that tells the desk which requests about data are due soon, or due; of test data by its own clock, and without a mail.
import { type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { roles } from '../access/permissions.ts';
import { listDeskUsers } from '../accounts/sign-in-actions.ts';
import { tellDueRequestsJob } from '../deadlines/deadline-actions.ts';
import type { RequestDue } from '../emails/data-request-words.ts';
import { mailToDesk } from '../emails/desk-mails.ts';
import { storeEvents } from '../events/event-actions.ts';
import { requestKinds } from './data-request.ts';
import { type DueRequest, findDueRequests } from './data-request-queries.ts';
import { isToldOfDue } from './data-request-rules.ts';
import { updateReminded } from './data-request-store.ts';
import { mayAnswer } from './request-authority.ts';

const MAIL = 'mail_due_requests';
/** More than the working days before which the desk is told, with weekends and bank holidays between. */
const LOOK_DAYS = 14;

async function noteTold(tx: Ctx, row: DueRequest): Promise<boolean> {
  const { id, account_id: accountId, environment, clock_offset_seconds: clockOffsetSeconds, applicant_id } = row;
  const caller: Caller = { accountId, environment, clockOffsetSeconds, actor: 'system' };
  const today = todayFor(tx, caller);
  if (!isToldOfDue(row.due_on, row.reminded_on, today)) return false;
  await updateReminded(tx.db, caller, id, today);
  const of = applicant_id === null ? {} : { applicantId: applicant_id };
  await storeEvents(tx, caller, [
    { type: 'data_request.reminded', resourceId: id, ...of, detail: { due_on: row.due_on } },
  ]);
  return true;
}

const dueOf = ({ kind, account_name: accountName, due_on: dueOn }: DueRequest): RequestDue => ({
  ...{ kind: requestKinds[kind].name, accountName, dueOn },
});

/** A mail to each person of the desk who may answer, about those of their accounts; it names nobody. */
async function tellDue(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const told: DueRequest[] = [];
    for (const row of await findDueRequests(tx.db, tx.now(), LOOK_DAYS)) if (await noteTold(tx, row)) told.push(row);
    const live = told.filter(({ environment }) => environment === 'live');
    for (const user of await listDeskUsers(tx, 'system')) {
      const { id: userId, role, disabled_at, all_accounts, accounts } = user;
      if (disabled_at !== null) continue;
      const who = { actor: `user:${userId}`, permissions: roles.desk[role] } as const;
      const theirs = live.filter((one) => (all_accounts || accounts.includes(one.account_id)) && mayAnswer(who, one));
      if (theirs.length > 0) await tx.jobs.add(tx.db, MAIL, { userId, requests: theirs.map(dueOf) });
    }
  });
}

async function mailDue(ctx: Ctx, { userId, requests }: Readonly<Record<string, unknown>>): Promise<void> {
  const user = (await listDeskUsers(ctx, 'system')).find(
    ({ id, disabled_at }) => id === userId && disabled_at === null,
  );
  if (user === undefined || !ctx.mail.canSend) return;
  const page = `${ctx.settings.deskUrl}/desk/data-requests`;
  const values = { name: user.name, requests: requests as readonly RequestDue[], page };
  await mailToDesk(ctx, user, 'data_requests_due', values);
}

/** In the morning. */
export const dueRequestCrontab = `0 7 * * * ${tellDueRequestsJob}`;

export const dueRequestJobs = (ctx: Ctx): Readonly<Record<typeof tellDueRequestsJob | typeof MAIL, JobHandler>> => ({
  [tellDueRequestsJob]: () => tellDue(ctx),
  [MAIL]: (payload) => mailDue(ctx, payload),
});
