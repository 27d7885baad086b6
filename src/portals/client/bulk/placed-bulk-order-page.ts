// The page of one bulk order of the client.
import type { Ctx } from '../../../context.ts';
import { answerBulkOrder, type OpenedBulk, showBulkOrder } from '../../shared/bulk-orders/placed-bulk-order.ts';
import { environmentOf, type OrderRequest, openOrder } from '../../shared/orders/order-submission.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { clientOrderer } from '../client-caller.ts';
import { withdrawManyPath } from '../many/many-paths.ts';
import { correctHref } from '../orders/new-order-page.ts';
import { renewalsHref } from '../people/people-page.ts';
import { bulkOrderPath } from './bulk-order-page.ts';

function siteFor(request: OrderRequest, user: UserOf<'client'>): OpenedBulk['orderer'] {
  const inTest = environmentOf(request) === 'test' && { environment: 'test' };
  return {
    ...clientOrderer(request, user),
    path: bulkOrderPath,
    listHref: (id) => `/portal?${new URLSearchParams({ ...inTest, bulk: id })}`,
    correctHref,
    renewalsHref: renewalsHref(environmentOf(request)),
    rowsHref: (id) => `${bulkOrderPath}/${id}/rows${inTest ? '?environment=test' : ''}`,
    withdrawHref: (id) => `${withdrawManyPath}?${new URLSearchParams({ ...inTest, bulk: id, which: 'all' })}`,
  };
}

export function placedBulkOrderPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'order_checks', byEnvironment: true } as const;
  const path = `${bulkOrderPath}/:id`;
  const opened = async (request: OrderRequest, reply: OpenedBulk['reply'], user: UserOf<'client'>) => {
    const orderer = siteFor(request, user);
    return { ...(await openOrder(ctx, request, reply, orderer)), orderer };
  };
  pages.get(path, options, async (request: OrderRequest, reply, user) =>
    showBulkOrder(await opened(request, reply, user)),
  );
  pages.post(path, options, async (request: OrderRequest, reply, user) =>
    answerBulkOrder(await opened(request, reply, user)),
  );
}
