-- The candidate's form: answers, codes and the devices that gave a right code.
create table form_answers (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  page text not null,
  version integer not null default 1,
  sealed_answer bytea not null,
  saved_at timestamptz not null,
  primary key (account_id, environment, check_id, page),
  foreign key (account_id, environment, check_id) references checks
);
comment on table form_answers is 'The answers of a candidate, page by page, encrypted with the applicant''s key.';
comment on column form_answers.version is
  'Each save raises it, so that a second device cannot overwrite an answer that it has not seen.';

-- How people without an account prove that they read the mailbox of a link: a candidate, a referee.
create table link_codes (
  account_id uuid not null references accounts,
  environment environment not null,
  subject_id uuid not null,
  id uuid not null,
  mark bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz,
  primary key (account_id, environment, subject_id, id)
);
comment on table link_codes is 'Codes that were mailed to the holder of a link. Only the newest one is valid.';
comment on column link_codes.subject_id is 'What the link opens: a check for its candidate, a reference for its referee.';
comment on column link_codes.mark is 'Keyed hash of the code, under the account''s key.';
comment on column link_codes.tries is 'Raised before the code is compared, so that parallel guesses are all counted.';

create table link_sessions (
  account_id uuid not null references accounts,
  environment environment not null,
  subject_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, environment, subject_id, token_hash)
);
comment on table link_sessions is 'Devices that gave the right code. A session is valid for what one link opens.';
comment on column link_sessions.token_hash is 'SHA-256 of the token in the cookie.';

create table link_guesses (
  subject text primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index link_guesses_by_age on link_guesses (window_started_at);
comment on table link_guesses is 'The fixed windows of a day that limit the guesses of codes and the mails of fresh links.';
comment on column link_guesses.subject is 'A link, an account or a network address, by what is counted.';
