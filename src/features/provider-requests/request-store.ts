// Rows of requests to providers and of the exchanges about them.
import type { Tenant } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { RequestState } from './request-states.ts';

export interface RequestRow {
  readonly provider: string;
  readonly status: RequestState;
  readonly reference: string | null;
  readonly attempts: number;
  readonly began_at: Date;
  readonly accepted_at: Date | null;
  readonly next_at: Date | null;
}

const columns = sql`provider, status, reference, attempts, began_at, accepted_at, next_at`;

/** In the order in which they began. */
export function findRequests(db: Db, tenant: Tenant, reportId: string): Promise<RequestRow[]> {
  return db.rows<RequestRow>(sql`
    select ${columns} from provider_requests
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by began_at, provider`);
}

/** Locks the row until the end of the transaction. */
export function lockRequest(
  db: Db,
  tenant: Tenant,
  reportId: string,
  provider: string,
): Promise<RequestRow | undefined> {
  return db.row<RequestRow>(sql`
    select ${columns} from provider_requests
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
      and provider = ${provider}
    for update`);
}

/** Begins a request and names its provider on the report. Does nothing if the provider was asked before. */
export async function insertRequest(
  db: Db,
  tenant: Tenant,
  request: { readonly reportId: string; readonly provider: string; readonly at: Date },
): Promise<void> {
  const { accountId, environment } = tenant;
  const { reportId, provider, at } = request;
  await db.run(sql`
    with asked as (
      insert into provider_requests (account_id, environment, report_id, provider, status, attempts, began_at, next_at)
      values (${accountId}, ${environment}, ${reportId}, ${provider}, 'asking', 0, ${at}, ${at})
      on conflict do nothing returning report_id
    )
    update reports r set provider = ${provider} from asked
    where r.account_id = ${accountId} and r.environment = ${environment} and r.id = asked.report_id`);
}

/** The report about which this provider was asked; undefined if there is none. */
export function findAskedReport(
  db: Db,
  accountId: string,
  provider: string,
  reportId: string,
): Promise<{ environment: Tenant['environment']; check_id: string } | undefined> {
  return db.row(sql`
    select r.environment, r.check_id from provider_requests q
    join reports r on (r.account_id, r.environment, r.id) = (q.account_id, q.environment, q.report_id)
    where q.account_id = ${accountId} and q.environment = 'live' and q.report_id = ${reportId} and q.provider = ${provider}`);
}

export interface RequestChange {
  readonly reportId: string;
  readonly provider: string;
  readonly status: RequestState;
  readonly reference: string | null;
  readonly attempts: number;
  readonly acceptedAt: Date | null;
  readonly nextAt: Date | null;
}

export async function updateRequest(db: Db, tenant: Tenant, change: RequestChange): Promise<void> {
  await db.run(sql`
    update provider_requests set status = ${change.status}, reference = ${change.reference}, attempts = ${change.attempts},
      accepted_at = ${change.acceptedAt}, next_at = ${change.nextAt}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${change.reportId}
      and provider = ${change.provider}`);
}

/** From now on screeners work on the report. */
export async function giveToPerson(db: Db, tenant: Tenant, reportId: string, manual: string): Promise<void> {
  await db.run(sql`
    update reports set provider = ${manual}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}

export const exchangeKinds = ['request', 'poll', 'callback', 'cancel', 'recheck'] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

export interface ExchangeRow {
  readonly id: string;
  readonly provider: string;
  readonly kind: ExchangeKind;
  readonly outcome: string;
  readonly reason: string | null;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly cost_pence: number;
  readonly sealed_content: Buffer;
}

export async function insertExchange(
  db: Db,
  tenant: Tenant,
  exchange: ExchangeRow & { readonly reportId: string },
): Promise<void> {
  await db.run(sql`
    insert into provider_exchanges (account_id, environment, id, report_id, provider, kind, outcome, reason, started_at,
      duration_ms, cost_pence, sealed_content)
    values (${tenant.accountId}, ${tenant.environment}, ${exchange.id}, ${exchange.reportId}, ${exchange.provider},
      ${exchange.kind}, ${exchange.outcome}, ${exchange.reason}, ${exchange.started_at}, ${exchange.duration_ms},
      ${exchange.cost_pence}, ${exchange.sealed_content})`);
}

/** Of a live report. */
export async function insertProviderCost(
  db: Db,
  tenant: Tenant,
  {
    id,
    reportId,
    provider,
    started_at,
    cost_pence,
  }: Pick<ExchangeRow, 'id' | 'provider' | 'started_at' | 'cost_pence'> & { readonly reportId: string },
): Promise<void> {
  await db.run(sql`
    insert into provider_costs (account_id, environment, id, report_id, provider, asked_on, cost_pence)
    values (${tenant.accountId}, ${tenant.environment}, ${id}, ${reportId}, ${provider}, ${ukDateOf(started_at)}, ${cost_pence})`);
}

/** Oldest first. */
export function findExchanges(db: Db, tenant: Tenant, reportId: string): Promise<ExchangeRow[]> {
  return db.rows<ExchangeRow>(sql`
    select id, provider, kind, outcome, reason, started_at, duration_ms, cost_pence, sealed_content
    from provider_exchanges
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by started_at, id`);
}

export interface ExchangeCount {
  readonly provider: string;
  readonly kind: ExchangeKind;
  readonly outcome: string;
  readonly exchanges: number;
  readonly cost_pence: number;
}

/** The exchanges that are still recorded. */
export function countExchanges(db: Db, tenant: Tenant): Promise<ExchangeCount[]> {
  return db.rows<ExchangeCount>(sql`
    select provider, kind, outcome, count(*)::integer as exchanges, sum(cost_pence)::integer as cost_pence
    from provider_exchanges
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
    group by provider, kind, outcome`);
}

/** Of all tenants, by age; those of open reports stay. Returns how many were deleted, at most `limit`. */
export function deleteExchangesBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from provider_exchanges where ctid = any (array(
      select e.ctid from provider_exchanges e
      join reports r on (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.report_id)
      where e.started_at < ${before} and r.status in ('complete', 'cancelled', 'withdrawn')
      limit ${limit}))`);
}
