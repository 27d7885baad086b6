// Rows that let somebody in or say what they may do carry a MAC: one that was inserted or changed by hand is not valid.
import type { Integrity } from '../encryption/integrity.ts';
import { type Db, rawSql, type Sql, sql } from './database.ts';

interface GuardedTable {
  /** The column by which its rows are found: the person or the program that they concern. */
  readonly key: string;
  readonly columns: readonly string[];
  /** Rows `t` that a library has just inserted have no MAC yet, and let nobody in without. */
  readonly isNew?: string;
}

/** The columns that the MAC of a row covers. A table that is added here needs a column `mac bytea`. */
export const guardedTables = {
  accounts: {
    key: 'id',
    columns: ['id', 'is_demo', 'is_standard', 'second_factor_demanded', 'bare_results_links', 'settings', 'closing'],
  },
  users: {
    key: 'id',
    columns: ['account_id', 'id', 'email', 'role', 'external_id', 'subsidiary_ids', 'disabled_at', 'access_until'],
  },
  desk_users: {
    key: 'id',
    columns: ['id', 'email', 'role', 'all_accounts', 'new_until', 'sample_percent', 'disabled_at', 'access_until'],
  },
  desk_trainings: {
    key: 'desk_user_id',
    columns: [
      'id',
      'desk_user_id',
      'area',
      'completed_on',
      'valid_until',
      'training_until',
      'training_reports',
      'buddy_id',
      'recorded_by',
      'recorded_at',
    ],
  },
  desk_user_accounts: { key: 'desk_user_id', columns: ['account_id', 'desk_user_id'] },
  api_keys: {
    key: 'id',
    columns: [
      'account_id',
      'environment',
      'id',
      'user_id',
      'scopes',
      'subsidiary_id',
      'hash',
      'created_at',
      'expires_at',
      'revoked_at',
    ],
  },
  sign_in_credentials: { key: 'user_id', columns: ['id', 'user_id', 'provider', 'subject', 'password'] },
  // The secrets of apps are encrypted for their user, and are encrypted again when the master key changes.
  sign_in_factors: { key: 'user_id', columns: ['id', 'user_id', 'kind', 'credential_id', 'public_key'] },
  sign_in_recovery_codes: { key: 'user_id', columns: ['user_id', 'code_hash', 'used_at'] },
  sign_in_links: { key: 'user_id', columns: ['token_hash', 'user_id', 'purpose', 'expires_at'] },
  // The secret is sealed for its account, and without the right one the provider answers nobody.
  single_sign_on: { key: 'account_id', columns: ['account_id', 'issuer', 'client_id', 'domains', 'recovery_user_id'] },
  sign_in_sessions: {
    key: 'id',
    columns: ['id', 'user_id', 'token', 'second_factor', 'confirmed_at', 'created_at'],
    isNew: "t.mac is null and t.created_at > now() - interval '1 minute'",
  },
} as const satisfies Readonly<Record<string, GuardedTable>>;

export type GuardedTableName = keyof typeof guardedTables;

const guardedTableNames = Object.keys(guardedTables) as GuardedTableName[];

/** Independent of the settings of the session. */
function expression(column: string): string {
  if (column.endsWith('_at')) return `extract(epoch from ${column})::text`;
  return /hash$|\.public_key$/.test(column) ? `encode(${column}, 'hex')` : column;
}

/** The text that the MAC of a row covers. @param alias of the table in the statement */
export function guardedContent(table: GuardedTableName, alias: string): Sql {
  const columns = guardedTables[table].columns.map((column) => expression(`${alias}.${column}`));
  return rawSql(`json_build_array(${columns.join(', ')})::text`);
}

export interface GuardedRow {
  readonly table: GuardedTableName;
  readonly key: string;
  readonly content: string;
  readonly mac: Buffer | null;
}

export const isValidRow = (integrity: Integrity, { table, content, mac }: Omit<GuardedRow, 'key'>): boolean =>
  integrity.isMac(`row of ${table}`, content, mac);

const rowsOf = (table: GuardedTableName, condition: Sql): Sql => sql`
  select ${rawSql(`'${table}' as "table", t.${guardedTables[table].key}::text as key`)}, ${guardedContent(table, 't')} as content,
    t.mac
  from ${rawSql(`${table} t`)} where ${condition}`;

const keyIs = (table: GuardedTableName, key: string | Sql): Sql =>
  sql`${rawSql(`t.${guardedTables[table].key}`)} = ${key}::uuid`;

export interface WantedRows {
  readonly table: GuardedTableName;
  /** The value, or a column of the statement around it. */
  readonly key: string | Sql;
}

/** Selects the rows of several tables, each with its key. */
export function guardedRows(wanted: readonly WantedRows[]): Sql {
  const [first, ...others] = wanted.map(({ table, key }) => rowsOf(table, keyIs(table, key)));
  return others.reduce((all, one) => sql`${all} union all ${one}`, first!);
}

export const findGuardedRows = (db: Db, wanted: readonly WantedRows[]): Promise<GuardedRow[]> =>
  db.rows<GuardedRow>(guardedRows(wanted));

class ForeignRow extends Error {
  constructor({ table, key }: GuardedRow) {
    super(`the row of ${table} for ${key} was not written by this program: put it back as it was`);
    this.name = 'ForeignRow';
  }
}

/**
 * Changes the rows with this key, and gives them their MACs. Throws `ForeignRow` if one of them was changed by hand
 * before, because a new MAC would make that valid. Runs in a transaction.
 */
export function changeGuarded<T>(
  db: Db,
  integrity: Integrity,
  table: GuardedTableName,
  key: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const before = await tx.rows<GuardedRow>(sql`${rowsOf(table, keyIs(table, key))} for update`);
    const foreign = before.find((row) => !isValidRow(integrity, row));
    if (foreign !== undefined) throw new ForeignRow(foreign);
    return guardNew(tx, integrity, table, key, change);
  });
}

/** As `changeGuarded`, for rows that a library has just inserted. */
export function guardNew<T>(
  db: Db,
  integrity: Integrity,
  table: GuardedTableName,
  key: string,
  change: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const changed = await change(tx);
    const rows = await findGuardedRows(tx, [{ table, key }]);
    const contents = rows.map(({ content }) => content);
    const macs = contents.map((content) => integrity.mac(`row of ${table}`, content));
    await tx.run(sql`
      update ${rawSql(`${table} t`)} set mac = m.mac
      from unnest(${contents}::text[], ${macs}::bytea[]) as m(content, mac)
      where ${keyIs(table, key)} and ${guardedContent(table, 't')} = m.content
        and t.mac is distinct from m.mac`);
    return changed;
  });
}

/** For the audit: the rows that were inserted or changed by hand, at most `limit`; in a transaction with one snapshot. */
export async function findForeignRows(tx: Db, integrity: Integrity, limit: number): Promise<GuardedRow[]> {
  const foreign: GuardedRow[] = [];
  for (const table of guardedTableNames) {
    const { isNew = 'false' }: GuardedTable = guardedTables[table];
    await tx.run(sql`declare guarded_rows no scroll cursor for ${rowsOf(table, rawSql(`not (${isNew})`))}`);
    for (let read = 1; read > 0 && foreign.length < limit; ) {
      const rows = await tx.rows<GuardedRow>(sql`fetch 2000 from guarded_rows`);
      foreign.push(...rows.filter((row) => !isValidRow(integrity, row)));
      read = rows.length;
    }
    await tx.run(sql`close guarded_rows`);
  }
  return foreign.slice(0, limit);
}
