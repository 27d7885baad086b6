// Rows of corrections of what candidates stated: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { CorrectionReason } from './correction-reasons.ts';

export interface CorrectionRow {
  readonly id: string;
  readonly requirement: string;
  readonly sealed_correction: Buffer;
  readonly reason: CorrectionReason;
  readonly author: Actor;
  readonly corrected_at: Date;
}

export async function insertCorrection(db: Db, tenant: Tenant, checkId: string, row: CorrectionRow): Promise<void> {
  await db.run(sql`
    insert into fact_corrections
      (account_id, environment, id, check_id, requirement, sealed_correction, reason, author, corrected_at)
    values (${tenant.accountId}, ${tenant.environment}, ${row.id}, ${checkId}, ${row.requirement},
      ${row.sealed_correction}, ${row.reason}, ${row.author}, ${row.corrected_at})`);
}

/** The oldest first. */
export function findCorrections(db: Db, tenant: Tenant, checkId: string): Promise<CorrectionRow[]> {
  return db.rows<CorrectionRow>(sql`
    select id, requirement, sealed_correction, reason, author, corrected_at from fact_corrections
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by corrected_at, id`);
}
