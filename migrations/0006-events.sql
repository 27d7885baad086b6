-- Events are both the outbox and the audit trail. The transaction of a change writes its events, and nothing changes them.
create table events (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  resource_type text not null,
  resource_id text not null,
  status text,
  applicant_id uuid,
  check_id uuid,
  report_id uuid,
  actor text not null,
  key_id uuid,
  on_behalf_of uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  detail jsonb not null default '{}',
  notifies boolean not null,
  mac bytea,
  primary key (account_id, environment, id)
);
create index events_to_seal on events (xid, id);
create index events_by_check on events (account_id, environment, check_id, id) where check_id is not null;
-- An account reads the events that notify it in the order in which they are sealed. Up to the watermark of event_seal the
-- list is complete, and nothing is ever inserted before an event that was read.
create index events_that_notify on events (account_id, environment, xid, id) where notifies;
-- How long somebody took is counted from when the report came to them.
create index events_that_assign on events (account_id, environment, report_id)
  where type in ('report.claimed', 'report.assigned');
-- The history of a webhook explains why it did not get an event.
create index events_of_webhooks on events (account_id, resource_id, recorded_at) where resource_type = 'webhook';
-- What is shown of a check is compared with the few of its events that decided it, among all readings of its results.
create index events_that_decide on events (account_id, environment, check_id)
  where type in ('report.awaiting_approval', 'report.outcome_changed', 'report.reopened', 'report.changed',
    'report.completed', 'report.contents_deleted', 'report.withdrawn', 'report.cancelled', 'check.reopened', 'check.completed', 'check.withdrawn',
    'check.cancelled');
-- What was deleted by time or by hand, for the proof of it.
create index events_that_delete on events (environment, id)
  where type in ('report.contents_deleted', 'check.files_deleted', 'attachment.deleted');
-- Each request compares accounts, users, screeners and keys with the newest event about them, which says what their rows are now.
-- Of keys it says who made them and whom they went to.
create index events_of_authority on events (resource_id, id)
  where detail ? 'now' or type = 'api_key.revoked' or type = 'api_key.created' or type = 'api_key.handed_over';
-- The register of looks at results and data, newest first.
create index events_that_look on events (environment, id)
  where type in ('check.results_read', 'check.answers_read', 'applicant.read', 'applicant.exported', 'applicant.earlier_case_read',
    'account.applicants_listed', 'account.checks_listed', 'account.emails_listed', 'reference.opened',
    'attachment.read', 'data_request.read', 'email.read');
-- Those at one person, beside those at their checks: at the applicant, and in lists.
create index events_at_applicants on events (account_id, environment, applicant_id, id)
  where applicant_id is not null and check_id is null;
create index events_at_lists on events using gin ((detail -> 'ids'))
  where type in ('account.applicants_listed', 'account.checks_listed', 'account.emails_listed');
-- What was changed in an account, newest first, among everything that happened in its orders.
create index events_of_set_up on events (account_id, id)
  where check_id is null and applicant_id is null
    and type not in ('account.applicants_listed', 'account.checks_listed', 'account.emails_listed')
  or type in ('report.credited', 'report.part_credited');
-- The accounts that a run of invoices held, of one month.
create index events_of_held_invoices on events ((detail ->> 'month'), account_id) where type = 'account.invoice_held';
comment on table events is 'Everything that happened.';
comment on column events.xid is
  'The transaction. The sealer reads by (xid, id): every event below the oldest running transaction is final.';
comment on column events.status is 'The status of the resource after the change, where the resource has one.';
comment on column events.actor is '`user:<id>`, `candidate`, `provider:<name>` or `system`.';
comment on column events.key_id is 'The API key that the actor used.';
comment on column events.on_behalf_of is 'The user for whom the actor acted.';
comment on column events.occurred_at is 'By the test clock for test resources; recorded_at never is.';
comment on column events.detail is 'Ids, names of ours and numbers; never personal data.';
comment on column events.notifies is 'Whether webhooks are notified.';
comment on column events.mac is
  'Keyed hash of what the program wrote. An event without a valid one was planted: it is not sealed, and reported.';

create function lists_that_named(of_account uuid, of_environment environment, ids text[]) returns setof uuid
language sql stable strict security definer rows 10
begin atomic
  select e.id from events e
  where is_served(of_account) and e.account_id = of_account and e.environment = of_environment
    and e.type in ('account.applicants_listed', 'account.checks_listed', 'account.emails_listed')
    and e.detail -> 'ids' ?| ids;
end;
comment on function lists_that_named is 'The events of lists that had one of these applicants, checks or emails.';

create table event_links (
  seq bigint primary key,
  account_id uuid not null,
  environment environment not null,
  event_id uuid not null,
  digest bytea not null,
  hash bytea not null,
  unique (account_id, environment, event_id)
);
comment on table event_links is
  'The hash chain over all events, written by the sealer. It does not match any more if an event is changed or removed directly in the database.';
comment on column event_links.digest is 'SHA-256 of the content of the event.';
comment on column event_links.hash is 'SHA-256 of the previous hash followed by the digest.';

create table event_seal (
  id boolean primary key default true check (id),
  seq bigint not null default 0,
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  xid xid8 not null default '0',
  event_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into event_seal default values;
comment on table event_seal is 'The end of the chain: one row, the last link and the watermark up to which events are sealed.';

create trigger events_are_append_only
  before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger event_links_are_append_only
  before update or delete or truncate on event_links
  for each statement execute function refuse_change();

create table security_events (
  id uuid primary key,
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  account_id uuid references accounts,
  environment environment,
  actor text,
  on_behalf_of uuid,
  key_id uuid,
  session_id text,
  address inet,
  count integer not null default 1 check (count > 0),
  detail jsonb not null default '{}',
  occurred_at timestamptz not null
);
create index security_events_by_age on security_events (occurred_at);
create index security_events_to_send on security_events (xid, id);
-- A review of access asks when each user last signed in.
create index security_events_that_sign_in on security_events (actor, occurred_at) where type = 'sign_in.succeeded';
create index security_events_of_account on security_events (account_id, occurred_at) where account_id is not null;
comment on table security_events is
  'Sign-ins, refusals, wrong codes, changes of authority, bulk reads and exports. Kept for PROBITY_SECURITY_EVENT_DAYS.';
comment on column security_events.account_id is 'Null for what belongs to no account, such as sign-ins of the desk.';
comment on column security_events.actor is 'Null where nobody was identified.';
comment on column security_events.on_behalf_of is 'The user for whom the actor acts.';
comment on column security_events.address is 'The network address of the client.';
comment on column security_events.count is 'How many equal events of one second the row stands for.';
comment on column security_events.detail is 'Ids, names of ours and numbers; never personal data.';

create table forwarding_positions (
  destination text primary key,
  xid xid8 not null default '0',
  event_id uuid not null default '00000000-0000-0000-0000-000000000000',
  leased_by uuid,
  leased_until timestamptz
);
comment on table forwarding_positions is 'How far security events were sent to each destination of PROBITY_SECURITY_EVENTS_TO.';
comment on column forwarding_positions.destination is 'The hash of its address, which may hold a secret.';
comment on column forwarding_positions.leased_by is 'The process that sends to it.';

create table security_alerts (
  rule text,
  subject text,
  raised_at timestamptz not null,
  primary key (rule, subject)
);
comment on table security_alerts is 'When each alert was last raised: at most once an hour for a rule and the id or network that it concerns.';

create trigger security_events_are_never_changed
  before update or truncate on security_events
  for each statement execute function refuse_change();

create table api_requests (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  interface text not null check (interface in ('v1', 'v2')),
  method text not null,
  route text not null,
  ids text[] not null,
  status smallint not null,
  duration_ms real not null,
  key_id uuid not null,
  user_id uuid not null,
  error_type text,
  fields json not null,
  unread text[] not null,
  cut_by text,
  is_replay boolean not null,
  replay_of uuid,
  requested_at timestamptz not null,
  primary key (account_id, environment, id)
);
create index api_requests_refused on api_requests (account_id, environment, id) where status >= 400;
comment on table api_requests is
  'The requests of programs to interfaces v1 and v2, without anything of a query, a body or an answer. Kept for PROBITY_API_REQUEST_DAYS. Without foreign keys, because each would lock the row that all requests of an account share.';
comment on column api_requests.id is 'What the answer carries as X-Request-Id. Ids sort by time, so that the primary key lists the newest first.';
comment on column api_requests.route is 'The pattern of the path; of a path that the interface does not have, its words that can be no value.';
comment on column api_requests.ids is 'The ids in the path, in their order; null for what cannot be an id, and so may be anything.';
comment on column api_requests.status is '0 if the client went away before the answer.';
comment on column api_requests.user_id is 'For whom it was made: the owner of the key, or the user whom the request names.';
comment on column api_requests.error_type is 'As the interface calls it.';
comment on column api_requests.fields is 'Of a refusal, or of an order that was validated and found wrong: the names of the fields and the rules, without the values.';
comment on column api_requests.unread is 'The names of the body that the interface does not know, and so did not read; never a value.';
comment on column api_requests.cut_by is 'Why the answer did not arrive whole.';
comment on column api_requests.is_replay is 'Whether the answer to an earlier request with its Idempotency-Key was sent.';
comment on column api_requests.replay_of is 'The request whose id the answer carried, of a replayed refusal.';

create trigger api_requests_are_never_changed
  before update or truncate on api_requests
  for each statement execute function refuse_change();
