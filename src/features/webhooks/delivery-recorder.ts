// Writes the outcomes of deliveries to the database in batches, and keeps each until it is written.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { waitAtMost } from '../../platform/periodic.ts';
import { type DeliveryRecord, recordDeliveries } from './delivery-store.ts';
import { type EndpointAttempt, updateHealth } from './endpoint-health-store.ts';

export interface DeliveryRecorder {
  /** @param attempt for the endpoint's health, where that must be updated */
  add(record: DeliveryRecord, attempt?: EndpointAttempt): void;
  /** How many records are not written yet. */
  readonly waiting: number;
  /** Whether the last batch could not be written. */
  readonly isBehind: boolean;
  /** Resolves when everything is written, or after `withinMs`. */
  finish(withinMs: number): Promise<void>;
}

const BATCH = 250;
/** Long enough to gather a batch under load, and short enough not to matter otherwise. */
const GATHER_MS = 10;
const RETRY_MS = 500;
/** After this a locked health row is tried again; mostly a claim holds the lock. */
const RETRY_HEALTH_MS = 50;
/** SQLSTATE classes of errors that one row causes: its data, a constraint, a limit, damage. After other errors the batch is retried. */
const ROW_ERROR_CLASSES = new Set(['22', '23', '54', 'XX']);

/** @param onRecorded called with the records that were written */
export function createDeliveryRecorder(
  ctx: Pick<Ctx, 'db' | 'log'>,
  worker: string,
  onRecorded: (records: readonly DeliveryRecord[]) => void,
): DeliveryRecorder {
  const queue: DeliveryRecord[] = [];
  const attempts: EndpointAttempt[] = [];
  let writing: Promise<void> | undefined;
  let abandoned = false;
  let isBehind = false;

  async function writeAll(): Promise<void> {
    await sleep(GATHER_MS);
    while (queue.length + attempts.length > 0 && !abandoned) {
      const batch = queue.slice(0, BATCH);
      try {
        if (batch.length > 0) {
          await write(batch);
          onRecorded(queue.splice(0, batch.length));
        }
        isBehind = false;
      } catch (error) {
        // A lost record would mean that its attempt is made again.
        isBehind = true;
        ctx.log.warn('attempts not recorded yet', { error, count: queue.length });
        await sleep(RETRY_MS);
        continue;
      }
      await recordHealth();
      if (queue.length === 0 && attempts.length > 0) await sleep(RETRY_HEALTH_MS);
    }
    writing = undefined;
  }

  /** Their leases had ended, so that another worker may have made the attempt too, or they were deleted. */
  function logUnrecorded(count: number): void {
    if (count > 0) ctx.log.warn('attempts of deliveries whose lease was lost', { count });
  }

  /** If one row makes the batch fail, writes the records one by one, so that the others are not delayed. */
  async function write(batch: readonly DeliveryRecord[]): Promise<void> {
    try {
      logUnrecorded(batch.length - (await recordDeliveries(ctx.db, worker, batch)));
    } catch (error) {
      if (!isRowError(error)) throw error;
      for (const record of batch) await writeAlone(record);
    }
  }

  async function writeAlone(record: DeliveryRecord): Promise<void> {
    try {
      logUnrecorded(1 - (await recordDeliveries(ctx.db, worker, [record])));
    } catch (error) {
      if (!isRowError(error)) throw error;
      const { accountId, id: resourceId, attempt } = record;
      // Without the attempt's row the delivery is still counted and finished; otherwise its lease would end and it would be sent again.
      ctx.log.error(attempt === null ? 'delivery not recorded' : 'attempt not recorded', {
        accountId,
        resourceId,
        error,
      });
      if (attempt !== null) await writeAlone({ ...record, attempt: null });
    }
  }

  async function recordHealth(): Promise<void> {
    const batch = attempts.splice(0);
    if (batch.length === 0) return;
    await updateHealth(ctx.db, batch).then(
      (left) => attempts.unshift(...left),
      (error: unknown) => ctx.log.warn('health of endpoints not updated', { error }),
    );
  }

  return {
    add(record, attempt) {
      queue.push(record);
      if (attempt !== undefined) attempts.push(attempt);
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

function isRowError(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && ROW_ERROR_CLASSES.has(code.slice(0, 2));
}
