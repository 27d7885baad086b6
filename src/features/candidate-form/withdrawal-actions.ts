// Reads when a candidate withdrew their consent, and which reports they refused.
import type { Ctx } from '../../context.ts';
import type { Check } from '../checks/check.ts';
import { findHistory } from '../events/check-history-queries.ts';

/** When the candidate withdrew; undefined unless they closed the check. */
export async function readWithdrawal(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id, status }: Pick<Check, 'tenant' | 'id' | 'status'>,
): Promise<Date | undefined> {
  if (status !== 'withdrawn') return undefined;
  const closing = (await findHistory(ctx.db, tenant, { checkId: id, types: ['check.withdrawn'] })).at(-1);
  return closing?.actor === 'candidate' ? closing.occurred_at : undefined;
}

/** The reports that the candidate refused, or withdrew with the check. */
export async function readRefused(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id, reports }: Pick<Check, 'tenant' | 'id' | 'reports'>,
): Promise<ReadonlySet<string>> {
  if (!reports.some(({ status }) => status === 'withdrawn')) return new Set();
  const events = await findHistory(ctx.db, tenant, { checkId: id, types: ['report.withdrawn'] });
  return new Set(events.flatMap(({ actor, report_id }) => (actor === 'candidate' && report_id ? [report_id] : [])));
}
