// Which reports of an applicant are renewed: none that a newer one has replaced, and none after they have left.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

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

/** A report that ends without a result takes no place: the earlier one is due again. */
export async function unmarkRenewed(db: Db, tenant: Tenant, reportId: string): Promise<void> {
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

export interface Renewing {
  /** Whether any of their reports may be renewed once it is complete. */
  readonly isRenewed: boolean;
  /** null while any is. */
  readonly endedAt: Date | null;
}

export async function findRenewing(db: Db, tenant: Tenant, applicantId: string): Promise<Renewing> {
  const row = await db.row<{ renewed: boolean | null; ended_at: Date | null }>(sql`
    select bool_or(r.renewals_ended_at is null) as renewed, max(r.renewals_ended_at) as ended_at
    from checks c
    join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.applicant_id = ${applicantId}
      and r.renewed_by is null and r.status not in ('withdrawn', 'cancelled')`);
  const isRenewed = row?.renewed ?? false;
  return { isRenewed, endedAt: isRenewed ? null : (row?.ended_at ?? null) };
}

/**
 * Of the reports that there are; those of later checks are renewed. Locks the newest first, as a report that replaces an
 * earlier one does. @param at null if they are renewed again. Returns how many changed.
 */
export function updateRenewalsEndedAt(db: Db, tenant: Tenant, applicantId: string, at: Date | null): Promise<number> {
  return db.run(sql`
    with locked as (
      select r.id
      from checks c
      join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
        and c.applicant_id = ${applicantId} and (r.renewals_ended_at is null) <> (${at}::timestamptz is null)
      order by c.order_id desc, r.position for update of r
    )
    update reports set renewals_ended_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id in (select id from locked)`);
}
