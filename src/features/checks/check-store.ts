// Rows of checks: placed in one statement with their reports, charges, events and mail; found by account only.

import type { Tenant } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { WithdrawalReason } from '../../messages/en-withdrawals.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/group-commit.ts';
import { pageWithTotal } from '../../platform/db/page-query.ts';
import { ukMonthOf, vatPercentIn } from '../accounts/vat-queries.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import { deadlinesInsertion, type PlacedDeadline } from '../deadlines/deadline-actions.ts';
import { emailsEnqueuing, emailsInsertion, type NewEmail } from '../emails/email-actions.ts';
import { eventsInsertion, type NewEvent } from '../events/event-actions.ts';
import { agreedFee, termsOn, ukDayOf } from '../report-types/availability-actions.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import { isAheadOfOthers } from '../value-sets/refinement-values.ts';
import { type CheckRow, checkColumns, checksOf, isSeenBy } from './check-queries.ts';
import type { CheckState } from './check-states.ts';
import type { PackagePart } from './ordered-report-rules.ts';

export interface NewCheck extends Tenant {
  readonly id: string;
  readonly applicantId: string;
  /** The version of the applicant's facts that the rules have checked. */
  readonly applicantVersion: number;
  readonly type: 'standard' | 'express';
  readonly activityYears: number | null;
  readonly orderedByUserId: string | null;
  readonly subsidiaryId: string | null;
  /** For an order of interface v1, together with the fingerprint of its body. */
  readonly uniqueKey: string | null;
  readonly bodyMac: Buffer | null;
  /** The blind key of the number in another system, from which it is brought in; null for others. */
  readonly earlierNumberKey: string | null;
  /** Of the purchase order; null without one. */
  readonly purchaseOrderKey: string | null;
  /** The package that is ordered; null for single reports. */
  readonly packageId: number | null;
  /** Blind keys of the client's references; null if there are none. */
  readonly referenceKeys: readonly string[] | null;
  readonly createdAt: Date;
  readonly status: CheckState;
  /** When its reports are requested, too; null if the candidate fills in the form first. */
  readonly startedAt: Date | null;
  readonly jurisdiction: Jurisdiction;
  readonly sealedOrder: Buffer;
  readonly reports: readonly NewReport[];
  readonly events: readonly NewEvent[];
  readonly emails: readonly NewEmail[];
  readonly deadlines: readonly PlacedDeadline[];
}

export interface NewReport {
  readonly id: string;
  readonly reportTypeId: number;
  readonly name: string;
  readonly variant: string | null;
  readonly options: readonly OrderedOption[] | null;
  readonly monitor: MonitorPlanName | null;
  readonly provider: string;
  readonly workingDays: number | null;
  readonly dueOn: IsoDate | null;
  /** Null if the agreed price of its type applies. */
  readonly inPackage: PackagePart | null;
  /** Of an order that is brought in: when it is charged here, and whether at nothing, because another system bills it. */
  readonly broughtIn?: { readonly chargedAt: Date; readonly isBilledElsewhere: boolean };
}

interface PlacedReport extends NewReport {
  readonly checkId: string;
  readonly position: number;
}

/** @param placed the checks of the reports, with the times of their reports */
const reportsInsertion = (reports: readonly PlacedReport[], placed: Sql): Sql => sql`
      insert into reports (account_id, environment, id, check_id, position, report_type_id, name, variant, options,
        monitor, status, provider, created_at, requested_at, working_days, due_on, priority, stands_first)
      select p.account_id, p.environment, r.id, p.id, r.position, r.report_type_id, r.name, r.variant, r.options,
        r.monitor, 'awaiting_data', r.provider, p.created_at, p.started_at, r.working_days, r.due_on, r.priority,
        coalesce((a.settings -> 'standsFirst')::boolean, false)
      from unnest(
        ${reports.map(({ checkId }) => checkId)}::uuid[], ${reports.map((report) => report.id)}::uuid[],
        ${reports.map((report) => report.position)}::smallint[], ${reports.map((report) => report.reportTypeId)}::integer[],
        ${reports.map((report) => report.name)}::text[], ${reports.map((report) => report.variant)}::text[],
        ${reports.map((report) => (report.options === null ? null : JSON.stringify(report.options)))}::jsonb[],
        ${reports.map((report) => report.monitor)}::text[], ${reports.map((report) => report.provider)}::text[],
        ${reports.map((report) => report.workingDays)}::smallint[], ${reports.map((report) => report.dueOn)}::date[],
        ${reports.map((report) => (isAheadOfOthers(report.options) ? 1 : 0))}::smallint[]
      ) as r(check_id, id, position, report_type_id, name, variant, options, monitor, provider, working_days, due_on, priority)
      join ${placed} p on p.id = r.check_id
      join accounts a on a.id = p.account_id
      returning account_id, environment, id, check_id, report_type_id, options, created_at`;

/**
 * Each live report at its share of a package, else at the account's price of its day; one that was brought in counts from the
 * day on which it came, so that no month that was invoiced changes. @param placed the reports
 */
function chargesInsertion(reports: readonly PlacedReport[], placed: Sql): Sql {
  const chargedAt = sql`coalesce(o.charged_at, r.created_at)`;
  const agreed = termsOn(sql`c`, ukDayOf(chargedAt));
  const sharePence = sql`case when o.is_billed_elsewhere then 0 else o.price_pence end`;
  const pricePence = sql`coalesce(${sharePence}, ${agreed.pricePence})`;
  return sql`
      insert into charges (account_id, environment, report_id, kind, amount_pence, fee_pence, vat_percent, created_at,
        package, package_part, package_before, billed_elsewhere)
      select r.account_id, r.environment, r.id, 'order',
        ${pricePence}, case when o.is_billed_elsewhere then 0 else ${agreedFee({ ...agreed, pricePence }, sql`r.options`)} end,
        ${vatPercentIn(sql`a.settings`, ukMonthOf(chargedAt))}, ${chargedAt}, o.package, o.package_part,
        case when o.package is not null then coalesce(sum(${sharePence}) over (
          partition by r.check_id order by o.package_part rows between unbounded preceding and 1 preceding), 0) end,
        o.is_billed_elsewhere
      from ${placed} r
      join unnest(
        ${reports.map((report) => report.id)}::uuid[], ${reports.map(({ inPackage }) => inPackage?.pricePence ?? null)}::integer[],
        ${reports.map(({ inPackage }) => inPackage?.name ?? null)}::text[],
        ${reports.map(({ inPackage }) => inPackage?.part ?? null)}::smallint[],
        ${reports.map(({ broughtIn }) => broughtIn?.chargedAt ?? null)}::timestamptz[],
        ${reports.map(({ broughtIn }) => broughtIn?.isBilledElsewhere ?? false)}::boolean[]
      ) as o(id, price_pence, package, package_part, charged_at, is_billed_elsewhere) on o.id = r.id
      join accounts a on a.id = r.account_id
      left join account_report_types c on (c.account_id, c.report_type_id) = (r.account_id, r.report_type_id)
      where r.environment = 'live'`;
}

/** Adds reports to a check whose row is locked, with their charges. @param held how many reports it has */
export async function insertAddedReports(
  db: Db,
  tenant: Tenant,
  {
    checkId,
    held,
    at,
    reports,
  }: { readonly checkId: string; readonly held: number; readonly at: Date; readonly reports: readonly NewReport[] },
): Promise<void> {
  const added = reports.map((report, place) => ({ ...report, checkId, position: held + place + 1 }));
  await db.run(sql`
    with placed as (
      select c.account_id, c.environment, c.id, ${at}::timestamptz as created_at, null::timestamptz as started_at
      from checks c
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}
    ),
    placed_reports as (${reportsInsertion(added, sql`placed`)})
    ${chargesInsertion(added, sql`placed_reports`)}`);
}

/**
 * Places all checks of a batch in one statement (ours: six round trips cost three times as much). Leaves out a check
 * whose applicant has changed since the rules ran, has an ongoing check, or is restricted; the unique index decides races. Qualify
 * every column: `environment` is also the name of a domain.
 */
export function placeChecksSql(checks: readonly NewCheck[]): Sql {
  const reports = checks.flatMap((check) =>
    check.reports.map((report, at) => ({ ...report, checkId: check.id, position: at + 1 })),
  );
  const placed = sql`select id from placed`;
  return sql`
    with wanted as (
      select i.* from unnest(
        ${checks.map((check) => check.accountId)}::uuid[], ${checks.map((check) => check.environment)}::text[],
        ${checks.map((check) => check.id)}::uuid[], ${checks.map((check) => check.applicantId)}::uuid[],
        ${checks.map((check) => check.applicantVersion)}::integer[], ${checks.map((check) => check.type)}::text[],
        ${checks.map((check) => check.activityYears)}::integer[], ${checks.map((check) => check.orderedByUserId)}::uuid[],
        ${checks.map((check) => check.createdAt)}::timestamptz[], ${checks.map((check) => check.sealedOrder)}::bytea[],
        ${checks.map((check) => check.subsidiaryId)}::uuid[], ${checks.map((check) => check.uniqueKey)}::uuid[],
        ${checks.map((check) => check.bodyMac)}::bytea[],
        ${checks.map(({ referenceKeys }) => (referenceKeys === null ? null : `{${referenceKeys.join()}}`))}::text[],
        ${checks.map((check) => check.status)}::text[], ${checks.map((check) => check.startedAt)}::timestamptz[],
        ${checks.map((check) => check.jurisdiction)}::text[], ${checks.map((check) => check.earlierNumberKey)}::bigint[],
        ${checks.map((check) => check.purchaseOrderKey)}::bigint[], ${checks.map((check) => check.packageId)}::integer[]
      ) as i(account_id, environment, id, applicant_id, applicant_version, type, activity_years, ordered_by_user_id,
        created_at, sealed_order, subsidiary_id, unique_key, body_mac, reference_keys, status, started_at, jurisdiction,
        earlier_number_key, purchase_order_key, package_id)
    ),
    unchanged as (
      select w.* from wanted w
      join applicants a on (a.account_id, a.environment, a.id) = (w.account_id, w.environment, w.applicant_id)
        and a.version = w.applicant_version and a.erased_at is null
      where not exists (
        select from checks c
        where (c.account_id, c.environment, c.applicant_id) = (w.account_id, w.environment, w.applicant_id)
          -- No index can answer "not in": with "in", a plan of when there were few checks reads all open ones of the account.
          and c.status not in ('complete', 'withdrawn', 'cancelled'))
        and not ${isRestrictedSql(sql`w.account_id, w.environment, w.applicant_id`)}
      for share of a
    ),
    placed as (
      insert into checks (account_id, environment, id, applicant_id, type, status, activity_years, ordered_by_user_id,
        created_at, started_at, sealed_order, subsidiary_id, unique_key, body_mac, reference_keys, jurisdiction,
        earlier_number_key, purchase_order_key, package_id)
      select u.account_id, u.environment, u.id, u.applicant_id, u.type, u.status, u.activity_years,
        u.ordered_by_user_id, u.created_at, u.started_at, u.sealed_order, u.subsidiary_id, u.unique_key, u.body_mac,
        u.reference_keys::bigint[], u.jurisdiction, u.earlier_number_key, u.purchase_order_key,
        u.package_id
      from unchanged u
      -- Every batch takes places in the unique index in the same order: two of the same applicants would deadlock.
      order by u.applicant_id
      on conflict do nothing
      returning account_id, environment, id, order_id, created_at, started_at
    ),
    placed_reports as (${reportsInsertion(reports, sql`placed`)}),
    placed_charges as (${chargesInsertion(reports, sql`placed_reports`)}),
    placed_events as (${eventsInsertion(
      checks.flatMap((check) => check.events),
      placed,
    )}),
    placed_emails as (${emailsInsertion(
      checks.flatMap((check) => check.emails),
      placed,
    )}),
    placed_deadlines as (${deadlinesInsertion(
      checks.flatMap((check) => check.deadlines),
      placed,
    )}),
    enqueued as (${emailsEnqueuing(sql`placed_emails`)})
    select p.id, p.order_id, (select count(*) from enqueued) as enqueued from placed p`;
}

/** The new check's order number, or undefined if it was not placed. */
export const placeCheck: (db: Db, check: NewCheck) => Promise<number | undefined> = groupCommit(async (db, checks) => {
  const rows = await db.rows<{ id: string; order_id: number }>(placeChecksSql(checks));
  const orderIds = new Map(rows.map((row) => [row.id, row.order_id]));
  return checks.map((check) => orderIds.get(check.id));
});

export function findCheck(db: Db, tenant: Tenant, id: string): Promise<CheckRow | undefined> {
  return db.row<CheckRow>(sql`
    select ${checkColumns} ${checksOf(tenant)} and c.id = ${id}`);
}

/** Locks the check: every move of the check or its reports takes this lock. */
export function lockCheck(db: Db, tenant: Tenant, id: string): Promise<CheckRow | undefined> {
  return db.row<CheckRow>(sql`
    select ${checkColumns} ${checksOf(tenant)} and c.id = ${id}
    for update of c`);
}

/** Newest first, with the exact total from the same snapshot. */
export async function findChecksOfApplicant(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ total: number; rows: CheckRow[] }> {
  return pageWithTotal<CheckRow>(db, {
    // Count without the joins, which remove no rows.
    count: sql`
      select count(*) as total from checks c
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} ${isSeenBy(tenant)}
        and c.applicant_id = ${applicantId}`,
    rows: sql`
      select ${checkColumns} ${checksOf(tenant)} and c.applicant_id = ${applicantId}
      order by c.order_id desc offset ${page.offset} limit ${page.limit}`,
  });
}

export interface CheckChange {
  readonly id: string;
  readonly status?: CheckState;
  /** null as soon as the check is ongoing again. */
  readonly result?: 'clear' | 'consider' | null;
  readonly startedAt?: Date;
  /** As `result`. */
  readonly completedAt?: Date | null;
  readonly reopenedAt?: Date;
  readonly asksDecision?: boolean;
  readonly formOpenedAt?: Date;
  readonly formCompletedAt?: Date;
  readonly identityConfirmedAt?: Date;
  readonly personComparedAt?: Date;
  readonly jurisdiction?: Jurisdiction;
  readonly sealedOrder?: Buffer;
  readonly withdrawnBecause?: WithdrawalReason;
  /** Null takes it away. */
  readonly purchaseOrderKey?: string | null;
  readonly sealedPurchaseOrder?: Buffer;
}

export async function updateCheck(db: Db, tenant: Tenant, change: CheckChange): Promise<void> {
  await db.run(sql`
    update checks set
      status = coalesce(${change.status ?? null}, status),
      result = case when ${change.result !== undefined}::boolean then ${change.result ?? null} else result end,
      started_at = coalesce(${change.startedAt ?? null}, started_at),
      completed_at = case when ${change.completedAt !== undefined}::boolean
        then ${change.completedAt ?? null}::timestamptz else completed_at end,
      first_completed_at = case when ${change.status ?? null}::text = 'complete' and ${change.result ?? null}::text is not null
        then coalesce(first_completed_at, ${change.completedAt ?? null}::timestamptz) else first_completed_at end,
      reopened_at = coalesce(${change.reopenedAt ?? null}, reopened_at),
      asks_decision = coalesce(${change.asksDecision ?? null}, asks_decision),
      form_opened_at = coalesce(${change.formOpenedAt ?? null}, form_opened_at),
      form_completed_at = coalesce(${change.formCompletedAt ?? null}, form_completed_at),
      identity_confirmed_at = coalesce(${change.identityConfirmedAt ?? null}, identity_confirmed_at),
      person_compared_at = coalesce(${change.personComparedAt ?? null}, person_compared_at),
      jurisdiction = coalesce(${change.jurisdiction ?? null}, jurisdiction),
      sealed_order = coalesce(${change.sealedOrder ?? null}, sealed_order),
      withdrawn_because = coalesce(${change.withdrawnBecause ?? null}, withdrawn_because),
      sealed_purchase_order = coalesce(${change.sealedPurchaseOrder ?? null}, sealed_purchase_order),
      purchase_order_key = case when ${change.purchaseOrderKey !== undefined}::boolean
        then ${change.purchaseOrderKey ?? null}::bigint else purchase_order_key end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${change.id}`);
}

/** Those of an applicant that have a purchase order. */
export function findBilledChecks(
  db: Db,
  tenant: Tenant,
  applicantId: string,
): Promise<(Pick<CheckRow, 'id' | 'sealed_order' | 'sealed_key'> & { readonly is_agreed: boolean })[]> {
  return db.rows(sql`
    select c.id, c.sealed_order, a.sealed_key, w.id is not null as is_agreed
    from checks c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    left join purchase_orders w on (w.account_id, w.number_key) = (c.account_id, c.purchase_order_key)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.applicant_id = ${applicantId}
      and c.purchase_order_key is not null`);
}

export async function updatePurchaseOrderKeys(
  db: Db,
  tenant: Tenant,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.run(sql`
    update checks set purchase_order_key = ${to}::bigint
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and purchase_order_key = ${from}::bigint`);
}

export async function copyPurchaseOrderKey(
  db: Db,
  tenant: Tenant,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db.run(sql`
    update checks c set purchase_order_key = o.purchase_order_key from checks o
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${to}
      and (o.account_id, o.environment) = (c.account_id, c.environment) and o.id = ${from}`);
}
