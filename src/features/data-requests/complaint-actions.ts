// What is done about a complaint beside answering it: acknowledged, given to somebody, referred, recorded by a client, forgotten.
import {
  type Caller,
  type Ctx,
  type Environment,
  inTransaction,
  type OrderScope,
  todayFor,
  userIdOf,
} from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, mayDo, type Permitted, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { listDeskUsers } from '../accounts/sign-in-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { type ComplaintSubject, complaintSubjects, keptMonths, type Referral } from './complaint.ts';
import { type DataRequest, isOneOf, type ToldWay } from './data-request.ts';
import { type Held, tell, withRequest } from './data-request-actions.ts';
import { type ComplaintCount, countComplaints } from './data-request-queries.ts';
import { ACKNOWLEDGE_DAYS, answerBy, isAcknowledged } from './data-request-rules.ts';
import { addRequest, addStep, mailComplainant } from './data-request-step-actions.ts';
import { findComplaintsOfClient, findSteps, forgetAnswered, updateOwner } from './data-request-store.ts';
import { refuseText } from './data-request-text-rules.ts';
import { openRequest } from './data-request-vault.ts';
import { mayAnswer } from './request-authority.ts';

/** Refuses with `state_does_not_allow` what is no complaint, or was acknowledged. */
export async function acknowledgeComplaint(ctx: Ctx, caller: Caller, id: string, told: ToldWay): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, held) => {
    if (held.row.kind !== 'complaint' || isAcknowledged(held.steps)) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, held.row, held.key, { step: 'acknowledged', told });
    await tell(tx, caller, held, told, { kind: 'received', dueOn: answerBy(held.row.received_on) });
  });
}

/** Also of one that is answered: many go to an authority only then. Refuses with `state_does_not_allow` what is no complaint, and a second time. */
export async function referComplaint(ctx: Ctx, caller: Caller, id: string, referral: Referral): Promise<void> {
  const refer = async (tx: Ctx, held: Held) => {
    const isReferred = held.steps.some(({ step, code }) => step === 'referred' && code === referral);
    if (held.row.kind !== 'complaint' || isReferred) throw new Refusal('state_does_not_allow');
    await addStep(tx, caller, held.row, held.key, { step: 'referred', code: referral });
  };
  await withRequest(ctx, caller, id, refer, 'closed');
}

/** Those of the desk who may deal with it, in the account: of a complaint about a delay, also who answers those alone. */
export const listOwners = async (
  ctx: Ctx,
  { accountId }: Pick<Caller, 'accountId'>,
  about: Parameters<typeof mayAnswer>[1],
) =>
  (await listDeskUsers(ctx, 'system'))
    .filter(
      ({ id, disabled_at, role }) =>
        disabled_at === null && mayAnswer({ actor: `user:${id}`, permissions: roles.desk[role] }, about),
    )
    .filter(({ all_accounts, accounts }) => all_accounts || accounts.includes(accountId))
    .map(({ id, name }) => ({ id, name }));

/** Refuses with `invalid_fields` (`owner`) somebody who may not deal with it. @param subject of a complaint */
export async function assignRequest(
  ctx: Ctx,
  caller: Caller,
  id: string,
  { owner, subject }: { readonly owner: string | null; readonly subject: ComplaintSubject | undefined },
): Promise<void> {
  await withRequest(ctx, caller, id, async (tx, { row }) => {
    const about = row.kind === 'complaint' ? (subject ?? row.subject) : null;
    const owners = await listOwners(tx, caller, { kind: row.kind, subject: about });
    if (owner !== null && owners.every((one) => one.id !== owner))
      throw new Refusal('invalid_fields', { owner: ['Choose somebody who deals with complaints about this'] });
    await updateOwner(tx.db, caller, id, { owner, subject: about });
    const of = row.applicant_id === null ? {} : { applicantId: row.applicant_id };
    const detail = { owner, ...(about === null ? {} : { subject: about }) };
    await storeEvents(tx, caller, [{ type: 'data_request.assigned', resourceId: id, ...of, detail }]);
  });
}

/** A user of a client complains about the service; they are told by mail. Refuses with `invalid_fields` (`subject`, `words`). */
export async function complainAsClient(
  ctx: Ctx,
  caller: Caller,
  { subject, words }: { readonly subject: string; readonly words: string },
): Promise<void> {
  demand(caller, 'sign_in');
  const problems = new Problems();
  if (!isOneOf(complaintSubjects, subject)) problems.add('subject', 'Choose what it is about');
  refuseText(problems, words, 'Write what you complain about');
  problems.refuse('invalid_fields');
  const receivedOn = todayFor(ctx, caller);
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const asked = { kind: 'complaint', way: 'client_itself', asker: 'client', receivedOn, words } as const;
    const row = await addRequest(tx, caller, undefined, { ...asked, subject: subject as ComplaintSubject });
    // The program answers at once, not the user who complains.
    await addStep(tx, { ...caller, actor: 'system' }, row!, undefined, { step: 'acknowledged', told: 'mail' });
    const user = (await listUsers(tx, 'system', caller.accountId)).find(({ id }) => id === userIdOf(caller.actor));
    const news = { kind: 'received', dueOn: answerBy(receivedOn) } as const;
    if (user !== undefined) await mailComplainant(tx, caller, user, row!, news);
  });
}

/** Of the user themselves, and of all users for who manages those of the whole account; the newest first. */
export async function listOwnComplaints(ctx: Ctx, caller: Caller & OrderScope & Permitted): Promise<DataRequest[]> {
  demand(caller, 'sign_in');
  const by = caller.subsidiaryIds === null && mayDo(caller, 'manage_users') ? undefined : caller.actor;
  const rows = await findComplaintsOfClient(ctx.db, caller, by);
  const steps = await findSteps(
    ctx.db,
    caller,
    rows.map(({ id }) => id),
  );
  const stepsOf = (id: string) => steps.filter((one) => one.request_id === id);
  return Promise.all(rows.map((row) => openRequest(ctx, caller, undefined, row, stepsOf(row.id))));
}

/** Returns of how many. */
export const forgetOldAnswers = (ctx: Ctx): Promise<number> => forgetAnswered(ctx.db, ctx.now(), keptMonths);

/** The complaints that were received in a year. */
export function countYear(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  year: number,
): Promise<ComplaintCount[]> {
  demand(by, 'read_erasures');
  return countComplaints(ctx.db, accounts, environment, { year, acknowledgeDays: ACKNOWLEDGE_DAYS, now: ctx.now() });
}
