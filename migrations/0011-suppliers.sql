-- The operator's register of outside sources without an interface, to which work on reports is sent out.
create table supplier_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  kind text not null,
  countries text[] not null,
  types text[] not null,
  order_by text not null,
  order_at text not null,
  working_days smallint check (working_days > 0),
  cost_pence integer check (cost_pence >= 0),
  data_role text not null check (data_role in ('processor', 'controller')),
  agreement_until date,
  country text not null,
  safeguard text not null,
  remarks text not null,
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger supplier_versions_are_append_only
  before update or delete or truncate on supplier_versions
  for each statement execute function refuse_change();
comment on table supplier_versions is
  'Each version of an outside source; the newest one counts. It belongs to no client, and holds nothing of candidates.';
comment on column supplier_versions.id is 'Of the supplier, the same in all its versions.';
comment on column supplier_versions.name_key is 'The words of the name that tell organisations apart.';
comment on column supplier_versions.kind is 'Of a closed list; order_by and safeguard too.';
comment on column supplier_versions.countries is 'Whose records it searches, by three-letter codes; empty for every country.';
comment on column supplier_versions.types is 'The report types that it serves, by `name` or `name:variant`; empty for every type.';
comment on column supplier_versions.order_at is 'The address of its portal, its email or postal address, or its telephone number.';
comment on column supplier_versions.working_days is 'Within how many working days it usually answers; null if that is not known.';
comment on column supplier_versions.cost_pence is 'What one request usually costs; null if that is not known.';
comment on column supplier_versions.data_role is 'Whether it is a processor or a controller of the personal data that it gets.';
comment on column supplier_versions.agreement_until is 'Until when the signed agreement holds; null if there is none.';
comment on column supplier_versions.country is 'Where it is established, by its three-letter code.';
comment on column supplier_versions.safeguard is 'What allows the transfer of personal data to that country.';
comment on column supplier_versions.is_listed is 'False in the version that took it out of the register.';
comment on column supplier_versions.author is 'An actor, written as in events.';

create table supplier_requests (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  check_id uuid not null,
  report_id uuid not null,
  supplier_id uuid not null,
  supplier_version integer not null,
  batch_id uuid,
  status text not null check (status in ('sent', 'answered', 'to_call_off', 'cancelled')),
  sealed_reference bytea not null,
  sealed_words bytea,
  cost_pence integer not null check (cost_pence >= 0),
  sent_on date not null,
  promised_on date not null,
  expected_on date not null,
  chases smallint not null default 0,
  chased_on date,
  received_on date,
  sent_by text not null,
  sent_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  corrected_on date,
  corrected_by text,
  corrected_at timestamptz,
  primary key (account_id, environment, id),
  foreign key (account_id, environment, check_id) references checks,
  foreign key (account_id, environment, report_id) references reports,
  foreign key (supplier_id, supplier_version) references supplier_versions,
  check ((status = 'answered') = (received_on is not null)),
  check ((status = 'sent') = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check (num_nonnulls(corrected_on, corrected_by, corrected_at) in (0, 3) and (corrected_at is null or status = 'answered'))
);
create index supplier_requests_of_report on supplier_requests (account_id, environment, report_id, sent_at);
create index supplier_requests_of_check on supplier_requests (account_id, environment, check_id);
create index supplier_requests_of_supplier on supplier_requests (supplier_id, environment, sent_on);
create index supplier_requests_last_sent on supplier_requests (environment, supplier_id, sent_at);
-- What suppliers cost an account in a month.
create index supplier_requests_by_day on supplier_requests (account_id, environment, sent_on) include (cost_pence);
create unique index supplier_requests_by_id on supplier_requests (id);
create index supplier_requests_of_batch on supplier_requests (batch_id) where batch_id is not null;
-- What the list of work that is sent out reads.
create index supplier_requests_outstanding on supplier_requests (environment, account_id, expected_on, id)
  where status in ('sent', 'to_call_off');
comment on table supplier_requests is 'Work on a report that was sent out to a supplier: what was expected, what came, and what it costs.';
comment on column supplier_requests.supplier_version is 'The version that the screener saw.';
comment on column supplier_requests.status is 'to_call_off: the report ended, and the supplier must be told.';
comment on column supplier_requests.batch_id is 'The same for all that was sent out at once; null if it was sent alone.';
comment on column supplier_requests.sealed_reference is 'The supplier''s own number of the request, encrypted with the applicant''s key.';
comment on column supplier_requests.sealed_words is 'What came, or why it was cancelled, encrypted with the applicant''s key.';
comment on column supplier_requests.cost_pence is 'As agreed when it was sent, or as it is charged in the end; never told to clients.';
comment on column supplier_requests.promised_on is 'When it was expected when it was sent; overdue work is counted by it.';
comment on column supplier_requests.expected_on is 'When it is expected now: a chase may move it.';
comment on column supplier_requests.sent_by is 'An actor, written as in events; also ended_by and corrected_by.';
comment on column supplier_requests.received_on is 'When the first answer came; how late a supplier is counts from it.';
comment on column supplier_requests.corrected_on is 'When the newest answer came; null while the first one stands.';

create table supplier_earlier_answers (
  account_id uuid not null,
  environment environment not null,
  request_id uuid not null,
  version smallint not null check (version > 0),
  sealed_words bytea not null,
  received_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  replaced_because text not null check (replaced_because in ('supplier', 'found_wrong')),
  primary key (account_id, environment, request_id, version),
  foreign key (account_id, environment, request_id) references supplier_requests
);
create trigger supplier_earlier_answers_are_append_only
  before update or delete or truncate on supplier_earlier_answers
  for each statement execute function refuse_change();
comment on table supplier_earlier_answers is
  'What a supplier had answered before a corrected answer took its place; the newest answer stands in supplier_requests.';
comment on column supplier_earlier_answers.version is 'From 1, of one request.';
comment on column supplier_earlier_answers.sealed_words is 'As it was in supplier_requests.sealed_words.';
comment on column supplier_earlier_answers.recorded_by is 'An actor, written as in events.';
comment on column supplier_earlier_answers.replaced_because is
  'supplier: the supplier corrected it; found_wrong: it was found wrong at the desk or by a client.';

create table supplier_invoices (
  id uuid primary key,
  supplier_id uuid not null,
  supplier_version integer not null,
  number text not null,
  dated_on date not null,
  sent_from date not null,
  sent_to date not null check (sent_to >= sent_from),
  loaded_by text not null,
  loaded_at timestamptz not null,
  foreign key (supplier_id, supplier_version) references supplier_versions
);
create index supplier_invoices_of_supplier on supplier_invoices (supplier_id, dated_on);
create trigger supplier_invoices_are_append_only
  before update or delete or truncate on supplier_invoices
  for each statement execute function refuse_change();
comment on table supplier_invoices is 'What a supplier charges, as it was loaded from a spreadsheet. It names no candidate.';
comment on column supplier_invoices.number is 'The supplier''s own number of it.';
comment on column supplier_invoices.sent_from is 'It charges what was sent to the supplier from then until sent_to.';
comment on column supplier_invoices.loaded_by is 'An actor, written as in events.';

create table supplier_invoice_lines (
  invoice_id uuid not null references supplier_invoices,
  line integer not null,
  request_id uuid references supplier_requests (id),
  number text not null,
  found text not null check (found in ('agreed', 'price', 'twice', 'called_off', 'credited', 'unknown')),
  claimed_pence integer not null check ((claimed_pence >= 0 and found <> 'credited') or (claimed_pence < 0 and found in ('credited', 'unknown'))),
  expected_pence integer check (expected_pence >= 0),
  primary key (invoice_id, line),
  check ((request_id is null) = (found = 'unknown') and (request_id is null) = (expected_pence is null))
);
create index supplier_invoice_lines_of_request on supplier_invoice_lines (request_id) where request_id is not null;
create trigger supplier_invoice_lines_are_append_only
  before update or delete or truncate on supplier_invoice_lines
  for each statement execute function refuse_change();
comment on table supplier_invoice_lines is 'A line of a supplier''s invoice, and what the comparison with what was sent out found when it was loaded.';
comment on column supplier_invoice_lines.line is 'Of the spreadsheet, from 2.';
comment on column supplier_invoice_lines.request_id is 'The work that it charges; null if nothing like it was sent to the supplier.';
comment on column supplier_invoice_lines.claimed_pence is 'Less than 0 for what the supplier credits.';
comment on column supplier_invoice_lines.number is 'The numbers by which the supplier names what was not found; empty where it was found.';
comment on column supplier_invoice_lines.expected_pence is 'What the work cost by then, as agreed.';

create table supplier_invoice_decisions (
  id uuid primary key,
  invoice_id uuid not null,
  line integer not null,
  decision text not null check (decision in ('accepted', 'disputed')),
  words text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  foreign key (invoice_id, line) references supplier_invoice_lines
);
create index supplier_invoice_decisions_of_line on supplier_invoice_decisions (invoice_id, line, decided_at, id);
create trigger supplier_invoice_decisions_are_append_only
  before update or delete or truncate on supplier_invoice_decisions
  for each statement execute function refuse_change();
comment on table supplier_invoice_decisions is 'What somebody of the desk decided about a line of a supplier''s invoice; the newest counts.';
comment on column supplier_invoice_decisions.decided_by is 'An actor, written as in events.';

create table supplier_invoice_marks (
  id uuid primary key,
  invoice_id uuid not null references supplier_invoices,
  kind text not null check (kind in ('paid', 'not_paid', 'discarded')),
  marked_on date not null,
  words text not null,
  marked_by text not null,
  marked_at timestamptz not null
);
create index supplier_invoice_marks_of_invoice on supplier_invoice_marks (invoice_id, marked_at, id);
create trigger supplier_invoice_marks_are_append_only
  before update or delete or truncate on supplier_invoice_marks
  for each statement execute function refuse_change();
comment on table supplier_invoice_marks is 'That a supplier''s invoice was paid, or was loaded by mistake; the newest counts.';
comment on column supplier_invoice_marks.marked_on is 'The day of the payment, or of the mark.';
comment on column supplier_invoice_marks.marked_by is 'An actor, written as in events.';

-- The operator's register of breaches of personal data.
create table breach_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  cause text not null,
  known_at timestamptz not null,
  happened_from date not null,
  happened_until date check (happened_until >= happened_from),
  people integer check (people >= 0),
  data text not null,
  effects text not null,
  measures text not null,
  risk text not null check (risk in ('not_judged', 'unlikely', 'risk', 'high')),
  reasons text not null,
  told_commissioner_at timestamptz,
  commissioner_reference text not null,
  told_clients_at timestamptz,
  told_people_at timestamptz,
  closed_on date,
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger breach_versions_are_append_only
  before update or delete or truncate on breach_versions
  for each statement execute function refuse_change();
comment on table breach_versions is
  'Each version of what is known of a breach (UK GDPR Art. 33(5)); the newest one counts. It names nobody.';
comment on column breach_versions.id is 'Of the breach, the same in all its versions.';
comment on column breach_versions.cause is 'Of a closed list.';
comment on column breach_versions.known_at is 'From then on the 72 hours count.';
comment on column breach_versions.people is 'How many it concerns; null while nobody knows.';
comment on column breach_versions.risk is 'What it may mean for the people: who has to be told follows from it.';
comment on column breach_versions.is_listed is 'Always true: nothing of this register is removed.';
comment on column breach_versions.author is 'An actor, written as in events.';

-- The operator's own closing days, a register of the desk. It belongs to no client, and holds nothing of candidates.
create table closing_day_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  jurisdictions text[] not null,
  moved_reports integer,
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger closing_day_versions_are_append_only
  before update or delete or truncate on closing_day_versions
  for each statement execute function refuse_change();
comment on table closing_day_versions is
  'Each version of days on which the operator does not work besides bank holidays; the newest one counts.';
comment on column closing_day_versions.id is 'Of the closing days, the same in all versions.';
comment on column closing_day_versions.to_on is 'The last of the days.';
comment on column closing_day_versions.jurisdictions is 'The parts of the country whose due dates do not count them.';
comment on column closing_day_versions.moved_reports is
  'How many open reports got another due date with this version; null if their due dates were left.';
comment on column closing_day_versions.is_listed is
  'False in the version that removed them: from its day on they are worked, and those before it were not.';
comment on column closing_day_versions.author is 'An actor, written as in events.';

-- Notices of planned maintenance, a register of the desk. It belongs to no client, and holds nothing of candidates.
create table maintenance_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  welsh text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger maintenance_versions_are_append_only
  before update or delete or truncate on maintenance_versions
  for each statement execute function refuse_change();
comment on table maintenance_versions is
  'Each version of a notice of planned maintenance; the newest one counts, and stands on every page until it ends.';
comment on column maintenance_versions.id is 'Of the notice, the same in all versions.';
comment on column maintenance_versions.name is 'What people read beside the times.';
comment on column maintenance_versions.welsh is 'The same for a candidate who reads Welsh; empty if nobody wrote it.';
comment on column maintenance_versions.is_listed is 'False in the version that took the notice back.';
comment on column maintenance_versions.author is 'An actor, written as in events.';

-- The operator's sub-processors, a register of the desk that every client reads.
create table subprocessor_versions (
  id uuid not null,
  version integer not null,
  name text not null,
  name_key text not null,
  purpose text not null,
  place text not null,
  holds_from date not null,
  mailed integer not null check (mailed >= 0),
  is_listed boolean not null,
  author text not null,
  created_at timestamptz not null,
  primary key (id, version)
);
create trigger subprocessor_versions_are_append_only
  before update or delete or truncate on subprocessor_versions
  for each statement execute function refuse_change();
comment on table subprocessor_versions is
  'Each version of a sub-processor of the operator (UK GDPR Art. 28(2)); each holds from its day until a later one does.';
comment on column subprocessor_versions.id is 'Of the sub-processor, the same in all versions.';
comment on column subprocessor_versions.purpose is 'What it does with the data of candidates.';
comment on column subprocessor_versions.place is 'Where it does so.';
comment on column subprocessor_versions.holds_from is 'The day from which the version holds, in the UK.';
comment on column subprocessor_versions.mailed is 'How many administrators of clients got a mail about it; 0 for one that held already.';
comment on column subprocessor_versions.is_listed is 'False in the version from whose day on it processes nothing any more.';
comment on column subprocessor_versions.author is 'An actor, written as in events.';

-- Who was told of a breach, and with which words; the mails themselves are among all others.
create table breach_messages (
  id uuid primary key,
  breach_id uuid not null,
  what text not null,
  consequences text not null,
  measures text not null,
  contact text not null,
  author text not null,
  created_at timestamptz not null
);
create index breach_messages_of_breach on breach_messages (breach_id);
create trigger breach_messages_are_append_only
  before update or delete or truncate on breach_messages
  for each statement execute function refuse_change();
comment on table breach_messages is
  'What was written to those whom a breach concerns (UK GDPR Art. 33(3) and 34(2)). It names nobody whom it concerns.';
comment on column breach_messages.contact is 'Whom they may ask.';
comment on column breach_messages.author is 'An actor, written as in events.';

create table breach_notices (
  message_id uuid not null references breach_messages,
  account_id uuid not null references accounts,
  applicant_id uuid,
  user_id uuid,
  email_id uuid not null,
  primary key (account_id, email_id),
  check ((applicant_id is null) <> (user_id is null))
);
create index breach_notices_of_message on breach_notices (message_id);
create trigger breach_notices_are_append_only
  before update or delete or truncate on breach_notices
  for each statement execute function refuse_change();
comment on table breach_notices is 'A candidate, or an administrator of a client, who was told of a breach by a mail of live data.';
comment on column breach_notices.applicant_id is 'The candidate; null for a user of the client.';

create table breach_clients_told (
  message_id uuid not null references breach_messages,
  account_id uuid not null references accounts,
  applicant_id uuid not null,
  primary key (message_id, account_id, applicant_id)
);
create trigger breach_clients_told_are_append_only
  before update or delete or truncate on breach_clients_told
  for each statement execute function refuse_change();
comment on table breach_clients_told is 'A candidate of live data of whom the administrators of the client were told by a message about a breach.';
