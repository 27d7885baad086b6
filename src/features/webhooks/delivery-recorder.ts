// Writes what became of deliveries in batches, and keeps it until the database has taken it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { waitAtMost } from '../../platform/periodic.ts';
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
/** Somebody holds the endpoint, by a claim mostly. */
const NOTE_AGAIN_MS = 50;
/** SQLSTATE classes that say that a row is at fault: its data, a constraint, a limit, damage. Anything else passes, and waits. */
const FAULTS_OF_A_ROW = new Set(['22', '23', '54', 'XX']);

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
    while (queue.length + outcomes.length > 0 && !abandoned) {
      const batch = queue.slice(0, BATCH);
      try {
        if (batch.length > 0) {
          await write(batch);
          recorded(queue.splice(0, batch.length));
        }
        isBehind = false;
      } catch (error) {
        // An attempt that is not recorded would be made again.
        isBehind = true;
        ctx.log.warn('attempts not recorded yet', { error, count: queue.length });
        await sleep(AGAIN_MS);
        continue;
      }
      await noteNews();
      if (queue.length === 0 && outcomes.length > 0) await sleep(NOTE_AGAIN_MS);
    }
    writing = undefined;
  }

  /** Their leases were over, or they were deleted: an attempt may have been made twice. */
  function noteOthers(count: number): void {
    if (count > 0) ctx.log.warn('attempts of deliveries that are no longer ours', { count });
  }

  /** What one row of the batch is refused for must not hold up the others. */
  async function write(batch: readonly DeliveryRecord[]): Promise<void> {
    try {
      noteOthers(batch.length - (await recordDeliveries(ctx.db, worker, batch)));
    } catch (error) {
      if (!isFaultOfRow(error)) throw error;
      for (const record of batch) await writeAlone(record);
    }
  }

  async function writeAlone(record: DeliveryRecord): Promise<void> {
    try {
      noteOthers(1 - (await recordDeliveries(ctx.db, worker, [record])));
    } catch (error) {
      if (!isFaultOfRow(error)) throw error;
      const { accountId, id: resourceId, attempt } = record;
      // Without its attempt the delivery still comes to its end, and counts it; else its lease ends by itself, and it is sent again.
      ctx.log.error(attempt === null ? 'delivery not recorded' : 'attempt not recorded', {
        accountId,
        resourceId,
        error,
      });
      if (attempt !== null) await writeAlone({ ...record, attempt: null });
    }
  }

  async function noteNews(): Promise<void> {
    const news = outcomes.splice(0);
    if (news.length === 0) return;
    await noteOutcomes(ctx.db, news).then(
      (left) => outcomes.unshift(...left),
      (error: unknown) => ctx.log.warn('outcomes not noted', { error }),
    );
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
      await waitAtMost(withinMs, writing);
      abandoned = true;
    },
  };
}

function isFaultOfRow(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && FAULTS_OF_A_ROW.has(code.slice(0, 2));
}
