-- Documents of a check: its results as files, and attachments. The files themselves are in the file store.
create table results_documents (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  kind text not null check (kind in ('pdf', 'bundle')),
  file_id uuid not null,
  revision bytea not null,
  made_at timestamptz not null,
  primary key (account_id, environment, check_id, kind),
  foreign key (account_id, environment, check_id) references checks
);
-- The job that removes unused files asks of each old file whether a row refers to it.
create unique index results_documents_by_file on results_documents (file_id);
create index evidence_bundles_by_age on results_documents (made_at) where kind = 'bundle';
comment on table results_documents is
  'The newest results of a check as a PDF, and as an evidence bundle. The files are encrypted with the applicant''s key.';
comment on column results_documents.revision is
  'Hash of what the file shows. Where it differs, a new file is made.';

create table open_results_links (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  open_until timestamptz not null,
  primary key (account_id, environment, check_id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table open_results_links is
  'Until when a results link opens without a key. Only accounts that allow this have rows.';

create table attachments (
  account_id uuid not null,
  environment environment not null,
  file_token uuid not null,
  check_id uuid not null,
  file_id uuid not null,
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  uploaded_by text not null,
  created_at timestamptz not null,
  report_id uuid,
  primary key (account_id, environment, file_token),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports
);
create index attachments_by_check on attachments (account_id, environment, check_id, created_at);
-- How much an account added within a day is read from the index alone.
create index attachments_by_time on attachments (account_id, environment, created_at) include (size);
create unique index attachments_by_file on attachments (file_id);
comment on table attachments is
  'Files that were added to an order. The file is stored durably before its row is inserted; a file without a row is removed later.';
comment on column attachments.file_token is
  'The client''s name for the file. The primary key decides between two uploads at the same moment.';
comment on column attachments.file_id is 'Our name for the file. Nothing that the client sends names a file.';
comment on column attachments.sealed_facts is
  'File name, description and hashes, encrypted with the applicant''s key: a hash would tell who has a known file.';
comment on column attachments.verdict is 'What the virus scanner said; `not_scanned` where none is configured.';
comment on column attachments.uploaded_by is 'An actor, written as in events.';
comment on column attachments.report_id is 'The report for which the file is evidence; null for evidence of the whole order.';

create table quarantined_files (
  account_id uuid not null,
  environment environment not null,
  file_id uuid not null,
  check_id uuid not null,
  file_token uuid not null,
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  threat text not null,
  uploaded_by text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, file_id),
  foreign key (account_id, environment, check_id) references checks
);
create index quarantined_files_by_check on quarantined_files (account_id, environment, check_id);
create unique index quarantined_files_by_file on quarantined_files (file_id);
comment on table quarantined_files is
  'Files in which the virus scanner found something. They are kept encrypted for the operator, and are never listed or served.';
comment on column quarantined_files.threat is 'The virus scanner''s name for what it found.';
