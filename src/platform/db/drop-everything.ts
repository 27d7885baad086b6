// Removes everything that this program has created in a database.
import { type Database, sql } from './database.ts';

/** Rejects while another session is connected. */
export function dropEverything(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    const others = await tx.rows(sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    if (others.length > 0) throw new Error('A program works on this database: stop it first. Nothing was changed.');
    await tx.run(sql`drop schema public, graphile_worker cascade`);
    await tx.run(sql`create schema public`);
  });
}
