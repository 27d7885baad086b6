// Who works on a report: the column `assignee_id` of reports in the queue.
import type { Environment } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import {
  type DeskAccounts,
  isInFilter,
  isOpenTo,
  isQueued,
  type QueueFilter,
  type QueueReader,
  queueOrders,
  waits,
  within,
} from '../lists/work-queue-queries.ts';
import type { ReportState } from '../reports/report-states.ts';

/** Somebody who takes reports. */
export interface QueueTaker extends QueueReader {
  /** Those for which they are trained; undefined for all. */
  readonly reportTypeIds: readonly number[] | undefined;
}

/** Of a report that the taker may work on. */
const isWorkFor = (accounts: DeskAccounts, { reportTypeIds, ...reader }: QueueTaker): Sql => sql`
  ${within(accounts, 'r.account_id')} and ${isOpenTo(reader)}
    ${reportTypeIds === undefined ? sql`` : sql`and r.report_type_id = any (${reportTypeIds}::integer[])`}`;

export interface AssignedReport {
  readonly account_id: string;
  readonly environment: Environment;
  readonly report_id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly status: ReportState;
  readonly clock_offset_seconds: number;
}

/** Selects the reports to assign by who has them now: nobody, anybody, or one person. */
export type From = 'nobody' | 'anybody' | { readonly userId: string };

function heldBy(from: From): Sql {
  if (from === 'nobody') return sql`r.assignee_id is null`;
  return from === 'anybody' ? sql`true` : sql`r.assignee_id = ${from.userId}`;
}

/**
 * Leaves out reports that left the queue, that are not held by `from`, or on which `to` may not work. Locks in the order
 * of the ids, so that two of these never wait for each other. @param to null for nobody
 */
export function assignReports(
  db: Db,
  accounts: DeskAccounts,
  {
    reportIds,
    from,
    to,
  }: { readonly reportIds: readonly string[]; readonly from: From; readonly to: QueueTaker | null },
): Promise<AssignedReport[]> {
  const userId = to?.userId ?? null;
  return db.rows<AssignedReport>(sql`
    with held as (
      select r.account_id, r.environment, r.id from reports r
      where ${within(accounts, 'r.account_id')} and r.id = any (${reportIds}::uuid[]) and ${isQueued}
        and ${heldBy(from)} and r.assignee_id is distinct from ${userId}::uuid
        and ${to === null ? sql`true` : isWorkFor(accounts, to)}
      order by r.id for no key update
    )
    update reports r set assignee_id = ${userId}, was_assigned = true,
      previous_assignee_id = coalesce(r.assignee_id, r.previous_assignee_id)
    from held, checks c, accounts a
    where (r.account_id, r.environment, r.id) = (held.account_id, held.environment, held.id)
      and (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id) and a.id = r.account_id
    returning r.account_id, r.environment, r.id as report_id, r.check_id, c.applicant_id, r.status,
      case r.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds`);
}

interface NextReport {
  readonly report_id: string;
}

/** The first report that nobody has and that waits for nobody; skips those that others are just taking. */
export function lockNextReport(
  db: Db,
  accounts: DeskAccounts,
  filter: QueueFilter,
  reader: QueueTaker,
): Promise<NextReport | undefined> {
  return db.row<NextReport>(sql`
    select r.id as report_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = ${filter.environment} and ${isQueued}
      and not ${waits} and r.assignee_id is null and ${isWorkFor(accounts, reader)} and ${isInFilter(filter)}
    order by ${queueOrders.due} limit 1 for no key update skip locked`);
}

/** More than anybody has. */
const mostOwn = 1000;

/** The screener's own reports that wait for nobody else, in the order of the queue. */
export function findOwnReports(
  db: Db,
  accounts: DeskAccounts,
  filter: QueueFilter,
  reader: QueueTaker,
): Promise<NextReport[]> {
  return db.rows<NextReport>(sql`
    select r.id as report_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = ${filter.environment} and ${isQueued}
      and not ${waits} and r.assignee_id = ${reader.userId} and ${isWorkFor(accounts, reader)} and ${isInFilter(filter)}
    order by ${queueOrders.due} limit ${mostOwn}`);
}
