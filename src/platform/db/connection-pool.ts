// Pools of connections to PostgreSQL: how they are opened, how long they wait, and what is read as what.
import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

/** Parses int8 as a number (ids and counts stay far below 2^53), and date as `yyyy-mm-dd` text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** No statement of the service takes a fraction of this. Without a limit a request would wait until a silent host is back. */
export const usuallyAnswersWithinMs = 60_000;

export interface Limited {
  /** Milliseconds to wait for an answer; undefined for no limit. */
  readonly query_timeout?: number | undefined;
}

export interface ConnectionOptions {
  /** libpq-style connection settings or `{ connectionString }`. */
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  /** After this time without an answer the database counts as away. Sessions, for example of migrations, may take longer. */
  readonly answersWithinMs?: number;
  readonly onIdleError: (error: Error) => void;
}

/** The connection must not be used any more. */
export const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Finds out that a host is gone also on connections without a running statement. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const connectsWithinMs = 5000;

/** The standard parameter of a connection string, in seconds, which the driver ignores. */
function connectTimeoutMs({ connectionString = '' }: pg.PoolConfig): number {
  const seconds = URL.canParse(connectionString) && new URL(connectionString).searchParams.get('connect_timeout');
  return Number(seconds) * 1000 || connectsWithinMs;
}

export async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, endSession: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let end = false;
  const endSession = () => {
    end = true;
  };
  // If a connection breaks while no statement runs, it emits an event, which would end the process if nobody listened.
  client.on('error', endSession);
  try {
    return await work(client, endSession);
  } finally {
    client.off('error', endSession);
    client.release(end);
  }
}

export function openPool(options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectTimeoutMs(options.connection),
    ...keptAlive,
    // A forgotten open transaction would stall the sealer, which waits for every older one.
    idle_in_transaction_session_timeout: 30_000,
    ...options.connection,
    max: options.poolSize,
    types,
  });
  pool.on('error', options.onIdleError);
  // Without a listener a connection that breaks inside a transaction would end the process. The next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function closePool(pool: pg.Pool): Promise<void> {
  // A server that stops right after us ends connections that the pool has released already, which does no harm.
  pool.removeAllListeners('error').on('error', () => {});
  return pool.end();
}

/** Connections by use, and requests that wait for one. */
export interface ConnectionCounts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export function countConnections(pools: readonly pg.Pool[]): ConnectionCounts {
  const counts = { busy: 0, idle: 0, waiting: 0 };
  for (const { totalCount, idleCount, waitingCount } of pools) {
    counts.busy += totalCount - idleCount;
    counts.idle += idleCount;
    counts.waiting += waitingCount;
  }
  return counts;
}
