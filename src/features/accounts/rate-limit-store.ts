// Rows that count each user's sandbox requests in a fixed window; in the database, so that all processes share it
// across restarts.
import { type Db, sql } from '../../platform/db/database.ts';

/** The owner of the keys: all test keys of a user count together. */
export interface SandboxUser {
  readonly accountId: string;
  readonly keyUserId: string;
}

export interface SandboxWindow {
  readonly started_at: Date;
  /** At most one more than the limit. */
  readonly requests: number;
  /** Until when the user is refused; null if the request may pass. */
  readonly blocked_until: Date | null;
}

/**
 * Counts one request. Runs as a statement of
 * its own, never in a longer transaction, because it locks a row that all requests of the user share. Interface
 * §Limits: 100 requests in 10 minutes, then none for one minute; ours: after that minute a new window begins.
 */
export async function countSandboxRequest(
  db: Db,
  { accountId, keyUserId }: SandboxUser,
  now: Date,
): Promise<SandboxWindow> {
  const at = sql`${now}::timestamptz`;
  const row = await db.row<SandboxWindow>(sql`
    insert into sandbox_windows as w (account_id, user_id, started_at, requests)
    values (${accountId}, ${keyUserId}, ${at}, 1)
    on conflict (account_id, user_id) do update set (started_at, requests, blocked_until) = (
      select
        case when v.is_over then ${at} else w.started_at end,
        case when v.is_over then 1 else least(w.requests, 100) + 1 end,
        case when v.is_over then null else coalesce(w.blocked_until, case when w.requests >= 100 then ${at} + interval '1 minute' end) end
      from (
        -- Either way round: a clock that was set back must not keep a window for longer.
        select case when w.blocked_until is null
          then abs(extract(epoch from ${at} - w.started_at)) >= 600
          else extract(epoch from w.blocked_until - ${at}) not between 0.001 and 120
        end as is_over
      ) v
    )
    returning w.started_at, w.requests, w.blocked_until`);
  return row!;
}

/** Deletes windows that ended long ago; the next request begins a new one in any case. */
export function deleteWindowsStartedBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from sandbox_windows where started_at < ${before}`);
}
