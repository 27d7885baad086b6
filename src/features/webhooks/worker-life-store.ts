// Which delivery workers are known, that they live, and what the dead had leased.
import { type Db, sql } from '../../platform/db/database.ts';

export interface KnownWorker {
  readonly id: string;
  /** How often it has said that it lives. */
  readonly beats: number;
}

/** More are looked at when these are gone. */
const lookedAt = 500;

/** Says that `worker` lives, which it must have before it claims anything; returns the others. */
export function beat(db: Db, worker: string): Promise<KnownWorker[]> {
  return db.rows<KnownWorker>(sql`
    with own as (
      insert into delivery_workers (id) values (${worker})
      on conflict (id) do update set beats = delivery_workers.beats + 1
    )
    select id, beats from delivery_workers where id <> ${worker} order by id limit ${lookedAt}::integer`);
}

/**
 * Ends the leases of workers that have not said anything since; who held them stays to be seen, so that whoever claims next
 * knows that it takes over. None of their claims follows; who has one that the database is still at is left to a later burial.
 * Returns how many.
 */
export function bury(db: Db, workers: readonly KnownWorker[]): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.rows<{ id: string }>(sql`
      with dead as materialized (
        select w.id from delivery_workers w
        join unnest(${workers.map(({ id }) => id)}::text[], ${workers.map(({ beats }) => beats)}::bigint[]) as silent(id, beats)
          on w.id = silent.id and w.beats = silent.beats
        order by w.id
        for update of w skip locked
      )
      delete from delivery_workers w using dead where w.id = dead.id returning w.id`);
    if (gone.length === 0) return 0;
    return tx.run(sql`
      update webhook_deliveries set leased_until = now()
      where status = 'due' and leased_by = any (${gone.map(({ id }) => id)}::text[]) and leased_until > now()`);
  });
}

/** It has stopped, and holds nothing any more. */
export async function forgetWorker(db: Db, worker: string): Promise<void> {
  await db.run(sql`delete from delivery_workers where id = ${worker}`);
}
