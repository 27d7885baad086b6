// The one way to PostgreSQL: SQL is written as SQL, values are always bound, and statements always prepared.
import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement with its bound values; built only by `sql`. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];

  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** Tagged template: `${value}` is bound; an interpolated `Sql` is spliced in with its own values. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  let text = strings[0] ?? '';
  const values: unknown[] = [];
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += part.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + values.length}`);
      values.push(...part.values);
    } else {
      values.push(part);
      text += `$${values.length}`;
    }
    text += strings[index + 1] ?? '';
  });
  return new Sql(text, values);
}

/** SQL text of our own (a column list, an ORDER BY), never a caller's. */
export function rawSql(text: string): Sql {
  return new Sql(text, []);
}

/** A pool or a transaction: a store need not know which. */
export interface Db {
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Sql): Promise<Row | undefined>;
  /** Returns the number of rows that the statement affected. */
  run(statement: Sql): Promise<number>;
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. In a transaction, `work` joins it.
   * After a deadlock `work` runs again, so it must have no effect outside the database.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Whether statements here are part of a transaction that other code commits. */
  readonly inTransaction: boolean;
}

export interface Database extends Db {
  readonly pool: pg.Pool;
  /** Runs `work` on a connection of its own, which is closed afterwards: for advisory locks, which are then surely released. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes a checkpoint, so that a stop of the server has less to do. */
  checkpoint(): Promise<void>;
  /** Rejects if the server does not answer. */
  answers(): Promise<void>;
  close(): Promise<void>;
}

const statementNames = new Map<string, string>();

/** One prepared statement for each text. The texts are ours and few, so the map stays small. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    statementNames.set(text, name);
  }
  return name;
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T>;

const once: Attempt = (work) => work();

const DEADLOCK = '40P01';
const triesAfterDeadlock = 3;

/** PostgreSQL rolls back one of two transactions that wait for each other; that one is run again. */
const againAfterDeadlock: Attempt = async (work) => {
  for (let left = triesAfterDeadlock; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || (error as { code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
};

interface Limited {
  /** Milliseconds to wait for an answer; undefined for no limit. */
  readonly query_timeout?: number | undefined;
}

function over(
  client: pg.Pool | pg.PoolClient,
  limit: Limited = {},
  attempt = once,
): Omit<Db, 'transaction' | 'inTransaction'> {
  const query = (statement: Sql) =>
    attempt(() =>
      client.query({
        name: statementName(statement.text),
        text: statement.text,
        values: statement.values as unknown[],
        ...limit,
      }),
    );
  return {
    rows: async <Row>(statement: Sql) => (await query(statement)).rows as Row[],
    row: async <Row>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

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

export interface DatabaseOptions {
  /** libpq-style connection settings or `{ connectionString }`. */
  readonly connection: pg.PoolConfig;
  readonly poolSize: number;
  /** After this time without an answer the database counts as away. Sessions, for example of migrations, may take longer. */
  readonly answersWithinMs?: number;
  readonly onIdleError: (error: Error) => void;
}

async function onConnection<T>(
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

/** The connection must not be used any more. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

async function inTransactionOn<T>(
  client: pg.PoolClient,
  work: (db: Db) => Promise<T>,
  limit: Limited = {},
): Promise<T> {
  const joined: Db = { ...over(client, limit), inTransaction: true, transaction: (inner) => inner(joined) };
  try {
    await client.query({ text: 'BEGIN', ...limit });
    const result = await work(joined);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and without an error.
    const { command } = await client.query({ text: 'COMMIT', ...limit });
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, so it was rolled back');
    return result;
  } catch (error) {
    // A connection that could not roll back must not serve the next request.
    const rollback = isUnanswered(error) ? Promise.reject(error) : client.query({ text: 'ROLLBACK', ...limit });
    await rollback.catch((rollbackError: Error) => client.emit('error', rollbackError));
    throw error;
  }
}

/** Finds out that a host is gone also on connections without a running statement. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const connectsWithinMs = 5000;

/** The standard parameter of a connection string, in seconds, which the driver ignores. */
function connectTimeoutMs({ connectionString = '' }: pg.PoolConfig): number {
  const seconds = URL.canParse(connectionString) && new URL(connectionString).searchParams.get('connect_timeout');
  return Number(seconds) * 1000 || connectsWithinMs;
}

export function openDatabase(options: DatabaseOptions): Database {
  const limit: Limited = { query_timeout: options.answersWithinMs };
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
  return {
    ...over(pool, limit, againAfterDeadlock),
    pool,
    inTransaction: false,
    transaction: (work) =>
      againAfterDeadlock(() => onConnection(pool, (client) => inTransactionOn(client, work, limit))),
    session: (work) =>
      onConnection(pool, async (client, endSession) => {
        try {
          return await work({
            ...over(client),
            inTransaction: false,
            transaction: (inner) => inTransactionOn(client, inner),
          });
        } finally {
          endSession();
        }
      }),
    checkpoint: async () => void (await pool.query('checkpoint')),
    answers: async () => void (await pool.query('select 1')),
    close: () => {
      // A server that stops right after us ends connections that the pool has released already, which does no harm.
      pool.off('error', options.onIdleError).on('error', () => {});
      return pool.end();
    },
  };
}
