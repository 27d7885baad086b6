-- Screeners work for the operator, not for an account; what they may see is said here.
create table desk_users (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  -- Every account, also those to come.
  all_accounts boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table desk_user_accounts (
  account_id uuid not null references accounts,
  desk_user_id uuid not null references desk_users,
  primary key (account_id, desk_user_id)
);
create index desk_user_accounts_by_user on desk_user_accounts (desk_user_id);

-- An address names one person at the sign-in page, whichever portal is theirs.
create function refuse_email_of_another_portal() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('portal email'), hashtext(new.email));
  if tg_table_name = 'users' and exists (select from desk_users d where d.email = new.email)
    or tg_table_name = 'desk_users' and exists (select from users u where u.email = new.email) then
    raise unique_violation using message = 'this address belongs to a user of another portal',
      table = tg_table_name, constraint = 'one_portal_per_email';
  end if;
  return new;
end
$$;
create trigger one_portal_per_email before insert or update of email on users
  for each row execute function refuse_email_of_another_portal();
create trigger one_portal_per_email before insert or update of email on desk_users
  for each row execute function refuse_email_of_another_portal();

-- What the sign-in library takes for its user table: whoever may sign in now. A disabled user is gone from here, and
-- every session with it, at once; names and addresses are kept in one place only.
create view sign_in_users as
  select id, name, email, true as email_verified, null::text as image, created_at, created_at as updated_at
  from users where disabled_at is null
  union all
  select id, name, email, true, null, created_at, created_at
  from desk_users where disabled_at is null;

-- One row for each way in that a user has; `credential` is the password, by Argon2id.
create table sign_in_credentials (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  provider text not null,
  subject text not null,
  password text,
  -- Of single sign-on, where the provider is one; the library asks for them in any case.
  access_token text,
  access_token_expires_at timestamptz,
  refresh_token text,
  refresh_token_expires_at timestamptz,
  id_token text,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, provider)
);

-- The cookie carries the token with a signature whose key is not in the database: read from here, a token opens nothing.
create table sign_in_sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index sign_in_sessions_by_user on sign_in_sessions (user_id);
create index sign_in_sessions_by_end on sign_in_sessions (expires_at);

-- Codes and links that the library sends for; nothing here yet.
create table sign_in_verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sign_in_verifications_by_identifier on sign_in_verifications (identifier);

-- The fixed window of tries, by address of mail and of network; keyed hashes, for neither is ours to keep.
create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index sign_in_attempts_by_age on sign_in_attempts (window_started_at);
