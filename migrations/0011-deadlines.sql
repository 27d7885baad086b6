-- What becomes due: reminders, chases and other dates of checks that a job looks at.
create table deadlines (
  account_id uuid not null,
  environment environment not null,
  kind text not null,
  subject_id uuid not null,
  check_id uuid not null,
  report_id uuid,
  due_at timestamptz not null,
  count integer not null default 0,
  retry_at timestamptz,
  primary key (account_id, environment, kind, subject_id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports
);
create index deadlines_in_order on deadlines (account_id, environment, due_at);
create index deadlines_about on deadlines (account_id, environment, subject_id);
create index deadlines_of_check on deadlines (account_id, environment, check_id);
comment on table deadlines is 'What a job does at a time, one row for each kind and subject. A row that is done is removed.';
comment on column deadlines.subject_id is 'What the deadline is about, such as a check or a query.';
comment on column deadlines.due_at is 'By the clock of the environment: in test data the account''s test clock.';
comment on column deadlines.count is 'How often it has been due before.';
comment on column deadlines.retry_at is 'The earliest next attempt, by the real clock, after one that failed.';
