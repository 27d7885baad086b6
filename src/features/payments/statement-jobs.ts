// The job that mails statements each month, to the accounts whose settings say so.
import type { Ctx } from '../../context.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { wereUsersMailed } from '../emails/email-actions.ts';
import { findDeskAccounts } from '../lists/desk-account-queries.ts';
import { mailStatement } from './statement-actions.ts';
import { usualPeriod } from './statement-rules.ts';

/** If the mail of one account fails, the others are still sent. */
async function mailStatements(ctx: Ctx): Promise<void> {
  const since = startOfUkDay(`${ukDateOf(ctx.now()).slice(0, 7)}-01`);
  for (const { id: accountId, is_gone: isGone } of await findDeskAccounts(ctx.db, 'all')) {
    if (isGone) continue;
    await mailOf(ctx, accountId, since).catch((error: unknown) =>
      ctx.log.error('statement not mailed', { accountId, error }),
    );
  }
}

async function mailOf(ctx: Ctx, accountId: string, since: Date): Promise<void> {
  const { monthlyStatement, billingEmail } = await readAccountSettings(ctx, accountId);
  if (!monthlyStatement || billingEmail === '') return;
  const caller = { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  if (await wereUsersMailed(ctx, caller, 'account_statement', since)) return;
  await mailStatement(ctx, caller, usualPeriod(ukDateOf(ctx.now())));
}

/** On the 3rd, when the invoices of the month before are usually issued. */
export const statementCrontab = '40 7 3 * * mail_statements';

export const statementJobs = (ctx: Ctx): Readonly<Record<'mail_statements', JobHandler>> => ({
  mail_statements: () => mailStatements(ctx),
});
