-- Where the clock goes back, what was noted before holds an endpoint for as long as the leap was. No pause is longer than 5
-- minutes (breaker-rules.ts) and no slot further away than a second: later than that it is of another clock, and as if past.
create function believed_pause(open_until timestamptz) returns timestamptz language sql stable
  return case when open_until <= now() + interval '6 minutes' then open_until end;
create function believed_slot(next_slot_at timestamptz) returns timestamptz language sql stable
  return case when next_slot_at <= now() + interval '2 seconds' then next_slot_at end;

create or replace view webhook_deliveries_waiting as
  select d.account_id, d.environment, d.webhook_id, d.id, d.created_at,
    greatest(d.due_at, believed_pause(h.open_until), believed_slot(h.next_slot_at)) as due_at
  from webhook_deliveries d join webhook_health h on h.account_id = d.account_id and h.webhook_id = d.webhook_id
  where d.status = 'due';

-- What is too old is found whatever its endpoint does; what was asked for by hand is never too old, and comes first.
create index webhook_deliveries_by_age on webhook_deliveries (created_at) where status = 'due' and not manual;
create index webhook_deliveries_by_hand on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due' and manual;

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
      when 'v1' then e.type = any (w.events)
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
