// Gives the planner statistics for tables that have not been analysed yet.
import type pg from 'pg';

/**
 * Without statistics every index that begins with account_id and environment looks as good as the primary key: each lookup
 * then reads all rows of the account, and the plan is cached. The first ANALYZE runs a minute or more after the rows were
 * inserted. Until then these estimates hold: few accounts, two environments, distinct ids. Existing statistics are kept.
 */
export async function describeNewTables(client: pg.PoolClient): Promise<void> {
  await client.query(`
    SELECT pg_restore_attribute_stats(
      'schemaname', 'public', 'relname', t.relname::text, 'attname', a.attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', greatest(a.attlen, 5)::integer, 'n_distinct',
      CASE
        WHEN a.attname = 'account_id' THEN 10
        WHEN a.attname = 'environment' THEN 2
        -- A negative number is a share of the rows.
        WHEN a.attname IN ('id', 'seq', 'order_id') THEN -1
        ELSE -0.25
      END::real)
    FROM pg_attribute a
    JOIN pg_class t ON t.oid = a.attrelid
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND (a.atttypid = 'uuid'::regtype OR a.attname IN ('environment', 'seq', 'order_id'))
      AND NOT EXISTS (
        SELECT FROM pg_stats s WHERE (s.schemaname, s.tablename, s.attname) = ('public', t.relname, a.attname))`);
}
