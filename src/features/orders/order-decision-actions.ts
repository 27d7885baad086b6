// Decides about orders that wait for approval: lists them, approves them, sends them back or refuses them; and who asked takes them back.
import { type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type BulkCaller, type BulkOrder, beginPlacing, bulkOrderOf, readBulkOrder } from './bulk-order-actions.ts';
import {
  type BulkOrderRow,
  findAskedBulkOrders,
  findAskedBy,
  type OrderDecision,
  storeOrderDecision,
  takeAskedBack,
} from './bulk-order-store.ts';
import { approvalOf, mayApprove, sealReason } from './order-approval-actions.ts';

export const LONGEST_REASON = 1000;

/** More are not listed. */
const LISTED_AT_MOST = 50;

/** Those that the caller may approve, and those that they asked for, which wait or were sent back; the oldest first. */
export async function listAskedOrders(
  ctx: Ctx,
  caller: BulkCaller,
): Promise<{ readonly toApprove: readonly BulkOrder[]; readonly own: readonly BulkOrder[] }> {
  demand(caller, 'order_checks');
  const [asked, own] = await Promise.all([
    findAskedBulkOrders(ctx.db, caller, caller.userId, LISTED_AT_MOST),
    findAskedBy(ctx.db, caller, caller.userId, LISTED_AT_MOST),
  ]);
  const key = await ctx.keys.forAccount(caller.accountId);
  const opened = (row: BulkOrderRow) => bulkOrderOf(row, approvalOf(key, caller, row));
  const isSeen = ({ subsidiaries }: BulkOrderRow) => subsidiaries.every((id) => isInScope(caller, id));
  return {
    toApprove: asked.filter((row) => mayApprove(caller, row)).map(opened),
    own: own.filter(isSeen).map(opened),
  };
}

/**
 * Approving places them, judged as they are today. Refuses with `not_permitted` who asked, with `state_does_not_allow` what does
 * not wait any more, and with `invalid_fields` (reason) a refusal without one.
 */
export async function decideOnOrders(
  ctx: Ctx,
  caller: BulkCaller,
  id: string,
  { decision, reason }: { readonly decision: OrderDecision; readonly reason: string },
): Promise<void> {
  demand(caller, 'approve_orders');
  await readBulkOrder(ctx, caller, id);
  const problems = new Problems();
  if (decision !== 'approved' && reason.trim() === '') problems.add('reason', "can't be blank");
  if (isLongerThan(reason, LONGEST_REASON)) problems.add('reason', `must have at most ${LONGEST_REASON} characters`);
  problems.refuse('invalid_fields');
  const key = await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const sealedReason = reason.trim() === '' ? null : sealReason(key, caller, id, reason.trim());
    const isDecided = await storeOrderDecision(tx.db, caller, id, {
      ...{ at: tx.now(), by: caller.userId, decision, sealedReason },
    });
    if (!isDecided) throw new Refusal('state_does_not_allow');
    if (decision === 'approved') await beginPlacing(tx, caller, id);
    await storeOf(tx, caller, 'account.order_approval_decided', { order: id, decision });
  });
}

/** It can be placed again then, or discarded. Refuses with `state_does_not_allow` what does not wait any more. */
export async function takeOrdersBack(ctx: Ctx, caller: BulkCaller, id: string): Promise<void> {
  demand(caller, 'order_checks');
  await readBulkOrder(ctx, caller, id);
  await inTransaction(ctx, async (tx) => {
    if (!(await takeAskedBack(tx.db, caller, id, caller.userId))) throw new Refusal('state_does_not_allow');
    await storeOf(tx, caller, 'account.order_approval_taken_back', { order: id });
  });
}

const storeOf = (
  tx: Ctx,
  caller: BulkCaller & OrderScope,
  type: 'account.order_approval_decided' | 'account.order_approval_taken_back',
  detail: Readonly<Record<string, string>>,
) => storeAccountEvent(tx, caller.accountId, caller, { type, resourceId: caller.accountId, detail });
