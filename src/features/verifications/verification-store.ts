// Rows of verifications of stated periods: only ever inserted; a row may take another one back.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { actionStates } from '../reports/report-action-rules.ts';

export interface NewRow {
  readonly id: string;
  readonly reportId: string;
  /** The verification that it takes back; null for a verification. */
  readonly takesBack: string | null;
  readonly sealed: Buffer;
  readonly author: Actor;
  readonly recordedAt: Date;
}

/** False if the report is not open any more, awaits approval where one is taken back, or the verification was taken back before. */
export async function insertVerification(db: Db, tenant: Tenant, one: NewRow): Promise<boolean> {
  const rows = await db.rows(sql`
    with open_report as (
      select id from reports
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${one.reportId}
        and status = any (${[...actionStates.verify_periods]})
        and (${one.takesBack}::uuid is null or status <> 'awaiting_approval')
      for share
    )
    insert into period_verifications
      (account_id, environment, id, report_id, takes_back, sealed_verification, author, recorded_at)
    select ${tenant.accountId}, ${tenant.environment}, ${one.id}, id, ${one.takesBack}::uuid, ${one.sealed}, ${one.author},
      ${one.recordedAt}::timestamptz
    from open_report
    on conflict (account_id, environment, takes_back) where takes_back is not null do nothing
    returning id`);
  return rows.length > 0;
}

export interface VerificationRow {
  readonly id: string;
  readonly report_id: string;
  readonly takes_back: string | null;
  readonly sealed_verification: Buffer;
  readonly author: Actor;
  readonly recorded_at: Date;
}

/** Of all reports of a check, the first one first. */
export function findVerifications(db: Db, tenant: Tenant, checkId: string): Promise<VerificationRow[]> {
  return db.rows<VerificationRow>(sql`
    select v.id, v.report_id, v.takes_back, v.sealed_verification, v.author, v.recorded_at
    from reports r
    join period_verifications v on (v.account_id, v.environment, v.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
    order by v.recorded_at, v.id`);
}
