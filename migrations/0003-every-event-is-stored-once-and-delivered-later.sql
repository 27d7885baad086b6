-- One table is the outbox and the audit trail. Rows are written by the business transaction and never changed.
create table events (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  -- With id the sealer's reading order: every row below the oldest running transaction is final.
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  resource_type text not null,
  resource_id text not null,
  -- The resource's own status after the change, where it has one.
  status text,
  applicant_id uuid,
  check_id uuid,
  report_id uuid,
  -- `user:<id>`, `candidate`, `provider:<name>` or `system`.
  actor text not null,
  -- On the test clock for test resources; recorded_at never is.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Ids, names of ours and numbers; never personal data.
  detail jsonb not null default '{}',
  notifies boolean not null,
  primary key (account_id, environment, id)
);
create index events_to_seal on events (xid, id);
create index events_by_check on events (account_id, environment, check_id, id) where check_id is not null;

-- The chain over all events, written by the one sealer: insert-only, apart from its watermark.
create table event_links (
  seq bigint primary key,
  account_id uuid not null,
  environment environment not null,
  event_id uuid not null,
  -- SHA-256 of the event's content, and of the previous link's hash followed by it.
  digest bytea not null,
  hash bytea not null,
  unique (account_id, environment, event_id)
);
create table event_seal (
  id boolean primary key default true check (id),
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  xid xid8 not null default '0',
  event_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into event_seal default values;

-- A v2 webhook belongs to the account; a v1 webhook to one environment.
create table webhooks (
  account_id uuid not null references accounts,
  id uuid not null,
  interface text not null check (interface in ('v1', 'v2')),
  url text not null,
  enabled boolean not null default true,
  environments text[] not null check (environments <@ array['live', 'test']),
  -- Named by a test key, the live part stays inactive until a live key confirms it.
  live_confirmed boolean not null default false,
  -- Event types of ours; null for all that notify.
  events text[],
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index webhooks_by_url on webhooks (account_id, url) where interface = 'v2';

create table webhook_deliveries (
  account_id uuid not null,
  environment environment not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  event_id uuid not null,
  status text not null default 'due' check (status in ('due', 'delivered', 'exhausted')),
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  leased_by text,
  leased_until timestamptz,
  -- The exact bytes that are signed and sent, stored before the first attempt and repeated by every resend.
  body bytea,
  created_at timestamptz not null default now(),
  first_attempt_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  foreign key (account_id, environment, event_id) references events
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'due';
create index webhook_deliveries_by_webhook on webhook_deliveries (account_id, webhook_id, created_at desc);
create index webhook_deliveries_by_event on webhook_deliveries (account_id, environment, event_id);

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
  -- null when acknowledged, else the class of failure.
  reason text,
  answer text,
  primary key (account_id, delivery_id, number),
  foreign key (account_id, delivery_id) references webhook_deliveries on delete cascade
);

-- The due deliveries follow from the event in the same statement: nothing can store one without the other.
create function deliver_new_events() returns trigger language plpgsql as $$
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
  order by e.id;
  if found then
    perform pg_notify('webhook_deliveries', '');
  end if;
  return null;
end
$$;
create trigger new_events_are_delivered
  after insert on events referencing new table as new_events
  for each statement execute function deliver_new_events();

-- The audit trail is append-only for the program too; what goes round this is found by the chain.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are never changed or removed';
end
$$;
create trigger events_are_append_only
  before update or delete or truncate on events
  for each statement execute function refuse_event_change();
create trigger event_links_are_append_only
  before update or delete or truncate on event_links
  for each statement execute function refuse_event_change();
