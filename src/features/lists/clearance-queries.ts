// What says of checks, beside their own rows, whether their candidates are cleared, and when they start work.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isDisputed } from '../checks/dispute-queries.ts';

export interface ClearanceRow {
  readonly id: string;
  /** The newest; null if none was made. */
  readonly decision: ClientDecision | null;
  readonly is_disputed: boolean;
  readonly starts_on: IsoDate | null;
}

export function findClearances(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<ClearanceRow[]> {
  return db.rows<ClearanceRow>(sql`
    select c.id, ${isDisputed(tenant)} as is_disputed, w.starts_on::text as starts_on,
      (
        select d.decision from client_decisions d
        where (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
        order by d.decided_at desc, d.id desc limit 1
      ) as decision
    from checks c
    left join work_starts w on (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = any (${checkIds}::uuid[])`);
}
