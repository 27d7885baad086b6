-- What becomes due: reminders, chases and other dates of checks that a job looks at.
create table deadlines (
  account_id uuid not null,
  environment environment not null,
  kind text not null,
  subject_id uuid not null,
  check_id uuid not null,
  report_id uuid,
  due_at timestamptz not null,
  wanted_at timestamptz,
  count integer not null default 0,
  retry_at timestamptz,
  primary key (account_id, environment, subject_id, kind),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports
);
create index deadlines_in_order on deadlines (account_id, environment, due_at);
create index deadlines_of_check on deadlines (account_id, environment, check_id);
-- The orders whose form is awaited, over all accounts that somebody at the desk sees, in the order of their list.
create index deadlines_of_forms on deadlines (environment, coalesce(wanted_at, due_at), check_id) include (account_id, due_at, wanted_at)
  where kind = 'form_submission';
comment on table deadlines is 'What a job does at a time, one row for each kind and subject. A row that is done is removed.';
comment on column deadlines.subject_id is 'What the deadline is about, such as a check or a query.';
comment on column deadlines.due_at is 'By the clock of the environment: in test data the account''s test clock.';
comment on column deadlines.wanted_at is 'Of the time for a form: the end of the day by which the candidate is asked for it, where that is earlier. Nothing is cancelled then.';
comment on column deadlines.count is 'How often it has been due before.';
comment on column deadlines.retry_at is 'The earliest next attempt, by the real clock, after one that failed.';

-- A report's work at the desk: notes, ticked tasks, and what somebody has typed and not sent yet.
create table report_notes (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  audience text not null check (audience in ('desk', 'client')),
  sealed_text bytea not null,
  says_change boolean not null,
  of_order boolean not null,
  handed_to uuid references desk_users,
  of_several boolean not null,
  call_with text check (call_with in ('candidate', 'source')),
  call_came_of text check ((call_came_of is null) = (call_with is null)),
  author text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports
);
create index report_notes_by_report on report_notes (account_id, environment, report_id, created_at);
comment on table report_notes is 'Notes of screeners on a report, for the desk alone or also for the client.';
comment on column report_notes.sealed_text is 'Encrypted with the applicant''s key.';
comment on column report_notes.says_change is 'Whether it says what a follow-up of the monitored report found.';
comment on column report_notes.of_order is 'Whether it is about the whole order, so that every report of it shows it.';
comment on column report_notes.handed_to is 'The colleague to whom its author handed the report over with it; null for any other note.';
comment on column report_notes.of_several is 'Whether it was written for the reports of several candidates, each of which has a copy of it.';
comment on column report_notes.call_with is 'With whom the author telephoned; null for a note that records no call.';
comment on column report_notes.call_came_of is 'Such as no_answer.';
comment on column report_notes.author is 'An actor, written as in events.';

create table report_task_ticks (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  task text not null,
  is_done boolean not null,
  ticked_by text not null,
  ticked_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports
);
create index report_task_ticks_by_report on report_task_ticks (account_id, environment, report_id, ticked_at);
comment on table report_task_ticks is
  'Who ticked a step of the desk or of the guidance of the report''s type, or took the tick back, and when. The newest row of a step counts.';
comment on column report_task_ticks.task is 'The sentence of the desk or the catalogue, so that a reworded step is ticked anew.';

create trigger report_notes_are_append_only
  before update or delete or truncate on report_notes
  for each statement execute function refuse_change();
create trigger report_task_ticks_are_append_only
  before update or delete or truncate on report_task_ticks
  for each statement execute function refuse_change();

-- What the desk words itself: questions instead of the usual ones, and sentences and steps besides those of the catalogue.
create table desk_text_versions (
  kind text not null,
  subject text not null,
  version integer not null,
  text text not null,
  author text not null,
  created_at timestamptz not null,
  primary key (kind, subject, version)
);
create trigger desk_text_versions_are_append_only
  before update or delete or truncate on desk_text_versions
  for each statement execute function refuse_change();
comment on table desk_text_versions is
  'Each version of a text that the desk words itself; the newest one counts. It holds nothing of candidates.';
comment on column desk_text_versions.kind is 'Whether it is a question, standard sentences, steps, or a notice.';
comment on column desk_text_versions.subject is 'What is asked, or the report types that it is for.';
comment on column desk_text_versions.text is 'Empty if the desk has no text of its own any more. Sentences and steps are one a line.';
comment on column desk_text_versions.author is 'An actor, written as in events.';

-- Questions of the desk to candidates and clients, with their answers and files.
create table queries (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  report_id uuid not null,
  addressee text not null check (addressee in ('candidate', 'client')),
  kind text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'withdrawn')),
  sealed_text bytea not null,
  sealed_step bytea,
  sealed_answer bytea,
  asked_by text not null,
  asked_at timestamptz not null,
  due_on date not null,
  chases smallint not null default 0,
  exhausted_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports,
  check ((status = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null))
);
create index queries_of_check on queries (account_id, environment, check_id, asked_at);
create index queries_of_report on queries (account_id, environment, report_id);
create index open_queries_to_clients on queries (account_id, environment, asked_at)
  where status = 'open' and addressee = 'client';
comment on table queries is 'What a screener asks a candidate or a client about a report, which is paused meanwhile.';
comment on column queries.kind is 'Of a closed list.';
comment on column queries.sealed_text is 'What is asked, encrypted with the applicant''s key.';
comment on column queries.sealed_step is
  'The link to another service where the candidate has something to do, encrypted with the applicant''s key.';
comment on column queries.sealed_answer is
  'The answer, or what was typed of it so far; encrypted with the applicant''s key.';
comment on column queries.asked_by is 'An actor, written as in events; also ended_by.';
comment on column queries.chases is 'How often the addressee has been chased.';
comment on column queries.exhausted_at is 'When the last chase had stayed without an answer for as long as the others.';

create table query_files (
  account_id uuid not null,
  environment environment not null,
  query_id uuid not null,
  file_token uuid not null,
  is_answer boolean not null,
  primary key (account_id, environment, query_id, file_token),
  foreign key (account_id, environment, query_id) references queries,
  foreign key (account_id, environment, file_token) references attachments on delete cascade
);
create index query_files_by_file on query_files (account_id, environment, file_token);
comment on table query_files is 'Files of the order that belong to a query or to its answer.';

create table appointments (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  report_id uuid not null,
  query_id uuid,
  sealed_place bytea not null,
  times timestamptz[] not null check (cardinality(times) between 1 and 5),
  at timestamptz,
  outcome text check (outcome in ('kept', 'missed', 'called_off')),
  sealed_reason bytea,
  ended_by text,
  ended_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports,
  foreign key (account_id, environment, query_id) references queries,
  check (at is not null or outcome is null),
  check ((outcome is null) = (ended_by is null) and (outcome is null) = (ended_at is null))
);
create index appointments_of_check on appointments (account_id, environment, check_id);
create index appointments_of_report on appointments (account_id, environment, report_id);
create index appointments_of_query on appointments (account_id, environment, query_id);
create index open_appointments on appointments (at) where at is not null and outcome is null;
comment on table appointments is 'Where and when a candidate is to come for a report, such as to give a sample or fingerprints.';
comment on column appointments.query_id is 'By which the times are offered; null where the candidate had agreed to the time before.';
comment on column appointments.sealed_place is
  'The place, how they meet and what the candidate brings, encrypted with the applicant''s key.';
comment on column appointments.times is 'Those that are offered, the first one first.';
comment on column appointments.at is 'The time that is agreed; null until the candidate has chosen one.';
comment on column appointments.sealed_reason is 'Why it was called off, encrypted with the applicant''s key.';
comment on column appointments.ended_by is 'An actor, written as in events.';

create table candidate_messages (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  kind text not null check (kind in ('problem', 'document', 'monitoring_ended', 'reference_mistake', 'reference_update')),
  report_id uuid,
  disputes_result boolean not null default false,
  sealed_text bytea,
  file_token uuid,
  sent_at timestamptz not null,
  handled_by text,
  handled_at timestamptz,
  sealed_answer bytea,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports,
  foreign key (account_id, environment, file_token) references attachments on delete cascade,
  check ((kind in ('problem', 'reference_mistake', 'reference_update')) = (sealed_text is not null) and (kind = 'document') = (file_token is not null)),
  check ((handled_at is null) = (handled_by is null)),
  check ((sealed_answer is not null) = (kind = 'problem' and handled_at is not null))
);
create index candidate_messages_of_check on candidate_messages (account_id, environment, check_id, sent_at);
create index candidate_messages_by_report on candidate_messages (account_id, environment, report_id);
create index candidate_messages_by_file on candidate_messages (account_id, environment, file_token);
create index open_candidate_messages on candidate_messages (account_id, environment, sent_at) where handled_at is null;
comment on table candidate_messages is
  'What a candidate sent after the form: that something is wrong, another document, or that they no longer agree to monitoring; and what a referee says is wrong in a reference on which a result rests, or has become known since. It waits until a screener has dealt with it.';
comment on column candidate_messages.disputes_result is 'It was about a result when it was sent: the client is told.';
comment on column candidate_messages.sealed_text is 'What is wrong, encrypted with the applicant''s key.';
comment on column candidate_messages.sealed_answer is 'What was done about it, for the candidate, encrypted with the applicant''s key.';
comment on column candidate_messages.handled_by is 'An actor, written as in events.';

-- What people ask about their data, by every way: the one register of it. What a step did stands with what did it.
create table data_requests (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  kind text not null
    check (kind in ('access', 'correction', 'erasure', 'restriction', 'portability', 'objection', 'withdrawal',
      'complaint')),
  way text not null check (way in ('own_page', 'client', 'client_itself', 'mail', 'telephone', 'letter', 'in_person', 'not_recorded')),
  received_on date not null,
  applicant_id uuid,
  check_id uuid,
  sealed_words bytea,
  recorded_by text not null,
  recorded_at timestamptz not null,
  due_on date,
  reminded_on date,
  is_open boolean not null default true,
  subject text
    check (subject in ('accuracy', 'delay', 'conduct', 'data_protection', 'charge', 'accessibility', 'other')),
  asker text check (asker in ('client', 'referee', 'employer', 'landlord', 'supplier', 'public')),
  sealed_asker bytea,
  owner_id uuid references desk_users,
  root_cause text
    check (root_cause in ('own_mistake', 'process', 'system', 'source', 'supplier', 'client', 'words', 'nothing_wrong')),
  sealed_change bytea,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants,
  foreign key (account_id, environment, check_id) references checks,
  check ((applicant_id is null) = (check_id is null)),
  check ((applicant_id is null) = (asker is not null)),
  check ((kind = 'complaint') = (subject is not null)),
  check (kind = 'complaint' or (root_cause is null and sealed_change is null))
);
create unique index open_data_requests_of_a_person
  on data_requests (account_id, environment, applicant_id, kind, (way = 'client_itself'))
  where is_open and applicant_id is not null and kind <> 'complaint';
create index data_requests_by_applicant on data_requests (account_id, environment, applicant_id);
create index data_requests_by_check on data_requests (account_id, environment, check_id);
create index open_data_requests on data_requests (environment, due_on) where is_open;
create index data_requests_newest_first on data_requests (environment, received_on desc, id desc);
comment on table data_requests is
  'What people ask about their data (UK GDPR Art. 12 to 21). It names nobody, and stays when the person is erased.';
comment on column data_requests.applicant_id is 'Null if who asks is no candidate.';
comment on column data_requests.check_id is 'The check through which they were found.';
comment on column data_requests.sealed_words is
  'What they ask, encrypted with the applicant''s key, or, where there is no applicant, with the account''s until some months after the answer, of a complaint some years; null where the message, the restriction or the withdrawal itself says it.';
comment on column data_requests.recorded_by is 'An actor, written as in events.';
comment on column data_requests.due_on is
  'By when it must be answered, as its steps make it; null while the person has not shown who they are, or what they mean.';
comment on column data_requests.subject is 'What a complaint is about.';
comment on column data_requests.asker is 'As what somebody asks who is no candidate.';
comment on column data_requests.sealed_asker is
  'The name and the address of who is no candidate, and what they were told, encrypted with the account''s key; it goes with the words. Of a candidate, who asks for them and by which authority, encrypted with the applicant''s key.';
comment on column data_requests.owner_id is 'Who at the desk deals with it; null while nobody does.';
comment on column data_requests.root_cause is 'Why there was reason to complain; null until that is known.';
comment on column data_requests.sealed_change is
  'What was changed because of a complaint, which names nobody, encrypted with the account''s key.';
comment on column data_requests.reminded_on is 'The day on which the desk was last told that it is due soon, or due.';

create table data_request_steps (
  account_id uuid not null,
  environment environment not null,
  request_id uuid not null,
  number smallint not null,
  step text not null
    check (step in ('acknowledged', 'identity_asked', 'identity_confirmed', 'clarification_asked', 'clarified', 'added', 'extended',
      'announced', 'acted', 'referred', 'closed')),
  on_day date not null,
  code text,
  told text check (told in ('mail', 'telephone', 'letter', 'in_person')),
  sealed_words bytea,
  taken_by text not null,
  taken_at timestamptz not null,
  primary key (account_id, environment, request_id, number),
  foreign key (account_id, environment, request_id) references data_requests,
  check ((code is null) = (step in ('acknowledged', 'identity_asked', 'clarification_asked', 'clarified', 'added', 'announced')))
);
create trigger data_request_steps_are_never_changed
  before update or delete or truncate on data_request_steps
  for each statement execute function refuse_change();
comment on table data_request_steps is 'What was done about a request, step by step.';
comment on column data_request_steps.on_day is 'The day on which it happened, which may be before it was recorded.';
comment on column data_request_steps.code is
  'How the identity was confirmed, why the time is longer, what was done, or how it ended: of closed lists.';
comment on column data_request_steps.told is 'How the person was told; null if they were not.';
comment on column data_request_steps.sealed_words is 'What the person was told, or what they added on their own page, encrypted with the applicant''s key; null where there is no applicant.';
comment on column data_request_steps.taken_by is 'An actor, written as in events.';

create table data_request_files (
  account_id uuid not null,
  environment environment not null,
  request_id uuid not null,
  file_id uuid not null,
  size bigint not null check (size >= 0),
  sealed_key bytea,
  sealed_facts bytea not null,
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  added_by text not null,
  added_at timestamptz not null,
  primary key (account_id, environment, request_id, file_id),
  foreign key (account_id, environment, request_id) references data_requests
);
create unique index data_request_files_by_file on data_request_files (file_id);
comment on table data_request_files is
  'Files that came with a request, such as a letter or proof of identity. They go with its words: with the person, or some time after the answer.';
comment on column data_request_files.sealed_key is
  'The file''s own key, wrapped by the account''s key, where who asks is no candidate; null where it is encrypted with the applicant''s key.';
comment on column data_request_files.sealed_facts is 'File name and hash, encrypted with the same key as the file.';
comment on column data_request_files.verdict is 'What the virus scanner said; `not_scanned` where none is configured.';
comment on column data_request_files.added_by is 'An actor, written as in events.';

-- What people ask under UK GDPR Art. 18 and 21. A person is restricted while a row of theirs is in force.
create table restrictions (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  applicant_id uuid not null,
  check_id uuid not null,
  ground text not null check (ground in ('accuracy', 'objection', 'unlawful', 'legal_claim')),
  status text not null check (status in ('open', 'refused', 'in_force', 'lifted')),
  sealed_words bytea not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  sealed_answer bytea,
  paused_reports uuid[] not null default '{}',
  lift_on date,
  lift_mail_id uuid,
  sealed_lift_answer bytea,
  lifted_by text,
  lifted_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, id) references data_requests,
  foreign key (account_id, environment, applicant_id) references applicants,
  foreign key (account_id, environment, check_id) references checks,
  check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (status not in ('open', 'refused') or lift_on is null),
  check ((lift_on is null) = (lift_mail_id is null) and (lift_on is null) = (sealed_lift_answer is null)),
  check ((status = 'lifted') = (lifted_at is not null) and (lifted_at is null) = (lifted_by is null)),
  check (status <> 'lifted' or lift_on is not null)
);
create index restrictions_by_applicant on restrictions (account_id, environment, applicant_id, asked_at);
create index restrictions_by_check on restrictions (account_id, environment, check_id);
create unique index open_restrictions on restrictions (account_id, environment, applicant_id) where status = 'open';
create index restrictions_in_force on restrictions (account_id, environment, applicant_id) where status = 'in_force';
comment on table restrictions is
  'What people, or others for them, ask: that their data are only stored until something is settled (UK GDPR Art. 18), or that they are not used (Art. 21).';
comment on column restrictions.id is 'Also of the request in the register that it answers.';
comment on column restrictions.check_id is 'The check through which it was asked. A restriction holds for all checks of the person.';
comment on column restrictions.sealed_words is 'Why they ask, encrypted with the applicant''s key.';
comment on column restrictions.sealed_answer is 'The answer to the person, encrypted with the applicant''s key.';
comment on column restrictions.sealed_lift_answer is 'Why it is lifted, for the person, encrypted with the applicant''s key.';
comment on column restrictions.asked_by is 'An actor, written as in events.';
comment on column restrictions.paused_reports is 'The reports that it paused, which go on when the person is no longer restricted.';
comment on column restrictions.lift_on is 'From which day it may be lifted, as the person was told.';
comment on column restrictions.lift_mail_id is 'The mail that told the person before.';

-- What the client and the desk write to each other about a check.
create table check_comments (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  side text not null check (side in ('client', 'desk')),
  sealed_text bytea not null,
  author text not null,
  of_several boolean not null,
  created_at timestamptz not null,
  handled_by text,
  handled_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  check ((handled_at is null) = (handled_by is null)),
  check (side = 'client' or handled_at is null)
);
create index check_comments_of_check on check_comments (account_id, environment, check_id, created_at);
create index open_check_comments on check_comments (account_id, environment, check_id)
  where side = 'client' and handled_at is null;
comment on table check_comments is
  'Comments on a check, of the client and of the desk. Those of the client wait until somebody of the desk has dealt with them.';
comment on column check_comments.sealed_text is 'Encrypted with the applicant''s key.';
comment on column check_comments.author is 'An actor, written as in events.';
comment on column check_comments.of_several is 'Whether the same words were written on the orders of several candidates.';
comment on column check_comments.handled_by is 'An actor, written as in events.';

create table desk_views (
  desk_user_id uuid not null references desk_users,
  name text not null check (name <> '' and length(name) <= 60),
  address text not null,
  created_at timestamptz not null,
  primary key (desk_user_id, name)
);
comment on table desk_views is 'The views of the work queue that desk users saved for themselves.';
comment on column desk_views.address is 'The query of the view''s address: its filters and its order, never a search.';

-- What reviewers decided about outcomes, and which reports were reopened, with their reasons.
create table report_reviews (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  version smallint not null,
  proposed_by text not null,
  decision text not null check (decision in ('approved', 'changed', 'sent_back', 'reopened')),
  code text,
  sealed_text bytea,
  reviewer_id uuid references desk_users,
  decided_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports,
  check ((code is null) = (decision in ('approved', 'changed')))
);
create index report_reviews_of_a_report on report_reviews (account_id, environment, report_id, id);
create index report_reviews_by_time on report_reviews (environment, decided_at);
-- What was decided about the work of somebody in training: each queue that a person opens asks for it.
create index report_reviews_of_a_proposer on report_reviews (proposed_by, decided_at);
comment on table report_reviews is
  'Every decision of a reviewer about an outcome, and every reopening: the errors found in the work of each screener follow from it.';
comment on column report_reviews.version is 'The version of the outcome that was reviewed.';
comment on column report_reviews.proposed_by is 'Who gave that version, in the form of events.actor.';
comment on column report_reviews.code is 'The type of error that was found, or why the report was reopened.';
comment on column report_reviews.sealed_text is 'What the reviewer wrote, encrypted with the applicant''s key.';
comment on column report_reviews.reviewer_id is 'Null if it was our own program.';

-- The types of error that reviewers find, a register of the desk. The operator keeps it; it begins with these.
create table error_type_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  code text not null,
  meaning text not null,
  severity text not null check (severity in ('minor', 'major', 'critical')),
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
insert into error_type_versions (id, version, name, name_key, code, meaning, severity, is_listed, author, created_at) values
  ('01900000-0000-7000-8000-000000000001', 1, 'Data', 'data', 'data', 'a fact is missing or wrong', 'major', true, 'system', now()),
  ('01900000-0000-7000-8000-000000000002', 1, 'Source', 'source', 'source', 'the wrong one, or not enough of them', 'major', true, 'system', now()),
  ('01900000-0000-7000-8000-000000000003', 1, 'Judgement', 'judgement', 'judgement', 'the result does not follow from what was found', 'critical', true, 'system', now()),
  ('01900000-0000-7000-8000-000000000004', 1, 'Wording', 'wording', 'wording', 'the notes are unclear or say too much', 'minor', true, 'system', now()),
  ('01900000-0000-7000-8000-000000000005', 1, 'Missed chase', 'missed chase', 'missed_chase', 'somebody should have been asked again', 'minor', true, 'system', now());
create trigger error_type_versions_are_append_only
  before update or delete or truncate on error_type_versions
  for each statement execute function refuse_change();
comment on table error_type_versions is
  'Each version of a type of error; the newest one counts. It belongs to no client, and holds nothing of candidates.';
comment on column error_type_versions.id is 'Of the type, the same in all its versions.';
comment on column error_type_versions.code is 'What report_reviews.code and quality_findings.code say; the same in all versions.';
comment on column error_type_versions.severity is 'Of a finding of this type, unless the reviewer says another.';
comment on column error_type_versions.is_listed is 'False in the version after which it is chosen no more.';
comment on column error_type_versions.author is 'An actor, written as in events.';

-- The quality programme: completed reports that are drawn for a review after they are complete.
create table quality_programme_versions (
  version integer primary key check (version > 0),
  percent smallint not null check (percent between 0 and 100),
  period text not null check (period in ('week', 'month')),
  with_approved boolean not null,
  trained_after smallint not null check (trained_after between 0 and 1000),
  trained_below smallint not null check (trained_below between 0 and 100),
  author text not null,
  created_at timestamptz not null
);
create trigger quality_programme_versions_are_append_only
  before update or delete or truncate on quality_programme_versions
  for each statement execute function refuse_change();
comment on table quality_programme_versions is
  'Each version of how completed reports are drawn for review, for the desk as a whole; the newest one counts.';
comment on column quality_programme_versions.percent is 'Of what each person completed in a period; one report at least, unless it is 0.';
comment on column quality_programme_versions.with_approved is 'Whether reports that a reviewer approved are drawn, too.';
comment on column quality_programme_versions.trained_after is
  'After how many reports that a reviewer looked at the end of a training is suggested; 0 for never.';
comment on column quality_programme_versions.trained_below is 'The greatest percentage of them with an error for that.';
comment on column quality_programme_versions.author is 'An actor, written as in events.';

create table quality_samples (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  version smallint not null,
  screener_id uuid not null references desk_users,
  period_from date,
  period_to date,
  drawn_by text not null,
  drawn_at timestamptz not null,
  primary key (account_id, environment, report_id),
  foreign key (account_id, environment, report_id, version) references report_outcomes,
  check ((period_from is null) = (period_to is null))
);
create index quality_samples_of_a_person on quality_samples (screener_id, environment, period_from);
create index quality_samples_by_time on quality_samples (environment, drawn_at);
create trigger quality_samples_are_append_only
  before update or delete or truncate on quality_samples
  for each statement execute function refuse_change();
comment on table quality_samples is 'Completed reports that were drawn for a review of their quality. A report is drawn once.';
comment on column quality_samples.version is 'The version of the outcome that was delivered first, which is reviewed.';
comment on column quality_samples.screener_id is 'Who gave that version.';
comment on column quality_samples.period_from is 'The first day of the period of which it was drawn; null if somebody chose it by hand.';
comment on column quality_samples.period_to is 'The last day of that period.';
comment on column quality_samples.drawn_by is 'An actor, written as in events.';

create table quality_reviews (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  version smallint not null check (version > 0),
  reviewer_id uuid not null references desk_users,
  sealed_praise bytea,
  reviewed_at timestamptz not null,
  primary key (account_id, environment, report_id, version),
  foreign key (account_id, environment, report_id) references quality_samples
);
create index quality_reviews_by_reviewer on quality_reviews (reviewer_id, environment, reviewed_at);
create trigger quality_reviews_are_append_only
  before update or delete or truncate on quality_reviews
  for each statement execute function refuse_change();
comment on table quality_reviews is
  'What a reviewer found in a report that was drawn. A correction is a new version, and the newest one counts.';
comment on column quality_reviews.sealed_praise is 'What was done well, encrypted with the applicant''s key; null if nothing is said.';

create table quality_findings (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  review_version smallint not null,
  position smallint not null,
  code text not null,
  severity text not null check (severity in ('minor', 'major', 'critical')),
  sealed_text bytea not null,
  primary key (account_id, environment, id),
  unique (account_id, environment, report_id, review_version, position),
  foreign key (account_id, environment, report_id, review_version) references quality_reviews
);
create trigger quality_findings_are_append_only
  before update or delete or truncate on quality_findings
  for each statement execute function refuse_change();
comment on table quality_findings is 'The errors that a review found. Those of its newest version count, unless they are withdrawn.';
comment on column quality_findings.code is 'The type of error, of error_type_versions.';
comment on column quality_findings.sealed_text is 'What is wrong, encrypted with the applicant''s key.';

create table quality_finding_steps (
  account_id uuid not null,
  environment environment not null,
  finding_id uuid not null,
  step text not null check (step in ('appealed', 'upheld', 'withdrawn')),
  number smallint not null check (number = case step when 'appealed' then 1 else 2 end),
  sealed_text bytea not null,
  taken_by uuid not null references desk_users,
  taken_at timestamptz not null,
  primary key (account_id, environment, finding_id, number),
  foreign key (account_id, environment, finding_id) references quality_findings
);
create trigger quality_finding_steps_are_append_only
  before update or delete or truncate on quality_finding_steps
  for each statement execute function refuse_change();
comment on table quality_finding_steps is
  'The appeal of a screener against a finding, and what somebody else decided about it. A finding is appealed once.';
comment on column quality_finding_steps.sealed_text is 'Why, encrypted with the applicant''s key.';

-- Complete reports that are asked again: by a provider, or by a person of the desk.
create table report_monitors (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  answer_mac bytea,
  checked_at timestamptz,
  follow_up_since timestamptz,
  recheck_since timestamptz,
  primary key (account_id, environment, report_id),
  foreign key (account_id, environment, report_id) references reports
);
create index report_monitors_to_follow_up on report_monitors (environment, follow_up_since)
  where follow_up_since is not null;
comment on table report_monitors is 'How far the monitoring of a complete report is; the report itself says how often.';
comment on column report_monitors.answer_mac is
  'Keyed hash of what the provider answered last, as far as it must stay the same; null where a person answers.';
comment on column report_monitors.follow_up_since is 'Since when a person of the desk must look again; null if nobody must.';
comment on column report_monitors.recheck_since is
  'When it was last due to be asked again while it was open: an earlier answer is asked for again once it is complete.';

create table order_changes (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  id uuid not null,
  sealed_change bytea not null,
  reason text not null check (reason in ('job_changed', 'mistyped', 'came_later', 'asked')),
  author text not null,
  changed_at timestamptz not null,
  primary key (account_id, environment, check_id, id),
  foreign key (account_id, environment, check_id) references checks
);
create trigger order_changes_are_append_only
  before update or delete or truncate on order_changes
  for each statement execute function refuse_change();
comment on table order_changes is 'What of an order was changed after it was placed, by its client or by the desk for it; the order holds what stands.';
comment on column order_changes.sealed_change is 'What stood there before and after, and what was added to the reason, sealed with the key of the applicant.';
comment on column order_changes.author is 'An actor, written as in events.';

-- What the desk corrected of what a candidate stated, after the form was sent.
create table fact_corrections (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  requirement text not null,
  sealed_correction bytea not null,
  reason text not null,
  author text not null,
  corrected_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks
);
create index fact_corrections_of_check on fact_corrections (account_id, environment, check_id, corrected_at);
create trigger fact_corrections_are_append_only
  before update or delete or truncate on fact_corrections
  for each statement execute function refuse_change();
comment on table fact_corrections is 'What the desk corrected of what a candidate stated, after the form was sent; the facts of the order are the corrected ones.';
comment on column fact_corrections.requirement is 'The page of the form on which it was stated.';
comment on column fact_corrections.sealed_correction is 'What was stated before and after, and why it was corrected, sealed with the key of the applicant.';
comment on column fact_corrections.author is 'An actor, written as in events.';

create table desk_teams (
  id uuid primary key,
  name text not null check (name <> ''),
  members uuid[] not null,
  created_at timestamptz not null
);
create unique index desk_teams_by_name on desk_teams (lower(name));
comment on table desk_teams is 'Teams of people of the desk, by which lists and choices are narrowed; a team lets nobody see anything.';
comment on column desk_teams.members is 'Ids of desk_users; somebody may be in several teams.';

create table assignment_rules (
  id uuid primary key,
  position smallint not null,
  name text not null check (name <> ''),
  reports text,
  country text check (length(country) = 3),
  client_id uuid references accounts,
  only_urgent boolean not null,
  form_language text check (form_language in ('en', 'cy')),
  team_id uuid references desk_teams,
  people uuid[] not null,
  speaks text,
  keeps_order boolean not null,
  most_open smallint check (most_open > 0),
  applies_from timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null
);
comment on table assignment_rules is
  'Who gets what at the desk, in this order: the first rule that is about a report says who may get it. They let nobody see anything.';
comment on column assignment_rules.reports is '`area:driving` or `type:credit`; null for every report.';
comment on column assignment_rules.client_id is 'The account whose reports it is about; null for all.';
comment on column assignment_rules.people is 'Ids of desk_users, besides those of the team.';
comment on column assignment_rules.form_language is 'In which the candidate reads the form; null for any.';
comment on column assignment_rules.speaks is 'The language that who gets them speaks, as in desk_languages; null for any.';
comment on column assignment_rules.keeps_order is
  'Who has a report of an order to do gets its other reports, as far as they may.';
comment on column assignment_rules.most_open is 'Who has so many reports to do gets no more by this rule.';
comment on column assignment_rules.applies_from is 'Reports on which work began earlier are assigned only if somebody asks for it.';
comment on column assignment_rules.changed_by is 'An actor, written as in events.';
