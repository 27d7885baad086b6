// Records from which networks API keys are used: a new one for a key that was used before is a security event.
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { keyNetworkOf } from './key-network-rules.ts';
import { insertKeyNetworks, type KeyNetwork } from './key-network-store.ts';
import type { Recorder } from './sign-in-security-events.ts';

/** Addresses of keys that this process has looked at. */
const seenAtMost = 50_000;

interface Use extends KeyNetwork {
  readonly userId: string;
  readonly address: string;
}

const nameOf = ({ keyId, network }: Pick<KeyNetwork, 'keyId' | 'network'>) => `${keyId} ${network}`;

export interface KeyNetworks {
  add(key: Pick<ApiKeyRow, 'account_id' | 'environment' | 'id' | 'user_id'>, address: string): void;
  /** Stores what was added, outside of requests. */
  record(): Promise<void>;
}

export function createKeyNetworks(ctx: Recorder): KeyNetworks {
  const seen = new Set<string>();
  let uses = new Map<string, Use>();
  return {
    add(key, address) {
      const { account_id: accountId, environment, id: keyId, user_id: userId } = key;
      const pair = `${keyId} ${address}`;
      if (seen.has(pair)) return;
      const network = keyNetworkOf(address);
      if (network === undefined) return;
      if (seen.size >= seenAtMost) seen.clear();
      seen.add(pair);
      const name = nameOf({ keyId, network });
      if (!uses.has(name)) uses.set(name, { accountId, environment, keyId, network, userId, address });
    },
    async record() {
      if (uses.size === 0) return;
      const batch = uses;
      uses = new Map();
      try {
        await store(ctx, batch);
      } catch (error) {
        uses = new Map([...batch, ...uses]);
        throw error;
      }
    },
  };
}

function store(ctx: Recorder, uses: ReadonlyMap<string, Use>): Promise<void> {
  return ctx.db.transaction(async (db) => {
    for (const added of await insertKeyNetworks(db, [...uses.values()], ctx.now())) {
      const { accountId, environment, keyId, userId, address } = uses.get(nameOf(added))!;
      const who = { accountId, environment, keyId, actor: `user:${userId}` as const, address };
      const detail = { network: added.network };
      await recordSecurityEvent({ ...ctx, db }, { type: 'key.used_from_new_network', ...who, detail });
    }
  });
}
