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
comment on table report_reviews is
  'Every decision of a reviewer about an outcome, and every reopening: the errors found in the work of each screener follow from it.';
comment on column report_reviews.version is 'The version of the outcome that was reviewed.';
comment on column report_reviews.proposed_by is 'Who gave that version, in the form of events.actor.';
comment on column report_reviews.code is 'The error that was found, or why the report was reopened, of a closed list.';
comment on column report_reviews.sealed_text is 'What the reviewer wrote, encrypted with the applicant''s key.';
comment on column report_reviews.reviewer_id is 'Null if it was our own program.';
