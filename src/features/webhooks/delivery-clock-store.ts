// The clock that deliveries are due by, which is the database's; and what waits, moved along where that clock has leapt.
import { type Db, sql } from '../../platform/db/database.ts';

export interface DeliveryTime {
  readonly now: Date;
  /** Of all leaps that were corrected so far. */
  readonly leaptMs: number;
  /** When a process last found the clock where it was to be; seconds ago where one is at work. */
  readonly lookedAt: Date;
}

export async function readDeliveryTime(db: Db): Promise<DeliveryTime> {
  const time = await db.row<DeliveryTime>(sql`
    select now() as now, leapt_ms as "leaptMs", looked_at as "lookedAt" from delivery_clock`);
  return time!;
}

/** The clock is where it was to be. */
export async function noteLook(db: Db, { leaptMs }: DeliveryTime): Promise<void> {
  await db.run(sql`update delivery_clock set looked_at = now() where leapt_ms = ${leaptMs}::bigint`);
}

export interface Leap {
  readonly byMs: number;
  /** Of the leaps before this one: what another process has corrected meanwhile is no longer what we saw. */
  readonly leaptMs: number;
  /** The last time seen before the leap. */
  readonly seen: Date;
}

/**
 * Moves what waits as far as the clock has leapt: it is due after the same wait, and its window is as long. What came after
 * the leap stays: it was created between where the clock leapt to and now. False where another process was first.
 */
export async function moveWithClock(db: Db, { byMs, leaptMs, seen }: Leap): Promise<boolean> {
  const moved = await db.row(sql`
    with leap as (
      update delivery_clock set leapt_ms = leapt_ms + ${byMs}::bigint, looked_at = now() where leapt_ms = ${leaptMs}::bigint
      returning make_interval(secs => ${byMs}::bigint / 1000.0) as time
    ), deliveries as (
      update webhook_deliveries d set created_at = created_at + time, due_at = due_at + time,
        planned_at = planned_at + time, leased_until = leased_until + time
      from leap
      -- Not now(), which is when the statement came: others have written until it was begun.
      where d.status = 'due' and d.created_at not between ${seen}::timestamptz + time and clock_timestamp()
    ), health as (
      update webhook_health set open_until = open_until + time, next_slot_at = next_slot_at + time,
        failing_since = failing_since + time
      from leap
    )
    select from leap`);
  return moved !== undefined;
}
