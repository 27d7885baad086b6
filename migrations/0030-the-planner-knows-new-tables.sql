-- A table without statistics makes every index that begins with account_id and environment look as good as its primary
-- key: each look-up then read all rows of the account, and the plans were kept. Until the first ANALYZE, a minute or more
-- after the rows came, this is what the planner is told: few accounts, two environments, ids that differ.
-- To be called by every migration that makes a table. Columns with statistics keep them.
create function tell_planner_of_new_tables() returns void language plpgsql as $$
declare
  c record;
begin
  for c in
    select t.relname, a.attname,
      case
        when a.attname = 'account_id' then 10
        when a.attname = 'environment' then 2
        -- As a part of the rows, where negative.
        when a.attname in ('id', 'seq', 'order_id') then -1
        else -0.25
      end as distinct_values,
      greatest(a.attlen, 5) as width
    from pg_attribute a
    join pg_class t on t.oid = a.attrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (a.atttypid = 'uuid'::regtype or a.attname in ('environment', 'seq', 'order_id'))
      and not exists (
        select from pg_stats s where (s.schemaname, s.tablename, s.attname) = ('public', t.relname, a.attname))
  loop
    perform pg_restore_attribute_stats(
      'schemaname', 'public', 'relname', c.relname::text, 'attname', c.attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', c.width::integer, 'n_distinct', c.distinct_values::real);
  end loop;
end
$$;
select tell_planner_of_new_tables();
