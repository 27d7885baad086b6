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
