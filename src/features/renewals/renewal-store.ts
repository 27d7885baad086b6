// Which reports of an applicant are renewed: none that a newer one has replaced, and none after they have left.
import type { OrderScope, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';

/**
 * A report that is complete for the first time replaces one earlier report, the oldest, because a check may have several
 * of a type.
 */
export async function markRenewed(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    update reports set renewed_by = ${reportId}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = (
      select earlier.id
      from reports n
      join checks c on (c.account_id, c.environment, c.id) = (n.account_id, n.environment, n.check_id)
      join checks before on (before.account_id, before.environment, before.applicant_id)
        = (c.account_id, c.environment, c.applicant_id) and before.order_id < c.order_id
      join reports earlier on (earlier.account_id, earlier.environment, earlier.check_id)
        = (before.account_id, before.environment, before.id) and earlier.report_type_id = n.report_type_id
      where n.account_id = ${tenant.accountId} and n.environment = ${tenant.environment} and n.id = ${reportId}
        and n.completed_at = n.first_completed_at and earlier.renewed_by is null
        and earlier.first_completed_at is not null and earlier.status not in ('withdrawn', 'cancelled')
      order by before.order_id, earlier.position limit 1
    )`);
}

/** Complete reports of these types about the applicant, of orders that have one of the keys, are confirmed by the report. */
export async function markConfirmed(
  db: Db,
  tenant: Tenant,
  reportId: string,
  of: { readonly applicantId: string; readonly keys: readonly string[]; readonly typeIds: readonly number[] },
): Promise<void> {
  await db.run(sql`
    update reports r set confirmed_by = ${reportId}
    from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.applicant_id = ${of.applicantId} and c.reference_keys && ${of.keys}::bigint[]
      and (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and r.id <> ${reportId}
      and r.report_type_id = any (${of.typeIds}::integer[]) and r.status = 'complete' and r.renewed_by is null`);
}

/** A report that ends without a result takes no place, and confirms nothing: the earlier one is due again. */
export async function unmarkRenewed(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await unmarkConfirmed(db, tenant, reportId);
  await db.run(sql`
    update reports earlier set renewed_by = null
    from reports n
    join checks c on (c.account_id, c.environment, c.id) = (n.account_id, n.environment, n.check_id)
    join checks before on (before.account_id, before.environment, before.applicant_id)
      = (c.account_id, c.environment, c.applicant_id) and before.order_id < c.order_id
    where n.account_id = ${tenant.accountId} and n.environment = ${tenant.environment} and n.id = ${reportId}
      and (earlier.account_id, earlier.environment, earlier.check_id) = (before.account_id, before.environment, before.id)
      and earlier.renewed_by = n.id`);
}

/** What the report confirmed is not confirmed any more. */
export async function unmarkConfirmed(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    update reports r set confirmed_by = null
    from reports n
    join checks c on (c.account_id, c.environment, c.id) = (n.account_id, n.environment, n.check_id)
    join checks o on (o.account_id, o.environment, o.applicant_id) = (c.account_id, c.environment, c.applicant_id)
    where n.account_id = ${tenant.accountId} and n.environment = ${tenant.environment} and n.id = ${reportId}
      and (r.account_id, r.environment, r.check_id) = (o.account_id, o.environment, o.id) and r.confirmed_by = n.id`);
}

/** Those of the reports that nothing has replaced, and that are renewed. */
export async function findStillRenewing(db: Db, tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from reports
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = any (${ids}::uuid[])
      and status = 'complete' and renewed_by is null and renewals_ended_at is null`);
  return rows.map(({ id }) => id);
}

/** A subsidiary where somebody has orders. */
export interface RenewingPlace {
  /** null for the orders of none. */
  readonly subsidiaryId: string | null;
  /** When they left or were found not suitable; null while any of their reports there may be renewed. */
  readonly endedAt: Date | null;
  /** The check with the newest decision there, if that is `not_suitable`; null otherwise. */
  readonly notSuitable: { readonly checkId: string; readonly orderId: number } | null;
}

interface PlaceRow {
  readonly subsidiary_id: string | null;
  readonly is_renewed: boolean;
  readonly ended_at: Date | null;
  readonly check_id: string | null;
  readonly order_id: number | null;
}

/** Of the subsidiaries that the scope sees; those of the newest orders first. */
export async function findRenewingPlaces(db: Db, scope: OrderScope, applicantId: string): Promise<RenewingPlace[]> {
  const rows = await db.rows<PlaceRow>(sql`
    select p.subsidiary_id, p.is_renewed, p.ended_at, d.check_id, d.order_id
    from (
      select c.account_id, c.environment, c.applicant_id, c.subsidiary_id, max(c.order_id) as newest,
        bool_or(r.renewals_ended_at is null) as is_renewed, max(r.renewals_ended_at) as ended_at
      from checks c
      join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = ${applicantId}
        and ${isOfPlace({ subsidiaryIds: scope.subsidiaryIds })}
        and r.renewed_by is null and r.status not in ('withdrawn', 'cancelled')
      group by c.account_id, c.environment, c.applicant_id, c.subsidiary_id
    ) p
    left join lateral (
      select d.check_id, d.decision, c.order_id from checks c
      join client_decisions d on (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
      where (c.account_id, c.environment, c.applicant_id) = (p.account_id, p.environment, p.applicant_id)
        and c.subsidiary_id is not distinct from p.subsidiary_id
      order by d.decided_at desc, d.id desc limit 1
    ) d on d.decision = 'not_suitable'
    order by p.newest desc`);
  return rows.map(({ subsidiary_id, is_renewed, ended_at, check_id, order_id }) => ({
    subsidiaryId: subsidiary_id,
    endedAt: is_renewed ? null : ended_at,
    notSuitable: check_id === null ? null : { checkId: check_id, orderId: order_id! },
  }));
}

/**
 * Of the reports that there are where they left; those of later checks are renewed. Locks the newest first, as a report that
 * replaces an earlier one does. @param at null if they are renewed again. Returns how many changed.
 */
export function updateRenewalsEndedAt(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  { at, place }: { readonly at: Date | null; readonly place: Place },
): Promise<number> {
  return db.run(sql`
    with locked as (
      select r.id
      from checks c
      join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
        and c.applicant_id = ${applicantId} and ${isOfPlace(place)}
        and (r.renewals_ended_at is null) <> (${at}::timestamptz is null)
      order by c.order_id desc, r.position for update of r
    )
    update reports set renewals_ended_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id in (select id from locked)`);
}
