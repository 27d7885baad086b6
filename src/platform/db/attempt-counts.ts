// Counts attempts by subject within a window of time. A window begins with the first attempt.
import { type Db, rawSql, sql } from './database.ts';

/** The tables of counts, each with the type of its subjects. */
export const attemptTables = { sign_in_attempts: 'bytea', link_guesses: 'text' } as const;

const keyOf = (subject: string | Buffer) => (typeof subject === 'string' ? subject : subject.toString('latin1'));

/**
 * Adds one attempt for each subject and returns the counts of their windows, in the order of `subjects`. @param
 * windowStart a window that began earlier is over
 */
export async function countAttempts(
  db: Db,
  table: keyof typeof attemptTables,
  subjects: readonly (string | Buffer)[],
  { now, windowStart }: { readonly now: Date; readonly windowStart: Date },
): Promise<number[]> {
  const rows = await db.rows<{ subject: string | Buffer; attempts: number }>(sql`
    insert into ${rawSql(table)} as a (subject, window_started_at, attempts)
    select s.subject, ${now}::timestamptz, 1 from unnest(${subjects}::${rawSql(attemptTables[table])}[]) as s(subject)
    order by s.subject
    on conflict (subject) do update set
      attempts = case when a.window_started_at <= ${windowStart} then 1 else a.attempts + 1 end,
      window_started_at = case when a.window_started_at <= ${windowStart} then excluded.window_started_at
        else a.window_started_at end
    returning subject, attempts`);
  const counts = new Map(rows.map(({ subject, attempts }) => [keyOf(subject), attempts]));
  return subjects.map((subject) => counts.get(keyOf(subject)) ?? 0);
}
