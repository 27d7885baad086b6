// The price list of an account at the desk; that of the house standard is for a prospect.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { priceListModel, sendPriceList, sendPriceListFile } from '../../shared/price-list/price-list.ts';
import { quotesPath } from '../quotes/quote-path.ts';
import { type AccountPages, renderAccountPage } from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

const reads = { permission: 'read_accounts' } as const;

/** Below the address of an account. */
const priceListPath = '/report-types/prices';

export function priceListPage(pages: AccountPages, ctx: Ctx): void {
  pages.get(priceListPath, reads, async (request, reply, opened) =>
    renderAccountPage(request, reply, 'price-list.njk', opened, {
      title: 'Price list',
      section: 'Report types',
      back: { text: 'Report types', href: `${opened.path}/report-types` },
      newQuoteHref: opened.account.is_standard && mayDo(opened.user, 'make_quotes') ? `${quotesPath}/new` : undefined,
      ...(await priceListModel(ctx, liveScopeOf(opened), `${opened.path}${priceListPath}`)),
    }),
  );
  pages.get(`${priceListPath}/pdf`, reads, (_request, reply, opened) => sendPriceList(ctx, liveScopeOf(opened), reply));
  pages.get(`${priceListPath}/csv`, reads, (_request, reply, opened) =>
    sendPriceListFile(ctx, liveScopeOf(opened), reply),
  );
}
