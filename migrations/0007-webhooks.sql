-- Webhooks, their deliveries and attempts, and the state that the delivery workers share.
create table webhooks (
  account_id uuid not null references accounts,
  id uuid not null,
  interface text not null check (interface in ('v1', 'v2')),
  url text not null,
  enabled boolean not null default true,
  environments text[] not null check (environments <@ array['live', 'test']),
  live_confirmed boolean not null default false,
  events text[],
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  max_per_second integer check (max_per_second > 0),
  ordered boolean not null default false,
  sealed_authorisation_hash bytea,
  deleted_at timestamptz,
  primary key (account_id, id),
  constraint webhooks_v1 check (interface <> 'v1' or (cardinality(environments) = 1 and events is not null)),
  constraint webhooks_deleted_are_disabled check (deleted_at is null or not enabled)
);
create unique index webhooks_by_url on webhooks (account_id, url) where interface = 'v2' and deleted_at is null;
create index webhooks_deleted on webhooks (account_id, id) where deleted_at is not null;
comment on table webhooks is
  'Where an account gets its notifications. A v2 webhook belongs to the account, a v1 webhook to one environment.';
comment on column webhooks.environments is 'For interface v1 always one: the environment that the webhook belongs to.';
comment on column webhooks.live_confirmed is
  'A webhook that a test key registered for live events gets none until a live key confirms it.';
comment on column webhooks.events is 'The event types that it gets; null for all that notify. Never null for interface v1.';
comment on column webhooks.max_per_second is
  'The most deliveries in a second, over all processes; null for no limit.';
comment on column webhooks.ordered is
  'Whether a later event of a check waits until the earlier ones of that check are delivered or exhausted. A change applies to later events.';
comment on column webhooks.sealed_authorisation_hash is
  'Interface v1: the SHA-1 of the authorisationToken, which is sent in clear with each delivery; null for none.';
comment on column webhooks.deleted_at is
  'A deleted webhook is hidden at once. Its deliveries are removed in batches, and then its row.';

create table webhook_deliveries (
  account_id uuid not null,
  environment environment not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  event_id uuid,
  status text not null default 'due' check (status in ('due', 'delivered', 'exhausted')),
  due_at timestamptz not null default clock_timestamp(),
  attempts smallint not null default 0,
  leased_by text,
  leased_until timestamptz,
  body bytea,
  -- Not now(), which is when the transaction began: the clock may have jumped since, and the jump may be corrected already.
  created_at timestamptz not null default clock_timestamp(),
  first_attempt_at timestamptz,
  finished_at timestamptz,
  kind text not null default 'event' check (kind in ('event', 'test')),
  sequence bigint,
  ordered_check_id uuid,
  manual boolean not null default false,
  manual_attempts smallint not null default 0,
  planned_at timestamptz,
  reason text
    check (reason in ('attempts_used', 'window_over', 'webhook_disabled', 'environment_removed', 'resend_failed')),
  sent_url text,
  sealed_sent_hash bytea,
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  foreign key (account_id, environment, event_id) references events,
  constraint webhook_deliveries_of_events check ((kind = 'event') = (event_id is not null)),
  constraint webhook_deliveries_reason check ((status = 'exhausted') = (reason is not null)),
  -- Statements about leased rows need not say that the rows are due. Where they said so, and the statistics lagged behind a
  -- backlog, the planner read all due rows instead of using the key.
  constraint webhook_deliveries_leased check (leased_by is null or status = 'due')
)
-- A delivery is updated at least three times, the first two times without a change to an index: the page needs room for that.
with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05);
-- A worker goes from endpoint to endpoint and takes a share of each, so a long backlog of one endpoint costs one step.
create index webhook_deliveries_due_by_webhook on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due';
-- A failing endpoint is probed with a delivery that has failed before.
create index webhook_deliveries_retried on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due' and attempts > 0;
-- Manual attempts come first, and are never too old.
create index webhook_deliveries_manual on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due' and manual;
-- A delivery becomes too old whatever the state of its endpoint.
create index webhook_deliveries_by_age on webhook_deliveries (created_at) where status = 'due' and not manual;
create index webhook_deliveries_ordered on webhook_deliveries (account_id, webhook_id, ordered_check_id, id)
  where status = 'due' and ordered_check_id is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (account_id, webhook_id, created_at desc);
create index webhook_deliveries_by_event on webhook_deliveries (account_id, environment, event_id);
-- Exhausted deliveries are few among many.
create index webhook_deliveries_exhausted on webhook_deliveries (account_id, webhook_id, finished_at)
  where status = 'exhausted';
comment on table webhook_deliveries is 'The notifications of each webhook: one row for each event and webhook.';
comment on column webhook_deliveries.body is
  'The exact bytes that are signed and sent. They are stored before the first attempt, and each resend repeats them.';
comment on column webhook_deliveries.kind is
  '`test` is sent on request: it has its body from the start, no event and no sequence, and is always `manual`.';
comment on column webhook_deliveries.sequence is
  '1, 2, 3, … for each webhook, without a gap. A delivery gets it when it is first claimed or given up for its age, and each resend repeats it.';
comment on column webhook_deliveries.ordered_check_id is
  'The check whose earlier deliveries this one waits for; null where the webhook is not ordered.';
comment on column webhook_deliveries.manual is
  'The attempt that is due was requested: it is made whatever the age, and no new automatic one follows it. To resend: status `due`, due_at now(), manual true, planned_at as described there, finished_at and reason null; not while leased.';
comment on column webhook_deliveries.manual_attempts is
  'How many of `attempts` were manual. They do not count towards the five automatic ones.';
comment on column webhook_deliveries.planned_at is
  'When the automatic attempt was due that waits behind a manual one. It follows if the manual one fails. null where the delivery was finished.';
comment on column webhook_deliveries.reason is
  'Why an exhausted delivery ended: five attempts failed, 12 hours passed, the webhook was disabled, it lost the environment, or a manual attempt failed.';
comment on column webhook_deliveries.sent_url is
  'The URL that it was sent to, for the history of interface v1; null where nothing was sent yet, and in interface v2.';
comment on column webhook_deliveries.sealed_sent_hash is
  'The authorisation hash that it was sent with, encrypted for its webhook; null beside a sent_url where it was sent without.';

create table webhook_attempts (
  account_id uuid not null,
  delivery_id uuid not null,
  number smallint not null,
  started_at timestamptz not null,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  total_ms integer not null,
  status smallint,
  reason text,
  answer text,
  manual boolean not null default false,
  environment environment not null,
  webhook_id uuid not null,
  primary key (account_id, delivery_id, number)
);
create index webhook_attempts_newest_first
  on webhook_attempts (account_id, webhook_id, environment, started_at desc, delivery_id desc, number desc)
  include (reason);
comment on table webhook_attempts is
  'One row for each request that was sent. There is no foreign key to the delivery: the statement that records an attempt has just changed its delivery, and the key would take a sixth of its time.';
comment on column webhook_attempts.reason is 'The class of failure; null where the delivery was acknowledged.';

-- A trigger for each statement, not a foreign key for each row. It reads what is committed when it runs, so an attempt that
-- was recorded while the deletion waited for the delivery is deleted too.
create function delete_attempts_of_deleted_deliveries() returns trigger language plpgsql
  -- Use the key, whatever the planner thinks of the size of either table.
  set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from webhook_attempts a using deleted d where a.account_id = d.account_id and a.delivery_id = d.id;
  return null;
end
$$;
create trigger delete_attempts_with_delivery
  after delete on webhook_deliveries referencing old table as deleted
  for each statement execute function delete_attempts_of_deleted_deliveries();

create table webhook_health (
  account_id uuid not null,
  webhook_id uuid not null,
  last_sequence bigint not null default 0,
  next_slot_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  open_until timestamptz,
  pauses smallint not null default 0,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  primary key (account_id, webhook_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
) with (fillfactor = 50);
comment on table webhook_health is
  'How the endpoint of each webhook responds. Only the delivery workers write it.';
comment on column webhook_health.last_sequence is 'The last sequence number that a delivery got.';
comment on column webhook_health.next_slot_at is 'Where the webhook has a rate limit: nothing is sent before this.';
comment on column webhook_health.consecutive_failures is
  'Failed attempts since the last successful one, over all deliveries.';
comment on column webhook_health.failing_since is 'When the first of the consecutive failures started.';
comment on column webhook_health.open_until is
  'null while the circuit breaker is closed. Otherwise nothing is sent before this, and then one delivery as a probe.';
comment on column webhook_health.pauses is 'How often in a row the circuit breaker has opened.';

create function create_webhook_health() returns trigger language plpgsql as $$
begin
  insert into webhook_health (account_id, webhook_id) values (new.account_id, new.id);
  return null;
end
$$;
create trigger create_webhook_health after insert on webhooks for each row execute function create_webhook_health();

-- If the clock is set back, a time that was stored before would delay an endpoint for as long as the clock moved. No pause is
-- longer than 5 minutes (breaker-rules.ts) and no slot is further away than a second: a later time is ignored.
create function plausible_pause(open_until timestamptz) returns timestamptz language sql stable
  return case when open_until <= now() + interval '6 minutes' then open_until end;
create function plausible_slot(next_slot_at timestamptz) returns timestamptz language sql stable
  return case when next_slot_at <= now() + interval '2 seconds' then next_slot_at end;

create view webhook_deliveries_waiting with (security_invoker = true) as
  select d.account_id, d.environment, d.webhook_id, d.id, d.created_at,
    greatest(d.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) as due_at
  from webhook_deliveries d join webhook_health h on h.account_id = d.account_id and h.webhook_id = d.webhook_id
  where d.status = 'due';
comment on view webhook_deliveries_waiting is
  'When each due delivery can be sent. A pause or a rate limit delays all deliveries of an endpoint by its one row of webhook_health.';

create table webhook_alerts (
  account_id uuid not null,
  environment environment not null,
  webhook_id uuid not null,
  sent_at timestamptz not null,
  failing_since timestamptz,
  primary key (account_id, environment, webhook_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on table webhook_alerts is
  'When the administrators of an account last got a mail that an endpoint fails: at most one an hour.';
comment on column webhook_alerts.failing_since is
  'The start of the failures that the mail was about; null where it was only about exhausted deliveries.';

-- A check that completes although none of its reports did is, as an order of interface v1, withdrawn. A key of `detail` says
-- so, and v1 webhooks get the event as a withdrawal.
create function order_event(type text, detail jsonb) returns text language sql immutable
  return case when type = 'check.completed' and detail ? 'withdrawn' then 'check.withdrawn' else type end;

-- The deliveries of an event are inserted by the statement that inserts the event: neither can be stored without the other.
create function create_deliveries_of_events() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (account_id, environment, webhook_id, event_id, ordered_check_id, due_at)
  select e.account_id, e.environment, w.id, e.id, case when w.ordered then e.check_id end,
    -- A delivery that waits for an earlier one is not due before that one is.
    greatest(clock_timestamp(), case when w.ordered then (
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
      -- Interface v2 does not know this event (event-types.ts: only v1).
      else e.type <> 'check.identity_confirmed' and (w.events is null or e.type = any (w.events))
    end
  order by e.id
  -- A webhook that is being deleted is waited for and then left out; its delivery would break the foreign key.
  for key share of w;
  if found then
    perform pg_notify('webhook_deliveries', '');
  end if;
  return null;
end
$$;
create trigger create_deliveries_of_events
  after insert on events referencing new table as new_events
  for each statement execute function create_deliveries_of_events();

create table delivery_clock (
  single boolean primary key default true check (single),
  jumped_ms bigint not null default 0,
  checked_at timestamptz not null default now()
);
insert into delivery_clock default values;
comment on table delivery_clock is 'One row: the jumps of the database''s clock that the processes have noticed.';
comment on column delivery_clock.jumped_ms is
  'The sum of all jumps. Each jump is corrected once, by the process that is the first to add it here.';
comment on column delivery_clock.checked_at is
  'When a process last found that the clock had not jumped. A machine that was suspended while others ran learns by this that time has really passed.';

create table delivery_workers (
  id text primary key,
  started_at timestamptz not null default now(),
  heartbeats bigint not null default 0,
  files_place text,
  evidence_key text
);
comment on table delivery_workers is
  'The running delivery workers. When one stops sending heartbeats, its leases are ended early.';
comment on column delivery_workers.files_place is
  'Equal for processes that store files in the same bucket or folder, as all of one database must.';
comment on column delivery_workers.evidence_key is
  'Fingerprint of the key by which the process signs evidence bundles; null before it signed one.';
comment on column delivery_workers.heartbeats is
  'The worker increases it on the connections that it claims and records with: a lock would only belong to one session. A count, not a time, because clocks jump.';
