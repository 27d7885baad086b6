// Writes what became of deliveries in batches, and keeps it until the database has taken it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { type DeliveryRecord, recordDeliveries } from './delivery-store.ts';
import { type NotedOutcome, noteOutcomes } from './endpoint-health-store.ts';

export interface DeliveryRecorder {
  /** @param outcome what the attempt says of the endpoint, where it is news */
  add(record: DeliveryRecord, outcome?: NotedOutcome): void;
  /** Records that the database has not taken yet. */
  readonly waiting: number;
  /** Whether the database did not take the last batch. */
  readonly isBehind: boolean;
  /** Resolves when everything is written, or the time is over. */
  finish(withinMs: number): Promise<void>;
}

const BATCH = 250;
/** Long enough to gather a batch under load, too short to be noticed without. */
const GATHER_MS = 10;
const AGAIN_MS = 500;

/** @param recorded told of what the database has taken */
export function createDeliveryRecorder(
  ctx: Pick<Ctx, 'db' | 'log'>,
  worker: string,
  recorded: (records: readonly DeliveryRecord[]) => void,
): DeliveryRecorder {
  const queue: DeliveryRecord[] = [];
  const outcomes: NotedOutcome[] = [];
  let writing: Promise<void> | undefined;
  let abandoned = false;
  let isBehind = false;

  async function writeAll(): Promise<void> {
    await sleep(GATHER_MS);
    while (queue.length > 0 && !abandoned) {
      const batch = queue.slice(0, BATCH);
      try {
        await recordDeliveries(ctx.db, worker, batch);
        recorded(queue.splice(0, batch.length));
        isBehind = false;
      } catch (error) {
        // An attempt that is not recorded would be made again.
        isBehind = true;
        ctx.log.warn('attempts not recorded yet', { error, count: queue.length });
        await sleep(AGAIN_MS);
        continue;
      }
      await noteNews();
    }
    writing = undefined;
  }

  async function noteNews(): Promise<void> {
    const news = outcomes.splice(0);
    if (news.length === 0) return;
    await noteOutcomes(ctx.db, news).catch((error: unknown) => ctx.log.warn('outcomes not noted', { error }));
  }

  return {
    add(record, outcome) {
      queue.push(record);
      if (outcome !== undefined) outcomes.push(outcome);
      writing ??= writeAll();
    },
    get waiting() {
      return queue.length;
    },
    get isBehind() {
      return isBehind;
    },
    async finish(withinMs) {
      const late = new AbortController();
      const limit = sleep(withinMs, undefined, { signal: late.signal }).catch(() => undefined);
      await Promise.race([writing, limit]);
      late.abort();
      abandoned = true;
    },
  };
}
