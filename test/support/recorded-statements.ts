// Records which tables the statements of a program name while they serve no account.
import type { Db, Sql } from '../../src/platform/db/database.ts';
import { servedAccounts } from '../../src/platform/db/served-account.ts';

const tablesIn = ({ text }: Sql) =>
  [...text.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g)].map(([, table]) => table!);

/** @param tables takes their names */
export function recordUnserved(db: Db, tables: Set<string>): Db {
  const note = (statement: Sql) => {
    if (servedAccounts() === undefined) for (const table of tablesIn(statement)) tables.add(table);
    return statement;
  };
  return {
    ...db,
    rows: (statement) => db.rows(note(statement)),
    row: (statement) => db.row(note(statement)),
    run: (statement) => db.run(note(statement)),
    transaction: (work) => db.transaction((inner) => work(recordUnserved(inner, tables))),
  };
}
