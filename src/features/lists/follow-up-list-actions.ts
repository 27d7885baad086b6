// Lists what a client is to be asked after its decisions with the names of the candidates, and records that the list and what it
// tells of the results were read.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { listOpenFollowUps } from '../client-decisions/follow-up-actions.ts';
import type { FollowUpKind } from '../client-decisions/follow-up-rules.ts';
import { recordList } from '../events/look-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { namesIn } from './candidate-name-actions.ts';
import { findSealedOrders } from './sealed-order-queries.ts';

export interface ListedFollowUp {
  readonly checkId: string;
  readonly orderId: number;
  readonly subsidiaryId: string | null;
  readonly candidateName: string;
  readonly kind: FollowUpKind;
  readonly dueOn: string;
}

/** What is due first at the top. */
export async function listFollowUps(
  ctx: Ctx,
  caller: Caller & OrderScope & Permitted,
  limit: number,
): Promise<ListedFollowUp[]> {
  demand(caller, 'read_results');
  const rows = await listOpenFollowUps(ctx, caller, limit);
  const ids = [...new Set(rows.map(({ check_id }) => check_id))];
  recordList(ctx, caller, 'account.checks_listed', { filter: { follow_ups: true }, ids });
  recordResultsReads(
    ctx,
    caller,
    rows.map(({ check_id: checkId, applicant_id: applicantId }) => ({ checkId, applicantId })),
  );
  const { accountId, environment } = caller;
  const sealed = await findSealedOrders(
    ctx.db,
    ids.map((checkId) => ({ accountId, environment, checkId })),
  );
  const names = await namesIn(ctx, sealed);
  return rows.map((row) => ({
    ...{ checkId: row.check_id, orderId: row.order_id, subsidiaryId: row.subsidiary_id },
    ...{ candidateName: names.get(row.check_id)!, kind: row.kind, dueOn: row.due_on },
  }));
}
