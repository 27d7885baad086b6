// The log of an account's requests to the API, for the people who make its programs: written outside of requests, read in the
// portal, and deleted after some days.
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { BatchKind } from '../../platform/db/counted-batches.ts';
import { inBatches } from '../../platform/jobs.ts';
import { demand } from '../access/permissions.ts';
import type { ApiRequestFilter, ApiRequestRow } from './api-request.ts';
import {
  findApiRequest,
  findApiRequests,
  findUsedKeys,
  type ListedApiRequest,
  type LoggedKey,
} from './api-request-queries.ts';
import { deleteApiRequestsBefore, insertApiRequests } from './api-request-store.ts';

export type { ListedApiRequest, LoggedKey };

type Reader = Authority & OrderScope;

const kind: BatchKind<ApiRequestRow> = {
  name: 'api_requests',
  write: (db, rows) =>
    insertApiRequests(
      db,
      rows.map(({ row }) => row),
    ),
};

/**
 * Stores the request within a second. Never throws: while too many wait for the database it is not logged, because a log must
 * not cost anybody their request. @param make undefined for a request that belongs to no account
 */
export function recordApiRequest(
  ctx: Pick<Ctx, 'batches' | 'settings' | 'log' | 'now'>,
  make: (now: Date) => ApiRequestRow | undefined,
): void {
  if (ctx.settings.apiRequestDays === 0) return;
  try {
    const row = make(ctx.now());
    if (row !== undefined) ctx.batches.add(kind, row.id, () => row);
  } catch (error) {
    if (error instanceof Refusal) ctx.log.debug('request not listed for its account', { error });
    else ctx.log.error('request not listed for its account', { error });
  }
}

export interface ApiRequestPage {
  /** Newest first. */
  readonly requests: readonly ListedApiRequest[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/**
 * @param at the id of a request: the page has those `before` it, or those `after` it; the newest without either.
 * Refuses with `not_permitted`.
 */
export async function listApiRequests(
  ctx: Pick<Ctx, 'db'>,
  reader: Reader,
  filter: ApiRequestFilter,
  {
    before,
    after,
    limit,
  }: { readonly before?: string | undefined; readonly after?: string | undefined; readonly limit: number },
): Promise<ApiRequestPage> {
  demand(reader, 'read_api_requests');
  const found = await findApiRequests(ctx.db, reader, filter, { before, after, limit: limit + 1 });
  const hasMore = found.length > limit;
  if (after === undefined)
    return { requests: found.slice(0, limit), hasNewer: before !== undefined, hasOlder: hasMore };
  return { requests: found.slice(-limit), hasNewer: hasMore, hasOlder: true };
}

/** Refuses with `not_found` or `not_permitted`. */
export async function readApiRequest(ctx: Pick<Ctx, 'db'>, reader: Reader, id: string): Promise<ListedApiRequest> {
  demand(reader, 'read_api_requests');
  const found = await findApiRequest(ctx.db, reader, id);
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** Refuses with `not_permitted`. */
export async function listLoggedKeys(ctx: Pick<Ctx, 'db'>, reader: Reader): Promise<LoggedKey[]> {
  demand(reader, 'read_api_requests');
  return findUsedKeys(ctx.db, reader);
}

const DAY_MS = 24 * 3_600_000;

/** For the pruning job: deletes requests older than the setting says. Returns how many. */
export function pruneApiRequests(ctx: Pick<Ctx, 'db' | 'now' | 'settings'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.settings.apiRequestDays * DAY_MS);
  return inBatches((limit) => deleteApiRequestsBefore(ctx.db, before, limit));
}
