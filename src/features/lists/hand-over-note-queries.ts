// The notes of a hand-over beside a report of the queue, for the colleague who has the report since.
import { type Sql, sql } from '../../platform/db/database.ts';
import type { DeskReader } from './work-queue-queries.ts';

/** The notes with which somebody handed the report over to the reader, who has had it since, in their order; null without one. */
export interface SealedHandOver {
  readonly note_ids: readonly string[] | null;
  readonly sealed_notes: readonly Buffer[] | null;
  readonly handed_over_at: Date | null;
  readonly handed_over_by: string | null;
}

/** The name is looked for only where there is a note: for most rows it would read everybody of the desk in vain. */
export const handOverColumns = sql`, n.ids as note_ids, n.sealed_texts as sealed_notes, n.created_at as handed_over_at,
  case when n.author is not null then (
    select u.name from desk_users u where 'user:' || u.id = n.author) end as handed_over_by`;

/** A join to reports as `r`. The ids grow with time, and the event of a hand-over comes before its note. */
export const handOverNoteOf = (reader: DeskReader): Sql => sql`
  left join lateral (
    select array_agg(o.id order by o.created_at, o.id) as ids,
      array_agg(o.sealed_text order by o.created_at, o.id) as sealed_texts,
      max(o.created_at) as created_at, max(o.author) as author
    from report_notes o
    where r.assignee_id = ${reader.userId} and o.handed_to = r.assignee_id
      and (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
      and not exists (
        select from events e
        where (e.account_id, e.environment, e.check_id) = (r.account_id, r.environment, r.check_id)
          and e.report_id = r.id and e.id > o.id
          and e.type in ('report.released', 'report.claimed', 'report.assigned'))
  ) n on true`;
