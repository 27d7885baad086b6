// Says every second that a delivery worker lives, and ends the leases of those that no longer do, long before they would end by themselves.
import type { Ctx } from '../../context.ts';
import { beat, bury, forgetWorker, type KnownWorker } from './worker-life-store.ts';

/** Looks, a second apart: one who is held up for less, by a restart of the database for one, is not dead. */
const SILENT_LOOKS = 20;

interface Seen extends KnownWorker {
  /** Since its last beat. */
  readonly silentLooks: number;
}

export interface WorkerLife {
  /** One beat, and one look at the others. */
  look(): Promise<void>;
  /** Of those who have been silent for long. Not within a look: it may take its time, and we would seem dead meanwhile. */
  buryDead(): Promise<void>;
  end(): Promise<void>;
}

/** @param ended told that something is free again */
export function createWorkerLife(ctx: Pick<Ctx, 'db' | 'log'>, worker: string, ended: () => void): WorkerLife {
  let seen: ReadonlyMap<string, Seen> = new Map();
  return {
    async look() {
      const before = seen;
      // Where the database does not answer, others cannot say anything either: their silence is counted anew.
      seen = new Map();
      const others = await beat(ctx.db, worker);
      const looks = others.map((other): Seen => {
        const last = before.get(other.id);
        return { ...other, silentLooks: last?.beats === other.beats ? last.silentLooks + 1 : 0 };
      });
      seen = new Map(looks.map((other) => [other.id, other]));
    },
    async buryDead() {
      const dead = [...seen.values()].filter(({ silentLooks }) => silentLooks >= SILENT_LOOKS);
      if (dead.length === 0) return;
      const count = await bury(ctx.db, dead);
      if (count === 0) return;
      ctx.log.warn('leases of dead workers ended', { count });
      ended();
    },
    end: () => forgetWorker(ctx.db, worker),
  };
}
