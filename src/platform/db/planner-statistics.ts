// Gives the planner statistics of tables that nothing has analysed yet.
import type pg from 'pg';

/**
 * A table without statistics makes every index that begins with account_id and environment look as good as its primary key:
 * each look-up then reads all rows of the account, and the plan is kept. The first ANALYZE comes a minute or more after the
 * rows. Until then the planner is told: few accounts, two environments, ids that differ. Columns with statistics keep them.
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
