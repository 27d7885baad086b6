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
  isGone,
  isNotCleared,
  isStartAtRisk,
  isUnagreedStart,
} from '../work-starts/work-start-queries.ts';
import { isNotClearedCheck, isNotClearedStart } from './clearance-queries.ts';

export interface UnclearedStartRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly status: CheckState;
  readonly starts_on: IsoDate;
  readonly has_started: boolean;
  readonly without_clearance: boolean;
  /** And nobody has said since how that risk is managed. */
  readonly is_unagreed: boolean;
  /** The day on which something must be right: the first day, or where they may work on condition, that of its end. */
  readonly must_be_right_on: IsoDate;
  /** null if they start once the screening is complete. */
  readonly complete_by: IsoDate | null;
  readonly open_reports: number;
  readonly waiting_for: WaitingFor | null;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
}

/** The checks of who works, or is to start, without a right to work, as the rule judged it. */
type WithoutRight = readonly string[];

/** @param days of the first day of who has not started yet; undefined for all who work or are to start */
const fromUncleared = (scope: OrderScope, withoutRight: WithoutRight, days: Days | undefined): Sql =>
  days === undefined
    ? sql`${fromStarts(scope)} and c.status not in ('withdrawn', 'cancelled') and case when s.has_started
        then ${isConditionalStart} or ${isUnagreedStart} or c.id = any (${withoutRight}::uuid[])
        else ${isNotClearedCheck(scope, withoutRight)} and (${isNotCleared} or not ${isGone(scope)}) end`
    : sql`${fromStarts(scope)} and c.status not in ('withdrawn', 'cancelled') and not s.has_started
        and ${isNotClearedStart(scope, { ...days, withoutRight })}`;

/** Who starts first comes first, and who works on condition on the day on which it ends. */
export function findUnclearedStarts(
  db: Db,
  scope: OrderScope,
  { withoutRight, days, limit }: { withoutRight: WithoutRight; days: Days | undefined; limit: number },
): Promise<UnclearedStartRow[]> {
  return db.rows<UnclearedStartRow>(sql`
    with listed as (
      select c.account_id, c.environment, s.check_id, c.order_id, c.applicant_id, c.subsidiary_id, c.status, s.starts_on,
        s.has_started, s.without_clearance, ${isUnagreedStart} as is_unagreed, case when ${isConditionalStart} then s.complete_by end as complete_by,
        case when s.has_started and not c.id = any (${withoutRight}::uuid[])
          then coalesce(s.complete_by, s.starts_on) else s.starts_on end as first
      ${fromUncleared(scope, withoutRight, days)}
      order by first, c.order_id limit ${rawSql(String(limit))}
    )
    select l.check_id, l.order_id, l.applicant_id, l.subsidiary_id, l.status, l.starts_on, l.has_started, l.without_clearance, l.is_unagreed,
      l.complete_by, l.first as must_be_right_on,
      r.open_reports, r.waiting_for
    from listed l
    cross join lateral (
      select count(*) filter (where ${isOpenReport})::integer as open_reports, ${whomOpenReportsWaitFor} as waiting_for
      from reports r where (r.account_id, r.environment, r.check_id) = (l.account_id, l.environment, l.check_id)
    ) r
    order by l.first, l.order_id`);
}

/** Counted up to `atMost`. */
export async function countUnclearedStartRows(
  db: Db,
  scope: OrderScope,
  withoutRight: WithoutRight,
  atMost: number,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (select ${fromUncleared(scope, withoutRight, undefined)} limit ${atMost}) counted`);
  return row!.count;
}

export interface StartAtRisk {
  readonly check_id: string;
  readonly order_id: number;
  readonly starts_on: IsoDate;
}

/** Who starts first comes first; also who may start on condition, but has no right to work. */
export function findStartsAtRisk(
  db: Db,
  scope: OrderScope,
  days: Days,
  withoutRight: WithoutRight,
): Promise<StartAtRisk[]> {
  return db.rows<StartAtRisk>(sql`
    select s.check_id, c.order_id, s.starts_on ${fromStarts(scope)} and (${isStartAtRisk(days)}
      or (not s.has_started and s.starts_on between ${days.from}::date and ${days.until}::date
        and c.id = any (${withoutRight}::uuid[])))
    order by s.starts_on, c.order_id`);
}

/** The accounts with planned days of live orders that are not over. */
export async function findStartingAccounts(db: Db, from: IsoDate): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct account_id from work_starts
    where environment = 'live' and not has_started and starts_on >= ${from}::date order by account_id`);
  return rows.map(({ account_id }) => account_id);
}
