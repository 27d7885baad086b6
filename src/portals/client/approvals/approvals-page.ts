// The orders that wait for approval: those that the user may approve, and those that they asked for.
import type { Ctx } from '../../../context.ts';
import { type BulkCaller, type BulkOrder, readWaitingRows } from '../../../features/orders/bulk-order-actions.ts';
import { listAskedOrders } from '../../../features/orders/order-decision-actions.ts';
import {
  allOf,
  candidateOf,
  groupsOf,
  shownGroup,
  urgentPenceOfAll,
} from '../../shared/bulk-orders/bulk-order-groups.ts';
import { purchaseOrdersIn } from '../../shared/bulk-orders/order-approval-view.ts';
import { stageOf } from '../../shared/bulk-orders/placed-bulk-order.ts';
import { type OpenedOrder, type OrderRequest, openOrder } from '../../shared/orders/order-submission.ts';
import { totalOf } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { bulkCallerOf, type ClientUser, callerFor, clientOrderer } from '../client-caller.ts';

const path = '/portal/orders/approvals';

/** What waits for the user, and what they asked for, above the list of checks; undefined if nothing does. */
export async function approvalsWaiting(ctx: Ctx, user: ClientUser) {
  const caller: BulkCaller = { ...callerFor(user, 'live'), userId: user.userId };
  const { toApprove, own } = await listAskedOrders(ctx, caller);
  if (toApprove.length + own.length === 0) return undefined;
  return { toApprove: toApprove.length, own: own.length, href: path };
}

async function rowOf(one: OpenedOrder, order: BulkOrder) {
  const rows = await readWaitingRows(one.ctx, bulkCallerOf(one), order.id);
  const groups = groupsOf(order, rows, one.orderable);
  const { packageName, reports } = shownGroup(groups[0]!, one.orderable);
  return {
    href: `${bulkOrderPath}/${order.id}`,
    name: candidateOf(rows[0]!, one.orderable).name,
    more: rows.length - 1,
    what: packageName ?? reports.map(({ label }) => label).join(', '),
    total: totalOf(allOf(groups), one.orderable, urgentPenceOfAll(groups, one.orderable)),
    purchaseOrders: purchaseOrdersIn(one, rows),
    askedBy: order.approval!.askedBy,
    askedAt: order.approval!.askedAt,
    stage: stageOf(order),
  };
}

export function approvalsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'order_checks' }, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    const { toApprove, own } = await listAskedOrders(ctx, bulkCallerOf(one));
    return renderPage(request, reply, 'client/approvals/approvals.njk', {
      title: 'Orders that wait for approval',
      parts: [
        { title: 'For you to approve', rows: await Promise.all(toApprove.map((order) => rowOf(one, order))) },
        { title: 'That you asked for', rows: await Promise.all(own.map((order) => rowOf(one, order))) },
      ].filter(({ rows }) => rows.length > 0),
    });
  });
}
