-- Checks with their reports and charges. A check is an order of interface v1; a report is a check of interface v1.
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
  looked_after_by_user_id uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  first_completed_at timestamptz,
  form_opened_at timestamptz,
  form_completed_at timestamptz,
  sealed_order bytea not null,
  unique_key uuid,
  body_mac bytea,
  subsidiary_id uuid,
  identity_confirmed_at timestamptz,
  person_compared_at timestamptz,
  form_link_generation smallint not null default 0,
  reference_keys bigint[],
  replaces_check_id uuid,
  renews_check_id uuid,
  reopened_at timestamptz,
  decided_at timestamptz,
  asks_decision boolean not null default false,
  is_urgent boolean not null default false,
  jurisdiction text not null default 'england_and_wales'
    check (jurisdiction in ('england_and_wales', 'scotland', 'northern_ireland')),
  urgent_charge_id uuid,
  earlier_number_key bigint,
  purchase_order_key bigint,
  sealed_purchase_order bytea,
  language text not null default 'en' check (language in ('en', 'cy')),
  withdrawn_because text,
  package_id integer,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants,
  constraint checks_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries,
  constraint checks_ordered_by_a_user foreign key (account_id, ordered_by_user_id) references users,
  constraint checks_looked_after_by_a_user foreign key (account_id, looked_after_by_user_id) references users,
  constraint checks_ordered_again foreign key (account_id, environment, replaces_check_id) references checks,
  constraint checks_renewed foreign key (account_id, environment, renews_check_id) references checks,
  constraint checks_unique_key_has_body check ((unique_key is null) = (body_mac is null))
);
create unique index checks_in_order on checks (account_id, environment, order_id);
-- The client's list with one status, and with the results that are few.
create index checks_by_status on checks (account_id, environment, status, order_id);
create index checks_to_consider on checks (account_id, environment, order_id) where result = 'consider';
-- What waits for the client's decision: of an account that decides elsewhere it is all of checks_to_consider.
create index checks_to_decide on checks (account_id, environment, order_id)
  where status = 'complete' and (decided_at is null and (result = 'consider' or asks_decision) or decided_at < completed_at);
-- The client's list of the orders of one user, and what somebody who leaves has.
create index checks_by_owner
  on checks (account_id, (case when looked_after_by_user_id is null then ordered_by_user_id else looked_after_by_user_id end), environment, order_id);
-- What was ordered and what was completed in a time, of each account.
create index checks_by_time on checks (account_id, environment, created_at, order_id);
create index checks_first_completed on checks (account_id, environment, first_completed_at) where first_completed_at is not null;
create index checks_completed on checks (account_id, environment, completed_at) where status = 'complete';
create index checks_withdrawn on checks (account_id, environment, completed_at) where status = 'withdrawn';
create index checks_by_reference_key on checks using gin (reference_keys) where reference_keys is not null;
create unique index checks_by_unique_key on checks (account_id, environment, unique_key) where unique_key is not null;
create unique index checks_by_earlier_number on checks (account_id, environment, earlier_number_key)
  where earlier_number_key is not null;
create index checks_by_purchase_order on checks (account_id, environment, purchase_order_key) where purchase_order_key is not null;
-- Not partial: the foreign key from applicants uses it whenever an applicant is deleted.
create index checks_by_applicant on checks (account_id, environment, applicant_id, order_id);
-- Of two that are placed at once. A complete check can be opened again whatever was placed since.
create unique index one_ongoing_check_per_applicant on checks (account_id, environment, applicant_id)
  where status in ('awaiting_applicant', 'in_progress', 'on_hold') and reopened_at is null;
create unique index checks_ordered_again_once on checks (account_id, environment, replaces_check_id)
  where replaces_check_id is not null;
create index checks_renewing on checks (account_id, environment, renews_check_id) where renews_check_id is not null;
comment on table checks is 'What an account ordered for an applicant.';
comment on column checks.language is
  'In which language the candidate reads the form and their mails, where their client offers Welsh as well.';
comment on column checks.order_id is 'The number that interface v1, attachments and people use.';
comment on column checks.ordered_by_user_id is 'Null if it was ordered at the desk.';
comment on column checks.looked_after_by_user_id is
  'Who got the order from a colleague who left, and hears of it in their place; null for who ordered it.';
comment on column checks.replaces_check_id is 'The withdrawn or cancelled check that was ordered again as this one.';
comment on column checks.renews_check_id is
  'The complete check whose candidate is screened again by this one, with all or some of its reports.';
comment on column checks.package_id is
  'The package that was ordered; of an order that renews a part of it, the package of the first: by it the plan of its renewals is found. The package may have ended.';
comment on column checks.first_completed_at is
  'When it first was complete with a result; one that is opened again keeps it.';
comment on column checks.reopened_at is 'When one of its reports was opened again after the check was complete.';
comment on column checks.decided_at is
  'When the client last decided about the candidate; results that were completed later wait for a decision again.';
comment on column checks.asks_decision is
  'The client signs it off although its results may be clear: its account asked for that when it became complete, and did not stop asking for decisions before anybody had signed it off.';
comment on column checks.purchase_order_key is 'Blind key of the purchase order of the order; null without one. It stays when the applicant is erased, unless the number names them: finance bills by it.';
comment on column checks.sealed_purchase_order is 'The number of the purchase order once the applicant, whose key sealed it before, is erased; sealed with the key of the account.';
comment on column checks.is_urgent is 'The client ordered it before other orders: its open reports have high priority and less time.';
comment on column checks.jurisdiction is
  'By whose bank holidays its due dates are counted: of its place of work, else of the candidate''s address, as known when they were last counted from a day.';
comment on column checks.urgent_charge_id is 'The charge that was added for it; it stays where it was not credited, so that nothing is charged twice.';
comment on column checks.form_opened_at is
  'When the candidate pressed Continue. Opening the link does not count, because mail scanners open links.';
comment on column checks.sealed_order is
  'The check''s own copy of the applicant''s facts, with tags, redirect_uri, criminal record details and notes.';
comment on column checks.unique_key is
  'The client''s own key of the order, which makes submitting it repeatable; null for checks of interface v2.';
comment on column checks.body_mac is
  'Keyed hash of the body that came with unique_key: the same body again gets the same order.';
comment on column checks.subsidiary_id is 'The organisation that the order is for.';
comment on column checks.earlier_number_key is
  'Of an order that was brought in from another system: the blind key of its number there, which no other order has.';
comment on column checks.form_link_generation is
  'Which link to the form works: a candidate who opens a fresh one, mailed to them, raises it.';
comment on column checks.reference_keys is
  'Blind keys of the client''s references, such as the purchase order number, of certificates, and of who was asked for a reference; null where there is none.';

create function checks_with_reference_keys(of_account uuid, of_environment environment, keys bigint[]) returns setof uuid
language sql stable strict security definer rows 10
begin atomic
  select c.id from checks c
  where is_served(of_account) and c.account_id = of_account and c.environment = of_environment
    and c.reference_keys && keys;
end;
comment on function checks_with_reference_keys is 'The checks that have one of these blind keys.';

create function checks_with_all_reference_keys(of_account uuid, of_environment environment, keys bigint[]) returns setof uuid
language sql stable strict security definer rows 10
begin atomic
  select c.id from checks c
  where is_served(of_account) and c.account_id = of_account and c.environment = of_environment
    and c.reference_keys @> keys;
end;
comment on function checks_with_all_reference_keys is 'The checks that have all of these blind keys.';

create table client_decisions (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  decision text not null check (decision in ('suitable', 'suitable_with_conditions', 'not_suitable')),
  sealed_reason bytea,
  sealed_told bytea,
  although_disputed boolean not null,
  decided_by text not null,
  decided_at timestamptz not null,
  proposed_by text check (proposed_by <> decided_by),
  sealed_assessment bytea,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table client_decisions is
  'What the client decided about the candidate after the results; the newest stands.';
comment on column client_decisions.sealed_reason is
  'Encrypted with the applicant''s key; null if none was given.';
comment on column client_decisions.sealed_told is
  'What the candidate was told of it, encrypted with their key; null if they were not told here.';
comment on column client_decisions.sealed_assessment is
  'The risk assessment, encrypted with the applicant''s key; null if none was made.';
comment on column client_decisions.although_disputed is
  'The candidate said at that time that a result was not right, and nobody had dealt with it.';
comment on column client_decisions.decided_by is 'In the form of events.actor.';
comment on column client_decisions.proposed_by is
  'Who proposed what decided_by confirmed, always somebody else; null where one person decided.';

create trigger client_decisions_are_append_only
  before update of account_id, environment, check_id, id, decision, although_disputed, decided_by, decided_at, proposed_by
    or delete or truncate on client_decisions
  for each statement execute function refuse_change();

create table decision_proposals (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  decision text not null check (decision = 'not_suitable'),
  sealed_reason bytea not null,
  sealed_told bytea,
  sealed_assessment bytea,
  although_disputed boolean not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table decision_proposals is
  'Decisions against a candidate that one person proposed. One that another person confirmed is also a row of client_decisions.';
comment on column decision_proposals.sealed_reason is 'Encrypted with the applicant''s key.';
comment on column decision_proposals.sealed_told is
  'What the candidate is told once it is confirmed, encrypted with their key; null if they are not told here.';
comment on column decision_proposals.sealed_assessment is
  'The risk assessment, encrypted with the applicant''s key; null if none was made.';
comment on column decision_proposals.although_disputed is
  'The candidate said at that time that a result was not right, and nobody had dealt with it.';
comment on column decision_proposals.proposed_by is 'In the form of events.actor.';

create table decision_follow_ups (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  decision_id uuid not null,
  kind text not null check (kind in ('conditions', 'review')),
  due_on date not null,
  outcome text check (outcome in ('met', 'not_met', 'reviewed', 'replaced')),
  sealed_note bytea,
  closed_by text,
  closed_at timestamptz,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id, decision_id) references client_decisions,
  check ((outcome is null) = (closed_by is null) and (outcome is null) = (closed_at is null))
);
comment on table decision_follow_ups is
  'What the client is asked on a day after its decision: whether conditions were met, what the review of a risk assessment came to.';
comment on column decision_follow_ups.outcome is 'null while it is open; replaced by a newer decision.';
comment on column decision_follow_ups.sealed_note is 'Encrypted with the applicant''s key; null if none was written.';
comment on column decision_follow_ups.closed_by is 'In the form of events.actor.';
create index decision_follow_ups_open on decision_follow_ups (account_id, environment, due_on) where outcome is null;

create table decision_returns (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  proposal_id uuid not null,
  sealed_reason bytea,
  returned_by text not null,
  returned_at timestamptz not null,
  primary key (account_id, environment, check_id, proposal_id),
  foreign key (account_id, environment, check_id, proposal_id) references decision_proposals
);
comment on table decision_returns is 'Proposals that another person sent back, or who proposed them took back.';
comment on column decision_returns.sealed_reason is
  'Encrypted with the applicant''s key; null if who proposed it took it back without one.';
comment on column decision_returns.returned_by is 'In the form of events.actor.';

create trigger decision_proposals_are_append_only
  before update of account_id, environment, check_id, id, decision, although_disputed, proposed_by, proposed_at
    or delete or truncate on decision_proposals
  for each statement execute function refuse_change();
create trigger decision_returns_are_append_only
  before update of account_id, environment, check_id, proposal_id, returned_by, returned_at
    or delete or truncate on decision_returns
  for each statement execute function refuse_change();

create table hearings (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  sealed_words bytea not null,
  answer_by date not null,
  asked_by text not null,
  asked_at timestamptz not null,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table hearings is
  'What a client asked a candidate before it decides about results that are not clear. While the day for the answer is to come, a deadline of the kind hearing is about it.';
comment on column hearings.sealed_words is 'What the candidate is asked, encrypted with their key.';
comment on column hearings.answer_by is 'The last day for the answer, as the candidate was told it.';
comment on column hearings.asked_by is 'In the form of events.actor.';

create table hearing_answers (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  hearing_id uuid not null,
  id uuid not null,
  sealed_text bytea not null,
  answered_at timestamptz not null,
  primary key (account_id, environment, check_id, hearing_id, id),
  foreign key (account_id, environment, check_id, hearing_id) references hearings
);
comment on table hearing_answers is 'What the candidate says, until the client has decided.';
comment on column hearing_answers.sealed_text is 'Encrypted with the applicant''s key.';

create trigger hearings_are_append_only
  before update of account_id, environment, check_id, id, answer_by, asked_by, asked_at
    or delete or truncate on hearings
  for each statement execute function refuse_change();
create trigger hearing_answers_are_append_only
  before update of account_id, environment, check_id, hearing_id, id, answered_at
    or delete or truncate on hearing_answers
  for each statement execute function refuse_change();

create table work_starts (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  starts_on date not null,
  has_started boolean not null,
  without_clearance boolean not null default false,
  complete_by date,
  agreed_at timestamptz,
  stopped_on date,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, check_id),
  foreign key (account_id, environment, check_id) references checks,
  check (complete_by >= starts_on),
  constraint work_starts_stopped_without_clearance check (stopped_on is null or (without_clearance and stopped_on >= starts_on)),
  check ((complete_by is null) = (agreed_at is null)),
  check (has_started or not without_clearance)
);
create index work_starts_by_end on work_starts (account_id, environment, complete_by) where complete_by is not null;
create index work_starts_planned on work_starts (account_id, environment, starts_on) where not has_started;
comment on table work_starts is 'The first day of work of the candidate of a check, planned or past, as the client says.';
comment on column work_starts.has_started is 'Whether somebody said that they started; until then the day is planned.';
comment on column work_starts.without_clearance is
  'They started while the screening went on and nobody had agreed to it, or without a right to work; stays where that is put right later.';
comment on column work_starts.complete_by is
  'Until when the screening must be complete, if they start before it is; null if they start once it is.';
comment on column work_starts.stopped_on is
  'The last day on which somebody worked who had started without clearance, and stopped until they are cleared; null while they go on.';
comment on column work_starts.agreed_at is 'When the client last said that they may start before it is complete.';
comment on column work_starts.recorded_by is 'In the form of events.actor.';

create table work_start_risks (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  sealed_text bytea not null,
  sealed_supervisor bytea not null,
  sealed_longer bytea not null,
  sealed_before_limited bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table work_start_risks is
  'How the client manages the risk of a start before the screening is complete, and who supervises; the newest stands.';
comment on column work_start_risks.sealed_text is 'Encrypted with the applicant''s key.';
comment on column work_start_risks.sealed_supervisor is
  'Who supervises, for people who read no results, encrypted with the applicant''s key; empty if nobody is named.';
comment on column work_start_risks.sealed_longer is
  'Why the screening may take longer than the standard of the package allows, encrypted with the applicant''s key; empty if it may not.';
comment on column work_start_risks.sealed_before_limited is
  'Why they may start before limited screening is complete, encrypted with the applicant''s key; empty if it is.';
comment on column work_start_risks.recorded_by is 'In the form of events.actor.';

create trigger work_start_risks_are_append_only
  before update or delete or truncate on work_start_risks
  for each statement execute function refuse_change();

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
  approval_reasons text[],
  monitor text,
  found_change boolean not null default false,
  provider text not null,
  created_at timestamptz not null,
  requested_at timestamptz,
  completed_at timestamptz,
  first_completed_at timestamptz,
  reopened_at timestamptz,
  sealed_findings bytea,
  contents_deleted_at timestamptz,
  working_days smallint,
  working_days_saved smallint check (working_days_saved >= 0),
  due_on date,
  due_on_is_set boolean not null default false,
  first_due_on date,
  first_result_due_on date,
  delay_reason text check (delay_reason in ('candidate', 'client', 'source', 'ours', 'other')),
  priority smallint not null default 0 check (priority in (0, 1)),
  stands_first boolean not null default false,
  assignee_id uuid references desk_users,
  previous_assignee_id uuid references desk_users,
  was_assigned boolean not null default false,
  waiting_for text check (waiting_for in ('client', 'candidate', 'source')),
  paused_for_answers boolean not null default false,
  pause_reason text check (pause_reason in ('candidate', 'client', 'source', 'ours', 'other')),
  paused_until date,
  answered_at timestamptz,
  source_answered_at timestamptz,
  renewed_by uuid,
  confirmed_by uuid,
  renewals_ended_at timestamptz,
  permission_ends_on date,
  licence_ends_on date,
  permission_noticed_on date,
  unconfirmed text[] not null default '{}',
  excuse text check (excuse in ('given', 'none')),
  applied_at timestamptz,
  sealed_application bytea,
  application_stage text check (application_stage in ('received', 'records', 'police', 'printed', 'posted')),
  application_looked_on date,
  application_called_off_at timestamptz,
  primary key (account_id, environment, id),
  unique (account_id, environment, check_id, position),
  foreign key (account_id, environment, check_id) references checks
);
-- The work queue in its order. It is filtered on the index alone, over all accounts that a screener sees.
-- Reports that wait for others come last, reports of high priority first, then those of clients that stand first.
create index reports_in_queue on reports
  (environment, (status = 'paused' or waiting_for is not null), priority desc, stands_first desc, due_on, requested_at, id)
  include (account_id, check_id, report_type_id, status, assignee_id, waiting_for, reopened_at, due_on_is_set)
  where requested_at is not null and status in ('awaiting_data', 'paused', 'awaiting_approval');
-- The queue is counted on this index alone: it stores equal keys once, so it is a tenth of the other. It finds a screener's own too.
create index reports_in_queue_by_group on reports
  (environment, account_id, report_type_id, assignee_id, status, waiting_for, due_on, priority)
  where requested_at is not null and status in ('awaiting_data', 'paused', 'awaiting_approval');
-- What somebody handed over is found again.
create index reports_by_previous_assignee on reports (previous_assignee_id)
  where previous_assignee_id is not null and requested_at is not null
    and status in ('awaiting_data', 'paused', 'awaiting_approval');
-- Few reports have an answer that nobody has read.
create index reports_answered on reports (environment, account_id) where answered_at is not null;
create index reports_source_answered on reports (environment, account_id) where source_answered_at is not null;
-- The list of applications reads the few that are out.
create index reports_applied on reports (environment, applied_at, id)
  where applied_at is not null and status in ('awaiting_data', 'paused', 'awaiting_approval');
-- The few whose report ended while an authority works on them.
create index reports_to_call_off on reports (environment, applied_at, id)
  where applied_at is not null and status in ('withdrawn', 'cancelled') and application_called_off_at is null;
-- Few reports are paused until a day, or came back on it.
create index reports_paused_until on reports (environment, paused_until) where paused_until is not null;
-- What is due for renewal is the beginning of this index, however many reports were renewed.
create index reports_to_renew on reports (account_id, environment, report_type_id, first_completed_at)
  where status = 'complete' and renewed_by is null and renewals_ended_at is null and monitor is null;
create index reports_without_excuse on reports (account_id, environment, check_id)
  where name = 'right_to_work' and status = 'complete' and result = 'clear' and excuse is distinct from 'given';
create index reports_by_permission_end on reports (account_id, environment, permission_ends_on)
  where permission_ends_on is not null;
create index reports_by_licence_end on reports (account_id, environment, licence_ends_on)
  where licence_ends_on is not null;
create index reports_on_lists on reports (account_id, id) where monitor = 'each_list';
-- How long the newest complete reports of a type took is read from the index alone.
create index reports_completed on reports (account_id, environment, report_type_id, first_completed_at desc)
  include (requested_at)
  where first_completed_at is not null;
-- What was completed in a time, of all accounts that somebody at the desk sees.
create index reports_completed_by_time on reports (environment, first_completed_at)
  include (account_id, id, report_type_id, assignee_id, requested_at)
  where first_completed_at is not null;
comment on table reports is 'The reports of a check, each of one report type.';
comment on column reports.requested_at is
  'When the report was handed to its provider, which is after the candidate submitted the form.';
comment on column reports.first_completed_at is
  'When the report had its first result, which ends its turnaround; a report that is opened again keeps it.';
comment on column reports.reopened_at is
  'When the complete report was last opened again, by a person or by a change that monitoring found; null if never.';
comment on column reports.sealed_findings is
  'Breakdown, properties and notes, encrypted with the applicant''s key; null until there are any.';
comment on column reports.renewed_by is
  'The complete report of the same type, of a later check of the applicant, that took its place.';
comment on column reports.confirmed_by is
  'Of a certificate: the newest complete check of its status with the Update Service that found no new information; its months to renewal count from then.';
comment on column reports.renewals_ended_at is
  'When the applicant left, or was found not suitable, as the client said: it is not renewed any more.';
comment on column reports.permission_ends_on is
  'The last day of the permission to work that its findings state, by which lists find it; null if none ends.';
comment on column reports.permission_noticed_on is
  'The day on which the client was last told that the permission, or the licence, ends; null if it never was.';
comment on column reports.licence_ends_on is
  'The last day of the licence or registration that its findings state, by which lists find it; null if none ends.';
comment on column reports.unconfirmed is
  'The codes of what its findings say was not confirmed, by which lists find it; empty if all was.';
comment on column reports.excuse is
  'Whether its findings say that the right to work gives a statutory excuse; null where nobody judged it.';
comment on column reports.monitor is 'How often it is asked again after it is complete; null if it is not monitored.';
comment on column reports.found_change is
  'Monitoring found that the last result does not hold any more, and no newer one is complete.';
comment on column reports.was_assigned is 'Somebody has had it, or gave it to somebody: the rules of who gets what leave it alone.';
comment on column reports.approval_reasons is 'Why the outcome must be approved; kept while it is sent back, null once it is approved.';
comment on column reports.working_days is
  'Within how many working days it is due, as agreed when it was ordered, else by the catalogue; null where neither says.';
comment on column reports.working_days_saved is
  'By how many working days it is due earlier because its order is urgent, as working_days and due_on say already; null if it is not.';
comment on column reports.due_on is
  'The day by which a report of the type is usually complete, counted from the day on which the candidate submitted the form or the report was opened again, and until then from the order; null without working days.';
comment on column reports.answered_at is
  'When a query about it was answered, until its screener opens the report or moves it; null if they have seen the answer.';
comment on column reports.source_answered_at is
  'When a supplier answered or corrected its answer, until its screener opens the open report or moves it, or somebody says that the result of the complete one stays; null if they have.';
comment on column reports.contents_deleted_at is
  'When the contents of its certificate were deleted, by time, from its findings; null while they are there.';
comment on column reports.paused_for_answers is
  'A query paused the report, so the last answer resumes it; false if somebody paused it for another reason.';
comment on column reports.pause_reason is
  'Why somebody paused the report, which the client reads; null if it is not paused, or nobody said why.';
comment on column reports.paused_until is
  'The day on which the pause ends; it stays while the report that came back on it is not paused again.';
comment on column reports.due_on_is_set is
  'A person chose the due date, instead of the working days of the type.';
comment on column reports.first_due_on is
  'The day on which it was due by its working days, where a person chose another one; null where nobody did, or where it had none.';
comment on column reports.first_result_due_on is
  'Of a report that was opened again, the day on which its first result was due, by which its turnaround is judged; null where it had none.';
comment on column reports.applied_at is
  'When somebody recorded that the application was made whose fee an authority takes; null if nobody did: if the report then ends, its fee is credited.';
comment on column reports.sealed_application is
  'The authority''s own number of the application, encrypted with the applicant''s key.';
comment on column reports.application_stage is 'How far the authority is with the application; null where nobody said.';
comment on column reports.application_looked_on is 'The day on which somebody last looked how far it is.';
comment on column reports.application_called_off_at is
  'When somebody recorded that the application was withdrawn at the authority, because the report had ended.';
comment on column reports.delay_reason is
  'Why a person last moved the due date; null where nobody did, or where the report was opened again since.';
comment on column reports.priority is '1 for a report that comes before others; 0 for all others.';
comment on column reports.stands_first is
  'Its client had standing priority at the desk when it was ordered: it comes before others that are not urgent.';
comment on column reports.waiting_for is
  'The first open wait of the report, in the order client, candidate, source; null if it waits for nobody.';
comment on column reports.assignee_id is 'The screener who works on the report; null while nobody does.';
comment on column reports.previous_assignee_id is 'Who had it last before whoever has it now, or before nobody has it.';

create table report_waits (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  cause_id uuid not null,
  waiting_for text not null check (waiting_for in ('client', 'candidate', 'source')),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  primary key (account_id, environment, report_id, cause_id, started_at),
  foreign key (account_id, environment, report_id) references reports
);
create unique index report_waits_open on report_waits (account_id, environment, report_id, cause_id)
  where ended_at is null;
comment on table report_waits is
  'Each period in which a report waited for somebody. Turnaround without the time of the candidate follows from it.';
comment on column report_waits.cause_id is 'The query, reference or other request that the report waits for.';

create table report_outcomes (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  version smallint not null check (version > 0),
  result text not null check (result in ('clear', 'consider', 'unidentified')),
  sub_result text check (sub_result in ('clear', 'rejected', 'suspected', 'caution')),
  traffic_light text not null check (traffic_light in ('Green', 'Amber', 'Red')),
  sealed_findings bytea not null,
  author text not null,
  ground text not null check (ground in ('provider_answer', 'examination', 'review')),
  decided_at timestamptz not null,
  mac bytea not null,
  primary key (account_id, environment, report_id, version),
  foreign key (account_id, environment, report_id) references reports
);
comment on table report_outcomes is
  'Every version of the outcome of each report. The newest is the outcome; the columns of reports are a copy for reading.';
comment on column report_outcomes.sealed_findings is 'Breakdown, properties and notes, encrypted with the applicant''s key.';
comment on column report_outcomes.author is 'Who gave the outcome, in the form of events.actor.';
comment on column report_outcomes.ground is
  'A provider answered, a person examined the report, or a person decided while it awaited approval.';
comment on column report_outcomes.mac is
  'Keyed hash of the version. The event of the move names it, so that a change of either is found.';
-- What somebody of the desk decided, in all accounts.
create index report_outcomes_by_author on report_outcomes (author, environment, account_id, report_id);

-- The contents of a certificate are deleted by time: then other findings are sealed, with another MAC.
create trigger report_outcomes_are_append_only
  before update of account_id, environment, report_id, version, result, sub_result, traffic_light, author, ground,
    decided_at or delete or truncate on report_outcomes
  for each statement execute function refuse_change();

create table charges (
  account_id uuid not null,
  environment environment not null check (environment = 'live'),
  report_id uuid,
  added_id uuid,
  about_id uuid not null generated always as (coalesce(report_id, added_id)) stored,
  kind text not null check (kind in ('order', 'credit', 'price', 'part_credit', 'added', 'taken_back')),
  number smallint not null default 1 check (number > 0),
  amount_pence integer,
  fee_pence integer not null default 0,
  vat_percent smallint not null default 0,
  created_at timestamptz not null,
  invoice_id uuid,
  description text check (length(description) between 1 and 100),
  check_id uuid,
  subsidiary_id uuid,
  package text,
  package_part smallint check (package_part > 0),
  package_before integer check (package_before >= 0),
  billed_elsewhere boolean not null default false,
  reason text,
  minimum_of text check (minimum_of ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  monthly_fee_of text check (monthly_fee_of ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  primary key (account_id, environment, about_id, kind, number),
  foreign key (account_id, environment, report_id) references reports,
  foreign key (account_id, environment, check_id) references checks,
  constraint charges_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries,
  constraint charges_of_a_report_or_added check (
    case when kind in ('added', 'taken_back') or (kind = 'part_credit' and added_id is not null)
      then report_id is null and added_id is not null and description is not null and amount_pence is not null
      else report_id is not null and num_nonnulls(added_id, description, check_id, subsidiary_id) = 0 end),
  constraint charges_of_a_package check (
    (package is null) = (package_part is null) and (package is null) = (package_before is null) and (package is null or kind in ('order', 'credit', 'part_credit'))),
  constraint charges_price_has_amount check (kind not in ('price', 'part_credit') or amount_pence is not null),
  constraint charges_many_part_credits check (number = 1 or kind = 'part_credit'),
  constraint charges_minimum_is_added check (minimum_of is null or kind = 'added'),
  constraint charges_monthly_fee_is_added check (monthly_fee_of is null or kind = 'added'),
  constraint charges_reason_is_of_a_credit check (reason is null or kind in ('credit', 'part_credit', 'taken_back')),
  constraint charges_billed_elsewhere_are_nothing check (not billed_elsewhere or (kind = 'order' and amount_pence = 0 and fee_pence = 0))
);
create index charges_by_time on charges (account_id, created_at);
create index charges_not_invoiced on charges (account_id, kind, created_at) where invoice_id is null and kind <> 'price';
create index charges_billed_elsewhere on charges (account_id) where billed_elsewhere;
create unique index one_minimum_of_a_month on charges (account_id, minimum_of) where minimum_of is not null;
create unique index one_fee_of_a_month on charges (account_id, monthly_fee_of) where monthly_fee_of is not null;
create index charges_by_invoice on charges (account_id, invoice_id) where invoice_id is not null;
comment on table charges is
  'The ledger: one line for each live report that was ordered, one for each that was credited back, one for the price of each that was ordered without one, and one for each part of a price or fee that was credited; and one for each charge that was added by hand, and for each of these that was taken back, in part or whole.';
comment on column charges.added_id is 'Of a charge that was added by hand, and of the line that takes it back.';
comment on column charges.about_id is 'The report, or the charge that was added by hand: its lines share it.';
comment on column charges.number is 'Of a part credit, its number among those of the report or the charge; otherwise 1.';
comment on column charges.amount_pence is
  'The price without VAT; less than 0 for a discount. Null for an order without an agreed price, and for its credit: the line of kind price, once there is one, has the price and the fee of both.';
comment on column charges.fee_pence is 'The fee of an authority, which is passed on at cost and without VAT.';
comment on column charges.vat_percent is
  'The rate of VAT on the price when the report was ordered or the charge added; a line of kind price has none of its own.';
comment on column charges.invoice_id is
  'The invoice that charges an order, a part credit or what was added, or the credit note that credits it: one only. Nothing else of a line is ever changed, and once it is there it is taken away only where reopened_charges says so.';
comment on column charges.description is 'What a charge that was added by hand is for, as its invoice says it. It names no person.';
comment on column charges.package is
  'The name of the package, if the report was ordered in one with a price of its own: the amount is then the report''s share of that price. Null otherwise.';
comment on column charges.package_part is 'Which of the reports of its package it is: the first counts as the package.';
comment on column charges.package_before is 'What the parts of its package before it cost, in pence without VAT: the parts share the VAT of the package by it.';
comment on column charges.billed_elsewhere is
  'The report was brought in from another system, which bills it: it costs nothing here.';
comment on column charges.reason is 'Why it is credited or taken back, as a code, which its credit note says in words.';
comment on column charges.minimum_of is 'The month whose minimum commitment the line makes up; null of all others.';
comment on column charges.monthly_fee_of is 'The month whose agreed fee of each month the line charges; null of all others.';
comment on column charges.check_id is 'The order for which a charge was added by hand, if there is one; other lines have that of their report.';
comment on column charges.subsidiary_id is 'Of a charge that was added by hand: that of its order, or the one that was chosen.';

create table charge_disputes (
  account_id uuid not null,
  environment environment not null check (environment = 'live'),
  id uuid not null,
  about_id uuid not null,
  charge_kind text not null check (charge_kind in ('order', 'added')),
  charge_number smallint not null default 1,
  reason text not null check (reason in ('ordered_twice', 'wrong_report', 'wrong_price', 'not_delivered', 'withdrawn', 'not_ours', 'other')),
  sealed_words bytea not null,
  asked_by text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('answered', 'credited')),
  sealed_answer bytea,
  answered_by text,
  answered_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, about_id, charge_kind, charge_number) references charges,
  constraint charge_disputes_answered check (num_nonnulls(outcome, answered_by, answered_at) in (0, 3) and (sealed_answer is null or outcome is not null))
);
create unique index one_open_dispute_of_a_charge on charge_disputes (account_id, environment, about_id) where outcome is null;
create index charge_disputes_by_charge on charge_disputes (account_id, environment, about_id, created_at);
create index charge_disputes_by_time on charge_disputes (created_at, id);
comment on table charge_disputes is 'What a client asks about a charge of theirs, and how finance answers it: in words, or with a credit.';
comment on column charge_disputes.about_id is 'That of the charge; a package is asked about by the first of its reports.';
comment on column charge_disputes.sealed_words is 'Encrypted with the key of the applicant of the order; of a charge for no order, with that of the account.';
comment on column charge_disputes.sealed_answer is 'Encrypted as the words; null until it is answered, and where the applicant was erased before.';
comment on column charge_disputes.asked_by is 'In the form of events.actor.';
comment on column charge_disputes.answered_by is 'In the form of events.actor.';

create table invoices (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number integer not null check (number > 0),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  is_of_account boolean not null,
  subsidiary_id uuid,
  purchase_order_key bigint,
  credits_id uuid,
  replaces_ids uuid[] not null default '{}',
  issued_on date not null,
  due_on date,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  price_pence bigint not null,
  fee_pence bigint not null,
  vat_pence bigint not null,
  issued_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint invoices_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries,
  constraint invoices_credited foreign key (account_id, credits_id) references invoices,
  constraint invoices_credit_note_credits check ((kind = 'credit_note') = (credits_id is not null)),
  constraint invoices_invoice_is_due check ((kind = 'invoice') = (due_on is not null))
);
create unique index invoices_by_number on invoices (kind, number);
create unique index one_invoice_of_a_month on invoices (account_id, month, subsidiary_id, purchase_order_key, replaces_ids) nulls not distinct
  where kind = 'invoice';
create index invoices_by_month on invoices (month, account_id);
create index invoices_by_day on invoices (issued_on);
create index credit_notes_by_invoice on invoices (account_id, credits_id) where kind = 'credit_note';
alter table charges add constraint charges_of_an_invoice
  foreign key (account_id, invoice_id) references invoices deferrable initially deferred;
comment on table invoices is 'Invoices and credit notes as they were issued: a row is never changed, whatever is agreed or set afterwards.';
comment on column invoices.number is 'Counts each kind over all accounts, without gaps.';
comment on column invoices.month is 'The month that it charges; of a credit note, that of the invoice that it corrects.';
comment on column invoices.is_of_account is 'False if it is of the orders of one subsidiary, or of those of none where each has its own.';
comment on column invoices.purchase_order_key is 'Where each purchase order has its own invoice, that of its orders, as in checks; null for others.';
comment on column invoices.credits_id is 'The invoice that a credit note corrects.';
comment on column invoices.replaces_ids is 'The invoices that were credited to be issued again, of which it charges something.';
comment on column invoices.seller is 'The operator as it was then: name, address, VAT number and how to pay.';
comment on column invoices.buyer is 'The client as it was then: name, subsidiary, billing address and purchase order.';
comment on column invoices.lines is 'By report type, or what was added by hand, and price: description, quantity, unit price and fee, net, fees and VAT in pence; negative where something is credited.';
comment on column invoices.vat_pence is
  'The sum of the VAT of the lines, each rounded to a penny; the credit notes of an invoice have its VAT once all of it is credited.';
comment on column invoices.issued_by is 'In the form of events.actor.';

create trigger invoices_are_append_only
  before update or delete or truncate on invoices
  for each statement execute function refuse_change();

create table reopened_charges (
  account_id uuid not null,
  environment environment not null,
  about_id uuid not null,
  kind text not null,
  number smallint not null,
  invoice_id uuid not null,
  credit_note_id uuid not null,
  primary key (account_id, environment, about_id, kind, number, invoice_id),
  foreign key (account_id, environment, about_id, kind, number) references charges,
  foreign key (account_id, invoice_id) references invoices,
  foreign key (account_id, credit_note_id) references invoices deferrable initially deferred
);
create index reopened_charges_by_invoice on reopened_charges (account_id, invoice_id);
create index reopened_charges_by_credit_note on reopened_charges (account_id, credit_note_id);
comment on table reopened_charges is
  'The lines of the ledger that stood on an invoice which was credited in full to be issued again: they are open to be invoiced since.';
comment on column reopened_charges.invoice_id is 'On which the line stood: that invoice, or an earlier credit note of it.';
comment on column reopened_charges.credit_note_id is 'That credited what was left of the invoice.';
create trigger reopened_charges_are_append_only
  before update or delete or truncate on reopened_charges
  for each statement execute function refuse_change();

create function is_reopened(line charges) returns boolean stable language sql as $$
  select exists (
    select from reopened_charges r where (r.account_id, r.environment, r.about_id, r.kind, r.number, r.invoice_id)
      = (line.account_id, line.environment, line.about_id, line.kind, line.number, line.invoice_id))
$$;
comment on function is_reopened(charges) is 'Whether the invoice on which a line stands was credited to be issued again.';
create trigger charges_stay_on_their_invoice
  before update or delete on charges
  for each row when (old.invoice_id is not null and not is_reopened(old)) execute function refuse_change();

create table purchase_orders (
  account_id uuid not null references accounts,
  id uuid not null,
  number text not null check (length(number) between 1 and 50),
  number_key bigint not null,
  name text not null check (length(name) <= 100),
  valid_from date,
  valid_until date check (valid_until >= valid_from),
  limit_pence bigint check (limit_pence > 0),
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, number_key)
);
comment on table purchase_orders is 'The purchase orders that a client agreed to: where there are any, its order entry takes no others.';
comment on column purchase_orders.number_key is 'As purchase_order_key of checks.';
comment on column purchase_orders.limit_pence is 'What all charges of its orders together may come to, without VAT; null without a limit. More is a warning, and stops nothing.';

create table invoice_numbers (
  id boolean primary key default true check (id),
  invoice integer not null default 0,
  credit_note integer not null default 0
);
insert into invoice_numbers default values;
comment on table invoice_numbers is
  'One row, the last number of each kind. Whoever takes a number locks it until their transaction ends, so that none is lost or used twice.';

create table invoice_marks (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind = 'sent'),
  marked_on date not null,
  reference text not null,
  marked_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices
);
create index invoice_marks_by_invoice on invoice_marks (account_id, invoice_id, created_at);
comment on table invoice_marks is 'What somebody at the desk said about an invoice: that it was sent. Whether it is paid follows from the settlements.';
comment on column invoice_marks.marked_on is 'When it was sent.';
comment on column invoice_marks.marked_by is 'In the form of events.actor.';

create trigger invoice_marks_are_append_only
  before update or delete or truncate on invoice_marks
  for each statement execute function refuse_change();

create table receipts (
  account_id uuid not null references accounts,
  id uuid not null,
  received_on date not null,
  amount_pence bigint not null check (amount_pence > 0),
  method text not null check (method in ('bank_transfer', 'card', 'direct_debit', 'cheque', 'write_off')),
  sealed_reference bytea not null,
  recorded_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index receipts_by_day on receipts (account_id, received_on);
comment on table receipts is 'Money that came in from a client, as it was recorded: a row is never changed, and is taken back by another.';
comment on column receipts.method is 'Of a write-off, no money came in: it takes off what cannot be collected.';
comment on column receipts.sealed_reference is 'As the payment has it: a bank may name who paid. Sealed with the key of the account.';
comment on column receipts.recorded_by is 'In the form of events.actor.';

create trigger receipts_are_append_only
  before update or delete or truncate on receipts
  for each statement execute function refuse_change();

create table receipts_taken_back (
  account_id uuid not null,
  receipt_id uuid not null,
  reason text not null check (reason in ('returned', 'twice', 'other_account', 'no_client', 'mistyped', 'paid_after_all')),
  taken_back_on date not null,
  taken_back_by text not null,
  created_at timestamptz not null,
  primary key (account_id, receipt_id),
  foreign key (account_id, receipt_id) references receipts
);
comment on table receipts_taken_back is 'That a receipt does not count any more, and why. What was set against invoices from it is taken back with it.';
comment on column receipts_taken_back.taken_back_by is 'In the form of events.actor.';

create trigger receipts_taken_back_are_append_only
  before update or delete or truncate on receipts_taken_back
  for each statement execute function refuse_change();

create table settlements (
  account_id uuid not null,
  id uuid not null,
  receipt_id uuid,
  credit_note_id uuid,
  invoice_id uuid,
  amount_pence bigint not null check (amount_pence <> 0),
  settled_on date not null,
  settled_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, receipt_id) references receipts,
  constraint settlements_of_a_credit_note foreign key (account_id, credit_note_id) references invoices,
  constraint settlements_of_an_invoice foreign key (account_id, invoice_id) references invoices,
  constraint settlements_have_one_source check (num_nonnulls(receipt_id, credit_note_id) = 1)
);
create index settlements_by_invoice on settlements (account_id, invoice_id);
create index settlements_by_receipt on settlements (account_id, receipt_id) where receipt_id is not null;
create index settlements_by_credit_note on settlements (account_id, credit_note_id) where credit_note_id is not null;
comment on table settlements is
  'What of a receipt or a credit note is set against an invoice, or was paid back to the client. What is left to pay of an invoice is its total without the sum of these.';
comment on column settlements.invoice_id is 'Null for what was paid back to the client.';
comment on column settlements.amount_pence is 'Less than 0 where an earlier settlement is taken back.';
comment on column settlements.settled_by is 'In the form of events.actor.';

create trigger settlements_are_append_only
  before update or delete or truncate on settlements
  for each statement execute function refuse_change();

create table debt_notes (
  account_id uuid not null references accounts,
  id uuid not null,
  sealed_text bytea not null,
  written_by uuid not null references desk_users,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index debt_notes_by_time on debt_notes (account_id, created_at);
comment on table debt_notes is 'What somebody of the desk noted on what an account owes, such as what was said on the telephone. The client never sees it.';
comment on column debt_notes.sealed_text is 'Encrypted with the account''s key.';

create trigger debt_notes_are_append_only
  before update or delete or truncate on debt_notes
  for each statement execute function refuse_change();

create table money_requests (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('credit', 'credit_lines', 'credit_part', 'take_back', 'discount', 'write_off', 'pay_back')),
  amount_pence bigint not null check (amount_pence > 0),
  sealed_act bytea not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decision text check (decision in ('approved', 'sent_back', 'withdrawn')),
  sealed_note bytea,
  decided_by text,
  decided_at timestamptz,
  primary key (account_id, id),
  constraint money_requests_decided_whole check (num_nonnulls(decision, sealed_note, decided_by, decided_at) in (0, 4)),
  constraint money_requests_take_two check ((decision = 'withdrawn') = (decided_by = asked_by))
);
create index money_requests_open on money_requests (account_id) where decision is null;
comment on table money_requests is 'What somebody of the desk would give away above the amount for which a second person is needed: nothing of it is done before that person approves.';
comment on column money_requests.amount_pence is 'With VAT: by how much less is owed, or how much is paid back.';
comment on column money_requests.sealed_act is 'What is done once it is approved, and what it is about in words. Encrypted with the account''s key.';
comment on column money_requests.asked_by is 'In the form of events.actor; also decided_by.';
comment on column money_requests.sealed_note is 'What who decided wrote, perhaps nothing. Encrypted with the account''s key.';

create table money_given_alone (
  account_id uuid not null references accounts,
  id uuid not null,
  amount_pence bigint not null check (amount_pence > 0),
  given_by text not null,
  given_at timestamptz not null,
  primary key (account_id, id)
);
create index money_given_alone_by_person on money_given_alone (account_id, given_by, given_at);
comment on table money_given_alone is 'What one person of the desk gave away without a second person, while the operator sets an amount for which one is needed: a row for each act, so that the sum of a month is judged.';
comment on column money_given_alone.amount_pence is 'As in money_requests.';
comment on column money_given_alone.given_by is 'In the form of events.actor.';

create table quotes (
  account_id uuid not null references accounts,
  id uuid not null,
  number integer not null generated by default as identity,
  version integer not null check (version > 0),
  status text not null check (status in ('draft', 'sent', 'accepted', 'declined', 'replaced')),
  valid_until date not null,
  sealed_content bytea not null,
  sent_on date,
  ended_on date,
  opened_account_id uuid references accounts,
  author text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, number, version),
  constraint quotes_sent_once_out check ((status = 'draft') = (sent_on is null)),
  constraint quotes_ended_whole check ((status in ('draft', 'sent')) = (ended_on is null)),
  constraint quotes_opened_when_accepted check (opened_account_id is null or status = 'accepted')
);
create unique index quotes_of_account on quotes (opened_account_id);
comment on table quotes is 'Prices that were offered to somebody who is no client yet, a row for each version.';
comment on column quotes.account_id is 'The house standard that it was made from.';
comment on column quotes.number is 'The same in all versions. Numbers of deleted quotes are not given again.';
comment on column quotes.sealed_content is 'The prospect and their contact, what is offered and on which terms. Encrypted with the key of the house standard.';
comment on column quotes.ended_on is 'The UK day on which it was accepted, declined or replaced by a newer version.';
comment on column quotes.opened_account_id is 'The account that was made from it.';
comment on column quotes.author is 'In the form of events.actor.';

create table payment_reminders (
  account_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  step_days smallint check (step_days > 0),
  sent_by text not null,
  created_at timestamptz not null,
  primary key (account_id, id, invoice_id),
  foreign key (account_id, invoice_id) references invoices
);
create unique index payment_reminders_once_at_a_step on payment_reminders (account_id, invoice_id, step_days);
comment on table payment_reminders is 'The mails that reminded a client of what is overdue: one row for each invoice that a mail named.';
comment on column payment_reminders.id is 'Of the mail.';
comment on column payment_reminders.step_days is 'How many days overdue the invoice had to be, by the settings; null where the mail named it besides.';
comment on column payment_reminders.sent_by is 'In the form of events.actor.';

create trigger payment_reminders_are_append_only
  before update or delete or truncate on payment_reminders
  for each statement execute function refuse_change();

create table provider_choices (
  account_id uuid not null references accounts,
  report_type_id integer not null,
  providers text[] not null check (cardinality(providers) > 0),
  person_releases text not null check (person_releases in ('everything', 'not_clear')),
  primary key (account_id, report_type_id)
);
comment on table provider_choices is
  'Which providers answer the account''s live reports of a type; where there is no row, a person does.';
comment on column provider_choices.providers is 'In the order in which they are asked; after the last a person is.';
comment on column provider_choices.person_releases is 'Which results of providers a person of the desk releases.';

create table provider_connections (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  url text not null,
  types text[] not null,
  countries text[],
  facts text[] not null,
  person_decides boolean not null,
  asks_candidate boolean not null,
  timeout_ms integer not null check (timeout_ms > 0),
  answers_within_hours integer not null check (answers_within_hours > 0),
  calls_per_minute integer check (calls_per_minute > 0),
  cost_pence integer not null check (cost_pence >= 0),
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  constraint provider_connections_previous_secret check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
create unique index one_provider_connection_by_name on provider_connections (account_id, name) where ended_at is null;
comment on table provider_connections is 'Providers of an account that speak the documented signed protocol.';
comment on column provider_connections.countries is 'Three-letter codes; null for every country.';
comment on column provider_connections.facts is 'Paths of the facts that it receives.';
comment on column provider_connections.asks_candidate is 'Whether it may send candidates to a page of its own.';
comment on column provider_connections.sealed_secret is 'Signs requests and callbacks; encrypted with the account''s key.';

create table provider_requests (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  provider text not null,
  status text not null
    check (status in ('asking', 'accepted', 'answered', 'person_needed', 'given_up', 'cancelling', 'cancelled')),
  reference text,
  attempts smallint not null,
  began_at timestamptz not null,
  accepted_at timestamptz,
  next_at timestamptz,
  primary key (account_id, environment, report_id, provider),
  foreign key (account_id, environment, report_id) references reports
);
comment on table provider_requests is 'What each provider was asked about a report, and how far that is.';
comment on column provider_requests.reference is 'The provider''s own name of the request.';
comment on column provider_requests.attempts is 'Failed ones since the last that succeeded.';
comment on column provider_requests.next_at is 'When it is looked at next; null where nothing is to be done.';

create table provider_exchanges (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  provider text not null,
  kind text not null check (kind in ('request', 'poll', 'callback', 'cancel', 'recheck')),
  outcome text not null,
  reason text,
  started_at timestamptz not null,
  duration_ms integer not null,
  cost_pence integer not null,
  sealed_content bytea not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports
);
create index provider_exchanges_of_a_report on provider_exchanges (account_id, environment, report_id, started_at);
create index provider_exchanges_by_age on provider_exchanges (started_at);
comment on table provider_exchanges is 'Every exchange with a provider, whatever came of it.';
comment on column provider_exchanges.outcome is 'What it meant for the report, of a closed list.';
comment on column provider_exchanges.sealed_content is
  'What was sent and what came back, encrypted with the applicant''s key.';

create table provider_costs (
  account_id uuid not null,
  environment environment not null check (environment = 'live'),
  id uuid not null,
  report_id uuid not null,
  provider text not null,
  asked_on date not null,
  cost_pence integer not null check (cost_pence > 0),
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports
);
-- What providers cost an account in a time.
create index provider_costs_by_day on provider_costs (account_id, environment, asked_on) include (cost_pence);
comment on table provider_costs is 'What each live request of a provider cost: it stays when the exchange is deleted.';
comment on column provider_costs.id is 'That of the exchange.';
comment on column provider_costs.asked_on is 'The day in the UK.';

create table provider_health (
  provider text primary key,
  free_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  open_until timestamptz,
  pauses integer not null default 0
);
comment on table provider_health is
  'The circuit breaker and the rate limit of each provider, over all accounts and processes; of a connection by its id.';
comment on column provider_health.free_at is 'Until when the rate limit is used up, apart from the burst that it allows.';

create table outgoing_certificates (
  host text primary key,
  ends_at timestamptz not null,
  seen_at timestamptz not null
);
comment on table outgoing_certificates is
  'The end of the certificate of each address that the operator made the program call, as it was last seen.';

create table bulk_orders (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  user_id uuid,
  brought_in_by text,
  items jsonb not null,
  unread_columns text[] not null,
  uploaded_at timestamptz not null,
  placed_at timestamptz,
  asked_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  decision text check (decision in ('approved', 'sent_back', 'refused')),
  sealed_reason bytea,
  sealed_sheet bytea,
  is_renewal boolean not null default false,
  primary key (account_id, environment, id),
  constraint bulk_orders_of_a_user foreign key (account_id, user_id) references users,
  constraint bulk_orders_decided_by_a_user foreign key (account_id, decided_by) references users,
  constraint bulk_orders_are_decided_by_others check (decided_by <> user_id),
  constraint bulk_orders_are_decided_once_asked check (
    num_nonnulls(decided_at, decided_by, decision) = case when asked_at is null or decided_at is null then 0 else 3 end
  ),
  constraint bulk_orders_are_ordered_or_brought_in check (num_nonnulls(user_id, brought_in_by) = 1),
  constraint bulk_orders_forget_their_sheet check (placed_at is null or sealed_sheet is null)
);
create index bulk_orders_by_user on bulk_orders (account_id, environment, user_id, uploaded_at);
create index bulk_orders_asked on bulk_orders (account_id, environment, asked_at)
  where asked_at is not null and decided_at is null;
create index bulk_orders_not_placed on bulk_orders (uploaded_at) where placed_at is null;
comment on table bulk_orders is 'Spreadsheets of candidates, each of whom gets an order; and open cases of another system, which become orders.';
comment on column bulk_orders.brought_in_by is 'Of cases of another system: who brought them in, in the form of events.actor.';
comment on column bulk_orders.items is 'The report types that are ordered for each candidate whose row names none, with their quantities.';
comment on column bulk_orders.unread_columns is 'The columns of the spreadsheet that are in no order, as its first row names them.';
comment on column bulk_orders.is_renewal is 'Its people are screened again: each row orders reports of a complete check anew.';
comment on column bulk_orders.placed_at is
  'When the user confirmed it, or it was approved. One that nobody confirms is deleted after a week.';
comment on column bulk_orders.asked_at is
  'When approval was asked, where the account demands it. What nobody decides is deleted after 90 days.';
comment on column bulk_orders.sealed_reason is
  'Why it was sent back or refused, encrypted with the account''s key.';
comment on column bulk_orders.sealed_sheet is
  'What was typed for all and the pasted rows, encrypted with the account''s key, so that they can be changed until it is placed.';

create table bulk_order_rows (
  account_id uuid not null,
  environment environment not null,
  bulk_order_id uuid not null,
  row_number integer not null,
  unique_key uuid not null,
  subsidiary_id uuid,
  stated_id uuid,
  items jsonb,
  sealed_body bytea,
  check_id uuid,
  problems jsonb,
  primary key (account_id, environment, bulk_order_id, row_number),
  foreign key (account_id, environment, bulk_order_id) references bulk_orders on delete cascade,
  foreign key (account_id, environment, check_id) references checks,
  constraint bulk_order_rows_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries,
  constraint bulk_order_rows_wait_or_are_done check (num_nonnulls(sealed_body, check_id, problems) = 1)
);
create index bulk_order_rows_by_check on bulk_order_rows (account_id, environment, check_id) where check_id is not null;
-- Those that wait are few among all that were ever placed.
create index bulk_order_rows_that_wait on bulk_order_rows (environment, account_id) where sealed_body is not null;
comment on table bulk_order_rows is 'The candidates of a spreadsheet, each an order to place, placed or refused.';
comment on column bulk_order_rows.row_number is 'Of the spreadsheet, where the first row has the names of the columns.';
comment on column bulk_order_rows.unique_key is 'The key under which it is submitted, so that no retry places it twice.';
comment on column bulk_order_rows.subsidiary_id is 'The subsidiary that the order is for; null for the whole account.';
comment on column bulk_order_rows.items is 'Where the row names reports of its own: these, in place of those of the bulk order.';
comment on column bulk_order_rows.sealed_body is
  'The order as interface v1 reads it, encrypted with the account''s key, until it is placed or refused.';
comment on column bulk_order_rows.problems is 'Why it was refused, by field of interface v1.';

create table order_links (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  subsidiary_id uuid,
  created_by uuid not null,
  sealed_details bytea not null,
  last_day date not null,
  most_candidates integer not null,
  created_at timestamptz not null,
  stopped_at timestamptz,
  primary key (account_id, environment, id),
  constraint order_links_of_a_user foreign key (account_id, created_by) references users,
  constraint order_links_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries
);
comment on table order_links is 'Links that candidates open to give their names; a client then orders for them.';
comment on column order_links.subsidiary_id is 'The subsidiary that the orders are for; null for the whole account.';
comment on column order_links.sealed_details is
  'Its name, and what is ordered as the inputs of the order form say it, encrypted with the account''s key.';
comment on column order_links.last_day is 'In the UK, of the account''s clock.';
comment on column order_links.most_candidates is 'So many may give their names; those whom the client refuses do not count.';

create table order_link_candidates (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  order_link_id uuid not null,
  email_mark bytea not null,
  sealed_person bytea,
  given_at timestamptz not null,
  bulk_order_id uuid,
  row_number integer,
  primary key (account_id, environment, id),
  unique (account_id, environment, order_link_id, email_mark),
  foreign key (account_id, environment, order_link_id) references order_links on delete cascade,
  foreign key (account_id, environment, bulk_order_id, row_number) references bulk_order_rows
    on delete set null (bulk_order_id, row_number),
  constraint order_link_candidates_in_a_row check ((bulk_order_id is null) = (row_number is null))
);
create index order_link_candidates_by_row on order_link_candidates (account_id, environment, bulk_order_id, row_number)
  where bulk_order_id is not null;
create index order_link_candidates_named on order_link_candidates (given_at) where sealed_person is not null;
comment on table order_link_candidates is 'Candidates who gave their names by a link, before and after the client ordered for them.';
comment on column order_link_candidates.email_mark is
  'Keyed hash of the email address, so that nobody stands there twice; of who was erased, the id instead.';
comment on column order_link_candidates.sealed_person is
  'Name, date of birth and email address, encrypted with the account''s key; null once the order has them.';
comment on column order_link_candidates.bulk_order_id is
  'With row_number, the order that was released; null while the candidate waits.';

-- Whoever adds a row may take a number, and do nothing else with the sequence.
create function next_order_number() returns bigint language sql volatile security definer
  return nextval('checks_order_id_seq');
comment on function next_order_number is 'One place in the order of checks and earlier cases, which exports follow.';

-- A complete case that the screening company had in its earlier system: a record beside checks, so that nothing counts it.
create table earlier_cases (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  position bigint not null default next_order_number(),
  number_key bigint not null,
  completed_on date not null,
  file_id uuid not null,
  size bigint not null check (size >= 0),
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  sealed_details bytea not null,
  brought_in_by text not null,
  brought_in_at timestamptz not null,
  primary key (account_id, environment, applicant_id),
  unique (account_id, environment, number_key),
  foreign key (account_id, environment, applicant_id) references applicants
);
create index earlier_cases_by_day on earlier_cases (account_id, environment, completed_on, position);
create index earlier_cases_by_position on earlier_cases (account_id, environment, position);
-- The job that removes unused files asks of each old file whether a row refers to it.
create unique index earlier_cases_by_file on earlier_cases (file_id);
comment on table earlier_cases is 'Complete cases of the screening company''s earlier system, each with its PDF and a person of its own.';
comment on column earlier_cases.number_key is 'Blind key of the number in the earlier system.';
comment on column earlier_cases.completed_on is 'The time that the account keeps people counts from here.';
comment on column earlier_cases.verdict is 'What the virus scanner said of the file, if one was configured.';
comment on column earlier_cases.sealed_details is
  'The number, the job, the reference, the day of the order, the reports, the result and the facts of the file. Encrypted with the applicant''s key.';
comment on column earlier_cases.brought_in_by is 'In the form of events.actor.';
