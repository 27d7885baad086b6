// Counts the reports that people complete while they are in training.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { author } from '../lists/turnaround-queries.ts';

interface Counted {
  /** Of the entry. */
  readonly id: string;
  readonly deskUserId: string;
  readonly since: Date;
  /** The last day on which they count; null if there is none. */
  readonly until: IsoDate | null;
  /** No more are counted. */
  readonly most: number;
  readonly reportTypeIds: readonly number[];
}

/** By the id of the entry: live reports whose first delivered outcome is theirs. Each look stops where the training is over. */
export async function countDone(db: Db, counted: readonly Counted[]): Promise<ReadonlyMap<string, number>> {
  if (counted.length === 0) return new Map();
  const asked = counted.map((one) => ({
    ...{ id: one.id, desk_user_id: one.deskUserId, since: one.since, types: one.reportTypeIds },
    ...{ until: one.until, most: one.most },
  }));
  const rows = await db.rows<{ readonly id: string; readonly done: number }>(sql`
    select e.id, (
      select count(*)::int from (
        select from reports r
        where r.environment = 'live' and r.first_completed_at >= e.since and r.report_type_id = any (e.types)
          and r.first_completed_at < coalesce((e.until + 1)::timestamp at time zone 'Europe/London', 'infinity')
          and ${author} = e.desk_user_id
        limit e.most) counted) as done
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as e(id uuid, desk_user_id text, since timestamptz, until date, most integer, types integer[])`);
  return new Map(rows.map(({ id, done }) => [id, done]));
}
