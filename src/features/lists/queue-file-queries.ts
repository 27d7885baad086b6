// Which reports the file of the queue has, and what it says of each besides what the page shows.
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import {
  type DeskReader,
  listed,
  type QueueFilter,
  type QueuePage,
  queueOrders,
  within,
} from './work-queue-queries.ts';

export interface QueueFileDetails {
  readonly report_id: string;
  /** Null for an order of the whole account. */
  readonly subsidiary_name: string | null;
  /** Since when it waits for somebody; null where it does not. */
  readonly waiting_since: Date | null;
  /** When it was due before a person chose another day; null where nobody did. */
  readonly first_due_on: string | null;
  readonly delay_reason: DelayReason | null;
}

/** Of all that the queue has now, in its order: pages by an offset would shift while others work. */
export async function findQueuedIds(
  db: Db,
  reader: DeskReader,
  filter: QueueFilter,
  order: Omit<QueuePage, 'offset' | 'limit'>,
): Promise<string[]> {
  demand(authorityOf(reader), 'read_reports');
  const page = { ...order, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const rows = await db.rows<{ id: string }>(sql`
    with ${listed(reader, filter, page)} select r.id from listed r order by ${queueOrders[order.sort]}`);
  return rows.map(({ id }) => id);
}

export function findQueueFileDetails(
  db: Db,
  reader: DeskReader,
  reportIds: readonly string[],
): Promise<QueueFileDetails[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<QueueFileDetails>(sql`
    select r.id as report_id, s.name as subsidiary_name, r.first_due_on::text as first_due_on, r.delay_reason, (
        select min(w.started_at) from report_waits w
        where (w.account_id, w.environment, w.report_id) = (r.account_id, r.environment, r.id) and w.ended_at is null
      ) as waiting_since
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    left join subsidiaries s on (s.account_id, s.id) = (c.account_id, c.subsidiary_id)
    where ${within(reader.accounts, 'r.account_id')} and r.id = any (${reportIds}::uuid[])`);
}
