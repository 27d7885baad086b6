// The purchase orders that the client agreed to with how much of each is used, and its orders that have none.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { purchaseOrdersOf } from '../../shared/charges/purchase-orders.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

export const purchaseOrdersPath = '/portal/charges/purchase-orders';

export function purchaseOrdersPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(purchaseOrdersPath, { permission: 'read_charges' }, async (request, reply, user) => {
    const end = mayDo(user, 'amend_orders') ? '/change' : '';
    return renderPage(request, reply, 'client/charges/purchase-orders.njk', {
      title: 'Purchase orders',
      back: { text: 'Back to charges', href: '/portal/charges' },
      ...(await purchaseOrdersOf(ctx, callerFor(user, 'live'), (id) => `/portal/checks/${id}${end}`)),
    });
  });
}
