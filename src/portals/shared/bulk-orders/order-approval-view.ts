// What the page of an order says of its approval, and what is pressed there.
import { todayFor } from '../../../context.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import type { BulkCaller, BulkOrder, BulkRow } from '../../../features/orders/bulk-order-actions.ts';
import { readStaleRows } from '../../../features/orders/bulk-order-placing-actions.ts';
import type { OrderingCaller } from '../../../features/orders/order-actions.ts';
import {
  decideOnOrders,
  LONGEST_REASON,
  takeOrdersBack,
  takeOverSentBack,
} from '../../../features/orders/order-decision-actions.ts';
import { agreedOrder, purchaseOrderFault } from '../../../features/purchase-orders/purchase-order-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { messagesOf } from '../field-words.ts';
import { orderWords } from '../orders/order-form.ts';
import type { OpenedOrder } from '../orders/order-submission.ts';
import { chosenOf, purchaseOrderOf } from './bulk-order-groups.ts';

const leftText = (limit: number, used: number) =>
  used > limit
    ? `${inPounds(used - limit)} over its limit of ${inPounds(limit)}`
    : `${inPounds(limit - used)} left of ${inPounds(limit)}`;

/** The purchase orders that the rows name, each once, with what is left of them and what is wrong with them today. */
export function purchaseOrdersIn(
  one: Pick<OpenedOrder, 'ctx' | 'orderer' | 'purchaseOrders'>,
  rows: readonly BulkRow[],
) {
  const today = todayFor(one.ctx, one.orderer.caller);
  return [...new Set(rows.map(purchaseOrderOf))].map((number) => {
    const { limit_pence: limit = null, used_pence: used = null } = agreedOrder(one.purchaseOrders, number) ?? {};
    const isOver = limit !== null && used !== null && used >= limit;
    const left = limit === null || used === null ? undefined : leftText(limit, used);
    return { number, left, isOver, fault: purchaseOrderFault(one.purchaseOrders, number, today) };
  });
}

/** Why no order could be placed today for some of the rows: what they order may have ended since it was asked for. */
async function staleIn(one: OpenedOrder, caller: OrderingCaller, order: BulkOrder) {
  const stale = await readStaleRows(one.ctx, caller, order.id);
  return stale.map(({ rowNumber, items, problems }) => ({
    rowNumber,
    problems: Object.values(messagesOf(problems, orderWords(chosenOf(items ?? order.items)))).flat(),
  }));
}

export async function approvalIn(one: OpenedOrder, caller: OrderingCaller, order: BulkOrder, rows: readonly BulkRow[]) {
  const { approval } = order;
  const waits = approval !== undefined && approval.decided === undefined;
  const mayDecide = waits && !approval.isOwn;
  return {
    ...approval,
    waits,
    mayDecide,
    isOver: approval?.decided?.decision === 'refused',
    isOfOther: approval?.isOwn === false,
    isNeeded: await needsApproval(one.ctx, caller),
    // Who places them knows that none is named, and whose rows differ sees it beside each.
    purchaseOrders: purchaseOrdersIn(one, rows).filter(({ left }) => mayDecide || left !== undefined),
    stale: mayDecide ? await staleIn(one, caller, order) : [],
    longest: LONGEST_REASON,
  };
}

/** Returns what is wrong with what was typed. */
export async function decide(
  one: OpenedOrder,
  caller: OrderingCaller,
  id: string,
  pressed: string,
): Promise<FieldMessages | undefined> {
  const { userId } = caller;
  if (userId === null) throw new Refusal('not_permitted');
  const by: BulkCaller = { ...caller, userId };
  try {
    if (pressed === 'take_back') await takeOrdersBack(one.ctx, by, id);
    if (pressed === 'take_over') await takeOverSentBack(one.ctx, by, id);
    if (pressed === 'approved' || pressed === 'sent_back' || pressed === 'refused') {
      const reason = String(one.request.body?.reason ?? '');
      await decideOnOrders(one.ctx, by, id, { decision: pressed, reason });
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.reason === undefined) throw error;
    return { reason: error.fields.reason.map((text) => `The reason ${text}`) };
  }
}
