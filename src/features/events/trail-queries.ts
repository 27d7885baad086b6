// What one user did and what was done to them, of the audit trail; the newest first.
import { firstUuidAt } from '../../lib/uuids.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { SignedEvent } from './audit-rules.ts';
import { signedEvent } from './audit-store.ts';
import { type DeskAccounts, ofDesk } from './look-queries.ts';

/** The last entry of a page: the next page begins after it. */
export interface TrailCursor {
  readonly at: Date;
  readonly id: string;
}

export interface TrailAsked {
  readonly userId: string;
  readonly since: Date;
  readonly until: Date;
}

export interface TrailPage {
  readonly after?: TrailCursor | undefined;
  readonly limit: number;
}

export interface TrailEventRow extends SignedEvent {
  readonly account_name: string;
  readonly order_id: number | null;
  readonly report_type_id: number | null;
  readonly key_label: string | null;
}

/** The least id that is not before the cursor: an entry of another list may have an id that was not made at its moment. */
function idOfCursor({ at, id }: TrailCursor): string {
  const [first, next] = [firstUuidAt(at), firstUuidAt(new Date(at.getTime() + 1))];
  return id < first ? first : id > next ? next : id;
}

/** Ids sort by creation, so the primary key is read for the days alone. The test clock of an account does not move them. */
export function findTrailEvents(
  db: Db,
  accounts: DeskAccounts,
  { userId, since, until }: TrailAsked,
  { after, limit }: TrailPage,
): Promise<TrailEventRow[]> {
  return db.rows<TrailEventRow>(sql`
    with page as materialized (
      select * from events e
      where e.account_id = any (array(select a.id from accounts a where ${ofDesk(accounts, sql`a.id`)}))
        and e.environment in ('live', 'test')
        and e.id >= ${firstUuidAt(since)}::uuid and e.id < ${after === undefined ? firstUuidAt(until) : idOfCursor(after)}::uuid
        and (e.actor = 'user:' || ${userId}::text or e.on_behalf_of = ${userId}::uuid
          or e.resource_id = ${userId}::text or e.detail ->> 'user_id' = ${userId}::text)
      order by e.id desc limit ${limit})
    select ${signedEvent} as event, e.mac, a.name as account_name, c.order_id, r.report_type_id, k.label as key_label
    from page e
    join accounts a on a.id = e.account_id
    left join checks c on (c.account_id, c.environment, c.id) = (e.account_id, e.environment, e.check_id)
    left join reports r on (r.account_id, r.environment, r.id) = (e.account_id, e.environment, e.report_id)
    left join api_keys k on (k.account_id, k.id) = (e.account_id, e.key_id)
    order by e.id desc`);
}
