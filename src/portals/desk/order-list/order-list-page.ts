// All orders at the desk, whatever their state, with filters in the address: as a page, as a file, and the evidence
// bundles of the ticked ones in one ZIP.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { mostReopened } from '../../../features/cases/reopen-many-actions.ts';
import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import { type OrderSort, orderSorts } from '../../../features/lists/check-list-queries.ts';
import { findDeskAccounts } from '../../../features/lists/desk-account-queries.ts';
import {
  type DeskOrder,
  findDeskArchived,
  listDeskOrders,
  ORDERS_COUNTED,
  readDeskOrdersForFile,
} from '../../../features/lists/desk-order-actions.ts';
import { findOutcomeAuthors } from '../../../features/lists/desk-order-queries.ts';
import { evidenceKind, MOST_ARCHIVED } from '../../../features/lists/results-archive-actions.ts';
import { catalogue } from '../../../features/report-types/catalogue.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import { type CsvColumns, csvLines } from '../../../lib/csv.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { dueWords } from '../../shared/due-words.ts';
import { lower } from '../../shared/fact-labels.ts';
import { sendCsv } from '../../shared/files/csv-file.ts';
import { sendArchive } from '../../shared/files/results-archive.ts';
import { inThousands, orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { checkTag, checkTags, lightTags } from '../../shared/status-tags.ts';
import { orderHref } from '../orders/order-address.ts';
import {
  lights,
  type OrderListQuery,
  orderFilterOf,
  orderListHref,
  orderListParameters,
  orderListPath,
  orderStates,
  readOrderListQuery,
} from './order-list-query.ts';
import { reopenManyPath } from './reopen-many-page.ts';

const PER_PAGE = 50;
const permission = 'read_reports' as const;
const filePath = `${orderListPath}/file`;
const bundlesPath = `${orderListPath}/bundles/file`;

type ListRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;
type User = UserOf<'desk'>;

const sortTexts: Readonly<Record<OrderSort, string>> = { newest: 'Newest first', oldest: 'Oldest first' };

/** Why nothing was downloaded. */
const notices = {
  unselected: 'Tick the orders first whose evidence bundles you download.',
  none_complete:
    'Tick orders first that have complete reports. With a report type or “Outcome by” chosen, only these reports are reopened.',
  many_reopened: `These are more than ${mostReopened} orders or reports, which is the most at once: narrow the list, or tick some orders.`,
  many: `These are more than ${MOST_ARCHIVED} orders, which is the most for one download: narrow the list, or tick some of them.`,
} as const;

const noticeNamed = (name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(notices, name) ? notices[name as keyof typeof notices] : undefined;

type Choices = readonly (readonly [value: string, text: string])[];

/** @param all the first choice, which filters nothing */
function select(name: string, label: string, chosen: string | number | undefined, choices: Choices, all?: string) {
  const items = [...(all === undefined ? [] : [['', all] as const]), ...choices];
  const value = chosen === undefined ? '' : String(chosen);
  return { name, label, items: items.map(([one, text]) => ({ value: one, text, selected: one === value })) };
}

const typeChoices: Choices = catalogue
  .map(({ id, label }) => [String(id), label] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other));

/** Whose work it is tells only whoever reads the team's; everybody finds their own. */
async function authorChoices(ctx: Ctx, user: User): Promise<Choices> {
  if (!mayDo(user, 'read_team')) return [[user.userId, 'You']];
  return (await findOutcomeAuthors(ctx.db, user)).map(({ id, name }) => [id, id === user.userId ? 'You' : name]);
}

async function selectsOf(ctx: Ctx, user: User, query: OrderListQuery) {
  const [accounts, authors] = await Promise.all([findDeskAccounts(ctx.db, user.accounts), authorChoices(ctx, user)]);
  const results = lights.map((light) => [light, lightTags[light].text] as const);
  return [
    select(
      'account',
      'Account',
      query.account,
      accounts.filter(({ id, is_gone: isGone }) => !isGone || id === query.account).map(({ id, name }) => [id, name]),
      'All',
    ),
    select(
      'state',
      'State',
      query.state,
      orderStates.map((state) => [state, checkTags[state].text]),
      'All',
    ),
    ...(mayDo(user, 'read_results') ? [select('result', 'Result', query.result, results, 'Any result')] : []),
    select('type', 'Report type', query.type, typeChoices, 'All'),
    select('by', 'Outcome by', query.by, authors, 'Anybody'),
    select(
      'sort',
      'Sort by',
      query.sort,
      orderSorts.map((sort) => [sort, sortTexts[sort]]),
    ),
  ];
}

function dueOf({ dueOn, today }: Pick<DeskOrder, 'dueOn' | 'today'>, calendar: Calendar): string | undefined {
  if (dueOn === null) return undefined;
  const words = dueWords(dueOn, today, calendar);
  return dueOn < today ? words : `due ${lower(words)}`;
}

const rowOf = ({ light, ...order }: DeskOrder, calendar: Calendar) => ({
  ...order,
  href: orderHref(order.id),
  reports: order.reportTypeIds.map(reportLabel),
  tag: checkTag(order),
  light: light === null ? undefined : lightTags[light],
  due: dueOf(order, calendar),
  isOverdue: order.dueOn !== null && order.dueOn < order.today,
  hasResults: order.status !== 'awaiting_applicant' && !order.isRestricted,
});

const countText = (count: number): string =>
  count > ORDERS_COUNTED
    ? `More than ${inThousands(ORDERS_COUNTED)} orders`
    : `${inThousands(count)} ${count === 1 ? 'order' : 'orders'}`;

/** The first, the last, and those beside the one that is shown. */
function pagesOf(page: number, last: number, hrefOf: (page: number) => string) {
  const shown = [1, page - 1, page, page + 1, last].filter(
    (one, at, all) => one >= 1 && one <= last && all.indexOf(one) === at,
  );
  const numbered = shown.flatMap((one, at) => [
    ...(at > 0 && one - shown[at - 1]! > 1 ? [{ ellipsis: true }] : []),
    { number: inThousands(one), href: hrefOf(one), current: one === page },
  ]);
  return {
    items: numbered,
    previous: page > 1 ? { href: hrefOf(page - 1) } : undefined,
    next: page < last ? { href: hrefOf(page + 1) } : undefined,
  };
}

async function modelOf(ctx: Ctx, user: User, request: ListRequest) {
  const query = readOrderListQuery(request.query);
  const { environment, sort, page = 1, ...filters } = query;
  const [listed, selects] = await Promise.all([
    listDeskOrders(ctx, user, orderFilterOf(query), { sort, offset: (page - 1) * PER_PAGE, limit: PER_PAGE }),
    selectsOf(ctx, user, query),
  ]);
  const first = { ...query, page: undefined };
  const last = Math.ceil(listed.count / PER_PAGE);
  return {
    title: 'Orders',
    ...{ environment, query, selects },
    filtersOn: Object.values(filters).filter((value) => value !== undefined).length,
    clearHref: orderListHref(readOrderListQuery({ environment })),
    rows: listed.orders.map((order) => rowOf(order, ctx.calendar())),
    count: countText(listed.count),
    isFew: listed.count <= MOST_ARCHIVED,
    pages:
      last > 1
        ? pagesOf(page, last, (one) => orderListHref({ ...query, page: one === 1 ? undefined : one }))
        : undefined,
    pageText: last > 1 ? `page ${inThousands(page)} of ${inThousands(last)}` : undefined,
    seesResults: mayDo(user, 'read_results'),
    fileHref: orderListHref(first, filePath),
    bundlesAction: bundlesPath,
    mayReopen: mayDo(user, 'reopen_reports'),
    reopenAction: reopenManyPath,
    reopenHref: listed.count > mostReopened ? undefined : orderListHref(first, reopenManyPath, { which: 'all' }),
    bundlesHref: orderListHref(first, bundlesPath, { which: 'all' }),
    // The other parameters of the address, which the form of the ticked repeats.
    kept: orderListParameters(query),
    most: MOST_ARCHIVED,
    notice: noticeNamed(request.query.notice),
  };
}

const dayOf = (at: Date | null) => (at === null ? null : ukDateOf(at));

const columns: CsvColumns<DeskOrder> = {
  order: ({ orderId }) => orderNumber(orderId),
  account: ({ accountName }) => accountName,
  candidate: ({ candidateName }) => candidateName,
  reports: ({ reportTypeIds }) => reportTypeIds.map(reportLabel).join('; '),
  state: (order) => checkTag(order).text,
  result: ({ light }) => light && lightTags[light].text,
  outcome_by: ({ outcomesBy }) => outcomesBy.join('; '),
  ordered_on: ({ orderedAt }) => ukDateOf(orderedAt),
  form_submitted_on: ({ formSentAt }) => dayOf(formSentAt),
  completed_on: ({ completedAt }) => dayOf(completedAt),
  due_on: ({ dueOn }) => dueOn,
  earlier_number: ({ earlierNumber }) => earlierNumber,
};

export function orderListPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    orderListPath,
    { permission, menu: 'Orders', byEnvironment: true },
    async (request: ListRequest, reply, user) =>
      renderPage(request, reply, 'desk/order-list/order-list.njk', await modelOf(ctx, user, request)),
  );

  pages.get(filePath, { permission, stepUp: 'exports' }, async (request: ListRequest, reply, user) => {
    const query = readOrderListQuery(request.query);
    const orders = readDeskOrdersForFile(ctx, user, orderFilterOf(query), query.sort);
    return sendCsv(reply, `orders-${ukDateOf(ctx.now())}`, csvLines(columns, orders));
  });

  const options = { permission: 'read_results', stepUp: 'exports' } as const;
  pages.get(bundlesPath, options, async (request: ListRequest, reply, user) => {
    const query = readOrderListQuery(request.query);
    const { which, orders } = request.query;
    const ids = [orders ?? []].flat().filter(isUuid);
    const refuse = (notice: keyof typeof notices) =>
      reply.redirect(orderListHref(query, orderListPath, { notice }), 303);
    if (which !== 'all' && ids.length === 0) return refuse('unselected');
    const filter = which === 'all' ? orderFilterOf(query) : { environment: query.environment, ids };
    const found = await findDeskArchived(ctx, user, filter, query.sort);
    if (found.length === 0) return refuse('unselected');
    if (found.length > MOST_ARCHIVED) return refuse('many');
    return sendArchive(ctx, reply, `evidence-${ukDateOf(ctx.now())}`, found, evidenceKind);
  });
}
