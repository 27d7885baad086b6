// Counts the reports that people complete while they are in training, and the errors that reviewers find in what they propose.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { author } from '../lists/turnaround-queries.ts';
import { type Training, usualMostWrongPercent } from './training-rules.ts';

interface Counted {
  /** Of the entry. */
  readonly id: string;
  readonly deskUserId: string;
  readonly since: Date;
  /** The last day on which they count; null if there is none. */
  readonly until: IsoDate | null;
  /** No more are counted; null counts none. */
  readonly most: number | null;
  readonly reportTypeIds: readonly number[];
}

export type Progress = Pick<Training, 'reportsDone' | 'judged' | 'wrong' | 'mostWrongPercent'>;

/**
 * By the id of the entry: live reports whose first delivered outcome is theirs, and those that a reviewer approved, changed or
 * sent back. Each look stops where the training would end, so that nothing later brings somebody back into it.
 */
export async function countProgress(db: Db, counted: readonly Counted[]): Promise<ReadonlyMap<string, Progress>> {
  if (counted.length === 0) return new Map();
  const asked = counted.map((one) => ({
    ...{ id: one.id, desk_user_id: one.deskUserId, since: one.since, types: one.reportTypeIds },
    ...{ until: one.until, most: one.most },
  }));
  const rows = await db.rows<Progress & { readonly id: string }>(sql`
    select e.id, d.done as "reportsDone", j.judged, j.wrong,
      coalesce((select p.trained_below::int from quality_programme_versions p order by p.version desc limit 1),
        ${usualMostWrongPercent}) as "mostWrongPercent"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as e(id uuid, desk_user_id text, since timestamptz, until date, most integer, types integer[])
    cross join lateral (
      select coalesce((e.until + 1)::timestamp at time zone 'Europe/London', 'infinity') as ends) t
    cross join lateral (
      select count(*)::int as done, max(counted.first_completed_at) as last_at from (
        select r.first_completed_at from reports r
        where r.environment = 'live' and r.first_completed_at >= e.since and r.report_type_id = any (e.types)
          and r.first_completed_at < t.ends and ${author} = e.desk_user_id
        order by r.first_completed_at limit coalesce(e.most, 0)) counted) d
    cross join lateral (
      select count(*)::int as judged, (count(*) filter (where is_wrong))::int as wrong from (
        select bool_or(v.decision <> 'approved') as is_wrong
        from report_reviews v
        join reports r on (r.account_id, r.environment, r.id) = (v.account_id, v.environment, v.report_id)
        where v.environment = 'live' and v.proposed_by = 'user:' || e.desk_user_id and v.decision <> 'reopened'
          and v.decided_at >= e.since and v.decided_at < t.ends
          and v.decided_at <= case when d.done = e.most then d.last_at else 'infinity' end
          and r.report_type_id = any (e.types)
        group by v.account_id, v.report_id) reviewed) j`);
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}
