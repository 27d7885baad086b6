// Which orders of the list somebody does something with at once: those that are ticked, or all that the list finds.
import type { FastifyRequest } from 'fastify';
import type { Ctx, Environment } from '../../../context.ts';
import { type ListedChecks, listChecksOf } from '../../../features/lists/check-list-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref } from '../../shared/list-search.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { readOrdersWish } from '../orders/orders-query.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

/** More take so long that somebody would send them again: the rest is done in a second go. */
const MOST_CHOSEN = 500;

export type ManyRequest = FastifyRequest<{ Body: Record<string, unknown> | null }>;

export interface ChosenOrders {
  readonly environment: Environment;
  readonly caller: ClientCaller;
  /** None if nothing was ticked. */
  readonly checks: ListedChecks['checks'];
  readonly hasMore: boolean;
  /** With the ids or the filters that chose them. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The form sends the ids of its orders as one text. */
export const sentIds = (value: unknown): string[] => [
  ...new Set(
    String(value ?? '')
      .split(' ')
      .filter(isUuid),
  ),
];

export const sentEnvironment = ({ body }: ManyRequest): Environment => (body?.environment === 'test' ? 'test' : 'live');

async function listed(ctx: Ctx, caller: ClientCaller, wish: Parameters<typeof listChecksOf>[2]) {
  const { checks, nextFrom } = await listChecksOf(ctx, caller, wish, { sort: 'oldest', limit: MOST_CHOSEN });
  return { checks, hasMore: nextFrom !== undefined };
}

/** Of the address, as the list's own form and links write it. */
export async function readChosen(ctx: Ctx, signedIn: ClientUser, request: ManyRequest): Promise<ChosenOrders> {
  const query = request.query as Readonly<Record<string, unknown>>;
  const { user } = await subsidiaryFilter(ctx, signedIn, query);
  const { query: read, wish } = readOrdersWish(request);
  const caller = callerFor(user, read.environment);
  const ids = [query.orders ?? []].flat().filter(isUuid);
  const found =
    query.which === 'all' || ids.length > 0
      ? await listed(ctx, caller, query.which === 'all' ? wish : { ids })
      : { checks: [], hasMore: false };
  return { environment: read.environment, caller, query, ...found };
}

/** Those of a form that was sent. */
export async function readSent(ctx: Ctx, user: ClientUser, request: ManyRequest): Promise<ChosenOrders> {
  const environment = sentEnvironment(request);
  const caller = callerFor(user, environment);
  const ids = sentIds(request.body?.orders);
  const found = ids.length === 0 ? { checks: [], hasMore: false } : await listed(ctx, caller, { ids });
  return { environment, caller, query: {}, ...found };
}

/** More do not fit into an address. */
const MOST_IN_ADDRESS = 100;

/** The page of what is done with these orders; undefined if they are too many for its address. */
export const chosenHref = (path: string, environment: Environment, ids: readonly string[]): string | undefined =>
  ids.length > MOST_IN_ADDRESS
    ? undefined
    : listHref(path, [
        ...(environment === 'test' ? [['environment', 'test'] as [string, string]] : []),
        ...ids.map((id): [string, string] => ['orders', id]),
      ]);
