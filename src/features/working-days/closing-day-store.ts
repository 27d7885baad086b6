// Rows of the operator's own closing days, a register of the desk, and the open reports whose due dates they move.
import type { Environment } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { type EntryRow, entriesOf, type Register } from '../registers/register-queries.ts';
import { openReportStates, type ReportState } from '../reports/report-states.ts';

export interface ClosingDayRow extends EntryRow {
  readonly from_on: IsoDate;
  /** The last day of it. */
  readonly to_on: IsoDate;
  readonly jurisdictions: readonly Jurisdiction[];
  /** How many open reports got another due date with this version; null if they were left. */
  readonly moved_reports: number | null;
}

export const closingDayRegister: Register = {
  table: 'closing_day_versions',
  columns: sql`o.from_on, o.to_on, o.jurisdictions, o.moved_reports`,
};

/** The versions of all, also of those that were removed; the newest first. */
export function findClosingDayVersions(db: Db): Promise<ClosingDayRow[]> {
  return db.rows<ClosingDayRow>(sql`${entriesOf(closingDayRegister)} order by o.created_at desc, o.id, o.version desc`);
}

/** Two that change the calendar at once would each count the due dates by a calendar without the other's days. */
export async function lockClosingDays(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('closing_day_versions'))`);
}

export interface DueReport {
  readonly account_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly status: ReportState;
  readonly jurisdiction: Jurisdiction;
  /** As it follows from the working days of its type, also where a person chose another day. */
  readonly due_on: IsoDate;
  readonly due_on_is_set: boolean;
  /** When work on it began. */
  readonly began_at: Date;
  readonly clock_offset_seconds: number;
}

const agreedDay = sql`case when r.due_on_is_set then r.first_due_on else r.due_on end`;

/** Open reports on which work has begun, due on the day or later: the others are counted when it begins. */
export function findReportsDueFrom(
  db: Db,
  from: IsoDate,
  jurisdictions: readonly Jurisdiction[],
): Promise<DueReport[]> {
  return db.rows<DueReport>(sql`
    select r.account_id, r.environment, r.id, r.check_id, c.applicant_id, r.status, c.jurisdiction,
      ${agreedDay} as due_on, r.due_on_is_set, coalesce(r.reopened_at, r.requested_at) as began_at,
      case when r.environment = 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = r.account_id
    where r.status = any (${openReportStates}::text[]) and r.requested_at is not null and ${agreedDay} >= ${from}
      and c.jurisdiction = any (${jurisdictions}::text[])
    order by r.account_id, r.environment, r.id`);
}

/** Until the end of the transaction nobody else moves these checks or their reports. */
export async function lockChecksOf(db: Db, reports: readonly DueReport[]): Promise<void> {
  await db.run(sql`
    select from checks c
    join unnest(
      ${reports.map(({ account_id }) => account_id)}::uuid[], ${reports.map(({ environment }) => environment)}::text[],
      ${reports.map(({ check_id }) => check_id)}::uuid[]
    ) as w(account_id, environment, id) on (c.account_id, c.environment, c.id) = (w.account_id, w.environment, w.id)
    order by c.account_id, c.environment, c.id
    for update of c`);
}

/** A day that a person chose stays, and the one before it moves, as after a wait. */
export async function updateDueDays(
  db: Db,
  moves: readonly { readonly report: DueReport; readonly to: IsoDate }[],
): Promise<void> {
  await db.run(sql`
    update reports r set
      due_on = case when r.due_on_is_set then r.due_on else m.due_on end,
      first_due_on = case when r.due_on_is_set then m.due_on else r.first_due_on end
    from unnest(
      ${moves.map(({ report }) => report.account_id)}::uuid[], ${moves.map(({ report }) => report.environment)}::text[],
      ${moves.map(({ report }) => report.id)}::uuid[], ${moves.map(({ to }) => to)}::date[]
    ) as m(account_id, environment, id, due_on)
    where (r.account_id, r.environment, r.id) = (m.account_id, m.environment, m.id)`);
}
