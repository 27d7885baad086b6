-- Accounts with their keys, users and what they have agreed, and what limits or repeats their requests.
-- Each table of an account starts its key with account_id, and applicants' data have the environment second: the composite
-- foreign keys then refuse a row that crosses, and the schema can be distributed by account.
create domain environment as text check (value in ('live', 'test'));

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is never changed or removed', tg_table_name;
end
$$;
comment on function refuse_change() is 'Keeps the tables append-only whose triggers call it.';

create table accounts (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  test_clock_offset_seconds bigint not null default 0,
  bare_results_links boolean not null default false,
  is_demo boolean not null default false,
  is_standard boolean not null default false,
  second_factor_demanded boolean not null default false,
  settings jsonb not null default '{}',
  closing jsonb,
  mac bytea
);
create unique index accounts_standard on accounts (is_demo) where is_standard;
comment on table accounts is 'The clients of the operator, and its house standard.';
comment on column accounts.is_standard is
  'Whether it is the house standard, which new accounts start from: it belongs to no client, and has neither users nor orders.';
comment on column accounts.test_clock_offset_seconds is
  'Added to the time of test resources only; never to keys, sessions, limits or the audit trail.';
comment on column accounts.bare_results_links is
  'Whether a results link opens without a key for 15 minutes after a reply that carried it.';

comment on column accounts.second_factor_demanded is 'Whether its users need a second factor to sign in.';
comment on column accounts.settings is 'The settings of the account that differ from their defaults, by name.';
comment on column accounts.closing is
  'When it stops ordering, signing in and being kept, and how far that has come; null while it is open (features/accounts/closing.ts).';
comment on column accounts.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

create table account_logos (
  account_id uuid primary key references accounts,
  type text not null check (type in ('png', 'jpg')),
  content bytea not null check (octet_length(content) <= 204800),
  width integer not null,
  height integer not null
);
comment on table account_logos is 'The logo of a client, shown to its candidates and referees and in its results.';
comment on column account_logos.width is 'Of the picture, in pixels.';
comment on column account_logos.height is 'Of the picture, in pixels.';

create table account_keys (
  account_id uuid not null references accounts,
  version integer not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, version)
);
comment on table account_keys is
  'The encryption keys of an account, each wrapped by the master key. The highest version encrypts, every version decrypts.';

create table integrity_key (
  single boolean primary key default true check (single),
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now()
);
comment on table integrity_key is
  'One row: the key of the MACs that show which rows this program wrote, wrapped by the master key.';

create table subsidiaries (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (name <> ''),
  external_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  unique (account_id, external_id)
);
comment on table subsidiaries is 'Organisations of an account that orders can be placed for.';
comment on column subsidiaries.ended_at is 'Since then it takes no order; null while it does.';
comment on column subsidiaries.external_id is 'The name of the subsidiary in the client''s own systems.';

create table users (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  role text not null check (role in ('administrator', 'standard', 'requester', 'approver', 'identity_verifier', 'decider', 'compliance', 'status_reader', 'record_reader', 'billing', 'read_only')),
  external_id text,
  subsidiary_ids uuid[] check (subsidiary_ids <> '{}' and array_position(subsidiary_ids, null) is null),
  created_at timestamptz not null,
  disabled_at timestamptz,
  access_until date,
  withdrawn_at timestamptz check (withdrawn_at is null or disabled_at is not null),
  away_from date,
  away_until date check (away_until >= away_from),
  cover_id uuid check (cover_id <> id and (cover_id is null or away_from is not null)),
  mac bytea,
  primary key (account_id, id),
  unique (id),
  unique (email),
  unique (account_id, external_id),
  foreign key (account_id, cover_id) references users
);
create index users_by_cover on users (account_id, cover_id) where cover_id is not null;
comment on table users is 'People who work for an account and sign in to the client portal.';
comment on column users.subsidiary_ids is
  'The subsidiaries that they are held to, the first of them that of what they add without a choice; null for the whole account.';
comment on column users.withdrawn_at is
  'Their invitation was withdrawn before they signed in: no list has them, and the address is free. Their name stays for the history.';
comment on column users.away_from is 'The first day on which they are away; null if nobody said that they are.';
comment on column users.away_until is 'The last day on which they are away; after it the two days say nothing any more.';
comment on column users.cover_id is
  'The colleague to whom what waits for them also goes on these days, as far as that colleague may see and do it; null for nobody.';
comment on column users.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column users.access_until is
  'The last day on which they sign in, in the UK; null if none is set. After it a job disables them.';
comment on column users.external_id is 'The name of the user in the client''s own systems.';

-- An array has no foreign key. A column of this row, and not rows of another table, so that the MAC covers it: a row that is
-- removed would let somebody see the whole account.
create function refuse_subsidiary_of_another_account() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(new.subsidiary_ids) as held(id)
    where not exists (select from subsidiaries s where (s.account_id, s.id) = (new.account_id, held.id))
  ) then
    raise foreign_key_violation using message = 'a user is held to subsidiaries of their account alone',
      table = 'users', constraint = 'users_of_subsidiaries';
  end if;
  return new;
end
$$;
create trigger users_of_subsidiaries before insert or update of account_id, subsidiary_ids on users
  for each row when (new.subsidiary_ids is not null) execute function refuse_subsidiary_of_another_account();

create table order_mails (
  account_id uuid not null,
  user_id uuid not null,
  orders text not null default 'own' check (orders in ('own', 'all', 'none')),
  service_review boolean not null default false,
  summary text not null default 'never' check (summary in ('never', 'daily', 'weekly')),
  late_checks boolean not null default false,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users
);
comment on table order_mails is 'Of which orders a user gets mails; of their own where there is no row.';
comment on column order_mails.service_review is 'Whether they get a link to the service review of each month.';
comment on column order_mails.late_checks is 'Whether one mail at the beginning of a week says how many checks are overdue.';
comment on column order_mails.summary is 'How often one mail says how many orders wait for them, and how many were completed.';

create table api_keys (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  user_id uuid not null,
  scopes text[] not null default '{read,order,results,webhooks,admin}'
    check (scopes <> '{}' and scopes <@ array['read', 'order', 'results', 'webhooks', 'admin']),
  subsidiary_id uuid,
  label text not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  exposed_at timestamptz,
  mac bytea,
  primary key (account_id, environment, id),
  unique (id),
  unique (hash),
  foreign key (account_id, user_id) references users,
  foreign key (account_id, subsidiary_id) references subsidiaries
);
comment on table api_keys is 'The keys that programs of an account send with their requests.';
comment on column api_keys.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column api_keys.scopes is 'What the key may do of what the role of its user allows.';
comment on column api_keys.subsidiary_id is 'Set for a key that sees the data of one subsidiary only.';
comment on column api_keys.prefix is 'The part that people may see: `live_` or `test_` and the first characters.';
comment on column api_keys.hash is
  'SHA-256 of the key. The key is random and has at least 160 bits, so a slow hash would add nothing.';
comment on column api_keys.exposed_at is 'When a request over plain HTTP carried the key.';

create table api_key_networks (
  account_id uuid not null,
  environment environment not null,
  key_id uuid not null,
  network cidr not null,
  first_used_at timestamptz not null,
  primary key (account_id, environment, key_id, network),
  foreign key (account_id, environment, key_id) references api_keys
);
comment on table api_key_networks is 'The networks from which a key was used: a new one is a security event.';
comment on column api_key_networks.network is 'A /24 of IPv4 or a /48 of IPv6.';

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
  eligibility jsonb,
  live boolean not null default true,
  primary key (account_id, id)
);
comment on table job_roles is 'The roles that an account orders criminal record checks for.';
comment on column job_roles.eligibility is 'The answers about the role when it was agreed, and the level and barred lists that they allow.';
comment on column job_roles.live is 'Only live roles can be ordered for.';

create table job_role_needs (
  account_id uuid not null,
  job_role_id integer not null,
  kinds text[] not null,
  level text check (level in ('basic', 'standard', 'enhanced')),
  primary key (account_id, job_role_id),
  foreign key (account_id, job_role_id) references job_roles
);
comment on table job_role_needs is
  'What whoever has a job role must have in the record of staff, in place of what everybody must have.';
comment on column job_role_needs.kinds is 'The kinds of checks, by the kinds of the record of staff.';
comment on column job_role_needs.level is 'The least that a criminal record must be; null for any.';

create table result_rule_sets (
  account_id uuid not null references accounts,
  version integer not null check (version > 0),
  applies_from date not null,
  rules jsonb not null,
  author text not null,
  created_at timestamptz not null,
  primary key (account_id, version)
);
create trigger result_rule_sets_are_append_only
  before update or delete or truncate on result_rule_sets
  for each statement execute function refuse_change();
comment on table result_rule_sets is
  'The published versions of an account''s result rules: what makes a report Amber or Red. Outcomes name the version that judged them.';
comment on column result_rule_sets.applies_from is 'The first day on which it is applied; of two of one day the later version.';
comment on column result_rule_sets.author is 'An actor, written as in events.';

create table result_rule_drafts (
  account_id uuid primary key references accounts,
  revision integer not null check (revision > 0),
  rules jsonb not null,
  author text not null,
  changed_at timestamptz not null
);
comment on table result_rule_drafts is 'The result rules that the desk prepares for an account, until they are published.';
comment on column result_rule_drafts.revision is 'Counts the changes, so that of two who change it at once one is told.';

create table report_type_groups (
  account_id uuid not null references accounts,
  id integer not null generated always as identity,
  name text not null check (name <> ''),
  primary key (account_id, id),
  unique (account_id, name)
);
comment on table report_type_groups is 'Named sets of report types that an account orders together in interface v2.';

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
comment on table report_type_group_members is 'The report types of a group, in order. Report types are in the catalogue, not in the database.';

create table packages (
  account_id uuid not null references accounts,
  id integer not null generated always as identity,
  name text not null check (name <> ''),
  description text not null default '',
  price_pence integer check (price_pence >= 0),
  subsidiary_ids uuid[] check (subsidiary_ids <> '{}' and array_position(subsidiary_ids, null) is null),
  standard text,
  primary key (account_id, id),
  unique (account_id, name)
);
comment on table packages is 'Named sets of report types that an account orders together in interface v1.';

comment on column packages.standard is 'The standard of the trade that it was made from, by its id; null for any other.';
comment on column packages.subsidiary_ids is 'The subsidiaries that order it; null for all, and orders of the whole account.';
comment on column packages.price_pence is 'Of an order of it, without VAT and fees, instead of the prices of its reports; null if these apply.';

create table package_items (
  account_id uuid not null,
  package_id integer not null,
  report_type_id integer not null,
  quantity smallint not null default 1 check (quantity > 0),
  options jsonb,
  primary key (account_id, package_id, report_type_id),
  foreign key (account_id, package_id) references packages on delete cascade
);
comment on table package_items is 'The report types of a package, how many of each, and with which options.';

create table renewal_plans (
  account_id uuid not null references accounts,
  package_id integer,
  job_role_id integer,
  report_type_id integer not null,
  months smallint not null check (months >= 0),
  job_keys bigint[],
  constraint renewal_plans_once unique nulls not distinct (account_id, report_type_id, package_id, job_role_id),
  constraint renewal_plans_of_a_package foreign key (account_id, package_id) references packages on delete cascade,
  constraint renewal_plans_of_a_job_role foreign key (account_id, job_role_id) references job_roles,
  constraint renewal_plans_of_one check (num_nonnulls(package_id, job_role_id) = 1),
  constraint renewal_plans_of_a_role_have_keys check ((job_role_id is null) = (job_keys is null))
);
comment on table renewal_plans is
  'After how many months the reports of one package, or of people of one job role, are due for renewal, where that differs from what the account has for the report type. A job role comes before a package.';
comment on column renewal_plans.months is '0 if the report is not renewed.';
comment on column renewal_plans.job_keys is
  'Blind keys of the job role, live and test, by which its orders are found: its number, and its title as a job is called.';

create table account_report_types (
  account_id uuid not null references accounts,
  report_type_id integer not null,
  price_pence integer check (price_pence >= 0),
  fee_pence integer check (fee_pence >= 0),
  working_days smallint check (working_days > 0),
  renew_after_months smallint check (renew_after_months > 0),
  next_price_pence integer check (next_price_pence >= 0),
  next_fee_pence integer check (next_fee_pence >= 0),
  next_from date,
  earlier_price_pence integer check (earlier_price_pence >= 0),
  earlier_fee_pence integer check (earlier_fee_pence >= 0),
  earlier_until date,
  earlier_from date,
  volume_prices text check (volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'),
  next_volume_prices text check (next_volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'),
  earlier_volume_prices text check (earlier_volume_prices ~ '^\d+:\d+( \d+:\d+){0,2}$'),
  primary key (account_id, report_type_id),
  constraint account_report_types_next_has_day
    check ((next_from is null) = (num_nonnulls(next_price_pence, next_fee_pence, next_volume_prices) = 0))
);
comment on table account_report_types is 'The report types that an account may order; the catalogue says what they are.';
comment on column account_report_types.price_pence is 'What the account pays for a live report, without VAT and without the fee; nothing where it is not set.';
comment on column account_report_types.fee_pence is
  'What an authority charges for a live report, which the account pays besides the price, at cost and without VAT.';
comment on column account_report_types.next_price_pence is
  'The price from next_from on, which nothing has to put in place of price_pence: termsOn in report-type-store.ts asks for the day. Null where the price stays.';
comment on column account_report_types.next_fee_pence is 'The fee from next_from on; null where it stays.';
comment on column account_report_types.next_from is 'A UK day. What is ordered from then on is charged at the next price and fee.';
comment on column account_report_types.earlier_price_pence is
  'The price before earlier_until, at which an order of then is priced later; null if none was agreed.';
comment on column account_report_types.earlier_fee_pence is 'The fee before earlier_until; null if none was agreed.';
comment on column account_report_types.earlier_until is
  'The UK day from which the price and the fee of now applied, once they were to come; null if they were not.';
comment on column account_report_types.earlier_from is
  'The UK day from which the earlier price and fee applied, once they were to come; what applied before it is not kept. Null for every earlier day.';
comment on column account_report_types.volume_prices is
  'Lower prices by the number of the report in its UK month: ''51:800 201:750'' charges the 51st and those after it 800 pence, and the 201st and those after it 750.';
comment on column account_report_types.next_volume_prices is 'The volume prices from next_from on; null where they stay.';
comment on column account_report_types.earlier_volume_prices is
  'The volume prices before earlier_until, of which what is ordered before it is charged; null if none were agreed.';
comment on column account_report_types.working_days is 'In how many working days a report is due, where the account has agreed its own.';
comment on column account_report_types.renew_after_months is
  'After how many months a complete report is due for renewal; null if it is not renewed.';

create table sandbox_windows (
  account_id uuid not null,
  user_id uuid not null,
  started_at timestamptz not null,
  requests integer not null,
  blocked_until timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users
);
comment on table sandbox_windows is
  'The fixed window of the sandbox limit (interface §Limits), one for each user with test keys. It survives restarts and holds across processes.';

create table idempotency_keys (
  account_id uuid not null references accounts,
  environment environment not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  claimed_at timestamptz not null,
  status smallint,
  sealed_answer bytea,
  applicant_id uuid,
  results jsonb,
  primary key (account_id, environment, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (claimed_at);
create index idempotency_keys_by_applicant on idempotency_keys (account_id, environment, applicant_id)
  where applicant_id is not null;
comment on table idempotency_keys is 'Answers that are kept so that a repeated request gets the first answer again.';
comment on column idempotency_keys.key_hash is 'SHA-256 of the key, because clients may put anything into a key.';
comment on column idempotency_keys.fingerprint is 'SHA-256 of method, path and body.';
comment on column idempotency_keys.status is 'HTTP status of the kept answer; null while the first request is in flight.';
comment on column idempotency_keys.sealed_answer is 'The kept answer, encrypted; null while the first request is in flight.';
comment on column idempotency_keys.results is
  'The ids of the checks and reports whose results the kept answer carries; null where it carries none. A repeated answer records that they were read again.';

-- Each process hears of a changed key, user or account at once and drops what it has cached.
create function announce_api_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys', '');
  return null;
end
$$;
create trigger api_key_changes_are_announced
  after update of expires_at, revoked_at, user_id on api_keys
  for each statement execute function announce_api_key_change();
create trigger user_changes_are_announced
  after update of role, disabled_at, subsidiary_ids on users
  for each statement execute function announce_api_key_change();
create trigger account_changes_are_announced
  after update on accounts
  for each statement execute function announce_api_key_change();
