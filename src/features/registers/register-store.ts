// Stores versions of the entries of registers.
import type { Actor } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { RegisterTable } from './register-queries.ts';

export interface NewVersion {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly nameKey: string;
  readonly isListed: boolean;
  readonly author: Actor;
  readonly createdAt: Date;
  /** The values of the register's own columns. */
  readonly values: Readonly<Record<string, unknown>>;
}

const listOf = (parts: readonly Sql[]): Sql => parts.reduce((all, one) => sql`${all}, ${one}`);

/** False if somebody else stored this version meanwhile. */
export async function insertVersion(db: Db, table: RegisterTable, one: NewVersion): Promise<boolean> {
  const row = await db.row(sql`
    insert into ${rawSql(table)}
      (id, version, name, name_key, is_listed, author, created_at, ${listOf(Object.keys(one.values).map(rawSql))})
    values (${one.id}, ${one.version}, ${one.name}, ${one.nameKey}, ${one.isListed}, ${one.author}, ${one.createdAt},
      ${listOf(Object.values(one.values).map((value) => sql`${value}`))})
    on conflict do nothing
    returning id`);
  return row !== undefined;
}
