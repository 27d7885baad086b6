// Notices when the database's clock leaps, by the machine's count of seconds, and moves what waits along with it.
import { uptime } from 'node:os';
import type { Ctx } from '../../context.ts';
import { type DeliveryTime, moveWithClock, readDeliveryTime } from './delivery-clock-store.ts';

/** Less is taken for what it may be: a clock set right, or an answer that was long on its way. */
export const LEAP_MS = 30_000;
/** What took longer to read tells too little of when it was read. */
const READ_AT_MOST_MS = 5000;

export interface DeliveryClock {
  /** What time it is for the database unless its clock has leapt; null before the first look. */
  expected(): Date | null;
  /** Compares; corrects a leap unless another process has done so. */
  look(): Promise<void>;
}

interface Seen extends DeliveryTime {
  readonly upMs: number;
}

/** @param upMs milliseconds since some moment of the past, those in which the machine slept among them */
export function createDeliveryClock(ctx: Pick<Ctx, 'db' | 'log'>, upMs = () => uptime() * 1000): DeliveryClock {
  let seen: Seen | undefined;

  async function read(): Promise<Seen | undefined> {
    const before = upMs();
    const time = await readDeliveryTime(ctx.db);
    const tookMs = upMs() - before;
    return tookMs > READ_AT_MOST_MS ? undefined : { ...time, upMs: before + tookMs / 2 };
  }

  return {
    expected: () => (seen === undefined ? null : new Date(seen.now.getTime() + upMs() - seen.upMs)),
    async look() {
      const found = await read();
      if (found === undefined) return;
      if (seen !== undefined) {
        const corrected = found.leaptMs - seen.leaptMs;
        const byMs = Math.round(found.now.getTime() - seen.now.getTime() - (found.upMs - seen.upMs) - corrected);
        if (Math.abs(byMs) > LEAP_MS) {
          const moved = await moveWithClock(ctx.db, { byMs, leaptMs: found.leaptMs, seen: seen.now });
          // Where another process was first, the next look finds it corrected.
          if (!moved) return;
          ctx.log.error('the clock has leapt: deliveries moved along', { durationMs: byMs });
          seen = { ...found, leaptMs: found.leaptMs + byMs };
          return;
        }
      }
      seen = found;
    },
  };
}
