// The lines of the ledger that credit reports, whole or in part.
import type { Tenant } from '../../context.ts';
import type { LineReason } from '../../messages/en-credits.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { openReportStates } from './report-states.ts';

/** What was credited in part of the report of a line `l`: null if nothing was. */
const parts = sql`
  left join lateral (
    select sum(k.amount_pence) as amount_pence, sum(k.fee_pence) as fee_pence, count(*) as count from charges k
    where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id) and k.kind = 'part_credit'
  ) k on true`;

/** The price that was agreed after a line `l`. */
const laterPrice = sql`
  left join charges p on (p.account_id, p.environment, p.about_id) = (l.account_id, l.environment, l.about_id)
    and p.kind = 'price'`;

const price = sql`coalesce(l.amount_pence, p.amount_pence)`;
const fee = sql`(l.fee_pence + coalesce(p.fee_pence, 0))`;

interface ReportCredit {
  readonly checkId: string;
  readonly reportIds: readonly string[];
  readonly reason: LineReason;
}

/**
 * Credits reports of a check, each once: what is left of them after parts that were credited, without an amount if one was
 * ordered so; test mode has no charges. Returns the ids of those that are credited now.
 */
export async function creditReportRows(
  db: Db,
  tenant: Tenant,
  { checkId, reportIds, reason }: ReportCredit,
  at: Date,
): Promise<string[]> {
  await lockReports(db, tenant, checkId, reportIds);
  const rows = await db.rows<{ report_id: string }>(sql`
    insert into charges (account_id, environment, report_id, kind, amount_pence, fee_pence, vat_percent, created_at,
      package, package_part, package_before, reason)
    select l.account_id, l.environment, l.report_id, 'credit',
      case when k.count = 0 then -l.amount_pence else -(${price} + k.amount_pence) end,
      case when k.count = 0 then -l.fee_pence else -(${fee} + k.fee_pence) end, l.vat_percent, ${at}::timestamptz, l.package, l.package_part, l.package_before,
      ${reason}
    from charges l ${laterPrice} ${parts}
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment}
      and l.about_id = any (${reportIds}::uuid[]) and l.kind = 'order' and r.check_id = ${checkId}
    on conflict do nothing
    returning report_id`);
  return rows.map((row) => row.report_id);
}

/**
 * Whether money went to an authority for the report `r`: somebody recorded the application, or it was sent to a supplier or
 * taken by a provider.
 */
const isFeeSpent = sql`(
  r.applied_at is not null
  or exists (
    select from supplier_requests q
    where (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id)
      and (q.status <> 'cancelled' or q.cost_pence > 0))
  or exists (
    select from provider_requests q
    where (q.account_id, q.environment, q.report_id) = (r.account_id, r.environment, r.id)
      and (q.accepted_at is not null or q.status = 'answered')))`;

/**
 * Whether the report `r` ended while it was worked on, and without a result, before its fee was spent: the fee is not charged.
 * What ended before work began is credited whole.
 */
export const endedFeeless = (tenant: Tenant): Sql => sql`(
  r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment}
  and (r.status in ('withdrawn', 'cancelled') and r.requested_at is not null
    or r.status = 'complete' and r.result = 'unidentified')
  and not ${isFeeSpent})`;

const unspent = 'fee_not_spent' satisfies LineReason;

/** Credits what is left of the fee of a report for which nothing was paid. Returns how much; undefined if there is nothing to credit. */
export async function creditUnspentFee(
  db: Db,
  tenant: Tenant,
  { checkId, reportId }: { readonly checkId: string; readonly reportId: string },
  at: Date,
): Promise<number | undefined> {
  await lockReports(db, tenant, checkId, [reportId]);
  const row = await db.row<{ pence: number }>(sql`
    insert into charges (account_id, environment, report_id, kind, number, amount_pence, fee_pence, vat_percent, created_at,
      package, package_part, package_before, reason)
    select l.account_id, l.environment, l.report_id, 'part_credit', k.count + 1, 0, -(${fee} + coalesce(k.fee_pence, 0)),
      l.vat_percent, ${at}::timestamptz, l.package, l.package_part, l.package_before, ${unspent}
    from charges l ${laterPrice} ${parts}
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${reportId}
      and l.kind = 'order' and r.check_id = ${checkId} and ${fee} + coalesce(k.fee_pence, 0) > 0 and not ${isFeeSpent}
      and not exists (
        select from charges c where (c.account_id, c.environment, c.about_id) = (l.account_id, l.environment, l.about_id)
          and c.kind = 'credit')
    returning -fee_pence as pence`);
  return row?.pence;
}

export interface FeeRow {
  /** When somebody recorded the application; null if nobody did. */
  readonly applied_at: Date | null;
  /** Also by a request to a supplier or a provider. */
  readonly is_spent: boolean;
}

/** Undefined for a report whose price includes no fee. */
export function findFee(db: Db, tenant: Tenant, reportId: string): Promise<FeeRow | undefined> {
  return db.row<FeeRow>(sql`
    select r.applied_at, ${isFeeSpent} as is_spent
    from charges l ${laterPrice} ${parts}
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${reportId}
      and l.kind = 'order' and ${fee} + coalesce(k.fee_pence, 0) > 0
      and not exists (
        select from charges c where (c.account_id, c.environment, c.about_id) = (l.account_id, l.environment, l.about_id)
          and c.kind = 'credit')`);
}

export interface EndCostRow {
  readonly check_id: string;
  readonly report_type_id: number;
  readonly is_complete: boolean;
  /** After parts that were credited; null without an agreed price. */
  readonly left_pence: number | null;
  readonly left_fee_pence: number;
  /** What is credited if the report ends without a result now. */
  readonly credits: 'all' | 'fee' | 'nothing';
}

/** The reports of checks that are charged and not credited, in their order. */
export function findEndCosts(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<EndCostRow[]> {
  return db.rows<EndCostRow>(sql`
    select r.check_id, r.report_type_id, r.status = 'complete' as is_complete,
      ${price} + coalesce(k.amount_pence, 0) as left_pence, ${fee} + coalesce(k.fee_pence, 0) as left_fee_pence,
      case when r.status <> all (${openReportStates}::text[]) then 'nothing' when r.requested_at is null then 'all'
        when ${isFeeSpent} then 'nothing' else 'fee' end as credits
    from charges l ${laterPrice} ${parts}
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.kind = 'order'
      and r.check_id = any (${checkIds}::uuid[]) and not l.billed_elsewhere
      and not exists (
        select from charges c where (c.account_id, c.environment, c.about_id) = (l.account_id, l.environment, l.about_id)
          and c.kind = 'credit')
    order by r.check_id, r.position`);
}

interface UrgencyRow {
  readonly check_id: string;
  readonly pence: number;
  readonly is_credited: boolean;
}

/** The surcharges of those of the checks that are urgent and charged for it. */
export function findUrgency(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<UrgencyRow[]> {
  return db.rows<UrgencyRow>(sql`
    select c.id as check_id, l.amount_pence as pence, c.started_at is null as is_credited
    from checks c join charges l on (l.account_id, l.environment, l.about_id) = (c.account_id, c.environment, c.urgent_charge_id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = any (${checkIds}::uuid[]) and l.kind = 'added'`);
}

/** False if it was so already, or the report is over. @param at null for an application that was not made */
export async function markApplied(db: Db, tenant: Tenant, reportId: string, at: Date | null): Promise<boolean> {
  const changed = await db.run(sql`
    update reports set applied_at = ${at}::timestamptz
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
      and status = any (${openReportStates}::text[]) and (applied_at is null) <> ${at === null}::boolean`);
  return changed > 0;
}

/** Whoever credits a report at the same time waits, and then sees what is left of it. */
async function lockReports(db: Db, tenant: Tenant, checkId: string, reportIds: readonly string[]): Promise<void> {
  await db.rows(sql`
    select from reports r
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and r.id = any (${reportIds}::uuid[])
    order by r.id for no key update`);
}

export interface PartCredit {
  readonly checkId: string;
  readonly reportId: string;
  readonly pricePence: number;
  readonly feePence: number;
  readonly reason: LineReason;
}

/** False if the report was not charged, was credited whole, or less is left of its price or fee. */
export async function creditPartRow(db: Db, tenant: Tenant, part: PartCredit, at: Date): Promise<boolean> {
  await lockReports(db, tenant, part.checkId, [part.reportId]);
  const inserted = await db.run(sql`
    insert into charges (account_id, environment, report_id, kind, number, amount_pence, fee_pence, vat_percent, created_at,
      package, package_part, package_before, reason)
    select l.account_id, l.environment, l.report_id, 'part_credit', k.count + 1, -${part.pricePence}::integer,
      -${part.feePence}::integer, l.vat_percent, ${at}::timestamptz, l.package, l.package_part, l.package_before, ${part.reason}
    from charges l ${laterPrice} ${parts}
    join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.about_id)
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.about_id = ${part.reportId}
      and l.kind = 'order' and r.check_id = ${part.checkId}
      and ${price} + coalesce(k.amount_pence, 0) >= ${part.pricePence}::integer
      and ${fee} + coalesce(k.fee_pence, 0) >= ${part.feePence}::integer
      and not exists (
        select from charges c where (c.account_id, c.environment, c.about_id) = (l.account_id, l.environment, l.about_id)
          and c.kind = 'credit')`);
  return inserted > 0;
}

const ended = 'ended_before_work' satisfies LineReason;
const urgentNoMore = 'urgent_no_more' satisfies LineReason;

/**
 * Credits the surcharge of an urgent order on which no work has begun. Returns how much; undefined if there is nothing to credit.
 * @param isOver only if no report of the order is open
 */
export async function creditUrgency(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { at, isOver }: { readonly at: Date; readonly isOver: boolean },
): Promise<number | undefined> {
  const row = await db.row<{ pence: number }>(sql`
    with credited as (
      update checks c set urgent_charge_id = null
      from (
        select urgent_charge_id from checks
        where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${checkId}
      ) before
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}
        and c.urgent_charge_id is not null and c.started_at is null
        and (not ${isOver}::boolean or not exists (
          select from reports r
          where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
            and r.status = any (${openReportStates}::text[])))
      returning before.urgent_charge_id
    )
    insert into charges (account_id, environment, added_id, kind, amount_pence, fee_pence, vat_percent, created_at, description,
      check_id, subsidiary_id, reason)
    select l.account_id, l.environment, l.added_id, 'taken_back', -(l.amount_pence + coalesce(k.amount_pence, 0)), -(l.fee_pence + coalesce(k.fee_pence, 0)), l.vat_percent,
      ${at}::timestamptz, l.description, l.check_id, l.subsidiary_id, ${isOver ? ended : urgentNoMore}
    from credited u
    join charges l on l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment}
      and l.about_id = u.urgent_charge_id and l.kind = 'added'
    ${parts}
    on conflict do nothing
    returning -amount_pence as pence`);
  return row?.pence;
}
