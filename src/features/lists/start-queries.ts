// Lists who works or is to start while their screening is not complete, and how many start soon; contains no personal data.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { CheckState } from '../checks/check-states.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { isOpenReport, whomOpenReportsWaitFor } from '../reports/wait-queries.ts';
import {
  type Days,
  fromStarts,
  isConditionalStart,
  isNotCleared,
  isStartAtRisk,
  isUnclearedStart,
} from '../work-starts/work-start-queries.ts';

export interface UnclearedStartRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly status: CheckState;
  readonly starts_on: IsoDate;
  readonly has_started: boolean;
  /** null if they start once the screening is complete. */
  readonly complete_by: IsoDate | null;
  readonly open_reports: number;
  readonly waiting_for: WaitingFor | null;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
}

/** @param days of the first day of who has not started yet; undefined for all who work or are to start */
const fromUncleared = (scope: OrderScope, days: Days | undefined): Sql =>
  days === undefined
    ? sql`${fromStarts(scope)} and ${isNotCleared} and (${isConditionalStart} or not s.has_started)`
    : sql`${fromStarts(scope)} and ${isUnclearedStart(days)}`;

/** What must be complete first comes first. */
export function findUnclearedStarts(
  db: Db,
  scope: OrderScope,
  days: Days | undefined,
  limit: number,
): Promise<UnclearedStartRow[]> {
  return db.rows<UnclearedStartRow>(sql`
    with listed as (
      select c.account_id, c.environment, s.check_id, c.order_id, c.applicant_id, c.subsidiary_id, c.status, s.starts_on,
        s.has_started, case when ${isConditionalStart} then s.complete_by end as complete_by,
        coalesce(s.complete_by, s.starts_on) as first
      ${fromUncleared(scope, days)}
      order by first, c.order_id limit ${rawSql(String(limit))}
    )
    select l.check_id, l.order_id, l.applicant_id, l.subsidiary_id, l.status, l.starts_on, l.has_started, l.complete_by,
      r.open_reports, r.waiting_for
    from listed l
    cross join lateral (
      select count(*) filter (where ${isOpenReport})::integer as open_reports, ${whomOpenReportsWaitFor} as waiting_for
      from reports r where (r.account_id, r.environment, r.check_id) = (l.account_id, l.environment, l.check_id)
    ) r
    order by l.first, l.order_id`);
}

/** Counted up to `atMost`. */
export async function countUnclearedStartRows(db: Db, scope: OrderScope, atMost: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (select ${fromUncleared(scope, undefined)} limit ${atMost}) counted`);
  return row!.count;
}

export interface StartAtRisk {
  readonly check_id: string;
  readonly order_id: number;
  readonly starts_on: IsoDate;
}

/** Who starts first comes first. */
export function findStartsAtRisk(db: Db, scope: OrderScope, days: Days): Promise<StartAtRisk[]> {
  return db.rows<StartAtRisk>(sql`
    select s.check_id, c.order_id, s.starts_on ${fromStarts(scope)} and ${isStartAtRisk(days)}
    order by s.starts_on, c.order_id`);
}

/** The accounts with planned days of live orders that are not over. */
export async function findStartingAccounts(db: Db, from: IsoDate): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct account_id from work_starts
    where environment = 'live' and not has_started and starts_on >= ${from}::date order by account_id`);
  return rows.map(({ account_id }) => account_id);
}
