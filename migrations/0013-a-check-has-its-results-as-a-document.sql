-- The newest results document of a check; the file is sealed under the applicant's key.
create table results_documents (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  file_id uuid not null,
  -- What the document shows, as a hash of the states and results it was made from: another hash wants another document.
  revision bytea not null,
  made_at timestamptz not null,
  primary key (account_id, environment, check_id),
  foreign key (account_id, environment, check_id) references checks
);

-- Until when a results link opens without a key; rows of accounts that allow it only.
create table open_results_links (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  open_until timestamptz not null,
  primary key (account_id, environment, check_id),
  foreign key (account_id, environment, check_id) references checks
);
