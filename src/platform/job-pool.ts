// The pool that graphile-worker uses: it waits for a database that is away. graphile-worker records the result of a job
// without awaiting the statement, and a failure because of the database would end the process.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseAway } from './db/database-away.ts';

const lookAgainMs = 500;

/** One of the codes after which graphile-worker retries. */
const tryAgain = 'ETIMEDOUT';

/** A statement that is interrupted is retried, on a connection that it waits for. */
function patientClient(client: pg.PoolClient): pg.PoolClient {
  const query = async (...args: Parameters<pg.PoolClient['query']>) => {
    try {
      return await client.query(...args);
    } catch (error) {
      throw isDatabaseAway(error) ? Object.assign(error as Error, { code: tryAgain }) : error;
    }
  };
  return new Proxy(client, { get: (_, name) => (name === 'query' ? query : memberOf(client, name)) });
}

function memberOf(owner: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(owner, name);
  return typeof member === 'function' ? member.bind(owner) : member;
}

export interface PatientPool {
  readonly pool: pg.Pool;
  /** For the stop: nothing waits any more. Resolves when something would have to wait, because the database is away. */
  giveUp(): Promise<void>;
}

export function patientPool(pool: pg.Pool): PatientPool {
  const away = Promise.withResolvers<void>();
  let isGivenUp = false;
  const connect = async () => {
    for (;;) {
      try {
        return patientClient(await pool.connect());
      } catch (error) {
        // First, because the pool may have been closed in the meantime, which is another error.
        if (isGivenUp) {
          away.resolve();
          return new Promise<never>(() => undefined);
        }
        if (!isDatabaseAway(error)) throw error;
        await sleep(lookAgainMs, undefined, { ref: false });
      }
    }
  };
  // With a callback it asks for the connection that it listens on, and handles errors itself.
  const connectEither = (listen?: Parameters<pg.Pool['connect']>[0]) => {
    if (listen === undefined) return connect();
    return isGivenUp ? undefined : pool.connect(listen);
  };
  return {
    pool: new Proxy(pool, { get: (_, name) => (name === 'connect' ? connectEither : memberOf(pool, name)) }),
    giveUp() {
      isGivenUp = true;
      return away.promise;
    },
  };
}
