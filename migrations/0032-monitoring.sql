-- Complete reports that are asked again: by a provider, or by a person of the desk.
create table report_monitors (
  account_id uuid not null,
  environment environment not null,
  report_id uuid not null,
  answer_mac bytea,
  checked_at timestamptz,
  follow_up_since timestamptz,
  primary key (account_id, environment, report_id),
  foreign key (account_id, environment, report_id) references reports
);
create index report_monitors_to_follow_up on report_monitors (environment, follow_up_since)
  where follow_up_since is not null;
comment on table report_monitors is 'How far the monitoring of a complete report is; the report itself says how often.';
comment on column report_monitors.answer_mac is
  'Keyed hash of what the provider answered last, as far as it must stay the same; null where a person answers.';
comment on column report_monitors.follow_up_since is 'Since when a person of the desk must look again; null if nobody must.';
