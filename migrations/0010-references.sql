-- References that are asked for a report: of whom, about what, and what was answered.
create table report_references (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  report_id uuid not null,
  questionnaire text not null,
  status text not null check (status in ('requested', 'unanswered', 'undelivered', 'answered', 'declined', 'withdrawn')),
  sealed_request bytea not null,
  sealed_answers bytea,
  authentication text check (authentication in ('company_domain', 'switchboard_call', 'registry', 'none')),
  link_generation smallint not null default 0,
  referee_number smallint not null default 1,
  language text not null default 'en' check (language in ('en', 'cy')),
  chases smallint not null default 0,
  mails smallint not null default 0,
  requested_by text not null,
  requested_at timestamptz not null,
  mailed_at timestamptz,
  opened_at timestamptz,
  replied_at timestamptz,
  taken_over_at timestamptz,
  taken_over_unauthenticated boolean not null default false,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports
);
alter table emails add foreign key (account_id, environment, reference_id) references report_references;
create index report_references_of_report on report_references (account_id, environment, report_id, requested_at);
create index report_references_of_check on report_references (account_id, environment, check_id, requested_at);
-- What the list of references at the desk reads.
create index report_references_unsettled on report_references (environment, account_id, requested_at, id)
  where status <> 'withdrawn' and taken_over_at is null;
comment on table report_references is 'References that a screener asked for a report, by mail or by telephone.';
comment on column report_references.sealed_request is
  'The referee, and what the candidate stated, encrypted with the applicant''s key.';
comment on column report_references.sealed_answers is
  'What the referee said so far, or why they declined, encrypted with the applicant''s key.';
comment on column report_references.link_generation is 'Which link works: a fresh one replaces the earlier when it is used.';
comment on column report_references.referee_number is
  'Which referee is asked: a corrected address is another person, who does not see what the earlier one typed or sent.';
comment on column report_references.language is
  'In which language the referee reads the form and their mails, where the client offers Welsh as well.';
comment on column report_references.chases is 'How often the referee was reminded since they were last asked.';
comment on column report_references.mails is
  'How often anybody was written to in all: requests by hand, also to an address that was corrected since, and reminders.';
comment on column report_references.requested_by is 'An actor, written as in events.';
comment on column report_references.taken_over_at is
  'When a screener took the answers over into the outcome of the report that asked.';
comment on column report_references.taken_over_unauthenticated is
  'Whether they were ever taken over while nobody had authenticated the referee.';

-- The list of references is of the reports that asked, so their own take-over stays with the reference, in its index.
create table reference_uses (
  account_id uuid not null,
  environment environment not null,
  reference_id uuid not null,
  report_id uuid not null,
  taken_over_at timestamptz not null,
  taken_over_unauthenticated boolean not null,
  primary key (account_id, environment, reference_id, report_id),
  foreign key (account_id, environment, reference_id) references report_references,
  foreign key (account_id, environment, report_id) references reports
);
create index reference_uses_of_report on reference_uses (account_id, environment, report_id);
comment on table reference_uses is
  'Take-overs of a reference into the outcomes of other reports of its order than the one that asked.';
comment on column reference_uses.taken_over_unauthenticated is
  'Whether it was ever taken over there while nobody had authenticated the referee.';

create table reference_attempts (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  reference_id uuid not null,
  came_of text not null check (came_of in
    ('no_answer', 'voicemail', 'engaged', 'wrong_number', 'call_back', 'refused')),
  sealed_attempt bytea not null,
  next_on date,
  author text not null,
  made_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, reference_id) references report_references
);
create index reference_attempts_of_reference on reference_attempts (account_id, environment, reference_id, made_at, id);
create trigger reference_attempts_are_append_only
  before update or delete or truncate on reference_attempts
  for each statement execute function refuse_change();
comment on table reference_attempts is 'Calls to referees that led to no answers: each one stays as it was logged.';
comment on column reference_attempts.sealed_attempt is
  'The number that was called, and a note, encrypted with the applicant''s key.';
comment on column reference_attempts.next_on is 'When somebody tries again. The newest attempt counts.';
comment on column reference_attempts.author is 'An actor, written as in events.';

create table period_verifications (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  takes_back uuid,
  sealed_verification bytea not null,
  author text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports,
  foreign key (account_id, environment, takes_back) references period_verifications
);
create index period_verifications_of_report on period_verifications (account_id, environment, report_id, recorded_at, id);
create unique index period_verifications_taken_back on period_verifications (account_id, environment, takes_back)
  where takes_back is not null;
create trigger period_verifications_are_append_only
  before update or delete or truncate on period_verifications
  for each statement execute function refuse_change();
comment on table period_verifications is
  'What confirms a period that the candidate stated beside references: each one stays as it was recorded.';
comment on column period_verifications.report_id is 'The report on whose page a screener recorded it.';
comment on column period_verifications.takes_back is 'The verification that this row takes back; null for a verification.';
comment on column period_verifications.sealed_verification is
  'The period, the source, the evidence and a note, or why it is taken back, encrypted with the applicant''s key.';
comment on column period_verifications.author is 'An actor, written as in events.';

-- The desk's directory of organisations that give references. It belongs to no client, and holds nothing of candidates.
create table organisation_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  department text not null,
  email text not null,
  telephone text not null,
  found_by text not null,
  remarks text not null,
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger organisation_versions_are_append_only
  before update or delete or truncate on organisation_versions
  for each statement execute function refuse_change();
comment on table organisation_versions is
  'Each version of an entry of the directory; the newest one counts. Saving an entry confirms its contact.';
comment on column organisation_versions.id is 'Of the entry, the same in all its versions.';
comment on column organisation_versions.name_key is 'The words of the name that tell organisations apart.';
comment on column organisation_versions.found_by is 'Where the contact was found, and how it was confirmed.';
comment on column organisation_versions.is_listed is 'False in the version that took the entry out of the directory.';
comment on column organisation_versions.author is 'An actor, written as in events.';
