// What the database knows of its chain of events, and of the keys that encrypt the data.
import { type Db, sql } from '../../platform/db/database.ts';

export interface KeyFacts {
  readonly accounts: number;
  /** By how many master keys they are wrapped: more than one while a new one takes over. */
  readonly master_keys: number;
  /** When the newest key of an account was made. */
  readonly newest_at: Date | null;
}

export async function findKeyFacts(db: Db): Promise<KeyFacts> {
  const row = await db.row<KeyFacts>(sql`
    select count(distinct account_id)::integer as accounts, count(distinct master_key_id)::integer as master_keys,
      max(created_at) as newest_at
    from account_keys`);
  return row!;
}

/** How many events the chain has. */
export async function countChained(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select coalesce(max(seq), 0)::integer as count from event_links`);
  return row!.count;
}
