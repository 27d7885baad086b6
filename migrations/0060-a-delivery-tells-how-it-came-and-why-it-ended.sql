alter table webhooks
  -- Deliveries a second at most, over all processes; null for as many as the endpoint takes.
  add column max_per_second integer check (max_per_second > 0),
  -- Whether a later event of one check waits until the earlier ones of that check are delivered or exhausted. Applies to
  -- events from then on.
  add column ordered boolean not null default false,
  -- v1: the SHA-1 of the authorisationToken, which is sent in clear with every delivery; null for none. Its environment is
  -- the one in `environments` (with live_confirmed where that is live), its `events` are event types of ours, never null.
  add column sealed_authorisation_hash bytea,
  add constraint webhooks_v1 check (interface <> 'v1' or (cardinality(environments) = 1 and events is not null));

alter table webhook_deliveries
  -- 'test' is sent on request: it has its body from the start, no event, no sequence, and is always `manual`.
  add column kind text not null default 'event' check (kind in ('event', 'test')),
  alter column event_id drop not null,
  add constraint webhook_deliveries_of_events check ((kind = 'event') = (event_id is not null)),
  -- 1, 2, 3, … for each webhook, without a gap: given when an event's delivery is first claimed and its webhook wants it,
  -- and repeated by every resend. What is given up unsent for its age has one too, so that the receiver sees what it misses.
  add column sequence bigint,
  -- The check whose earlier deliveries this one waits for; null where the webhook is not ordered.
  add column ordered_check_id uuid,
  -- The attempt that is due now was asked for by hand: made whatever its age, with no automatic one after it.
  -- To resend: status 'due', due_at now(), manual true, planned_at as below, finished_at and reason null; not while leased.
  add column manual boolean not null default false,
  -- Of `attempts`, those made by hand: they do not count among the five.
  add column manual_attempts smallint not null default 0,
  -- The automatic attempt that was waiting (due_at) when one by hand was asked for: it follows where that one fails.
  -- null where the delivery was finished.
  add column planned_at timestamptz,
  -- Why an exhausted delivery ended: five attempts failed, 12 hours went by, the webhook was disabled, it lost the
  -- environment, an attempt by hand failed.
  add column reason text
    check (reason in ('attempts_used', 'window_over', 'webhook_disabled', 'environment_removed', 'resend_failed'));
update webhook_deliveries set reason = 'attempts_used' where status = 'exhausted' and attempts >= 5;
update webhook_deliveries set reason = 'window_over' where status = 'exhausted' and attempts < 5;
alter table webhook_deliveries
  add constraint webhook_deliveries_reason check ((status = 'exhausted') = (reason is not null));
create index webhook_deliveries_ordered on webhook_deliveries (account_id, webhook_id, ordered_check_id, id)
  where status = 'due' and ordered_check_id is not null;

alter table webhook_attempts add column manual boolean not null default false;

-- How an endpoint does. Written by the delivery workers only, apart from alerted_at; every webhook has its row from the start.
create table webhook_health (
  account_id uuid not null,
  webhook_id uuid not null,
  -- The last sequence number given.
  last_sequence bigint not null default 0,
  -- Where the webhook has a rate: nothing is sent before this.
  next_slot_at timestamptz,
  -- Failed attempts since the last delivered one, over all deliveries.
  consecutive_failures integer not null default 0,
  -- Start of the first of them.
  failing_since timestamptz,
  -- null: the breaker is closed. Otherwise nothing is sent before this, then one delivery to try the endpoint.
  open_until timestamptz,
  -- How many pauses the breaker has made in a row.
  pauses smallint not null default 0,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  -- For those who tell people: the failing_since that was last told of.
  alerted_at timestamptz,
  primary key (account_id, webhook_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);
insert into webhook_health (account_id, webhook_id) select account_id, id from webhooks;

create function begin_webhook_health() returns trigger language plpgsql as $$
begin
  insert into webhook_health (account_id, webhook_id) values (new.account_id, new.id);
  return null;
end
$$;
create trigger webhooks_have_health after insert on webhooks for each row execute function begin_webhook_health();

-- When each due delivery can go out: an endpoint that is held back moves all of its deliveries by one row. "Nothing is
-- stuck" and "the oldest due delivery" are said of this.
create view webhook_deliveries_waiting as
  select d.account_id, d.environment, d.webhook_id, d.id, d.created_at, greatest(d.due_at, h.open_until, h.next_slot_at) as due_at
  from webhook_deliveries d join webhook_health h on h.account_id = d.account_id and h.webhook_id = d.webhook_id
  where d.status = 'due';

create or replace function deliver_new_events() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (account_id, environment, webhook_id, event_id, ordered_check_id)
  select e.account_id, e.environment, w.id, e.id, case when w.ordered then e.check_id end
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

select tell_planner_of_new_tables();
