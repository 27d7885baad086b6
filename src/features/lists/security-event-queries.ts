// Security events with the names of who did what, newest first, for the pages and exports.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isSetWithin } from '../access/scope-queries.ts';
import type { SecurityEventRow } from '../security-events/security-event.ts';
import type { DeskAccounts } from './work-queue-queries.ts';

export interface ListedSecurityEvent extends SecurityEventRow {
  readonly account_name: string | null;
  /** Null if the actor is no user. */
  readonly actor_name: string | null;
  readonly on_behalf_of_name: string | null;
  /** The user whom the event concerns. */
  readonly subject_name: string | null;
  readonly key_label: string | null;
  /** Of the API key that the event concerns. */
  readonly subject_key_label: string | null;
  /** Of the check that the event concerns. */
  readonly order_id: number | null;
}

export interface SecurityEventFilter {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly type?: string | undefined;
  /** Who did it, for whom it was done, or whom it concerns. */
  readonly userId?: string | undefined;
  /** An address, or a network such as `192.0.2.0/24`. */
  readonly network?: string | undefined;
  /** Only what users did who see no other subsidiaries; null for all. */
  readonly subsidiaryIds?: readonly string[] | null;
}

/** The last event of a page: the next page begins after it. */
export interface SecurityEventCursor {
  readonly occurred_at: Date;
  readonly id: string;
}

const within = (accounts: DeskAccounts): Sql =>
  accounts === 'all' ? sql`true` : sql`e.account_id = any (${accounts}::uuid[])`;

const nameOfUser = (id: Sql): Sql => sql`
  (select name from users u where u.id = ${id} union all select name from desk_users d where d.id = ${id})`;

const matches = ({ since, until, type, userId, network, subsidiaryIds = null }: SecurityEventFilter): Sql => sql`
  (${since ?? null}::timestamptz is null or e.occurred_at >= ${since ?? null})
  and (${until ?? null}::timestamptz is null or e.occurred_at < ${until ?? null})
  and (${type ?? null}::text is null or e.type = ${type ?? null})
  and (${userId ?? null}::text is null or e.actor = 'user:' || ${userId ?? null}::text
    or e.on_behalf_of = ${userId ?? null}::uuid or e.detail ->> 'user_id' = ${userId ?? null}::text)
  and (${network ?? null}::inet is null or e.address <<= ${network ?? null}::inet)
  and (${subsidiaryIds === null}::boolean or exists (
    select from users u
    where u.account_id = e.account_id and ${isSetWithin({ subsidiaryIds }, sql`u.subsidiary_ids`)} and e.actor = 'user:' || u.id::text))`;

/** @param accounts `all` includes events of no account, such as sign-ins of the desk */
export function findSecurityEvents(
  db: Db,
  accounts: DeskAccounts,
  filter: SecurityEventFilter,
  { after, limit }: { readonly after?: SecurityEventCursor | undefined; readonly limit: number },
): Promise<ListedSecurityEvent[]> {
  const start = after === undefined ? sql`true` : sql`(e.occurred_at, e.id) < (${after.occurred_at}, ${after.id})`;
  return db.rows<ListedSecurityEvent>(sql`
    with page as (
      select * from security_events e where ${within(accounts)} and ${matches(filter)} and ${start}
      order by e.occurred_at desc, e.id desc limit ${limit})
    select e.id, e.type, e.account_id, e.environment, e.actor, e.on_behalf_of, e.key_id, e.session_id,
      host(e.address) as address, e.count, e.detail, e.occurred_at,
      (select name from accounts a where a.id = e.account_id) as account_name,
      ${nameOfUser(sql`substring(e.actor from '^user:(.*)')::uuid`)} as actor_name,
      ${nameOfUser(sql`e.on_behalf_of`)} as on_behalf_of_name,
      ${nameOfUser(sql`(e.detail ->> 'user_id')::uuid`)} as subject_name,
      (select label from api_keys k where (k.account_id, k.id) = (e.account_id, e.key_id)) as key_label,
      (select label from api_keys k where k.account_id = e.account_id and k.id::text = e.detail ->> 'key_id') as subject_key_label,
      (select order_id from checks c where (c.account_id, c.environment, c.id) =
        (e.account_id, e.environment, (e.detail ->> 'check_id')::uuid)) as order_id
    from page e order by e.occurred_at desc, e.id desc`);
}
