// Finds the caller of an API key, or refuses the key; caches callers for a few seconds, and never past the key's
// expiry.
import type { Caller, Ctx, Environment } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isValidRow } from '../../platform/db/guarded-rows.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { permissionsOfKey } from '../access/key-scopes.ts';
import { mayDo, type Permission } from '../access/permissions.ts';
import { hashKey, isUsable } from './api-key-rules.ts';
import { type ApiKeyRow, findApiKeyByHash, markApiKeysUsed } from './api-key-store.ts';
import { createKeyNetworks } from './key-network-actions.ts';
import type { Recorder } from './sign-in-security-events.ts';

export interface ApiCaller extends Caller {
  readonly subsidiaryIds: readonly string[] | null;
  readonly permissions: readonly Permission[];
  readonly userId: string;
  readonly keyId: string;
  /** The user who owns the key, and the real actor; `userId` differs when they act for another user. */
  readonly keyUserId: string;
  /** Whether the results link in a reply opens without a key for a while. */
  readonly bareResultsLinks: boolean;
}

/** The request that carries a key. */
export interface KeyUse {
  /** The client's network address. */
  readonly address: string;
  /** Called with the owner of the key, also if it is refused. */
  known?(owner: Readonly<Record<'accountId' | 'environment' | 'keyId' | 'userId', string>>): void;
}

export interface Authentication {
  /** @param environment the environment of the path (v2); undefined if the key decides (v1) */
  callerOf(key: string | undefined, environment: Environment | undefined, from: KeyUse): Promise<ApiCaller>;
  /** Empties the cache, after a change of a key, user or account. */
  forget(): void;
  /** Stores when and from where keys were last used, in batches outside of requests. */
  recordUses(): Promise<void>;
}

/** The database notifies all processes of changes; this limits the harm if a notification is lost. */
const rememberMs = 5000;
const rememberedAtMost = 10_000;

/** A key as stored, with what it may do. */
type KnownKey = ApiKeyRow & { readonly permissions: readonly Permission[] };

/** A key that was inserted, changed or put back by hand, or whose user was, authenticates nobody. */
function isOurs({ integrity, alarms }: Pick<Ctx, 'integrity' | 'alarms'>, row: ApiKeyRow): boolean {
  const key = { table: 'api_keys', content: row.key_content, mac: row.key_mac } as const;
  const user = { table: 'users', content: row.user_content, mac: row.user_mac } as const;
  const foreign = [key, user].find((one) => !isValidRow(integrity, one));
  const where = { accountId: row.account_id, keyId: row.id, userId: row.user_id };
  if (foreign !== undefined) alarms.raise('row_not_ours', { ...where, reason: foreign.table });
  else if (row.old_row !== null) alarms.raise('row_put_back', { ...where, reason: row.old_row });
  return foreign === undefined && row.old_row === null;
}

/** What the account allows is not more than it allowed when we wrote it. */
const allowsBareLinks = (integrity: Integrity, row: ApiKeyRow): boolean =>
  row.bare_results_links &&
  isValidRow(integrity, { table: 'accounts', content: row.account_content, mac: row.account_mac });

export function createAuthentication(ctx: Recorder & Pick<Ctx, 'integrity' | 'alarms'>): Authentication {
  let remembered = new Map<string, { key: KnownKey; until: number }>();
  let uses = new Map<string, Date>();
  const networks = createKeyNetworks(ctx);

  const find = async (text: string): Promise<KnownKey | undefined> => {
    const now = ctx.now().getTime();
    const hash = hashKey(text);
    const name = hash.toString('latin1');
    const known = remembered.get(name);
    if (known !== undefined && known.until > now) return known.key;
    const into = remembered;
    const found = await findApiKeyByHash(ctx.db, hash);
    const row = found !== undefined && isOurs(ctx, found) ? found : undefined;
    if (row === undefined) {
      into.delete(name);
      return undefined;
    }
    const key = {
      ...row,
      bare_results_links: allowsBareLinks(ctx.integrity, row),
      permissions: permissionsOfKey(row.role, row.scopes),
    };
    if (into.size >= rememberedAtMost) into.clear();
    into.set(name, { key, until: now + rememberMs });
    return key;
  };

  return {
    async callerOf(key, environment, { address, known }) {
      const row = key === undefined ? undefined : await find(key);
      const now = ctx.now();
      if (row !== undefined) {
        known?.({ accountId: row.account_id, environment: row.environment, keyId: row.id, userId: row.user_id });
      }
      if (row === undefined || !isUsable(row, now)) throw new Refusal('unauthenticated');
      if (environment !== undefined && row.environment !== environment) throw new Refusal('wrong_environment');
      if (!mayDo(row, 'use_api')) throw new Refusal('read_only_user');
      uses.set(row.id, now);
      networks.add(row, address);
      return {
        permissions: row.permissions,
        accountId: row.account_id,
        environment: row.environment,
        actor: `user:${row.user_id}`,
        clockOffsetSeconds: row.environment === 'test' ? row.clock_offset_seconds : 0,
        userId: row.user_id,
        keyId: row.id,
        address,
        keyUserId: row.user_id,
        subsidiaryIds: row.subsidiary_ids,
        bareResultsLinks: row.bare_results_links,
      };
    },
    forget() {
      // A look-up in progress still writes to the old map, which nobody reads any more.
      remembered = new Map();
    },
    async recordUses() {
      if (uses.size === 0) return;
      const batch = uses;
      uses = new Map();
      await markApiKeysUsed(ctx.db, batch);
      await networks.record();
    },
  };
}
