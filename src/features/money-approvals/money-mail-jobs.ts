// Mails those who may approve money that waits for a second person, and who asked what became of it.
import type { Ctx } from '../../context.ts';
import { inPounds } from '../../lib/money.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { type DeskUserRow, listDeskUsers } from '../accounts/sign-in-actions.ts';
import { mailToDesk } from '../emails/desk-mails.ts';
import { findMoneyRequest } from './money-request-store.ts';

const MAIL = 'mail_money_request';

const actorOf = ({ id }: Pick<DeskUserRow, 'id'>) => `user:${id}`;

const mayApprove = (accountId: string) => (user: DeskUserRow) =>
  user.disabled_at === null &&
  mayDo({ permissions: roles.desk[user.role] }, 'manage_agreements') &&
  (user.all_accounts || user.accounts.includes(accountId));

/** @param askedBy is not mailed: nobody approves their own */
export async function mailApprovers(tx: Ctx, accountId: string, requestId: string, askedBy: string): Promise<void> {
  const people = (await listDeskUsers(tx, 'system')).filter(mayApprove(accountId));
  const others = people.filter((one) => actorOf(one) !== askedBy);
  await tx.jobs.addEach(
    tx.db,
    MAIL,
    others.map(({ id: userId }) => ({ accountId, requestId, userId })),
  );
}

/** Once another decided. */
export const mailAsker = (tx: Ctx, accountId: string, requestId: string): Promise<void> =>
  tx.jobs.add(tx.db, MAIL, { accountId, requestId });

/** Nobody is asked for what is decided meanwhile, and nobody who does not work here any more or sees the account no more is told. */
async function mailRequest(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const { accountId, requestId, userId } = payload as Readonly<Record<string, string | undefined>>;
  const request = await findMoneyRequest(ctx.db, [accountId!], requestId!);
  if (request === undefined || !ctx.mail.canSend) return;
  const { decision, account } = request;
  if ((userId === undefined) !== (decision !== null) || decision === 'withdrawn') return;
  const to = userId === undefined ? request.asked_by : `user:${userId}`;
  const user = (await listDeskUsers(ctx, 'system')).filter(mayApprove(accountId!)).find((one) => actorOf(one) === to);
  if (user === undefined) return;
  const values = {
    ...{ name: user.name, account, amount: inPounds(request.amount_pence) },
    page: `${ctx.settings.deskUrl}/desk/accounts/money-approvals/${request.id}`,
  };
  if (decision === null) await mailToDesk(ctx, user, 'money_to_approve', { ...values, by: request.asked_by_name });
  else await mailToDesk(ctx, user, 'money_decided', { ...values, decision, by: request.decided_by_name ?? '' });
}

export const moneyMailJobs = (ctx: Ctx): Readonly<Record<typeof MAIL, JobHandler>> => ({
  [MAIL]: (payload) => mailRequest(ctx, payload),
});
