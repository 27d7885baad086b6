// Cancels many requests to suppliers at once, or records that the suppliers of reports that ended were told.
import type { Ctx, Environment } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { callerFor, type Screener } from '../cases/screening-actions.ts';
import { findRequestsOf } from '../lists/sent-out-queries.ts';
import { cancelSupplierRequest } from '../suppliers/supplier-request-actions.ts';
import { readCancellation, type TypedCancellation } from '../suppliers/supplier-request-rules.ts';
import { isDone } from './batch-actions.ts';

/** More take so long that somebody would send them again. */
export const mostCancelledAtOnce = 1000;

export interface Cancellation extends TypedCancellation {
  readonly requestIds: readonly string[];
  /** What they were when they were chosen: of what has ended since, nobody has told the supplier. */
  readonly status: 'sent' | 'to_call_off';
}

/**
 * Returns how many were cancelled: the others were answered or ended meanwhile. Refuses with `invalid_fields` (requests, and
 * as `cancelSupplierRequest`) before anything is done.
 */
export async function cancelMany(
  ctx: Ctx,
  screener: Screener,
  environment: Environment,
  { requestIds, status, ...typed }: Cancellation,
): Promise<number> {
  demand(authorityOf(screener), 'send_out');
  const ids = [...new Set(requestIds)];
  const problems = new Problems();
  if (ids.length === 0) problems.add('requests', 'Select the requests first');
  if (ids.length > mostCancelledAtOnce) problems.add('requests', `Select ${mostCancelledAtOnce} or fewer`);
  problems.refuse('invalid_fields');
  readCancellation(typed, status).problems.refuse('invalid_fields');
  const rows = await findRequestsOf(ctx.db, screener, { environment, now: ctx.now(), ids });
  let cancelled = 0;
  for (const row of rows) {
    const target = { checkId: row.check_id, reportId: row.report_id, requestId: row.id };
    if (await isDone(() => cancelSupplierRequest(ctx, callerFor(screener, row), target, typed, [status])))
      cancelled += 1;
  }
  return cancelled;
}
