// The pages on which a client places an order.
import type { Ctx } from '../../../context.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { answerOrderForm, type OrderSite, showOrderForm } from '../../shared/orders/order-pages.ts';
import type { OrderRequest } from '../../shared/orders/order-submission.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { type ClientUser, clientOrderer } from '../client-caller.ts';
import { newOrderPath } from './new-order-path.ts';
import { prefilledIn } from './order-like.ts';
import { assessmentIn } from './order-to-assess.ts';

/** Where an order that was sent back is corrected. */
export const correctHref = (id: string) => `${newOrderPath}?correct=${id}`;

const siteFor = (request: OrderRequest, user: ClientUser): OrderSite => ({
  ...clientOrderer(request, user),
  path: newOrderPath,
  bulkPath: bulkOrderPath,
  asksStarted: true,
  askedHref: (id) => `${bulkOrderPath}/${id}`,
  corrects: isUuid(request.query.correct) ? request.query.correct : undefined,
  orderHref: (checkId) => `/portal/checks/${checkId}`,
  placedHref: ({ id }) => `/portal/checks/${id}?done=ordered`,
});

export function newOrderPages(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;
  pages.get(newOrderPath, { ...options, menu: 'Order a check' }, (request: OrderRequest, reply, user) =>
    (isUuid(request.query.assess) ? assessmentIn : prefilledIn)(ctx, request, user).then((prefilled) =>
      showOrderForm(ctx, request, reply, { ...siteFor(request, user), prefilled }),
    ),
  );
  pages.post(newOrderPath, options, (request: OrderRequest, reply, user) =>
    answerOrderForm(ctx, request, reply, siteFor(request, user)),
  );
}
