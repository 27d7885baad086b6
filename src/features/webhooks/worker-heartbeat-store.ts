// Rows of the delivery workers that run: their heartbeats, and the removal of workers whose heartbeat has stopped.
import { type Db, sql } from '../../platform/db/database.ts';
import type { StoragePlace } from '../../platform/storage-place.ts';

export interface KnownWorker {
  readonly id: string;
  /** How many heartbeats it has sent. */
  readonly heartbeats: number;
}

/** Further workers are watched once some of these are removed. */
const watchedAtMost = 500;

/** A worker must send its first heartbeat before it claims anything. Returns the other workers. */
export function sendHeartbeat(db: Db, worker: string, place: StoragePlace): Promise<KnownWorker[]> {
  return db.rows<KnownWorker>(sql`
    with own as (
      insert into delivery_workers (id, files_place, evidence_key)
      values (${worker}, ${place.files}, ${place.evidenceKey})
      on conflict (id) do update set heartbeats = delivery_workers.heartbeats + 1
    )
    select id, heartbeats from delivery_workers where id <> ${worker} order by id limit ${watchedAtMost}::integer`);
}

/** Where the processes that are known store files, and by which key they sign. */
export const findWorkerPlaces = (db: Db): Promise<(KnownWorker & StoragePlace)[]> =>
  db.rows<KnownWorker & StoragePlace>(sql`
    select id, heartbeats, files_place as files, evidence_key as "evidenceKey" from delivery_workers`);

/**
 * Removes workers that have sent no heartbeat since they were read, and ends their leases. `leased_by` stays, so that the
 * next claim knows that it takes the delivery over. A removed worker cannot claim any more; one that has a claim running
 * holds a lock on its row, and is left to a later call. Returns how many leases were ended.
 */
export function reapWorkers(db: Db, workers: readonly KnownWorker[]): Promise<number> {
  return db.transaction(async (tx) => {
    const reaped = await tx.rows<{ id: string }>(sql`
      with expired as materialized (
        select w.id from delivery_workers w
        join unnest(${workers.map(({ id }) => id)}::text[], ${workers.map(({ heartbeats }) => heartbeats)}::bigint[]) as seen(id, heartbeats)
          on w.id = seen.id and w.heartbeats = seen.heartbeats
        order by w.id
        for update of w skip locked
      )
      delete from delivery_workers w using expired where w.id = expired.id returning w.id`);
    if (reaped.length === 0) return 0;
    return tx.run(sql`
      update webhook_deliveries set leased_until = now()
      where status = 'due' and leased_by = any (${reaped.map(({ id }) => id)}::text[]) and leased_until > now()`);
  });
}

/** For a worker that has stopped and holds no lease. */
export async function removeWorker(db: Db, worker: string): Promise<void> {
  await db.run(sql`delete from delivery_workers where id = ${worker}`);
}
