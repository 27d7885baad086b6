-- A webhook deleted between the look at it and the insert of its delivery broke the foreign key, and with it the change
-- that the event tells of. Holding its row waits for the deletion, and then leaves it out.
create or replace function deliver_new_events() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (account_id, environment, webhook_id, event_id)
  select e.account_id, e.environment, w.id, e.id
  from new_events e
  join webhooks w on w.account_id = e.account_id
  where e.notifies
    and w.enabled
    and e.environment = any (w.environments)
    and (e.environment = 'test' or w.live_confirmed)
    and (w.events is null or e.type = any (w.events))
  order by e.id
  for key share of w;
  if found then
    perform pg_notify('webhook_deliveries', '');
  end if;
  return null;
end
$$;
