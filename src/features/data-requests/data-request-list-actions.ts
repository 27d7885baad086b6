// The list of what people ask about their data, of all accounts that somebody of the desk sees.
import type { Ctx, Environment } from '../../context.ts';
import { type Asker, askerMay, demand } from '../access/permissions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import {
  countOpenRequests,
  findListedRequests,
  type ListedRequest,
  type RequestCounts,
  type RequestFilter,
} from './data-request-queries.ts';
import { SOON_DAYS } from './data-request-rules.ts';

export type { ListedRequest, RequestCounts, RequestFilter };

/** What somebody sees of the register. */
const seenBy = (by: Asker) => ({ onlyOfDelay: !askerMay(by, 'read_erasures') });

/** Those of these accounts; names nobody. */
export function listRequests(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  { offset, limit, ...filter }: RequestFilter & { readonly offset: number; readonly limit: number },
): Promise<ListedRequest[]> {
  demand(by, 'read_erasures', 'read_complaints');
  return findListedRequests(
    ctx.db,
    accounts,
    environment,
    { ...filter, ...seenBy(by) },
    { now: ctx.now(), offset, limit },
  );
}

export function countRequests(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
): Promise<RequestCounts> {
  demand(by, 'read_erasures', 'read_complaints');
  return countOpenRequests(ctx.db, accounts, environment, { now: ctx.now(), soonDays: SOON_DAYS, ...seenBy(by) });
}
