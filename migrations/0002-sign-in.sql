-- The screeners of the operator, and how people of both portals sign in.
create table desk_users (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('screener', 'reviewer', 'team_leader', 'account_manager', 'administrator', 'data_protection', 'finance', 'auditor')),
  all_accounts boolean not null default false,
  new_until date,
  sample_percent smallint check (sample_percent between 0 and 100),
  away_from date,
  away_until date check (away_until >= away_from),
  works_on smallint[] check (cardinality(works_on) > 0 and works_on <@ '{1,2,3,4,5,6,7}'),
  work_percent smallint not null default 100 check (work_percent between 1 and 100),
  created_at timestamptz not null,
  disabled_at timestamptz,
  access_until date,
  mac bytea
);
comment on column desk_users.works_on is 'The days of the week on which they work, 1 for Monday; null for those of everybody.';
comment on column desk_users.work_percent is 'How much of a full day they work on each of these days.';
comment on table desk_users is 'People who work for the operator, not for an account, and sign in to the desk.';
comment on column desk_users.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column desk_users.access_until is
  'The last day on which they sign in, in the UK; null if none is set. After it a job disables them.';
comment on column desk_users.new_until is 'The last day on which others approve their work because they are new.';
comment on column desk_users.sample_percent is
  'How many of a hundred of their reports others approve; null where the settings of the account say so.';
comment on column desk_users.away_from is 'The first day on which they are away; null if nobody said that they are.';
comment on column desk_users.away_until is 'The last day on which they are away; after it the two days say nothing any more.';
comment on column desk_users.all_accounts is 'Whether the user sees every account, also those added later.';

create table desk_user_accounts (
  account_id uuid not null references accounts,
  desk_user_id uuid not null references desk_users,
  mac bytea,
  primary key (account_id, desk_user_id)
);
create index desk_user_accounts_by_user on desk_user_accounts (desk_user_id);
comment on table desk_user_accounts is 'The accounts that a desk user sees who does not see all of them.';
comment on column desk_user_accounts.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

create table desk_mails (
  desk_user_id uuid not null references desk_users,
  mail text not null check (mail in ('morning', 'week', 'month')),
  primary key (desk_user_id, mail)
);
comment on table desk_mails is 'Which mails somebody of the desk asked for: of the work on each working day, and of the figures of a week and of a month.';

create table desk_languages (
  desk_user_id uuid not null references desk_users,
  language text not null check (language ~ '^[a-z]{2}$'),
  primary key (desk_user_id, language)
);
comment on table desk_languages is 'In which languages besides English people of the desk work.';
comment on column desk_languages.language is 'ISO 639-1, such as cy.';

create table desk_trainings (
  id uuid primary key,
  desk_user_id uuid not null references desk_users,
  area text not null,
  completed_on date,
  valid_until date check (valid_until > completed_on),
  training_until date,
  training_reports smallint check (training_reports > 0),
  buddy_id uuid references desk_users check (buddy_id <> desk_user_id),
  how text not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  mac bytea
);
create index desk_trainings_of_user on desk_trainings (desk_user_id, recorded_at);
comment on table desk_trainings is 'In which areas of the catalogue people of the desk are trained; the newest row of a person and area counts.';
comment on column desk_trainings.completed_on is 'null while they are in training; without an end of that, they do not count as trained from this row on.';
comment on column desk_trainings.training_until is 'The last day of their training, after which they count as trained.';
comment on column desk_trainings.training_reports is
  'After so many completed reports of the area since this row they count as trained, also before that day.';
comment on column desk_trainings.buddy_id is
  'Who gets what they propose in the area while they are in training, to approve it; null for whoever takes it.';
comment on column desk_trainings.valid_until is 'The last day on which it counts; null if it does not end.';
comment on column desk_trainings.how is 'The course, who taught or assessed them; or why they do not count as trained any more.';
comment on column desk_trainings.recorded_by is 'An actor, written as in events.';
comment on column desk_trainings.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';

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

-- Policies would hide the users of other accounts from who invites one.
create function email_is_taken(address text) returns boolean language sql stable strict security definer
begin atomic
  select exists (select from users u where u.email = address) or exists (select from desk_users d where d.email = address);
end;
comment on function email_is_taken is 'Whether somebody of any account, or of the desk, has this email address.';

create view sign_in_users with (security_invoker = true) as
  select id, name, email, true as email_verified, null::text as image, created_at, created_at as updated_at
  from users
  where disabled_at is null and coalesce(access_until >= (now() at time zone 'Europe/London')::date, true)
  union all
  select id, name, email, true, null, created_at, created_at
  from desk_users
  where disabled_at is null and coalesce(access_until >= (now() at time zone 'Europe/London')::date, true);
comment on view sign_in_users is
  'The user table of the sign-in library: everybody who may sign in now. Disabling a user, or the end of their access, ends every session of theirs at once.';

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
  mac bytea,
  unique (user_id, provider)
);
comment on table sign_in_credentials is
  'The ways in which a user can sign in. The token columns are for single sign-on; the sign-in library requires them.';
comment on column sign_in_credentials.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
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
  user_agent text,
  second_factor text check (second_factor in ('passkey', 'totp', 'recovery_code', 'provider')),
  confirmed_at timestamptz,
  mac bytea
);
create index sign_in_sessions_by_user on sign_in_sessions (user_id);
create index sign_in_sessions_by_end on sign_in_sessions (expires_at);
comment on table sign_in_sessions is 'Browsers that are signed in, or have given a password and still owe the second factor.';
comment on column sign_in_sessions.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column sign_in_sessions.ip_address is 'The network: an IPv4 address, or the first half of an IPv6 address.';
comment on column sign_in_sessions.user_agent is 'Browser and system, such as Chrome on Windows.';
comment on column sign_in_sessions.second_factor is 'What was proved besides the password; `provider` for single sign-on.';
comment on column sign_in_sessions.confirmed_at is
  'When the user last proved who they are. Null while the second factor is owed: such a session opens no page.';
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
comment on table sign_in_verifications is 'Challenges of passkeys and of single sign-on that await their answer, each used once.';
comment on column sign_in_verifications.identifier is 'The purpose, and a hash of the cookie of the browser that asked.';

create table kept_forms (
  id uuid primary key,
  user_id uuid not null,
  sealed_form bytea not null,
  expires_at timestamptz not null
);
create index kept_forms_by_end on kept_forms (expires_at);
create index kept_forms_by_user on kept_forms (user_id);
comment on table kept_forms is
  'Forms that were sent after their session had ended: shown again to the same user after signing in.';
comment on column kept_forms.user_id is 'Whose page the form stood on, as a proof in the form says; a user of a client or of the desk.';
comment on column kept_forms.sealed_form is 'Encrypted with a key that only the browser of the sender has.';

create table sign_in_links (
  token_hash bytea primary key,
  user_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'forgotten_password')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mac bytea
);
create index sign_in_links_by_user on sign_in_links (user_id);
create index sign_in_links_by_end on sign_in_links (expires_at);
comment on table sign_in_links is 'Mailed links with which a user sets their password, once.';
comment on column sign_in_links.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column sign_in_links.token_hash is 'SHA-256 of the random token in the link.';

create table sign_in_mails (
  user_id uuid primary key,
  purpose text not null check (purpose in ('invitation', 'forgotten_password')),
  status text not null check (status in ('queued', 'sent', 'failed')),
  at timestamptz not null,
  attempts smallint not null default 0,
  failure text
);
comment on table sign_in_mails is
  'The newest mail with such a link to each user, without the link, which is in the sent mail only.';
comment on column sign_in_mails.at is 'When it was asked for; once it was sent, refused or given up, when that was.';
comment on column sign_in_mails.failure is 'Why the last attempt failed, as in emails.';

create table sign_in_factors (
  id uuid primary key,
  user_id uuid not null,
  kind text not null check (kind in ('passkey', 'totp')),
  name text not null check (name <> ''),
  sealed_secret text,
  credential_id text unique,
  public_key bytea,
  counter bigint not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz,
  mac bytea,
  check (case kind when 'totp' then sealed_secret is not null
    else credential_id is not null and public_key is not null end)
);
create index sign_in_factors_by_user on sign_in_factors (user_id);
comment on table sign_in_factors is 'The second factors of users: passkeys and authenticator apps.';
comment on column sign_in_factors.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column sign_in_factors.sealed_secret is 'The secret that an authenticator app shares, encrypted with a key derived from a master key, whose id it begins with.';
comment on column sign_in_factors.counter is
  'The last counter of a passkey, or the last time step of an app whose code was accepted: a code is accepted once.';

create table sign_in_recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  mac bytea,
  primary key (user_id, code_hash)
);
comment on table sign_in_recovery_codes is 'Codes that stand in for a lost second factor, each once.';
comment on column sign_in_recovery_codes.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column sign_in_recovery_codes.code_hash is
  'SHA-256 of the code, which is random and has 120 bits, so a slow hash would add nothing.';

create table single_sign_on (
  account_id uuid primary key references accounts,
  issuer text not null,
  client_id text not null,
  sealed_client_secret bytea not null,
  domains text[] not null check (cardinality(domains) > 0),
  secret_ends_on date,
  tried_at timestamptz,
  recovery_user_id uuid,
  created_at timestamptz not null,
  mac bytea
);
comment on table single_sign_on is 'The OpenID provider of an account, at which its users sign in instead of with a password.';
comment on column single_sign_on.mac is 'Keyed hash of the row: one that was inserted or changed by hand is not valid.';
comment on column single_sign_on.domains is 'The domains of the email addresses that the provider may vouch for.';
comment on column single_sign_on.secret_ends_on is 'The last day on which the provider takes the secret, as somebody of the client typed it.';
comment on column single_sign_on.tried_at is 'When somebody last signed in by it; null since it was changed.';
comment on column single_sign_on.recovery_user_id is
  'Set where users of the domains sign in at the provider alone: who still signs in with their password and a second factor.';

create table single_sign_on_domains (
  domain text primary key,
  account_id uuid not null references single_sign_on on delete cascade
);
create index single_sign_on_domains_by_account on single_sign_on_domains (account_id);
comment on table single_sign_on_domains is
  'Whose provider people with an address of a domain are sent to: a domain belongs to one account at a time.';

create table sign_in_attempts (
  subject bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index sign_in_attempts_by_age on sign_in_attempts (window_started_at);
comment on table sign_in_attempts is 'The fixed windows that limit how often somebody may try to sign in.';
comment on column sign_in_attempts.subject is 'Keyed hash of an email address or of a network address.';

create table access_reviews (
  id uuid primary key,
  account_id uuid references accounts,
  started_at timestamptz not null,
  started_by text not null,
  ended_at timestamptz,
  ended_by text,
  check ((ended_at is null) = (ended_by is null))
);
create unique index access_reviews_open on access_reviews (account_id) nulls not distinct where ended_at is null;
create index access_reviews_of_account on access_reviews (account_id, ended_at);
comment on table access_reviews is
  'Reviews of who has access to an account, or to the desk: each begins and ends once, and one of each is open at a time.';
comment on column access_reviews.account_id is 'Null for a review of the desk.';
comment on column access_reviews.started_by is 'An actor, written as in events.';
comment on column access_reviews.ended_at is 'When it was decided about everybody; null while it is open.';

create table access_review_decisions (
  id uuid primary key,
  account_id uuid references accounts,
  review_id uuid not null references access_reviews,
  subject text not null check (subject in ('user', 'key', 'supplier')),
  subject_id uuid not null,
  decision text not null check (decision in ('keep', 'change', 'remove')),
  shown jsonb not null,
  decided_by text not null,
  decided_at timestamptz not null
);
create index access_review_decisions_of_review on access_review_decisions (review_id, decided_at);
create trigger access_review_decisions_are_append_only
  before update or delete or truncate on access_review_decisions
  for each statement execute function refuse_change();
comment on table access_review_decisions is
  'What was decided about the access of a person, an API key or a supplier; of several in one review the newest counts.';
comment on column access_review_decisions.account_id is 'Of the review; null for the desk.';
comment on column access_review_decisions.subject is 'A user of the account or a person of the desk, an API key, or a supplier of the register.';
comment on column access_review_decisions.shown is
  'The access as it was then: role, scope, second factor, last use. Ids and codes only, no names.';
comment on column access_review_decisions.decided_by is 'An actor, written as in events.';
