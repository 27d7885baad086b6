// The note of a hand-over beside a report of the queue, for the colleague who has the report since.
import { type Sql, sql } from '../../platform/db/database.ts';
import type { DeskReader } from './work-queue-queries.ts';

/** The newest note with which somebody handed the report over to the reader, who has had it since; null without one. */
export interface SealedHandOver {
  readonly note_id: string | null;
  readonly sealed_note: Buffer | null;
  readonly handed_over_at: Date | null;
  readonly handed_over_by: string | null;
}

export const handOverColumns = sql`, n.id as note_id, n.sealed_text as sealed_note, n.created_at as handed_over_at,
  (select u.name from desk_users u where 'user:' || u.id = n.author) as handed_over_by`;

/** A join to reports as `r`. The ids grow with time, and the event of a hand-over comes before its note. */
export const handOverNoteOf = (reader: DeskReader): Sql => sql`
  left join lateral (
    select o.id, o.sealed_text, o.created_at, o.author from report_notes o
    where r.assignee_id = ${reader.userId} and o.handed_to = r.assignee_id
      and (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
      and not exists (
        select from events e
        where (e.account_id, e.environment, e.check_id) = (r.account_id, r.environment, r.check_id)
          and e.report_id = r.id and e.id > o.id
          and e.type in ('report.released', 'report.claimed', 'report.assigned'))
    order by o.created_at desc limit 1
  ) n on true`;
