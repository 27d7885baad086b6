// The job that tells account managers and their deputies that the contract of a client ends in 90, 60 or 30 days.
import { type Ctx, inTransaction } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { findAccountManagers, findEndingContracts } from '../accounts/contract-queries.ts';
import { contractDays, contractEnding } from '../accounts/contract-rules.ts';
import { mailToDesk } from '../emails/desk-mails.ts';

const MAIL = 'mail_contract_end';

async function tellContracts(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const { id, manager, deputy } of await findEndingContracts(tx.db, contractDays(ukDateOf(tx.now()))))
      for (const userId of new Set([manager, deputy]))
        if (userId) await tx.jobs.add(tx.db, MAIL, { userId, accountId: id });
  });
}

async function mailContract(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const accountId = String(payload.accountId);
  const user = (await findAccountManagers(ctx.db, accountId, 'system')).find(({ id }) => id === payload.userId);
  const today = ukDateOf(ctx.now());
  const contract = contractEnding(await readAccountSettings(ctx, accountId), today);
  if (user === undefined || contract === undefined || !ctx.mail.canSend) return;
  const { name: account } = await readAccount(ctx, accountId);
  const { noticeBy } = contract;
  const page = `${ctx.settings.deskUrl}/desk/accounts/${accountId}`;
  const isLate = noticeBy !== undefined && noticeBy < today;
  const values = { name: user.name, account, ...contract, noticeBy: isLate ? undefined : noticeBy, page };
  await mailToDesk(ctx, user, 'contract_ending', values);
}

/** In the morning. */
export const contractCrontab = '10 7 * * * tell_contract_ends';

export const contractJobs = (ctx: Ctx): Readonly<Record<'tell_contract_ends' | typeof MAIL, JobHandler>> => ({
  tell_contract_ends: () => tellContracts(ctx),
  [MAIL]: (payload) => mailContract(ctx, payload),
});
