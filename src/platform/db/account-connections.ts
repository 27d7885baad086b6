// Connections on which a statement sees only rows of the served accounts, also if it names no account.
import type pg from 'pg';
import { isUnanswered, type Limited, onConnection } from './connection-pool.ts';

export interface AccountConnections {
  readonly pool: pg.Pool;
  run<T>(accountIds: readonly string[], work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
}

/**
 * @param pool of these connections alone: PostgreSQL plans the statements of a connection again when its role changes
 * @param role whose rows the policies limit to the accounts of the setting
 */
export function connectionsOfAccounts(pool: pg.Pool, role: string, limit: Limited): AccountConnections {
  const served = new WeakMap<pg.PoolClient, string>();
  const serve = async (client: pg.PoolClient, accounts: string) => {
    if (served.get(client) === accounts) return;
    served.delete(client);
    const text = "select set_config('role', $1, false), set_config('probity.accounts', $2, false)";
    await client.query({ name: 'serve_account', text, values: [role, accounts], ...limit });
    served.set(client, accounts);
  };
  return {
    pool,
    run: (accountIds, work) =>
      onConnection(pool, async (client, endSession) => {
        try {
          await serve(client, accountIds.join());
          return await work(client);
        } catch (error) {
          if (isUnanswered(error)) endSession();
          throw error;
        }
      }),
  };
}
