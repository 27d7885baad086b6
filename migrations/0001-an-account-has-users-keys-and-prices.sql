-- Every table of a tenant carries account_id first in its key, and data of applicants the environment second:
-- the composite foreign keys then refuse a row that crosses, and the schema can be distributed by account.
create domain environment as text check (value in ('live', 'test'));

create table accounts (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  -- Added to the time of test resources only; never to keys, sessions, limits or the audit trail.
  test_clock_offset_seconds bigint not null default 0,
  -- Lets a results link open without a key for 15 minutes after a reply that carried it.
  bare_results_links boolean not null default false,
  is_demo boolean not null default false
);

-- Envelope keys: each account's key is wrapped by the master key; the highest version seals, all versions open.
create table account_keys (
  account_id uuid not null references accounts,
  version integer not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, version)
);

create table subsidiaries (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (name <> ''),
  external_id text,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, external_id)
);

create table users (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  permission text not null check (permission in ('administrator', 'standard', 'read_only')),
  external_id text,
  subsidiary_id uuid,
  created_at timestamptz not null,
  disabled_at timestamptz,
  primary key (account_id, id),
  unique (id),
  unique (email),
  unique (account_id, external_id),
  foreign key (account_id, subsidiary_id) references subsidiaries
);

create table api_keys (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  user_id uuid not null,
  label text not null,
  -- What people may see of the key: `live_` or `test_` and its first characters.
  prefix text not null,
  -- SHA-256 of a random key of at least 160 bits: nothing to guess, so no slow hash is needed.
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- When the key was seen in a request over plain HTTP.
  exposed_at timestamptz,
  primary key (account_id, environment, id),
  unique (hash),
  foreign key (account_id, user_id) references users
);

create table job_roles (
  account_id uuid not null references accounts,
  id integer not null generated always as identity,
  role_title text not null check (role_title <> ''),
  role_check_type text not null check (role_check_type in ('standard', 'enhanced')),
  working_with_vulnerable_adults boolean not null default false,
  working_with_children boolean not null default false,
  working_from_home boolean not null default false,
  vulnerable_adults_in_work_environment boolean not null default false,
  children_in_work_environment boolean not null default false,
  is_volunteer boolean not null default false,
  live boolean not null default true,
  primary key (account_id, id)
);

create table report_type_groups (
  account_id uuid not null references accounts,
  id integer not null generated always as identity,
  name text not null check (name <> ''),
  primary key (account_id, id),
  unique (account_id, name)
);

create table report_type_group_members (
  account_id uuid not null,
  group_id integer not null,
  position smallint not null,
  report_type_id integer not null,
  options jsonb,
  primary key (account_id, group_id, position),
  unique (account_id, group_id, report_type_id),
  foreign key (account_id, group_id) references report_type_groups on delete cascade
);

create table packages (
  account_id uuid not null references accounts,
  id integer not null generated always as identity,
  name text not null check (name <> ''),
  description text not null default '',
  primary key (account_id, id),
  unique (account_id, name)
);

create table package_items (
  account_id uuid not null,
  package_id integer not null,
  report_type_id integer not null,
  quantity smallint not null default 1 check (quantity > 0),
  primary key (account_id, package_id, report_type_id),
  foreign key (account_id, package_id) references packages on delete cascade
);

create table prices (
  account_id uuid not null references accounts,
  report_type_id integer not null,
  amount_pence integer not null check (amount_pence >= 0),
  primary key (account_id, report_type_id)
);

-- One row per test account: the fixed window of the sandbox limit (interface §Limits), kept across restarts and processes.
create table sandbox_windows (
  account_id uuid primary key references accounts,
  started_at timestamptz not null,
  requests integer not null,
  blocked_until timestamptz
);

create table idempotency_keys (
  account_id uuid not null references accounts,
  environment environment not null,
  -- SHA-256 of the key: a client may put anything in it.
  key_hash bytea not null,
  -- SHA-256 of method, path and body.
  fingerprint bytea not null,
  claimed_at timestamptz not null,
  status smallint,
  -- The kept answer, sealed; null while the first request is in flight.
  sealed_answer bytea,
  applicant_id uuid,
  primary key (account_id, environment, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (claimed_at);
create index idempotency_keys_by_applicant on idempotency_keys (account_id, environment, applicant_id)
  where applicant_id is not null;

-- Every process hears of a changed key at once and forgets what it had cached.
create function announce_api_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys', '');
  return null;
end
$$;
create trigger api_key_changes_are_announced
  after update of expires_at, revoked_at on api_keys
  for each statement execute function announce_api_key_change();
create trigger user_changes_are_announced
  after update of permission, disabled_at on users
  for each statement execute function announce_api_key_change();
create trigger account_changes_are_announced
  after update on accounts
  for each statement execute function announce_api_key_change();
