-- A check that completes although none of its reports did is, as an order of interface v1, withdrawn: its event says so by a
-- mark in `detail`, and v1 webhooks hear of it as such.
create function order_event(type text, detail jsonb) returns text language sql immutable
  return case when type = 'check.completed' and detail ? 'withdrawn' then 'check.withdrawn' else type end;

create or replace function deliver_new_events() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (account_id, environment, webhook_id, event_id, ordered_check_id, due_at)
  select e.account_id, e.environment, w.id, e.id, case when w.ordered then e.check_id end,
    -- Behind what waits for its next attempt it is not due before that.
    greatest(now(), case when w.ordered then (
      select max(earlier.due_at) from webhook_deliveries earlier
      where earlier.account_id = e.account_id and earlier.webhook_id = w.id and earlier.status = 'due'
        and earlier.ordered_check_id = e.check_id) end)
  from new_events e
  join webhooks w on w.account_id = e.account_id
  where e.notifies
    and w.enabled
    and e.environment = any (w.environments)
    and (e.environment = 'test' or w.live_confirmed)
    and case w.interface
      when 'v1' then order_event(e.type, e.detail) = any (w.events)
      -- What interface v2 does not know (event-types.ts: only v1).
      else e.type <> 'check.identity_confirmed' and (w.events is null or e.type = any (w.events))
    end
  order by e.id
  for key share of w;
  if found then
    perform pg_notify('webhook_deliveries', '');
  end if;
  return null;
end
$$;
