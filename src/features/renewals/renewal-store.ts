// Whether the reports of an applicant are renewed, as the client said.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export async function findRenewalsEndedAt(db: Db, tenant: Tenant, applicantId: string): Promise<Date | null> {
  const row = await db.row<{ renewals_ended_at: Date | null }>(sql`
    select renewals_ended_at from applicants
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${applicantId}`);
  return row?.renewals_ended_at ?? null;
}

/** @param at null if they are renewed again. Returns 0 if it is so already. */
export function updateRenewalsEndedAt(db: Db, tenant: Tenant, applicantId: string, at: Date | null): Promise<number> {
  return db.run(sql`
    update applicants set renewals_ended_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${applicantId}
      and (renewals_ended_at is null) <> (${at}::timestamptz is null)`);
}
