// Rows of API keys, found by their hash.
import type { Actor, Environment, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { changeGuarded, guardedContent } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import type { KeyScope } from '../access/key-scopes.ts';
import type { ClientRole } from '../access/permissions.ts';
import { subsidiariesOfKey } from '../access/scope-queries.ts';
import { isAccessOpen } from './access-end-queries.ts';
import { isOldKey, oldRowOf, oldRowOfAccount } from './old-row-queries.ts';

export interface ApiKeyRow {
  /** The row of the key and that of its user, with their MACs. */
  readonly key_content: string;
  readonly key_mac: Buffer | null;
  readonly user_content: string;
  readonly user_mac: Buffer | null;
  readonly account_content: string;
  readonly account_mac: Buffer | null;
  /** Names a table of which the key, or its user, has an older row that was put back by hand. */
  readonly old_row: string | null;
  readonly account_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly user_id: string;
  readonly role: ClientRole;
  /** Disabled, or their access is over. */
  readonly user_has_left: boolean;
  readonly scopes: readonly KeyScope[];
  /** The subsidiary of the key, else those of its user; null if neither is held to any. */
  readonly subsidiary_ids: readonly string[] | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly clock_offset_seconds: number;
  readonly bare_results_links: boolean;
}

/** Not limited to an account: the key tells to which account the request belongs. */
export function findApiKeyByHash(db: Db, hash: Buffer): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(sql`
    select k.account_id, k.environment, k.id, k.user_id, u.role, not ${isAccessOpen('u')} as user_has_left,
      k.scopes, ${subsidiariesOfKey} as subsidiary_ids, k.expires_at, k.revoked_at, a.test_clock_offset_seconds as clock_offset_seconds, a.bare_results_links and ${oldRowOfAccount(sql`a.id`)} is null as bare_results_links,
      ${guardedContent('api_keys', 'k')} as key_content, k.mac as key_mac, ${guardedContent('users', 'u')} as user_content,
      u.mac as user_mac, ${guardedContent('accounts', 'a')} as account_content, a.mac as account_mac,
      case when ${isOldKey('k')} then 'api_keys' else ${oldRowOf({ id: sql`k.user_id`, hasEvents: sql`true` })} end as old_row
    from api_keys k
    join users u on (u.account_id, u.id) = (k.account_id, k.user_id)
    join accounts a on a.id = k.account_id
    where k.hash = ${hash}`);
}

export interface NewApiKey extends Tenant {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly KeyScope[];
  readonly subsidiaryId: string | null;
  readonly label: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export async function insertApiKey(db: Db, integrity: Integrity, key: NewApiKey): Promise<void> {
  const insert = sql`
    insert into api_keys (account_id, environment, id, user_id, scopes, subsidiary_id, label, prefix, hash, created_at,
      expires_at)
    values (${key.accountId}, ${key.environment}, ${key.id}, ${key.userId}, ${key.scopes}, ${key.subsidiaryId}, ${key.label},
      ${key.prefix}, ${key.hash}, ${key.createdAt}, ${key.expiresAt})`;
  await changeGuarded(db, integrity, 'api_keys', key.id, (tx) => tx.run(insert));
}

export interface ApiKeyListed {
  readonly id: string;
  readonly environment: Environment;
  readonly user_id: string;
  readonly scopes: readonly KeyScope[];
  readonly subsidiary_id: string | null;
  readonly label: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly exposed_at: Date | null;
  /** As in events; null of one whose making is not known. */
  readonly made_by: Actor | null;
}

export function listApiKeyRows(db: Db, accountId: string): Promise<ApiKeyListed[]> {
  return db.rows<ApiKeyListed>(sql`
    select id, environment, user_id, scopes, subsidiary_id, label, prefix, created_at, expires_at, revoked_at, last_used_at, exposed_at,
      (
        select e.actor from events e
        where e.resource_id = k.id::text and e.type = 'api_key.created' limit 1
      ) as made_by
    from api_keys k where account_id = ${accountId} order by environment, created_at, id`);
}

/** What its program does is the work of the other user from now on. */
export function moveApiKeyRow(
  db: Db,
  accountId: string,
  { id, toId }: { readonly id: string; readonly toId: string },
  integrity: Integrity,
): Promise<number> {
  const move = sql`
    update api_keys set user_id = ${toId} where account_id = ${accountId} and id = ${id} and revoked_at is null`;
  return changeGuarded(db, integrity, 'api_keys', id, (tx) => tx.run(move));
}

/** Returns the number of revoked keys: 0 if there is no such key or it was revoked before. */
export function revokeApiKeyRow(
  db: Db,
  accountId: string,
  id: string,
  at: Date,
  integrity: Integrity,
): Promise<number> {
  const revoke = sql`
    update api_keys set revoked_at = ${at} where account_id = ${accountId} and id = ${id} and revoked_at is null`;
  return changeGuarded(db, integrity, 'api_keys', id, (tx) => tx.run(revoke));
}

export async function markApiKeysUsed(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.run(sql`
    update api_keys k set last_used_at = u.used_at
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as u(id, used_at)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)`);
}

/** The keys among these hashes that were not yet marked. */
export function markApiKeysExposed(db: Db, hashes: readonly Buffer[], at: Date): Promise<(Tenant & { id: string })[]> {
  return db.rows(sql`
    update api_keys set exposed_at = ${at} where hash = any (${hashes}::bytea[]) and exposed_at is null
    returning account_id as "accountId", environment, id`);
}
