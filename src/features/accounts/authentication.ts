// Turns the key that a client sent into a caller, or refuses; remembers keys for seconds, not longer than they are valid.
import type { Caller, Ctx, Environment, OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { mayDo, type Permitted, roles } from '../access/permissions.ts';
import { hashKey, isUsable } from './api-key-rules.ts';
import { type ApiKeyRow, findApiKeyByHash, markApiKeysUsed } from './api-key-store.ts';

export interface ApiCaller extends Caller, OrderScope, Permitted {
  readonly userId: string;
  readonly keyId: string;
  /** Whose key it is, whoever they act as. */
  readonly keyUserId: string;
  /** A results link in a reply opens without a key for a while. */
  readonly bareResultsLinks: boolean;
}

export interface Authentication {
  /** @param environment where the path asks for one (v2); undefined where the key decides (v1). */
  callerOf(key: string | undefined, environment: Environment | undefined): Promise<ApiCaller>;
  /** A key, user or account changed: nothing remembered counts any more. */
  forget(): void;
  /** Writes when keys were last used: batched, off the request path. */
  recordUses(): Promise<void>;
}

/** Changes are announced by the database; this bounds what a lost announcement could cost. */
const rememberMs = 5000;
const rememberedAtMost = 10_000;

export function createAuthentication(ctx: Pick<Ctx, 'db' | 'now'>): Authentication {
  let remembered = new Map<string, { row: ApiKeyRow; until: number }>();
  let uses = new Map<string, Date>();

  const find = async (key: string): Promise<ApiKeyRow | undefined> => {
    const now = ctx.now().getTime();
    const hash = hashKey(key);
    const name = hash.toString('latin1');
    const known = remembered.get(name);
    if (known !== undefined && known.until > now) return known.row;
    const into = remembered;
    const row = await findApiKeyByHash(ctx.db, hash);
    if (row === undefined) {
      into.delete(name);
    } else {
      if (into.size >= rememberedAtMost) into.clear();
      into.set(name, { row, until: now + rememberMs });
    }
    return row;
  };

  return {
    async callerOf(key, environment) {
      const row = key === undefined ? undefined : await find(key);
      const now = ctx.now();
      if (row === undefined || !isUsable(row, now)) throw new Refusal('unauthenticated');
      if (environment !== undefined && row.environment !== environment) throw new Refusal('wrong_environment');
      const permitted = { permissions: roles.client[row.role] };
      if (!mayDo(permitted, 'use_api')) throw new Refusal('read_only_user');
      uses.set(row.id, now);
      return {
        ...permitted,
        accountId: row.account_id,
        environment: row.environment,
        actor: `user:${row.user_id}`,
        clockOffsetSeconds: row.environment === 'test' ? row.clock_offset_seconds : 0,
        userId: row.user_id,
        keyId: row.id,
        keyUserId: row.user_id,
        subsidiaryId: row.subsidiary_id,
        bareResultsLinks: row.bare_results_links,
      };
    },
    forget() {
      // A look-up that is under way writes into the map it began with, which nobody reads any more.
      remembered = new Map();
    },
    async recordUses() {
      if (uses.size === 0) return;
      const batch = uses;
      uses = new Map();
      await markApiKeysUsed(ctx.db, batch);
    },
  };
}
