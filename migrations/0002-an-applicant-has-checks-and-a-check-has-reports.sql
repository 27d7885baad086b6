create table applicants (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  -- The order of lists, newest first; drawn by the database so that inserts touch nothing shared.
  seq bigint not null generated always as identity,
  created_at timestamptz not null,
  -- Raised by every change of the facts; a check is placed only on the version that its rules have seen.
  version integer not null default 1,
  -- The applicant's own key, wrapped by the account's; destroying it erases everything sealed under it.
  sealed_key bytea,
  sealed_facts bytea not null,
  erased_at timestamptz,
  primary key (account_id, environment, id)
);
create unique index applicants_in_order on applicants (account_id, environment, seq);

-- Blind index: keyed hashes of what people search by.
create table applicant_search_terms (
  account_id uuid not null,
  environment environment not null,
  term bytea not null,
  applicant_id uuid not null,
  primary key (account_id, environment, term, applicant_id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade
);
create index applicant_search_terms_by_applicant on applicant_search_terms (account_id, environment, applicant_id);

-- A v2 check is a v1 order; order_id is the number that v1, attachments and people use.
create table checks (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  order_id bigint not null generated always as identity,
  applicant_id uuid not null,
  type text not null check (type in ('standard', 'express')),
  status text not null
    check (status in ('awaiting_applicant', 'in_progress', 'on_hold', 'complete', 'withdrawn', 'cancelled')),
  result text check (result in ('clear', 'consider')),
  activity_years integer check (activity_years > 0),
  ordered_by_user_id uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  -- The candidate pressed Continue: mail scanners open links, people press buttons.
  form_opened_at timestamptz,
  form_completed_at timestamptz,
  -- The check's own copy of the facts, with its tags, redirect_uri, criminal details and notes.
  sealed_order bytea not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants
);
create unique index checks_in_order on checks (account_id, environment, order_id);
-- Full, not partial: the foreign key from applicants uses it on every delete.
create index checks_by_applicant on checks (account_id, environment, applicant_id, order_id);
create unique index one_ongoing_check_per_applicant on checks (account_id, environment, applicant_id)
  where status in ('awaiting_applicant', 'in_progress', 'on_hold');

-- A v2 report is a v1 check.
create table reports (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  position smallint not null,
  report_type_id integer not null,
  name text not null,
  variant text,
  options jsonb,
  status text not null
    check (status in ('awaiting_data', 'paused', 'awaiting_approval', 'complete', 'cancelled', 'withdrawn')),
  result text check (result in ('clear', 'consider', 'unidentified')),
  sub_result text check (sub_result in ('clear', 'rejected', 'suspected', 'caution')),
  traffic_light text check (traffic_light in ('Green', 'Amber', 'Red')),
  provider text not null,
  created_at timestamptz not null,
  -- When it was handed to its provider: after the candidate's form.
  requested_at timestamptz,
  completed_at timestamptz,
  -- Breakdown, properties and notes, under the applicant's key; null until there are any.
  sealed_findings bytea,
  primary key (account_id, environment, id),
  unique (account_id, environment, check_id, position),
  foreign key (account_id, environment, check_id) references checks
);
create index reports_at_work on reports (account_id, environment, requested_at)
  where requested_at is not null and status in ('awaiting_data', 'paused', 'awaiting_approval');

create table charges (
  account_id uuid not null,
  environment environment not null check (environment = 'live'),
  report_id uuid not null,
  kind text not null check (kind in ('order', 'credit')),
  amount_pence integer not null,
  created_at timestamptz not null,
  primary key (account_id, environment, report_id, kind),
  foreign key (account_id, environment, report_id) references reports
);

create table emails (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  applicant_id uuid,
  check_id uuid,
  template text not null,
  -- Recipient, name and the template's values, under the applicant's key (the account's where there is none).
  sealed_message bytea not null,
  -- `held`: test mode, shown in the inbox page and never sent.
  status text not null check (status in ('queued', 'sent', 'held', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts smallint not null default 0,
  failure text,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants,
  foreign key (account_id, environment, check_id) references checks
);
create index emails_newest_first on emails (account_id, environment, created_at desc);
create index emails_by_applicant on emails (account_id, environment, applicant_id);
create index emails_by_check on emails (account_id, environment, check_id);
