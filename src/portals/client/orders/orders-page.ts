// The client's first page: their live or test checks with status and result.
import type { FastifyRequest } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type CheckState, isOngoing } from '../../../features/checks/check-states.ts';
import { type ListedCheck, listChecksOf } from '../../../features/lists/check-list-actions.ts';
import {
  type CheckCount,
  type CheckSort,
  checkSorts,
  type ListedResult,
  listedResults,
} from '../../../features/lists/check-list-queries.ts';
import { readCompletedLately } from '../../../features/lists/completed-check-actions.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import {
  type ListSearch,
  listHref,
  listParameters,
  readListSearch,
  searchedText,
  sentListSearch,
} from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkTags, lightTags } from '../../shared/status-tags.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { renewalsDue, renewalsHref } from '../people/people-page.ts';
import { waitingForClient } from '../queries/client-queries.ts';
import { newOrderPath } from './new-order-page.ts';

const PER_PAGE = 20;
const COMPLETED_SHOWN = 5;
const path = '/portal';
const states = Object.keys(checkTags) as CheckState[];
const resultTexts: Readonly<Record<ListedResult, string>> = {
  ...{ clear: 'Clear', consider: 'Consider', undecided: 'To decide' },
};
const sortTexts: Readonly<Record<CheckSort, string>> = { newest: 'Newest first', oldest: 'Oldest first' };

interface OrdersQuery {
  readonly environment: Environment;
  readonly status: CheckState | undefined;
  readonly result: ListedResult | undefined;
  readonly sort: CheckSort;
  /** The bulk order that they were placed by. */
  readonly bulk: string | undefined;
  /** The order number at which the page starts. */
  readonly from: number | undefined;
}

/** Invalid values count as absent, so that old bookmarks still open. */
function readQuery(query: Readonly<Record<string, unknown>>): OrdersQuery {
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    status: states.find((status) => status === query.status),
    result: listedResults.find((result) => result === query.result),
    sort: checkSorts.find((sort) => sort === query.sort) ?? 'newest',
    bulk: isUuid(query.bulk) ? query.bulk : undefined,
    from: /^\d{1,15}$/.test(String(query.from)) ? Number(query.from) : undefined,
  };
}

function parametersOf(query: Partial<OrdersQuery>, search?: ListSearch) {
  const { environment, sort, ...others } = query;
  const filters = {
    environment: environment === 'test' ? environment : undefined,
    sort: sort === 'newest' ? undefined : sort,
    ...others,
  };
  return listParameters(filters, search);
}

const hrefOf = (query: Partial<OrdersQuery>, search?: ListSearch) => listHref(path, parametersOf(query, search));

function choicesOf(query: OrdersQuery, search: ListSearch | undefined, counts: readonly CheckCount[]) {
  const { environment, status, result, sort, bulk } = query;
  return {
    statuses: [undefined, ...states].map((value) => ({
      text: value === undefined ? 'All' : checkTags[value].text,
      href: hrefOf({ environment, status: value, sort, bulk }, search),
      // Only for the tabs of ongoing checks.
      count:
        value !== undefined && isOngoing(value)
          ? (counts.find((count) => count.status === value)?.count ?? 0)
          : undefined,
      active: value === status,
    })),
    results: [
      { value: '', text: 'Any result', selected: result === undefined },
      ...Object.entries(resultTexts).map(([value, text]) => ({ value, text, selected: value === result })),
    ],
    sorts: checkSorts.map((value) => ({ value, text: sortTexts[value], selected: value === sort })),
  };
}

/** @param today in the UK, by the clock of the account's environment */
const rowOf = ({ status, light, ...check }: ListedCheck, today: IsoDate) => ({
  ...check,
  // While the candidate has the form, or somebody's answer is waited for, nobody works towards the date.
  dueOn: status === 'awaiting_applicant' || status === 'on_hold' ? null : check.dueOn,
  isOverdue: check.dueOn !== null && check.dueOn < today,
  href: `/portal/checks/${check.id}`,
  status: checkTags[status],
  light: light === null ? undefined : lightTags[light],
  isOver: !isOngoing(status),
});

/** Undefined for users who may not read results, or if nothing was completed. */
async function completedIn(ctx: Ctx, user: ClientUser, environment: Environment) {
  if (!mayDo(user, 'read_results')) return undefined;
  const { since, checks, hasMore } = await readCompletedLately(ctx, callerFor(user, environment), COMPLETED_SHOWN);
  if (checks.length === 0) return undefined;
  const rows = checks.map(({ light, ...check }) => ({
    ...check,
    href: `/portal/checks/${check.id}`,
    light: light === null ? checkTags.complete : lightTags[light],
  }));
  return { since, rows, hasMore, allHref: hrefOf({ environment, status: 'complete' }) };
}

async function modelOf(ctx: Ctx, user: ClientUser, request: FastifyRequest) {
  const query = readQuery(request.query as Record<string, unknown>);
  const search = readListSearch(request);
  const { environment, status, result, sort, bulk, from } = query;
  const page = { sort, from, limit: PER_PAGE };
  const filter = { status, result, text: searchedText(search), bulkOrderId: bulk };
  const caller = callerFor(user, environment);
  const isNarrowed = search !== undefined || status !== undefined || result !== undefined;
  // What waits and what is new stands above the whole list: who narrows it looks for something else.
  const isWhole = !isNarrowed && bulk === undefined && from === undefined;
  const [listed, waiting, completed, due] = await Promise.all([
    listChecksOf(ctx, caller, filter, page),
    isWhole ? waitingForClient(ctx, user, caller) : undefined,
    isWhole ? completedIn(ctx, user, environment) : undefined,
    isWhole && mayDo(user, 'order_checks') ? renewalsDue(ctx, user, environment) : undefined,
  ]);
  const today = todayFor(ctx, caller);
  const hrefFrom = (start: number | undefined) =>
    start === undefined ? undefined : hrefOf({ ...query, from: start }, search);
  const first = { ...query, from: undefined };
  return {
    title: 'Checks',
    environment,
    orderHref: mayDo(user, 'order_checks') ? listHref(newOrderPath, parametersOf({ environment })) : undefined,
    waiting,
    completed,
    renewals: due && { count: due, href: renewalsHref(environment) },
    undecidedHref: hrefOf({ environment, result: 'undecided' }),
    // Without it, the column and the filter for results are left out.
    seesResults: mayDo(user, 'read_results'),
    ...choicesOf(query, search, listed.counts),
    kept: parametersOf({ ...first, result: undefined, sort: 'newest' }, search),
    rows: listed.checks.map((check) => rowOf(check, today)),
    isNarrowed,
    isOfBulkOrder: bulk !== undefined,
    search,
    searchAction: hrefOf(first),
    clearHref: hrefOf({ environment }),
    previousHref: hrefFrom(listed.previousFrom),
    nextHref: hrefFrom(listed.nextFrom),
  };
}

export function ordersPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_checks', menu: 'Checks', byEnvironment: true }, async (request, reply, user) =>
    renderPage(request, reply, 'client/orders/orders.njk', await modelOf(ctx, user, request)),
  );
  pages.post(path, { permission: 'read_checks' }, async (request, reply) => {
    const query = readQuery(request.query as Record<string, unknown>);
    return reply.redirect(hrefOf({ ...query, from: undefined }, sentListSearch(request, reply)), 303);
  });
}
