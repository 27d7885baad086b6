-- The candidate's form: answers, codes and the devices that gave a right code.
create table form_answers (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  page text not null,
  version integer not null default 1,
  sealed_answer bytea not null,
  saved_at timestamptz not null,
  typed_by uuid references desk_users,
  typed_from text check (typed_from in ('telephone', 'paper')),
  primary key (account_id, environment, check_id, page),
  foreign key (account_id, environment, check_id) references checks,
  constraint form_answers_typed_by_somebody check (num_nulls(typed_by, typed_from) in (0, 2))
);
comment on table form_answers is 'The answers of a candidate, page by page, encrypted with the applicant''s key.';
comment on column form_answers.version is
  'Each save raises it, so that a second device cannot overwrite an answer that it has not seen.';
comment on column form_answers.typed_by is
  'Who of the desk typed the newest answer for the candidate, on the telephone or from paper; null where the candidate did.';

-- How people without an account prove that they read the mailbox of a link: a candidate, a referee.
create table link_codes (
  account_id uuid not null references accounts,
  environment environment not null,
  subject_id uuid not null,
  id uuid not null,
  mark bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz,
  typed_by uuid references desk_users,
  typed_from text check (typed_from in ('telephone', 'paper')),
  primary key (account_id, environment, subject_id, id)
);
comment on table link_codes is 'Codes that were mailed to the holder of a link, or shown at the desk. Only the newest one is valid.';
comment on column link_codes.typed_by is
  'Who of the desk was shown the code, to type the answers of a candidate for them; null for a mailed one.';
comment on column link_codes.subject_id is 'What the link opens: a check for its candidate, a reference for its referee.';
comment on column link_codes.mark is 'Keyed hash of the code, under the account''s key.';
comment on column link_codes.tries is 'Raised before the code is compared, so that parallel guesses are all counted.';

create table link_sessions (
  account_id uuid not null references accounts,
  environment environment not null,
  subject_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  typed_by uuid references desk_users,
  typed_from text check (typed_from in ('telephone', 'paper')),
  primary key (account_id, environment, subject_id, token_hash)
);
comment on table link_sessions is 'Devices that gave the right code. A session is valid for what one link opens.';
comment on column link_sessions.token_hash is 'SHA-256 of the token in the cookie.';
comment on column link_sessions.typed_by is
  'Who of the desk types for the candidate on this device; null for the holder of the link.';

create table link_guesses (
  subject text primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
create index link_guesses_by_age on link_guesses (window_started_at);
comment on table link_guesses is 'The fixed windows of a day that limit the guesses of codes and the mails of fresh links.';
comment on column link_guesses.subject is 'A link, an account or a network address, by what is counted.';

-- What people type in the forms of the portals, before they send them.
create table drafts (
  author text not null,
  form text not null check (length(form) <= 300),
  account_id uuid,
  environment environment,
  applicant_id uuid,
  sealed_fields bytea not null,
  saved_at timestamptz not null,
  primary key (author, form),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade,
  constraint drafts_about_whole_applicants check (num_nulls(account_id, environment, applicant_id) in (0, 3))
);
create index drafts_by_age on drafts (saved_at);
create index drafts_by_applicant on drafts (account_id, environment, applicant_id);
comment on table drafts is 'What somebody has typed in a form and not sent yet.';
comment on column drafts.author is
  'A user, the candidate of a check, or the referee of a reference. The drafts of a user end when the user is disabled.';
comment on column drafts.form is 'The path to which the form is sent, without the token of a mailed link.';
comment on column drafts.applicant_id is 'The applicant whom the page is about, with whose erasure the draft ends; else null.';
comment on column drafts.sealed_fields is 'Encrypted with the key of the applicant, else with that of the operator.';

create table ended_drafts (
  author text not null,
  form text not null,
  ended_at timestamptz not null,
  primary key (author, form)
);
create index ended_drafts_by_age on ended_drafts (ended_at);
comment on table ended_drafts is
  'Forms that were sent, or whose draft was discarded: a window that was opened before saves no draft of them any more.';

create table sent_forms (
  id bytea primary key,
  lapses_at timestamptz not null,
  sealed_answer bytea
);
create index sent_forms_by_end on sent_forms (lapses_at);
comment on table sent_forms is 'Forms of the portals that were sent: one that is sent twice is answered as it was first.';
comment on column sent_forms.id is
  'SHA-256 of the form as sent, with the token of its page, which is another one whenever the page is opened.';
comment on column sent_forms.lapses_at is 'From then on the same form counts as new: after a crash, or some time after the answer.';
comment on column sent_forms.sealed_answer is
  'Encrypted with a key that only the browser of the sender has; null while the form is in progress.';

-- Documents of a check: its results as files, and attachments. The files themselves are in the file store.
create table results_documents (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  kind text not null check (kind in ('pdf', 'bundle')),
  file_id uuid not null,
  revision bytea not null,
  made_at timestamptz not null,
  primary key (account_id, environment, check_id, kind),
  foreign key (account_id, environment, check_id) references checks
);
-- The job that removes unused files asks of each old file whether a row refers to it.
create unique index results_documents_by_file on results_documents (file_id);
create index evidence_bundles_by_age on results_documents (made_at) where kind = 'bundle';
comment on table results_documents is
  'The newest results of a check as a PDF, and as an evidence bundle. The files are encrypted with the applicant''s key.';
comment on column results_documents.revision is
  'Hash of what the file shows. Where it differs, a new file is made.';

create table account_exports (
  account_id uuid not null references accounts,
  id uuid not null,
  begun_at timestamptz not null,
  begun_by text not null,
  last_order_id bigint not null default 0,
  failed_tries integer not null default 0,
  removals integer not null default 0,
  finished_at timestamptz,
  sealed_key bytea not null,
  applicant_ids uuid[],
  subsidiary_ids uuid[] check (subsidiary_ids <> '{}'),
  made integer not null default 0,
  primary key (account_id, id)
);
comment on table account_exports is
  'Everything of an account as files, or the evidence of some people; made in the background, and kept for 30 days.';
comment on column account_exports.applicant_ids is 'Whose evidence it is, which is made in one part; null for everything.';
comment on column account_exports.subsidiary_ids is 'Whose orders alone whoever began it sees; null for all.';
comment on column account_exports.made is 'How many of the people are in the part that is being made.';
comment on column account_exports.begun_by is 'In the form of events.actor: whose looks the orders in it are.';
comment on column account_exports.last_order_id is 'Up to which order its parts are made.';
comment on column account_exports.failed_tries is 'How often in a row the next part was not made; it is given up after some.';
comment on column account_exports.removals is
  'How often somebody was erased or restricted, or contents deleted, while it is made: a part that began before is made anew.';
comment on column account_exports.sealed_key is 'The key of its files, wrapped by the account''s.';

create table account_export_parts (
  account_id uuid not null,
  export_id uuid not null,
  file_id uuid not null,
  size bigint not null,
  orders integer not null,
  first_order_id bigint not null,
  last_order_id bigint not null,
  primary key (account_id, export_id, first_order_id),
  foreign key (account_id, export_id) references account_exports on delete cascade
);
-- The job that removes unused files asks of each old file whether a row refers to it.
create unique index account_export_parts_by_file on account_export_parts (file_id);
comment on table account_export_parts is
  'A ZIP of some orders of an export. It goes when somebody in it is erased or restricted.';

create table open_results_links (
  account_id uuid not null,
  environment environment not null,
  check_id uuid not null,
  open_until timestamptz not null,
  primary key (account_id, environment, check_id),
  foreign key (account_id, environment, check_id) references checks
);
comment on table open_results_links is
  'Until when a results link opens without a key. Only accounts that allow this have rows.';

create table attachments (
  account_id uuid not null,
  environment environment not null,
  file_token uuid not null,
  check_id uuid not null,
  file_id uuid not null,
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  uploaded_by text not null,
  created_at timestamptz not null,
  report_id uuid,
  primary key (account_id, environment, file_token),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports
);
create index attachments_by_check on attachments (account_id, environment, check_id, created_at);
-- How much an account added within a day is read from the index alone.
create index attachments_by_time on attachments (account_id, environment, created_at) include (size);
create unique index attachments_by_file on attachments (file_id);
comment on table attachments is
  'Files that were added to an order. The file is stored durably before its row is inserted; a file without a row is removed later.';
comment on column attachments.file_token is
  'The client''s name for the file. The primary key decides between two uploads at the same moment.';
comment on column attachments.file_id is 'Our name for the file. Nothing that the client sends names a file.';
comment on column attachments.sealed_facts is
  'File name, description and hashes, encrypted with the applicant''s key: a hash would tell who has a known file.';
comment on column attachments.verdict is 'What the virus scanner said; `not_scanned` where none is configured.';
comment on column attachments.uploaded_by is 'An actor, written as in events.';
comment on column attachments.report_id is 'The report for which the file is evidence; null for evidence of the whole order.';

create table quarantined_files (
  account_id uuid not null,
  environment environment not null,
  file_id uuid not null,
  check_id uuid not null,
  file_token uuid not null,
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  threat text not null,
  uploaded_by text not null,
  created_at timestamptz not null,
  primary key (account_id, environment, file_id),
  foreign key (account_id, environment, check_id) references checks
);
create index quarantined_files_by_check on quarantined_files (account_id, environment, check_id);
create unique index quarantined_files_by_file on quarantined_files (file_id);
comment on table quarantined_files is
  'Files in which the virus scanner found something. They are kept encrypted for the operator, and are never listed or served.';
comment on column quarantined_files.threat is 'The virus scanner''s name for what it found.';

-- The mail that is to be sent, and was.
create table emails (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  applicant_id uuid,
  check_id uuid,
  reference_id uuid,
  user_id uuid,
  about_check_id uuid,
  about_invoice_id uuid,
  template text not null,
  join_key bigint,
  sent_in uuid,
  sealed_message bytea not null,
  status text not null check (status in ('queued', 'sent', 'held', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  attempts smallint not null default 0,
  failure text,
  text_queued_at timestamptz,
  texted_at timestamptz,
  text_failure text,
  language text not null default 'en' check (language in ('en', 'cy')),
  check (join_key is null or status = 'queued'),
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants,
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, about_check_id) references checks,
  foreign key (account_id, about_invoice_id) references invoices,
  foreign key (account_id, user_id) references users
);
create index emails_newest_first on emails (account_id, environment, created_at desc);
create index emails_by_applicant on emails (account_id, environment, applicant_id);
create index emails_waiting_to_join on emails (account_id, environment, join_key, created_at) where status = 'queued' and join_key is not null;
create index emails_failed on emails (account_id, environment, created_at) where status = 'failed';
create index emails_by_check on emails (account_id, environment, check_id);
create index emails_about_check on emails (account_id, environment, about_check_id) where about_check_id is not null;
create index emails_about_invoice on emails (account_id, about_invoice_id) where about_invoice_id is not null;
create index emails_by_reference on emails (account_id, environment, reference_id, created_at) where reference_id is not null;
create index emails_by_user on emails (account_id, user_id, created_at) where user_id is not null;
comment on table emails is 'Every mail, written by the transaction that it tells of, and sent afterwards.';
comment on column emails.join_key is
  'Of a mail that goes in one with others of its kind that wait for the same address, while it waits, the blind key of the address; null of any other.';
comment on column emails.sent_in is 'Of mails that were sent together, the one whose job sent them; null for one that went alone.';
comment on column emails.sealed_message is
  'Recipient, name and the values of the template, encrypted with the applicant''s key, or with the account''s where there is no applicant.';
comment on column emails.reference_id is 'The reference whose referee gets it; null in a mail to the candidate.';
comment on column emails.user_id is 'The user of the account who gets it; such a mail has no check_id.';
comment on column emails.about_check_id is 'The order that a mail to a user of the account tells of; null for one about none.';
comment on column emails.about_invoice_id is 'The invoice or credit note that is attached; null in a mail without one.';
comment on column emails.failed_at is 'When the last attempt failed; null once it was sent.';
comment on column emails.failure is
  'Why the last attempt failed: a word of ours, the numbers of the mail server''s answer, or the class of the error; never its text, which may quote the address.';
comment on column emails.text_queued_at is 'When a text message was to go with the mail; null if none goes.';
comment on column emails.texted_at is 'When the gateway took the text message that goes with the mail; null if none was sent.';
comment on column emails.language is 'In which language it is written: what the candidate or the referee had chosen.';
comment on column emails.text_failure is
  'Why the last attempt to send it failed: the numbers of the gateway''s answer, or why there was none.';
comment on column emails.status is '`held` is for test mode: the inbox page shows the mail, and it is never sent.';
