// Notices when the database's clock jumps, by comparing it with the machine's uptime, and shifts waiting deliveries by the jump.
import { uptime } from 'node:os';
import type { Ctx } from '../../context.ts';
import { type DeliveryTime, readDeliveryTime, recordClockCheck, shiftDeliveries } from './delivery-clock-store.ts';

/** A smaller difference may be a clock being adjusted, or an answer that took long to arrive. */
export const CLOCK_JUMP_MS = 30_000;
/** A reading that took longer says too little about when the clock was read. */
const READ_AT_MOST_MS = 5000;
/** Shorter than a jump: `checked_at` shows that some process watched the clock all the time. */
const RECORD_CHECK_AFTER_MS = 10_000;

export interface DeliveryClock {
  /** What the database's clock should show now; null before the first check. */
  expected(): Date | null;
  /** Compares both clocks, and corrects a jump unless another process has done so. */
  check(): Promise<void>;
}

interface ClockReading extends DeliveryTime {
  readonly upMs: number;
}

/** @param upMs milliseconds since some moment in the past, including the time in which the machine slept */
export function createDeliveryClock(ctx: Pick<Ctx, 'db' | 'log'>, upMs = () => uptime() * 1000): DeliveryClock {
  let last: ClockReading | undefined;

  async function read(): Promise<ClockReading | undefined> {
    const before = upMs();
    const time = await readDeliveryTime(ctx.db);
    const tookMs = upMs() - before;
    return tookMs > READ_AT_MOST_MS ? undefined : { ...time, upMs: before + tookMs / 2 };
  }

  return {
    expected: () => (last === undefined ? null : new Date(last.now.getTime() + upMs() - last.upMs)),
    async check() {
      const found = await read();
      if (found === undefined) return;
      const before = last;
      last = found;
      // A jump that another process has corrected is not judged again: two processes that disagree would correct it for ever.
      if (before === undefined || before.jumpedMs !== found.jumpedMs) return;
      const expectedAt = before.now.getTime() + found.upMs - before.upMs;
      const byMs = Math.round(found.now.getTime() - expectedAt);
      if (Math.abs(byMs) <= CLOCK_JUMP_MS) {
        const sinceCheckMs = found.now.getTime() - found.checkedAt.getTime();
        if (sinceCheckMs > RECORD_CHECK_AFTER_MS) await recordClockCheck(ctx.db, found);
        return;
      }
      if (!hasJumped(found, expectedAt)) {
        ctx.log.warn('this machine stood still', { durationMs: byMs });
        return;
      }
      last = before;
      // If another process was first, the next check finds the jump corrected.
      const jump = { byMs, jumpedMs: found.jumpedMs, lastReadAt: before.now };
      if (!(await shiftDeliveries(ctx.db, jump))) return;
      ctx.log.error('the clock has jumped: waiting deliveries were shifted', { durationMs: byMs });
      last = { ...found, jumpedMs: found.jumpedMs + byMs };
    },
  };
}

/**
 * Whether the database's clock has jumped, and not this machine's uptime: it jumped forward if nobody checked it in the time
 * that it skipped, and back if somebody has checked it later than it shows now.
 */
function hasJumped({ now, checkedAt }: DeliveryTime, expectedAt: number): boolean {
  if (now.getTime() < expectedAt) return checkedAt > now;
  return checkedAt.getTime() < expectedAt + CLOCK_JUMP_MS / 2;
}
