-- An attempt is inserted by the statement that records its delivery, and by nothing else: a foreign key finds nothing wrong, and
-- takes a sixth of that statement's time. It also deleted delivery by delivery. A trigger reads what is committed when it
-- runs, so an attempt that was recorded while the delete waited for its delivery goes along.
-- In the order in which processes at work take them.
lock table webhook_deliveries, webhook_attempts in access exclusive mode;
alter table webhook_attempts drop constraint webhook_attempts_account_id_delivery_id_fkey;

create function delete_attempts_of_deleted_deliveries() returns trigger language plpgsql
  -- By the key, whatever the planner thinks of the size of either.
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_attempts a using deleted d where a.account_id = d.account_id and a.delivery_id = d.id;
  return null;
end
$$;
create trigger webhook_attempts_go_with_their_delivery
  after delete on webhook_deliveries referencing old table as deleted
  for each statement execute function delete_attempts_of_deleted_deliveries();
