// The orders that wait for approval: those that the user may approve, and those that they asked for.
import type { Ctx } from '../../../context.ts';
import { type BulkOrder, readWaitingRows } from '../../../features/orders/bulk-order-actions.ts';
import { countAskedOrders, listAskedOrders } from '../../../features/orders/order-decision-actions.ts';
import { isCorrectable } from '../../../features/orders/sent-back-order-actions.ts';
import {
  allOf,
  candidateOf,
  groupsOf,
  shownGroup,
  urgentPenceOfAll,
} from '../../shared/bulk-orders/bulk-order-groups.ts';
import { purchaseOrdersIn } from '../../shared/bulk-orders/order-approval-view.ts';
import { type OpenedOrder, type OrderRequest, openOrder } from '../../shared/orders/order-submission.ts';
import { totalOf } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { weekdayDate } from '../../shared/start-words.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { bulkCallerOf, type ClientUser, callerFor, clientOrderer } from '../client-caller.ts';
import { correctHref } from '../orders/new-order-page.ts';

const path = '/portal/orders/approvals';

/** In the order in which the page has them. */
const kinds = [
  ['toApprove', 'For you to approve'],
  ['sentBack', 'Sent back to you'],
  ['covered', 'Sent back to a colleague for whom you cover'],
  ['waiting', 'That you asked for'],
] as const;

/** What waits for the user, and what they asked for, above the list of checks; undefined if nothing does. */
export async function approvalsWaiting(ctx: Ctx, user: ClientUser) {
  const counts = await countAskedOrders(ctx, { ...callerFor(user, 'live'), userId: user.userId });
  return Object.values(counts).every((count) => count === 0) ? undefined : { ...counts, href: path };
}

async function rowOf(one: OpenedOrder, order: BulkOrder) {
  const rows = await readWaitingRows(one.ctx, bulkCallerOf(one), order.id);
  const groups = groupsOf(order, rows, one.orderable);
  const { packageName, reports } = shownGroup(groups[0]!, one.orderable);
  return {
    href: `${bulkOrderPath}/${order.id}`,
    name: candidateOf(rows[0]!, one.orderable).name,
    more: rows.length - 1,
    what: packageName ?? reports.map(({ label }) => label).join('; '),
    total: totalOf(allOf(groups), one.orderable, urgentPenceOfAll(groups, one.orderable)),
    // The nearest first day, and whether one of them comes before others.
    startsOn: rows
      .flatMap(({ startsOn }) => startsOn ?? [])
      .toSorted()
      .map(weekdayDate)[0],
    isUrgent: rows.some(({ isUrgent }) => isUrgent),
    purchaseOrders: purchaseOrdersIn(one, rows),
    approval: order.approval!,
    correctHref: isCorrectable(order) ? correctHref(order.id) : undefined,
  };
}

export function approvalsPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'order_checks' }, async (request: OrderRequest, reply, user) => {
    const one = await openOrder(ctx, request, reply, clientOrderer(request, user));
    const caller = bulkCallerOf(one);
    const counts = await countAskedOrders(ctx, caller);
    const shown = kinds.filter(([kind]) => counts[kind] > 0);
    const parts = shown.map(async ([kind, title]) => {
      const orders = await listAskedOrders(ctx, caller, kind);
      const rows = await Promise.all(orders.map((order) => rowOf(one, order)));
      return { ...{ kind, title, rows }, count: counts[kind], more: counts[kind] - rows.length };
    });
    return renderPage(request, reply, 'client/approvals/approvals.njk', {
      title: 'Orders that wait for approval',
      back: { text: 'Checks', href: '/portal' },
      parts: await Promise.all(parts),
    });
  });
}
