// Decides about orders that wait for approval: lists them, approves them, sends them back or refuses them; and who asked takes them back.
import { type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { askerMay, demand } from '../access/permissions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import {
  type BulkCaller,
  type BulkOrder,
  beginPlacing,
  bulkOrderOf,
  readBulkOrder,
  seenRow,
} from './bulk-order-actions.ts';
import {
  type AskedKind,
  countAskedBulkOrders,
  findAskedBulkOrders,
  lockBulkOrder,
  type OrderDecision,
  storeOrderDecision,
  takeAskedBack,
} from './bulk-order-store.ts';
import { giveMatters } from './matter-actions.ts';
import { approvalOf, isForCover, sealReason, tellAsker } from './order-approval-actions.ts';

export const LONGEST_REASON = 1000;

/** More of a kind are counted, not listed. */
const LISTED_AT_MOST = 50;

const mayApproveAny = (caller: BulkCaller) => askerMay(caller, 'approve_orders');

/** How many wait for the caller's approval, of their own wait or were sent back, and were sent back to whom they cover for. */
export async function countAskedOrders(ctx: Ctx, caller: BulkCaller): Promise<Readonly<Record<AskedKind, number>>> {
  demand(caller, 'order_checks');
  const counts = await countAskedBulkOrders(ctx.db, caller, caller.userId);
  return mayApproveAny(caller) ? counts : { ...counts, toApprove: 0 };
}

/** The oldest first. */
export async function listAskedOrders(ctx: Ctx, caller: BulkCaller, kind: AskedKind): Promise<readonly BulkOrder[]> {
  demand(caller, 'order_checks');
  if (kind === 'toApprove' && !mayApproveAny(caller)) return [];
  const { userId } = caller;
  const rows = await findAskedBulkOrders(ctx.db, caller, { kind, userId, limit: LISTED_AT_MOST });
  const key = await ctx.keys.forAccount(caller.accountId);
  return rows.map((row) => bulkOrderOf(row, approvalOf(key, caller, row)));
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
  const row = await seenRow(ctx, caller, id);
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
    await tellAsker(tx, caller, row, { decision, reason: reason.trim() });
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

/** Sent back to somebody for whom the caller covers: it is the caller's own then. Refuses with `state_does_not_allow` any other. */
export async function takeOverSentBack(ctx: Ctx, caller: BulkCaller, id: string): Promise<void> {
  demand(caller, 'order_checks');
  await inTransaction(ctx, async (tx) => {
    await lockBulkOrder(tx.db, caller, id);
    const row = await seenRow(tx, caller, id);
    if (!isForCover(caller, row)) throw new Refusal('state_does_not_allow');
    const given = { matters: [{ kind: 'asked', id }], fromId: row.user_id!, toId: caller.userId } as const;
    await giveMatters(tx, caller, caller.accountId, given);
  });
}

const storeOf = (
  tx: Ctx,
  caller: BulkCaller & OrderScope,
  type: 'account.order_approval_decided' | 'account.order_approval_taken_back',
  detail: Readonly<Record<string, string>>,
) => storeAccountEvent(tx, caller.accountId, caller, { type, resourceId: caller.accountId, detail });
