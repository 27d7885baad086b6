// The list of the accounts that a desk user may see, searched by name.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { findListedAccounts } from '../../../features/lists/account-list-queries.ts';
import { readOrderStops } from '../../../features/lists/order-stop-actions.ts';
import { closingTag } from '../../shared/closing-words.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { quotesPath } from '../quotes/quote-path.ts';
import { accountsPath, asked, type DeskUser, type FormRequest, pageIn } from './account-request.ts';
import { changePricePath } from './change-price-page.ts';
import { comingPricesPath } from './coming-prices-page.ts';
import { oneSettingPath } from './one-setting-page.ts';
import { stopText } from './order-stop-page.ts';

const PER_PAGE = 50;
const shown = (areClosed: boolean) => (areClosed ? 'closed' : undefined);

async function modelOf(ctx: Ctx, user: DeskUser, request: FormRequest) {
  const named = asked(request, 'q').slice(0, 100);
  const areClosed = asked(request, 'show') === 'closed';
  const page = pageIn(request);
  const found = await findListedAccounts(ctx.db, user, {
    named,
    areClosed,
    now: ctx.now(),
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE + 1,
  });
  const ids = found.map(({ id }) => id);
  const stops = await readOrderStops(ctx, authorityOf(user), ids);
  const hrefOf = (number: number) =>
    listHref(
      accountsPath,
      listParameters({ q: named || undefined, show: shown(areClosed), page: number === 1 ? undefined : number }),
    );
  const tab = (text: string, closed: boolean) => ({
    ...{ text, active: closed === areClosed, href: listHref(accountsPath, listParameters({ show: shown(closed) })) },
  });
  return {
    title: 'Accounts',
    named,
    areClosed,
    tabs: [tab('Open', false), tab('Closed', true)],
    rows: found.slice(0, PER_PAGE).map((row) => ({
      ...row,
      href: `${accountsPath}/${row.id}`,
      stopText: stops.has(row.id) ? stopText(stops.get(row.id)!) : undefined,
      closingTag: row.closing ? closingTag(row.closing) : undefined,
    })),
    mineHref: mayDo(user, 'manage_accounts') ? '/desk/my-clients' : undefined,
    quotesHref: mayDo(user, 'make_quotes') ? quotesPath : undefined,
    settingsHref: mayDo(user, 'manage_accounts') ? oneSettingPath : undefined,
    pricesHref: mayDo(user, 'manage_agreements') ? changePricePath : undefined,
    comingPricesHref: comingPricesPath,
    newHref: mayDo(user, 'manage_accounts') ? `${accountsPath}/new` : undefined,
    previousHref: page > 1 ? hrefOf(page - 1) : undefined,
    nextHref: found.length > PER_PAGE ? hrefOf(page + 1) : undefined,
  };
}

export function accountsPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    accountsPath,
    { permission: 'read_accounts', menu: 'Accounts', menuGroup: 'clients' },
    async (request: FastifyRequest, reply, user) =>
      renderPage(request, reply, 'desk/accounts/accounts.njk', await modelOf(ctx, user, request as FormRequest)),
  );
}
