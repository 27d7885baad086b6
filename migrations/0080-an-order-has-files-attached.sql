-- A row follows its file: the file is whole and durable before the row names it, and a file without a row is swept.
create table attachments (
  account_id uuid not null,
  environment environment not null,
  -- The client's name for it; the key decides between uploads at the same moment.
  file_token uuid not null,
  check_id uuid not null,
  -- Ours, in the file store; nothing of the client's ever names a file.
  file_id uuid not null,
  size bigint not null check (size >= 0),
  -- File name, description and hashes, under the applicant's key: a hash tells who had a known file.
  sealed_facts bytea not null,
  -- What the virus scanner said; `not_scanned` where none was set.
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  -- An actor, as events have it.
  uploaded_by text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, file_token),
  foreign key (account_id, environment, check_id) references checks
);
create index attachments_by_check on attachments (account_id, environment, check_id, created_at);
create unique index attachments_by_file on attachments (file_id);

-- What the virus scanner found something in: kept encrypted for the operator, never listed and never served.
create table quarantined_files (
  account_id uuid not null,
  environment environment not null,
  file_id uuid not null,
  check_id uuid not null,
  file_token uuid not null,
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  -- The scanner's name for it.
  threat text not null,
  uploaded_by text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, file_id),
  foreign key (account_id, environment, check_id) references checks
);
create index quarantined_files_by_check on quarantined_files (account_id, environment, check_id);
create unique index quarantined_files_by_file on quarantined_files (file_id);

select tell_planner_of_new_tables();
