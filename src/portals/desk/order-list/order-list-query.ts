// The address of the list of all orders: its filters, order and page.
import type { CheckState } from '../../../features/checks/check-states.ts';
import { type OrderSort, orderSorts } from '../../../features/lists/check-list-queries.ts';
import type { DeskOrderFilter } from '../../../features/lists/desk-order-queries.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { TrafficLight } from '../../../features/reports/report-rules.ts';
import { parseDate } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { checkTags, lightTags } from '../../shared/status-tags.ts';

export const orderListPath = '/desk/orders';

export const orderStates = Object.keys(checkTags) as readonly CheckState[];
export const lights = Object.keys(lightTags) as readonly TrafficLight[];

export interface OrderListQuery {
  readonly environment: 'live' | 'test';
  readonly account: string | undefined;
  readonly state: CheckState | undefined;
  readonly result: TrafficLight | undefined;
  readonly type: number | undefined;
  /** Who gave the outcome. */
  readonly by: string | undefined;
  /** UK days, as all that follow. */
  readonly ordered_from: string | undefined;
  readonly ordered_to: string | undefined;
  readonly completed_from: string | undefined;
  readonly completed_to: string | undefined;
  readonly sort: OrderSort;
  /** From 1; undefined for the first. */
  readonly page: number | undefined;
}

const dayIn = (value: unknown) =>
  typeof value === 'string' && value.length === 10 && parseDate(value) !== undefined ? value : undefined;

/** Invalid values count as absent, so that old bookmarks still open. */
export function readOrderListQuery(query: Readonly<Record<string, unknown>>): OrderListQuery {
  return {
    environment: query.environment === 'test' ? 'test' : 'live',
    account: isUuid(query.account) ? query.account : undefined,
    state: orderStates.find((state) => state === query.state),
    result: lights.find((light) => light === query.result),
    type: reportTypeById(Number(query.type))?.id,
    by: isUuid(query.by) ? query.by.toLowerCase() : undefined,
    ordered_from: dayIn(query.ordered_from),
    ordered_to: dayIn(query.ordered_to),
    completed_from: dayIn(query.completed_from),
    completed_to: dayIn(query.completed_to),
    sort: orderSorts.find((sort) => sort === query.sort) ?? 'newest',
    page: /^[1-9]\d{0,5}$/.test(String(query.page)) && query.page !== '1' ? Number(query.page) : undefined,
  };
}

/** Leaves out what has its default. */
export const orderListParameters = ({ environment, sort, ...others }: OrderListQuery) =>
  listParameters({
    environment: environment === 'test' ? environment : undefined,
    sort: sort === 'newest' ? undefined : sort,
    ...others,
  });

/** @param more parameters that are not part of the query */
export const orderListHref = (
  query: OrderListQuery,
  path = orderListPath,
  more: Readonly<Record<string, string>> = {},
): string => listHref(path, [...orderListParameters(query), ...Object.entries(more)]);

export const orderFilterOf = (query: OrderListQuery): DeskOrderFilter => ({
  environment: query.environment,
  accountId: query.account,
  status: query.state,
  light: query.result,
  reportTypeId: query.type,
  outcomeBy: query.by,
  ordered: { from: query.ordered_from, to: query.ordered_to },
  completed: { from: query.completed_from, to: query.completed_to },
});
