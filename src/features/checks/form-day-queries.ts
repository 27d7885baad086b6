// What a form is in a hurry for: the first day of work, the urgency, and how long the reports of its check usually take.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

interface HurryRow {
  readonly starts_on: IsoDate | null;
  readonly is_urgent: boolean;
  /** When the order was first made urgent; null if it never was. */
  readonly urgent_at: Date | null;
  readonly working_days: number;
}

export function findHurry(db: Db, tenant: Tenant, checkId: string): Promise<HurryRow | undefined> {
  return db.row<HurryRow>(sql`
    select s.starts_on, c.is_urgent, (
      select min(e.occurred_at) from events e
      where e.account_id = c.account_id and e.environment = c.environment and e.check_id = c.id
        and e.type = 'check.urgency_changed' and e.detail -> 'urgent' = 'true') as urgent_at, coalesce((
      select max(r.working_days) from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)), 0) as working_days
    from checks c
    left join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
}
