// The nightly job that deletes the contents of certificates, the files of orders and the words of old complaints, whose time is over.
import type { Ctx } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { areAccountsAsLeft } from '../accounts/user-row-actions.ts';
import { forgetOldAnswers } from '../data-requests/complaint-actions.ts';
import { type DueContents, deleteContents, listDueContents } from './content-actions.ts';
import { findDeletingAccounts } from './content-queries.ts';

/** What is left over is deleted on the next day. */
const mostPerRun = 5000;

/** In a transaction of its own: one that fails is logged, and does not keep the others. */
async function deleteOne(ctx: Ctx, due: DueContents): Promise<boolean> {
  try {
    return await deleteContents(ctx, due);
  } catch (error) {
    ctx.log.error('deletion of contents failed', { resourceId: due.check_id, error });
    return false;
  }
}

/** Accounts whose settings were changed behind the program delete nothing. Returns how often something was deleted. */
export async function deleteDueContents(ctx: Ctx): Promise<number> {
  const accounts: string[] = [];
  for (const id of await findDeletingAccounts(ctx.db)) if (await areAccountsAsLeft(ctx, [id])) accounts.push(id);
  if (accounts.length === 0) return 0;
  let count = 0;
  for (const environment of ['live', 'test'] as const) {
    const due = await listDueContents(ctx, 'system', accounts, environment, { withinDays: 0, limit: mostPerRun });
    for (const one of due) if (one.open_matters.length === 0 && (await deleteOne(ctx, one))) count += 1;
  }
  return count;
}

export const contentCrontab = '51 2 * * * delete_due_contents';

export const contentJobs = (ctx: Ctx): Readonly<Record<'delete_due_contents', JobHandler>> => ({
  async delete_due_contents() {
    const count = await deleteDueContents(ctx);
    if (count > 0) ctx.log.info('contents deleted', { count });
    const complaints = await forgetOldAnswers(ctx);
    if (complaints > 0) ctx.log.info('complaints forgotten', { count: complaints });
  },
});
