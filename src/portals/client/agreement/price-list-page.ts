// The client's own price list, to print and to download.
import type { Ctx } from '../../../context.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { priceListModel, sendPriceList, sendPriceListFile } from '../../shared/price-list/price-list.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

export const priceListPath = '/portal/agreement/prices';

const reads = { permission: 'read_agreement' } as const;

export function priceListPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(priceListPath, reads, async (request, reply, user) =>
    renderPage(request, reply, 'client/agreement/price-list.njk', {
      title: 'Price list',
      back: { text: 'Agreement', href: '/portal/agreement' },
      ...(await priceListModel(ctx, callerFor(user, 'live'), priceListPath)),
    }),
  );
  pages.get(`${priceListPath}/pdf`, reads, (_request, reply, user) =>
    sendPriceList(ctx, callerFor(user, 'live'), reply),
  );
  pages.get(`${priceListPath}/csv`, reads, (_request, reply, user) =>
    sendPriceListFile(ctx, callerFor(user, 'live'), reply),
  );
}
