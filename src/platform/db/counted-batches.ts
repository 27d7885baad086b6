// Collects rows in memory, counts equal ones, and writes each kind in one statement within a second, so that requests
// do not wait for them.
import { Refusal } from '../../lib/refusal.ts';
import type { Log } from '../log.ts';
import type { Db } from './database.ts';
import { servingNobody } from './served-account.ts';

export interface Counted<Row> {
  readonly row: Row;
  /** How often the row was added since the last write. */
  readonly count: number;
}

export interface BatchKind<Row> {
  readonly name: string;
  readonly write: (db: Db, rows: readonly Counted<Row>[]) => Promise<void>;
}

export interface CountedBatches {
  /**
   * Adds the row, or counts the one that waits under this key. Refuses with `service_unavailable` while too many rows
   * of the kind wait for the database.
   */
  add<Row>(kind: BatchKind<Row>, key: string, row: () => Row): void;
  /** Writes the waiting rows, and keeps those that fail for the next time. Called every second, and at the stop. */
  write(): Promise<void>;
}

/** Write at once when so many rows of a kind wait. */
const WRITE_AT = 2000;
const WAITING_AT_MOST = 20_000;

interface Batch {
  waiting: Map<string, { readonly row: unknown; count: number }>;
  /** The number of rows taken from `waiting` and not yet stored. */
  underWay: number;
}

/** If the process is killed (kill -9), the rows of the last second are lost. */
export function createCountedBatches({ db, log }: { readonly db: Db; readonly log: Log }): CountedBatches {
  const batches = new Map<BatchKind<never>, Batch>();

  const batchOf = (kind: BatchKind<never>) => {
    let batch = batches.get(kind);
    if (batch === undefined) {
      batch = { waiting: new Map(), underWay: 0 };
      batches.set(kind, batch);
    }
    return batch;
  };

  const writeOne = async (kind: BatchKind<never>, batch: Batch) => {
    if (batch.waiting.size === 0) return;
    const taken = batch.waiting;
    batch.waiting = new Map();
    batch.underWay += taken.size;
    try {
      // Rows of many accounts, whichever request fills the batch.
      await servingNobody(() => kind.write(db, [...taken.values()] as never));
    } catch (error) {
      for (const [key, { row, count }] of taken) {
        batch.waiting.set(key, { row, count: count + (batch.waiting.get(key)?.count ?? 0) });
      }
      throw error;
    } finally {
      batch.underWay -= taken.size;
    }
  };

  return {
    add(kind, key, row) {
      const batch = batchOf(kind as BatchKind<never>);
      const known = batch.waiting.get(key);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      if (batch.waiting.size + batch.underWay >= WAITING_AT_MOST) throw new Refusal('service_unavailable', {}, 1);
      batch.waiting.set(key, { row: row(), count: 1 });
      if (batch.waiting.size >= WRITE_AT && batch.underWay === 0) {
        writeOne(kind as BatchKind<never>, batch).catch((error: unknown) =>
          log.warn('batch not written yet', { job: kind.name, error }),
        );
      }
    },
    async write() {
      const written = await Promise.allSettled([...batches].map(([kind, batch]) => writeOne(kind, batch)));
      const failed = written.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
