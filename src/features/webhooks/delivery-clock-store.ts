// Reads the database's clock, by which deliveries are due, and shifts the times of waiting deliveries when that clock has jumped.
import { type Db, sql } from '../../platform/db/database.ts';

export interface DeliveryTime {
  readonly now: Date;
  /** The sum of all jumps that were corrected so far. */
  readonly jumpedMs: number;
  /** When a process last found the clock without a jump; seconds ago while any process runs. */
  readonly checkedAt: Date;
}

export async function readDeliveryTime(db: Db): Promise<DeliveryTime> {
  const time = await db.row<DeliveryTime>(sql`
    select now() as now, jumped_ms as "jumpedMs", checked_at as "checkedAt" from delivery_clock`);
  return time!;
}

/** Notes that the clock has not jumped. */
export async function recordClockCheck(db: Db, { jumpedMs }: DeliveryTime): Promise<void> {
  await db.run(sql`update delivery_clock set checked_at = now() where jumped_ms = ${jumpedMs}::bigint`);
}

export interface ClockJump {
  readonly byMs: number;
  /** The sum of the jumps before this one: if it has changed, another process has corrected a jump meanwhile. */
  readonly jumpedMs: number;
  /** The last time read before the jump. */
  readonly lastReadAt: Date;
}

/**
 * Shifts waiting deliveries by the jump, so that their waits and windows stay as long as they were. A delivery created after
 * the jump is not shifted. False if another process has corrected the jump already.
 */
export function shiftDeliveries(db: Db, { byMs, jumpedMs, lastReadAt }: ClockJump): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Waits for transactions that insert: what they have not committed has times of before the jump, and would not be shifted.
    await tx.run(sql`lock table webhook_deliveries in share row exclusive mode`);
    const shifted = await tx.row(sql`
      with jump as (
        update delivery_clock set jumped_ms = jumped_ms + ${byMs}::bigint, checked_at = now() where jumped_ms = ${jumpedMs}::bigint
        returning make_interval(secs => ${byMs}::bigint / 1000.0) as time
      ), deliveries as (
        update webhook_deliveries d set created_at = created_at + time, due_at = due_at + time,
          planned_at = planned_at + time, leased_until = leased_until + time
        from jump
        -- Not now(), which is when the transaction began: other transactions have inserted rows since.
        where d.status = 'due' and d.created_at not between ${lastReadAt}::timestamptz + time and clock_timestamp()
      ), health as (
        update webhook_health set open_until = open_until + time, next_slot_at = next_slot_at + time,
          failing_since = failing_since + time
        from jump
      )
      select from jump`);
    return shifted !== undefined;
  });
}
