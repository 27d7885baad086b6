// What a form is in a hurry for: the first day of work, the urgency, and how long the reports of its check usually take.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

interface HurryRow {
  readonly starts_on: IsoDate | null;
  readonly is_urgent: boolean;
  readonly working_days: number;
}

export function findHurry(db: Db, tenant: Tenant, checkId: string): Promise<HurryRow | undefined> {
  return db.row<HurryRow>(sql`
    select s.starts_on, c.is_urgent, coalesce((
      select max(r.working_days) from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)), 0) as working_days
    from checks c
    left join work_starts s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}`);
}
