// Makes the open reports of an urgent order due earlier and puts them before others, and takes that back.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import { openReportStates } from './report-states.ts';

export interface HurriedRow {
  readonly id: string;
  readonly options: readonly OrderedOption[] | null;
  readonly working_days: number | null;
  /** null for one that is not due earlier. */
  readonly working_days_saved: number | null;
  /** By its working days. */
  readonly due_on: IsoDate | null;
  readonly requested_at: Date | null;
  readonly is_open: boolean;
}

/** The reports of a check that is locked: the open ones, and those that were due earlier when they ended. */
export function findHurriedReports(db: Db, tenant: Tenant, checkId: string): Promise<HurriedRow[]> {
  return db.rows<HurriedRow>(sql`
    select r.id, r.options, r.working_days, r.working_days_saved, r.requested_at, o.is_open,
      case when r.due_on_is_set then r.first_due_on else r.due_on end as due_on
    from reports r cross join lateral (select r.status = any (${openReportStates}::text[]) as is_open) o
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and (o.is_open or r.working_days_saved is not null)`);
}

export interface Hurry {
  readonly id: string;
  /** Less than 0 for days that it gets back. */
  readonly days: number;
  readonly dueOn: IsoDate | null;
  readonly priority: 0 | 1;
}

/** A day that a person set stays. @param isUrgent whether they are due earlier from now on */
export async function updateHurry(db: Db, tenant: Tenant, reports: readonly Hurry[], isUrgent: boolean): Promise<void> {
  await db.run(sql`
    update reports r set priority = h.priority, working_days = r.working_days - h.days,
      working_days_saved = case when ${isUrgent}::boolean then h.days end,
      due_on = case when r.due_on_is_set then r.due_on else h.due_on end,
      first_due_on = case when r.due_on_is_set then h.due_on else r.first_due_on end
    from unnest(
      ${reports.map(({ id }) => id)}::uuid[], ${reports.map(({ days }) => days)}::smallint[],
      ${reports.map(({ dueOn }) => dueOn)}::date[], ${reports.map(({ priority }) => priority)}::smallint[]
    ) as h(id, days, due_on, priority)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = h.id`);
}
