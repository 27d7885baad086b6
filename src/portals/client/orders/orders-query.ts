// What the address of the list of checks asks for, and the addresses that ask for it.
import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../../context.ts';
import type { CheckState } from '../../../features/checks/check-states.ts';
import { MINE } from '../../../features/lists/check-list-actions.ts';
import { type CheckSort, type ListedResult, listedResults } from '../../../features/lists/check-list-queries.ts';
import { type WaitKind, waitKinds } from '../../../features/lists/client-waiting-queries.ts';
import { type StartPeriod, startPeriodIn } from '../../../features/lists/start-period-rules.ts';
import { isMonthText } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { type ListSearch, listHref, listParameters, readListSearch, searchedText } from '../../shared/list-search.ts';
import { OF_NO_SUBSIDIARY } from '../../shared/orders/order-submission.ts';
import { checkTags } from '../../shared/status-tags.ts';
import type { Notice } from './list-acts.ts';
import { sortIn, usualSort } from './order-sorts.ts';
/** Of the list of checks. */
export const ordersPath = '/portal';
export const checksFilePath = '/portal/file';
export const exportsPath = '/portal/export';
export const checkStates = Object.keys(checkTags) as CheckState[];

export interface OrdersQuery {
  readonly environment: Environment;
  readonly status: CheckState | undefined;
  /** Those that wait for the user for anything or for this, whatever their status. */
  readonly waiting: 'yes' | WaitKind | undefined;
  readonly result: ListedResult | undefined;
  /** In which they were requested, `yyyy-mm`. */
  readonly month: string | undefined;
  /** Only of who starts in so many days, and whose screening is not complete. */
  readonly starts: StartPeriod | undefined;
  /** Only what is overdue. */
  readonly late: 'yes' | undefined;
  readonly sort: CheckSort;
  /** The user whose orders they are, or `mine`. */
  readonly owner: string | undefined;
  /** The one that they are for, or `none`. */
  readonly subsidiary: string | undefined;
  /** The bulk order that they were placed by. */
  readonly bulk: string | undefined;
  /** The order number at which the page starts. */
  readonly from: number | undefined;
}

const isMonth = (value: unknown): value is string => typeof value === 'string' && isMonthText(value);

/** Invalid values count as absent, so that old bookmarks still open. */
export function readOrdersQuery(query: Readonly<Record<string, unknown>>): OrdersQuery {
  const starts = startPeriodIn(query.starts);
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    status: checkStates.find((status) => status === query.status),
    waiting: (['yes', ...waitKinds] as const).find((kind) => kind === query.waiting),
    month: isMonth(query.month) ? query.month : undefined,
    result: listedResults.find((result) => result === query.result),
    starts,
    late: query.late === 'yes' ? 'yes' : undefined,
    sort: sortIn(query.sort, starts),
    owner: query.owner === MINE ? MINE : isUuid(query.owner) ? query.owner.toLowerCase() : undefined,
    subsidiary: isUuid(query.subsidiary) || query.subsidiary === OF_NO_SUBSIDIARY ? query.subsidiary : undefined,
    bulk: isUuid(query.bulk) ? query.bulk : undefined,
    from: /^\d{1,15}$/.test(String(query.from)) ? Number(query.from) : undefined,
  };
}

export function parametersOf(query: Partial<OrdersQuery>, search?: ListSearch) {
  const { environment, sort, ...others } = query;
  const filters = {
    environment: environment === 'test' ? environment : undefined,
    sort: sort === usualSort(query.starts) ? undefined : sort,
    ...others,
  };
  return listParameters(filters, search);
}

export const hrefOf = (query: Partial<OrdersQuery>, search?: ListSearch) =>
  listHref(ordersPath, parametersOf(query, search));

/** The list as the query finds it, with a notice. */
export const ordersHref = (query: OrdersQuery, search: ListSearch | undefined, notice: Notice): string =>
  listHref(ordersPath, [...parametersOf(query, search), ['notice', notice]]);

/** The list of an environment, with a notice if there is one to give. */
export const checkListHref = ({ environment }: Pick<OrdersQuery, 'environment'>, notice?: Notice): string =>
  listHref(ordersPath, [
    ...parametersOf({ environment }),
    ...(notice === undefined ? [] : [['notice', notice] as [string, string]]),
  ]);

/** What the address asks for, as the list and its file find it. */
export function readOrdersWish(request: FastifyRequest) {
  const query = readOrdersQuery(request.query as Record<string, unknown>);
  const search = readListSearch(request);
  const { status, result, month, owner, bulk, waiting, subsidiary, starts, late } = query;
  const isOfNone = subsidiary === OF_NO_SUBSIDIARY ? (true as const) : undefined;
  return {
    query,
    search,
    wish: {
      ...{ status, result, month, text: searchedText(search), ownerId: owner, bulkOrderId: bulk, waiting, isOfNone },
      startsWithin: starts,
      isLate: late && (true as const),
    },
  };
}

/** The list of the checks that were requested in a month, `yyyy-mm`. */
export const monthHref = (environment: Environment, month: string, subsidiary?: string): string =>
  hrefOf({ environment, month, subsidiary });
