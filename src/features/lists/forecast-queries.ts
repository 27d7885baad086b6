// What the forecast of the next working days rests on: what is due, what used to arrive, and what is about to come.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { postponingWaits } from '../reports/wait-rules.ts';
import { arrivalDays } from './forecast-rules.ts';
import { type DeskReader, isQueued, within } from './work-queue-queries.ts';

export interface TypeCount {
  readonly report_type_id: number;
  readonly count: number;
}

/** Overdue, or due up to that day, without what the candidate or the client is waited for; read from the index of the queue. */
export function findDueUntil(db: Db, reader: DeskReader, until: IsoDate): Promise<TypeCount[]> {
  demand(authorityOf(reader), 'read_figures');
  return db.rows<TypeCount>(sql`
    select r.report_type_id, count(*)::integer as count from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = 'live' and ${isQueued} and r.due_on <= ${until}::date
      and coalesce(r.waiting_for, '') <> all (${postponingWaits}::text[])
    group by 1`);
}

export interface ArrivalRow extends TypeCount {
  /** 1 for Monday. */
  readonly weekday: number;
  /** In which such reports are due, on average; null if they have no day. */
  readonly working_days: number | null;
}

/** A form comes some weeks after its order, at most. */
const LONGEST_FORM_DAYS = 60;

/** What became ready for the desk in the weeks before today, by day of the week. */
export function findArrivals(db: Db, reader: DeskReader, today: IsoDate): Promise<ArrivalRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const { from, to } = arrivalDays(today);
  return db.rows<ArrivalRow>(sql`
    select r.report_type_id, extract(isodow from r.requested_at at time zone 'Europe/London')::integer as weekday,
      count(*)::integer as count, avg(r.working_days)::float8 as working_days
    from accounts a
    cross join lateral (
      select c.id from checks c
      where (c.account_id, c.environment) = (a.id, 'live')
        and c.created_at >= ${startOfUkDay(addDays(from, -LONGEST_FORM_DAYS))}
    ) c
    join reports r on (r.account_id, r.environment, r.check_id) = (a.id, 'live', c.id)
    where ${within(reader.accounts, 'a.id')}
      and r.requested_at >= ${startOfUkDay(from)} and r.requested_at < ${startOfUkDay(addDays(to, 1))}
    group by 1, 2`);
}

/** Reports whose candidate has not sent the form. */
export function findAwaitedReports(db: Db, reader: DeskReader): Promise<TypeCount[]> {
  demand(authorityOf(reader), 'read_figures');
  return db.rows<TypeCount>(sql`
    select r.report_type_id, count(*)::integer as count
    from accounts a
    cross join lateral (
      select c.id from checks c where (c.account_id, c.environment, c.status) = (a.id, 'live', 'awaiting_applicant')
    ) c
    join reports r on (r.account_id, r.environment, r.check_id) = (a.id, 'live', c.id)
    where ${within(reader.accounts, 'a.id')} and r.status = 'awaiting_data'
    group by 1`);
}

/** Rows of spreadsheets whose orders are not placed yet. */
export async function countBulkRows(db: Db, reader: DeskReader): Promise<number> {
  demand(authorityOf(reader), 'read_figures');
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from bulk_order_rows b
    join bulk_orders o on (o.account_id, o.environment, o.id) = (b.account_id, b.environment, b.bulk_order_id)
    where ${within(reader.accounts, 'b.account_id')} and b.environment = 'live' and b.sealed_body is not null
      and o.decision is distinct from 'refused'`);
  return row!.count;
}
