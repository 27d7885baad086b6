-- The screeners of the operator, and how people of both portals sign in.
create table desk_users (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('screener', 'reviewer', 'account_manager', 'administrator', 'auditor')),
  all_accounts boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz
);
comment on table desk_users is 'People who work for the operator, not for an account, and sign in to the desk.';
comment on column desk_users.all_accounts is 'Whether the user sees every account, also those added later.';

create table desk_user_accounts (
  account_id uuid not null references accounts,
  desk_user_id uuid not null references desk_users,
  primary key (account_id, desk_user_id)
);
create index desk_user_accounts_by_user on desk_user_accounts (desk_user_id);
comment on table desk_user_accounts is 'The accounts that a desk user sees who does not see all of them.';

-- An email address belongs to one person across both portals, because they share one sign-in page.
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

create view sign_in_users as
  select id, name, email, true as email_verified, null::text as image, created_at, created_at as updated_at
  from users where disabled_at is null
  union all
  select id, name, email, true, null, created_at, created_at
  from desk_users where disabled_at is null;
comment on view sign_in_users is
  'The user table of the sign-in library: everybody who may sign in now. Disabling a user ends every session of theirs at once.';

create table sign_in_credentials (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  provider text not null,
  subject text not null,
  password text,
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
comment on table sign_in_credentials is
  'The ways in which a user can sign in. The token columns are for single sign-on; the sign-in library requires them.';
comment on column sign_in_credentials.provider is '`credential` for a password.';
comment on column sign_in_credentials.password is 'Argon2id hash.';

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
comment on table sign_in_sessions is 'Browsers that are signed in.';
comment on column sign_in_sessions.token is
  'The cookie carries the token with a signature, and the signing key is not in the database: a token read from here opens nothing.';

create table sign_in_verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sign_in_verifications_by_identifier on sign_in_verifications (identifier);
comment on table sign_in_verifications is 'Codes and links of the sign-in library. Nothing uses them yet.';

create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index sign_in_attempts_by_age on sign_in_attempts (window_started_at);
comment on table sign_in_attempts is 'The fixed windows that limit how often somebody may try to sign in.';
comment on column sign_in_attempts.subject is 'Keyed hash of an email address or of a network address.';
