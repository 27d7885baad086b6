// Rows of what clients write of the risk of a start before the screening is complete: only ever inserted.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface StartRiskRow {
  readonly id: string;
  readonly sealed_text: Buffer;
  readonly sealed_supervisor: Buffer;
  readonly sealed_longer: Buffer;
  readonly sealed_before_limited: Buffer;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
}

/** The newest first. */
export function findStartRisks(db: Db, tenant: Tenant, checkId: string): Promise<StartRiskRow[]> {
  return db.rows<StartRiskRow>(sql`
    select id, sealed_text, sealed_supervisor, sealed_longer, sealed_before_limited, recorded_by, recorded_at from work_start_risks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    order by recorded_at desc, id desc`);
}

export async function insertStartRisk(db: Db, tenant: Tenant, checkId: string, row: StartRiskRow): Promise<void> {
  await db.run(sql`
    insert into work_start_risks (account_id, environment, check_id, id, sealed_text, sealed_supervisor, sealed_longer,
      sealed_before_limited, recorded_by, recorded_at)
    values (${tenant.accountId}, ${tenant.environment}, ${checkId}, ${row.id}, ${row.sealed_text}, ${row.sealed_supervisor},
      ${row.sealed_longer}, ${row.sealed_before_limited}, ${row.recorded_by}, ${row.recorded_at})`);
}
