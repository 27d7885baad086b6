-- What the candidate answered, page by page, sealed under the applicant's key: gone with it when the applicant is erased.
create table form_answers (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  page text not null,
  -- Raised by every save: two devices cannot overwrite each other unseen.
  version integer not null default 1,
  sealed_answer bytea not null,
  saved_at timestamptz not null,
  primary key (account_id, environment, check_id, page),
  foreign key (account_id, environment, check_id) references checks
);

-- Codes mailed to the candidate. Only the newest counts, and only a mark of it that the account's key makes is kept.
create table form_codes (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  mark bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Counted before the code is compared: parallel guesses cannot slip through.
  tries smallint not null default 0,
  used_at timestamptz,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);

-- A device that gave the right code; good for this check alone. The cookie's token is not kept, only its SHA-256.
create table form_sessions (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, environment, check_id, token_hash),
  foreign key (account_id, environment, check_id) references checks
);
