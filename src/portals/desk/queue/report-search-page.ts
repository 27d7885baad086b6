// Finds orders of any state, live and test, with their reports: by order number, person, telephone number, reference,
// certificate, and who was asked for a reference.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { readCandidates } from '../../../features/lists/candidate-name-actions.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import { findReports } from '../../../features/lists/report-search-queries.ts';
import { orderIdOf, searchAccounts, searchNearNames } from '../../../features/lists/search-actions.ts';
import type { DeskReport } from '../../../features/lists/work-queue-queries.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { listHref, readListSearch, searchedText, sentListSearch } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { earlierAtDesk } from '../earlier/earlier-case-pages.ts';
import { orderHref } from '../orders/order-address.ts';
import { dueOf } from '../orders/order-due.ts';
import { deskRow } from './queue-list.ts';

/** Orders. */
const PER_PAGE = 20;
const path = '/desk/search';
const environments: readonly Environment[] = ['live', 'test'];

/** Of one more order than a page has. */
async function reportsBy(
  ctx: Ctx,
  user: UserOf<'desk'>,
  text: string,
  page: number,
  search: typeof searchNearNames = (...asked) => searchAccounts(...asked, true),
): Promise<DeskReport[]> {
  const accountIds = (await findDeskAccounts(ctx.db, user.accounts)).map(({ id }) => id);
  const searches = await Promise.all(environments.map((one) => search(ctx, authorityOf(user), accountIds, one, text)));
  const wanted = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
  return findReports(ctx.db, user, searches.flat(), wanted);
}

/** The one order that a number means; undefined where others have it as their reference, and for any other text. */
async function orderBy(ctx: Ctx, user: UserOf<'desk'>, text: string): Promise<string | undefined> {
  if (orderIdOf(text) === undefined) return undefined;
  // A case of the earlier system may have the number, too.
  if ((await earlierAtDesk(ctx, user, text)).length > 0) return undefined;
  const [checkId, ...others] = new Set((await reportsBy(ctx, user, text, 1)).map(({ check_id }) => check_id));
  return others.length === 0 ? checkId : undefined;
}

type People = Awaited<ReturnType<typeof readCandidates>>;

/** An order with its reports; a caller asks when it is ready. */
function orderRow(ctx: Ctx, user: UserOf<'desk'>, reports: readonly DeskReport[], people: People) {
  const names = new Map([...people].map(([checkId, { name }]) => [checkId, name]));
  const rows = reports.map((report) => {
    const isRequested = report.requested_at !== null;
    const row = deskRow(report, names, user, { now: ctx.now(), calendar: ctx.calendar() });
    const isQueued = isRequested && allowsAction(report.status, 'claim');
    return { ...row, isQueued, isRequested, href: pageOf({ reportId: report.report_id, isRequested }) };
  });
  const { orderId, orderHref: href, candidate, accountName, environment } = rows[0]!;
  const open = rows.filter(({ isQueued }) => isQueued).length;
  return {
    ...{ orderId, href, candidate, accountName, environment, rows, open, due: dueOf(rows) },
    bornOn: people.get(reports[0]!.check_id)?.bornOn,
    isAwaited: rows.every(({ isRequested }) => !isRequested),
  };
}

export async function findByText(ctx: Ctx, user: UserOf<'desk'>, text: string, page: number) {
  const exact = await reportsBy(ctx, user, text, page);
  const found = exact.length > 0 ? exact : await reportsBy(ctx, user, text, page, searchNearNames);
  const byOrder = [...Map.groupBy(found, ({ check_id }) => check_id).values()];
  const orders = byOrder.slice(0, PER_PAGE);
  const people = await readCandidates(ctx, user, orders.flat(), { list: 'search', page });
  return {
    orders: orders.map((reports) => orderRow(ctx, user, reports, people)),
    hasNext: byOrder.length > PER_PAGE,
    isNear: exact.length === 0,
  };
}

export function reportSearchPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get<FastifyRequest<{ Querystring: Record<string, unknown> }>>(
    path,
    { permission: 'read_reports' },
    async (request, reply, user) => {
      const search = readListSearch(request);
      const given = Number(request.query.page);
      const page = Number.isInteger(given) && given > 0 && given < 1000 ? given : 1;
      const text = searchedText(search);
      const { orders, hasNext, isNear } =
        text === undefined ? { orders: [], hasNext: false, isNear: false } : await findByText(ctx, user, text, page);
      const hrefOf = (to: number) =>
        listHref(path, [...(search ? [search.parameter] : []), ['page', String(to)]] as [string, string][]);
      return renderPage(request, reply, 'desk/queue/search.njk', {
        title: 'Find an order',
        search,
        ...{ orders, isNear },
        earlier: page === 1 ? await earlierAtDesk(ctx, user, text) : [],
        previousHref: page > 1 ? hrefOf(page - 1) : undefined,
        nextHref: hasNext ? hrefOf(page + 1) : undefined,
      });
    },
  );

  pages.post(path, { permission: 'read_reports' }, async (request, reply, user) => {
    const search = sentListSearch(request, reply);
    if (search === undefined) return reply.redirect('/desk', 303);
    const checkId = await orderBy(ctx, user, search.text);
    return reply.redirect(checkId === undefined ? listHref(path, [[...search.parameter]]) : orderHref(checkId), 303);
  });
}
