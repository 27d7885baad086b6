// Notices when the database's clock leaps, by the machine's count of seconds, and moves what waits along with it.
import { uptime } from 'node:os';
import type { Ctx } from '../../context.ts';
import { type DeliveryTime, moveWithClock, noteLook, readDeliveryTime } from './delivery-clock-store.ts';

/** Less is taken for what it may be: a clock set right, or an answer that was long on its way. */
export const LEAP_MS = 30_000;
/** What took longer to read tells too little of when it was read. */
const READ_AT_MOST_MS = 5000;
/** Shorter than a leap: the processes at work keep a record that the clock went on. */
const LOOK_NOTED_MS = 10_000;

export interface DeliveryClock {
  /** What time it is for the database unless its clock has leapt; null before the first look. */
  expected(): Date | null;
  /** Compares; corrects a leap unless another process has done so, or was at work in the time leapt over. */
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
      const before = seen;
      seen = found;
      // What another process has corrected is not judged again: processes that disagree would go on for ever.
      if (before === undefined || before.leaptMs !== found.leaptMs) return;
      const expectedAt = before.now.getTime() + found.upMs - before.upMs;
      const byMs = Math.round(found.now.getTime() - expectedAt);
      if (Math.abs(byMs) <= LEAP_MS) {
        if (found.now.getTime() - found.lookedAt.getTime() > LOOK_NOTED_MS) await noteLook(ctx.db, found);
        return;
      }
      if (!hasLeapt(found, expectedAt)) {
        ctx.log.warn('this machine stood still', { durationMs: byMs });
        return;
      }
      seen = before;
      // Where another process was first, the next look finds it corrected.
      if (!(await moveWithClock(ctx.db, { byMs, leaptMs: found.leaptMs, seen: before.now }))) return;
      ctx.log.error('the clock has leapt: deliveries moved along', { durationMs: byMs });
      seen = { ...found, leaptMs: found.leaptMs + byMs };
    },
  };
}

/** The clock, and not this machine's count: forward over a time in which nobody looked, or back behind somebody's look. */
function hasLeapt({ now, lookedAt }: DeliveryTime, expectedAt: number): boolean {
  if (now.getTime() < expectedAt) return lookedAt > now;
  return lookedAt.getTime() < expectedAt + LEAP_MS / 2;
}
