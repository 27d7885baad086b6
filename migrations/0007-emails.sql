-- The mail that is to be sent, and was.
create table emails (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  applicant_id uuid,
  check_id uuid,
  template text not null,
  sealed_message bytea not null,
  status text not null check (status in ('queued', 'sent', 'held', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts smallint not null default 0,
  failure text,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants,
  foreign key (account_id, environment, check_id) references checks
);
create index emails_newest_first on emails (account_id, environment, created_at desc);
create index emails_by_applicant on emails (account_id, environment, applicant_id);
create index emails_by_check on emails (account_id, environment, check_id);
comment on table emails is 'Every mail, written by the transaction that it tells of, and sent afterwards.';
comment on column emails.sealed_message is
  'Recipient, name and the values of the template, encrypted with the applicant''s key, or with the account''s where there is no applicant.';
comment on column emails.status is '`held` is for test mode: the inbox page shows the mail, and it is never sent.';
