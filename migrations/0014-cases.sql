-- A report's work at the desk: notes, ticked tasks, and what somebody has typed and not sent yet.
create table report_notes (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  report_id uuid not null,
  audience text not null check (audience in ('desk', 'client')),
  sealed_text bytea not null,
  author text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, report_id) references reports
);
create index report_notes_by_report on report_notes (account_id, environment, report_id, created_at);
comment on table report_notes is 'Notes of screeners on a report, for the desk alone or also for the client.';
comment on column report_notes.sealed_text is 'Encrypted with the applicant''s key.';
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
  'Who ticked a step of the guidance of the report''s type, or took the tick back, and when. The newest row of a step counts.';
comment on column report_task_ticks.task is 'The sentence of the catalogue, so that a reworded step is ticked anew.';

create function refuse_case_change() returns trigger language plpgsql as $$
begin
  raise exception 'notes and ticks are never changed or removed';
end
$$;
create trigger report_notes_are_append_only
  before update or delete or truncate on report_notes
  for each statement execute function refuse_case_change();
create trigger report_task_ticks_are_append_only
  before update or delete or truncate on report_task_ticks
  for each statement execute function refuse_case_change();

create table report_drafts (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  user_id uuid not null,
  form text not null check (form ~ '^[a-z_]{1,40}$'),
  sealed_fields bytea not null,
  saved_at timestamptz not null,
  primary key (account_id, environment, report_id, user_id, form),
  foreign key (account_id, environment, report_id) references reports,
  foreign key (user_id) references desk_users
);
create index report_drafts_by_user on report_drafts (user_id);
comment on table report_drafts is 'What a screener has typed in a form of a report and not sent yet.';
comment on column report_drafts.sealed_fields is 'The fields of the form, encrypted with the applicant''s key.';
