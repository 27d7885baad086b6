// The job that tells a candidate that they need not come, after the report of an appointment was closed.
import { type Caller, type Ctx, type Environment, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { mailAppointment } from './appointment-mail-actions.ts';
import { findAppointment } from './appointment-store.ts';

async function tellCandidate(ctx: Ctx, caller: Caller, id: string): Promise<void> {
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const row = await findAppointment(tx.db, caller, id);
    if (row?.at == null || row.outcome !== 'called_off') return;
    const { check, key } = await readCheckAndKey(tx, caller, row.check_id);
    if (key === undefined || (await isRestricted(tx.db, caller, check.applicantId))) return;
    await mailAppointment(tx, caller, { check, key }, { at: row.at, as: 'called_off' });
  });
}

export const appointmentJobs = (ctx: Ctx): Readonly<Record<string, JobHandler>> => ({
  tell_called_off: ({ accountId, environment, clockOffsetSeconds, appointmentId }) => {
    const tenant = { accountId: String(accountId), environment: environment as Environment };
    const caller: Caller = { ...tenant, actor: 'system', clockOffsetSeconds: Number(clockOffsetSeconds) };
    return tellCandidate(ctx, caller, String(appointmentId));
  },
});
