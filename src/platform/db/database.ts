// The one way to PostgreSQL: SQL is written as SQL, values are always bound, and statements always prepared.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { type AccountConnections, connectionsOfAccounts } from './account-connections.ts';
import {
  type ConnectionCounts,
  type ConnectionOptions,
  closePool,
  countConnections,
  isUnanswered,
  type Limited,
  onConnection,
  openPool,
} from './connection-pool.ts';
import { servedAccounts } from './served-account.ts';

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
  /**
   * From now on statements in `servingAccount` run as this role, whose rows policies limit. Without it they run as the
   * connection's own role. @param role of which the connection's role is a member
   */
  serveAccountsAs(role: string): void;
  /** Runs `work` on a connection of its own, which is closed afterwards: for advisory locks, which are then surely released. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes a checkpoint, so that a stop of the server has less to do. */
  checkpoint(): Promise<void>;
  /** Of all pools. */
  connections(): ConnectionCounts;
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
/** Of a transaction that sees one moment, and whose row somebody changed since. */
const CHANGED_SINCE = '40001';
const triesAfterDeadlock = 3;

/** PostgreSQL rolls back one of two transactions that stand in each other's way; that one is run again. */
const againAfterDeadlock: Attempt = async (work) => {
  for (let left = triesAfterDeadlock; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (left === 0 || (code !== DEADLOCK && code !== CHANGED_SINCE)) throw error;
      // The other transaction gets its turn first; else the two may meet again at each try.
      await setTimeout(100);
    }
  }
};

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>;

function over(send: Query, limit: Limited = {}, attempt = once): Omit<Db, 'transaction' | 'inTransaction'> {
  const query = (statement: Sql) =>
    attempt(() =>
      send({
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

/** A connection runs one statement at a time: of several that are asked for at once, each waits for the one before. */
function inTurn(client: pg.PoolClient): Query {
  let last: Promise<unknown> = Promise.resolve();
  return (config) => {
    const answer = last.then(() => client.query(config));
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function inTransactionOn<T>(
  client: pg.PoolClient,
  work: (db: Db) => Promise<T>,
  limit: Limited = {},
): Promise<T> {
  const send = inTurn(client);
  const joined: Db = {
    ...over(send, limit),
    inTransaction: true,
    transaction: (inner) => inner(joined),
  };
  try {
    await send({ text: 'BEGIN', ...limit });
    const result = await work(joined);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and without an error.
    const { command } = await send({ text: 'COMMIT', ...limit });
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, so it was rolled back');
    return result;
  } catch (error) {
    // A connection that could not roll back must not serve the next request.
    const rollback = isUnanswered(error) ? Promise.reject(error) : send({ text: 'ROLLBACK', ...limit });
    await rollback.catch((rollbackError: Error) => client.emit('error', rollbackError));
    throw error;
  }
}

export function openDatabase(options: ConnectionOptions): Database {
  const limit: Limited = { query_timeout: options.answersWithinMs };
  const pool = openPool(options);
  let ofAccounts: AccountConnections | undefined;
  const pools = () => (ofAccounts === undefined ? [pool] : [pool, ofAccounts.pool]);
  /** Runs `work` on a connection that sees what the statements of this moment may see. */
  const onItsConnection = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const accountIds = servedAccounts();
    return ofAccounts === undefined || accountIds === undefined
      ? onConnection(pool, work)
      : ofAccounts.run(accountIds, work);
  };
  const send: Query = (config) =>
    servedAccounts() === undefined ? pool.query(config) : onItsConnection((client) => client.query(config));
  return {
    ...over(send, limit, againAfterDeadlock),
    pool,
    serveAccountsAs(role) {
      ofAccounts = connectionsOfAccounts(openPool(options), role, limit);
    },
    inTransaction: false,
    transaction: (work) => againAfterDeadlock(() => onItsConnection((client) => inTransactionOn(client, work, limit))),
    session: (work) =>
      onConnection(pool, async (client, endSession) => {
        try {
          return await work({
            ...over(inTurn(client)),
            inTransaction: false,
            transaction: (inner) => inTransactionOn(client, inner),
          });
        } finally {
          endSession();
        }
      }),
    checkpoint: async () => void (await pool.query('checkpoint')),
    answers: async () => void (await pool.query('select 1')),
    connections: () => countConnections(pools()),
    close: async () => void (await Promise.all(pools().map(closePool))),
  };
}
