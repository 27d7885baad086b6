// The appointments that stand, of the accounts that somebody at the desk works for.
import type { Environment } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';

export interface ListedAppointment {
  readonly account_id: string;
  readonly account_name: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly at: Date;
  readonly clock_offset_seconds: number;
}

/** Those without an outcome that are over, or those that are to come; the first one first. */
export function findStanding(
  db: Db,
  accounts: DeskAccounts,
  asked: { readonly environment: Environment; readonly isOver: boolean; readonly now: Date; readonly limit: number },
): Promise<ListedAppointment[]> {
  const { environment, isOver, now, limit } = asked;
  return db.rows<ListedAppointment>(sql`
    select p.account_id, a.name as account_name, p.check_id, c.order_id, p.report_id, r.report_type_id, p.at,
      o.clock_offset_seconds
    from appointments p
    join accounts a on a.id = p.account_id
    cross join lateral (select case p.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds) o
    join checks c on (c.account_id, c.environment, c.id) = (p.account_id, p.environment, p.check_id)
    join reports r on (r.account_id, r.environment, r.id) = (p.account_id, p.environment, p.report_id)
      and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
    where ${within(accounts, 'p.account_id')} and p.environment = ${environment} and p.at is not null and p.outcome is null
      and not ${isCheckRestricted}
      and (p.at <= ${now}::timestamptz + o.clock_offset_seconds * interval '1 second') = ${isOver}::boolean
    order by p.at, p.id limit ${limit}`);
}
