// Rows of the breaker and the rate limit of each provider, which all processes share.
import { type Db, sql } from '../../platform/db/database.ts';

/** The generic cell rate algorithm: a burst at once, then one call per interval. */
export interface Pace {
  readonly intervalMs: number;
  /** How far ahead calls may run. */
  readonly burstMs: number;
}

/** Takes one call of the rate limit. Returns when the next one is allowed if none is now. */
export async function takeCall(db: Db, provider: string, now: Date, pace: Pace): Promise<Date | undefined> {
  const { intervalMs, burstMs } = pace;
  const row = await db.row<{ free_at: Date; taken: boolean }>(sql`
    with taken as (
      insert into provider_health as h (provider, free_at)
      values (${provider}, ${now}::timestamptz + ${intervalMs} * interval '1 millisecond')
      on conflict (provider) do update
        set free_at = greatest(h.free_at, ${now}::timestamptz) + ${intervalMs} * interval '1 millisecond'
        where h.free_at is null or h.free_at <= ${now}::timestamptz + ${burstMs} * interval '1 millisecond'
      returning free_at
    )
    select free_at, true as taken from taken
    union all
    select free_at, false from provider_health where provider = ${provider} and not exists (select from taken)`);
  return row === undefined || row.taken ? undefined : new Date(row.free_at.getTime() - burstMs);
}

export interface HealthRow {
  readonly consecutive_failures: number;
  readonly failing_since: Date | null;
  readonly open_until: Date | null;
  readonly pauses: number;
}

export function findHealth(db: Db, provider: string): Promise<HealthRow | undefined> {
  return db.row<HealthRow>(sql`
    select consecutive_failures, failing_since, open_until, pauses from provider_health where provider = ${provider}`);
}

/** Lets one of several processes probe a paused provider. @param until when the others may */
export async function takeProbe(db: Db, provider: string, openUntil: Date, until: Date): Promise<boolean> {
  const taken = await db.run(sql`
    update provider_health set open_until = ${until} where provider = ${provider} and open_until = ${openUntil}`);
  return taken > 0;
}

export async function recordHealth(db: Db, provider: string, health: HealthRow): Promise<void> {
  await db.run(sql`
    insert into provider_health (provider, consecutive_failures, failing_since, open_until, pauses)
    values (${provider}, ${health.consecutive_failures}, ${health.failing_since}, ${health.open_until}, ${health.pauses})
    on conflict (provider) do update set consecutive_failures = excluded.consecutive_failures,
      failing_since = excluded.failing_since, open_until = excluded.open_until, pauses = excluded.pauses`);
}
