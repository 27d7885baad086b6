// Group commit: requests that wait at the same time share one statement and one commit.
import type { Db } from './database.ts';
import { servedAccounts, servingAccounts, servingNobody } from './served-account.ts';

/** Writes all items in one statement, and returns the results in the same order. */
export type WriteMany<Item, Result> = (db: Db, items: readonly Item[]) => Promise<Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  /** Which its statement may see; undefined for all. */
  readonly accounts: readonly string[] | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** At most two statements run at a time; while they commit, the next batch gathers. */
const underWayAtMost = 2;
const itemsAtMost = 64;

interface Queue<Item, Result> {
  readonly waiting: Waiting<Item, Result>[];
  underWay: number;
}

/**
 * Returns a writer that batches calls on the same pool. In a transaction it writes at once, because another owns the commit.
 * A batch serves the accounts of its items together. One failing row fails the whole statement, so the items of a failed
 * batch are written again one by one.
 */
export function groupCommit<Item, Result>(write: WriteMany<Item, Result>): (db: Db, item: Item) => Promise<Result> {
  const empty = (): Queue<Item, Result> => ({ waiting: [], underWay: 0 });
  const queues = new WeakMap<
    Db,
    { readonly ofAccounts: Queue<Item, Result>; readonly ofProgram: Queue<Item, Result> }
  >();

  const queueOf = (db: Db, accounts: readonly string[] | undefined): Queue<Item, Result> => {
    const ofDb = queues.get(db) ?? { ofAccounts: empty(), ofProgram: empty() };
    queues.set(db, ofDb);
    return accounts === undefined ? ofDb.ofProgram : ofDb.ofAccounts;
  };

  const writeTogether = (db: Db, batch: readonly Waiting<Item, Result>[]) => {
    const work = () =>
      write(
        db,
        batch.map((one) => one.item),
      );
    const isServed = batch[0]!.accounts !== undefined;
    if (!isServed) return servingNobody(work);
    return servingAccounts([...new Set(batch.flatMap((one) => one.accounts ?? []))].sort(), work);
  };

  const settleOne = async (db: Db, one: Waiting<Item, Result>) => {
    try {
      one.resolve((await writeTogether(db, [one]))[0]!);
    } catch (error) {
      one.reject(error);
    }
  };

  const settleBatch = async (db: Db, batch: readonly Waiting<Item, Result>[]) => {
    if (batch.length === 1) return settleOne(db, batch[0]!);
    try {
      const results = await writeTogether(db, batch);
      batch.forEach((one, index) => {
        one.resolve(results[index]!);
      });
    } catch {
      for (const one of batch) await settleOne(db, one);
    }
  };

  const pump = (db: Db, queue: Queue<Item, Result>) => {
    while (queue.underWay < underWayAtMost && queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, itemsAtMost);
      queue.underWay += 1;
      void settleBatch(db, batch).finally(() => {
        queue.underWay -= 1;
        pump(db, queue);
      });
    }
  };

  return (db, item) => {
    if (db.inTransaction) return write(db, [item]).then((results) => results[0]!);
    const accounts = servedAccounts();
    const queue = queueOf(db, accounts);
    return new Promise((resolve, reject) => {
      // At the end of this turn of the event loop, so that requests that are read in the same turn share a batch.
      if (queue.waiting.length === 0) setImmediate(() => pump(db, queue));
      queue.waiting.push({ item, accounts, resolve, reject });
    });
  };
}
