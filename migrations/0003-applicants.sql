-- Applicants, and the counts that let an account page through its list of them.
create table applicants (
  account_id uuid not null references accounts,
  environment environment not null,
  id uuid not null,
  seq bigint not null generated always as identity,
  created_at timestamptz not null,
  subsidiary_id uuid,
  version integer not null default 1,
  sealed_key bytea,
  sealed_facts bytea not null,
  search_keys bigint[] not null default '{}',
  erased_at timestamptz,
  work_kind text check (work_kind in ('employee', 'agency', 'volunteer', 'contractor', 'governor', 'trainee')),
  hold_reason text check (hold_reason in ('legal_claim', 'legal_duty', 'complaint', 'candidate_asked', 'authority_asked')),
  hold_until date check (hold_until is null or hold_reason is not null),
  primary key (account_id, environment, id),
  foreign key (account_id, subsidiary_id) references subsidiaries
);
create index applicants_of_subsidiary on applicants (account_id, environment, subsidiary_id, seq)
  where subsidiary_id is not null;
create index applicants_erased on applicants (erased_at) where erased_at is not null;
create index applicants_held on applicants (account_id, environment) where hold_reason is not null;
create unique index applicants_in_order on applicants (account_id, environment, seq);
-- A key already depends on the account, the environment and the field.
create index applicants_by_search_key on applicants using gin (search_keys);
comment on table applicants is 'The people who are screened. Everything about them is encrypted.';
comment on column applicants.seq is
  'The order of lists, newest first. A sequence gives it, so that inserts do not wait for each other.';
comment on column applicants.subsidiary_id is
  'The subsidiary whose user or key added them; null for the account itself. Checks on them belong to it too.';
comment on column applicants.version is
  'Each change of the facts raises it. A check is placed only on the version that its rules have seen.';
comment on column applicants.sealed_key is
  'The applicant''s own key, wrapped by the account''s key. Deleting it erases everything that is encrypted under it.';
comment on column applicants.work_kind is 'How they work for the client, as it says; null if nobody said it.';
comment on column applicants.hold_reason is 'Why this person is not erased, by time or by hand; null if nobody said so.';
comment on column applicants.hold_until is 'The last day on which the hold keeps them; null until somebody ends it.';
comment on column applicants.search_keys is
  'Blind keys: keyed hashes of the beginnings of every name and of every email address that the applicant has had.';

-- A policy would be checked before an operator that is not leakproof, so before the index of it, and every row would be read. The
-- functions of such searches belong to the owner, whom policies let pass, and keep to the account of the policies themselves.
create function is_served(account uuid) returns boolean language sql stable
  return coalesce(account = any (string_to_array(nullif(current_setting('probity.accounts', true), ''), ',')::uuid[]), true);
comment on function is_served is 'Whether the account is one of those in the setting; without a setting all are.';

create function applicants_with_keys(of_account uuid, of_environment environment, keys bigint[]) returns setof uuid
language sql stable strict security definer rows 10
begin atomic
  select a.id from applicants a
  where is_served(of_account) and a.account_id = of_account and a.environment = of_environment
    and a.search_keys @> keys;
end;
comment on function applicants_with_keys is 'The applicants that have all of these blind keys.';

create function applicants_by_key(of_account uuid, of_environment environment, keys bigint[])
returns table (key bigint, id uuid)
language sql stable strict security definer rows 10
begin atomic
  select k.key, a.id from applicants a cross join lateral unnest(a.search_keys) as k(key)
  where is_served(of_account) and a.account_id = of_account and a.environment = of_environment
    and a.search_keys && keys and k.key = any (keys);
end;
comment on function applicants_by_key is 'The applicants that have one of these blind keys, with the key.';

-- Staff whom a client brought in: screened elsewhere, as the client states.
create table stated_people (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  subsidiary_id uuid,
  sealed_details bytea not null,
  job_keys bigint[] not null,
  starts_on date,
  stated_by text not null,
  stated_at timestamptz not null,
  left_at timestamptz,
  primary key (account_id, environment, applicant_id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade,
  foreign key (account_id, subsidiary_id) references subsidiaries
);
comment on table stated_people is 'The staff whom a client brought in, who were screened elsewhere.';
comment on column stated_people.sealed_details is
  'The job, the employee number, who did each screening, and its number or what it was about. Encrypted with the applicant''s key.';
comment on column stated_people.job_keys is 'Blind keys of the job.';
comment on column stated_people.left_at is
  'When they left, as the client says; null while they work. Of who was ordered for, their reports say it.';
comment on column stated_people.stated_by is 'In the form of events.actor: who brought them in, or corrected them last.';

create table stated_reports (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  kind text not null check (kind in ('identity', 'right_to_work', 'criminal_record', 'barred_list', 'prohibition',
    'section_128', 'qualifications', 'abroad', 'childcare', 'employment')),
  completed_on date not null,
  expires_on date check (expires_on >= completed_on),
  level text check (level in ('basic', 'standard', 'enhanced')),
  primary key (account_id, environment, applicant_id, kind),
  check (level is null or kind = 'criminal_record'),
  foreign key (account_id, environment, applicant_id) references stated_people on delete cascade
);
comment on table stated_reports is 'What was screened of these people, by the kinds of the record of staff.';
comment on column stated_reports.level is 'Of a criminal record; null where the client does not say it.';

-- Where somebody works besides the subsidiaries of their orders, and of what is stated of them.
create table person_places (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  subsidiary_id uuid not null,
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  sealed_job bytea not null,
  job_keys bigint[] not null,
  stated_by text not null,
  stated_at timestamptz not null,
  primary key (account_id, environment, applicant_id, subsidiary_id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade,
  foreign key (account_id, subsidiary_id) references subsidiaries
);
create index person_places_of_subsidiary on person_places (account_id, environment, subsidiary_id);
comment on table person_places is
  'Where a person works, as the client says, at subsidiaries that none of their orders says. Who sees the subsidiary sees the person.';
comment on column person_places.starts_on is 'The first day there; null if nobody said it.';
comment on column person_places.ends_on is 'The last day there, never one to come; null while they work there.';
comment on column person_places.sealed_job is 'The job there, which may be empty. Encrypted with the applicant''s key.';
comment on column person_places.job_keys is 'Blind keys of the job.';
comment on column person_places.stated_by is 'In the form of events.actor: who added it, or changed it last.';

-- Whom a regulated firm certifies for functions (SM&CR).
create table certificates (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  applicant_id uuid not null,
  of_function text not null,
  issued_on date not null,
  ends_on date not null check (ends_on between issued_on and issued_on + interval '1 year'),
  check_ids uuid[] not null,
  sealed_words bytea not null,
  issued_by text not null,
  recorded_at timestamptz not null,
  withdrawn_on date check (withdrawn_on >= issued_on),
  sealed_withdrawal bytea check ((sealed_withdrawal is null) = (withdrawn_on is null)),
  withdrawn_by text check ((withdrawn_by is null) = (withdrawn_on is null)),
  withdrawn_at timestamptz check ((withdrawn_at is null) = (withdrawn_on is null)),
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade
);
create index certificates_by_person on certificates (account_id, environment, applicant_id, of_function);
comment on table certificates is
  'Certificates of people for functions, and yearly assessments of senior managers: of a person and a function the newest stands. All but a withdrawal stays as it was recorded, until the person is erased.';
comment on column certificates.of_function is 'Such as client_dealing or smf16, of a list in the program.';
comment on column certificates.ends_on is 'Its last day.';
comment on column certificates.check_ids is 'The orders on which the assessment rests.';
comment on column certificates.sealed_words is
  'Who assessed them, their line manager, and a note. Encrypted with the applicant''s key.';
comment on column certificates.issued_by is 'In the form of events.actor: who recorded it.';
comment on column certificates.withdrawn_on is 'From this day on it does not count; null unless it was withdrawn.';
comment on column certificates.sealed_withdrawal is 'Why, encrypted with the applicant''s key.';
comment on column certificates.withdrawn_by is 'In the form of events.actor: who recorded the withdrawal.';

create table conduct_breaches (
  account_id uuid not null,
  environment environment not null,
  breach_id uuid not null,
  version integer not null check (version > 0),
  applicant_id uuid not null,
  state text not null check (state in ('suspected', 'decided', 'unfounded')),
  found_on date not null,
  rules text[] not null check (cardinality(rules) > 0),
  discipline text not null check (discipline in ('none', 'warning', 'suspension', 'dismissal', 'pay')),
  disciplined_on date check ((disciplined_on is null) = (discipline = 'none')),
  reported_on date,
  reported_by text check ((reported_by is null) = (reported_on is null)),
  sealed_words bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, breach_id, version),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade
);
create index conduct_breaches_by_person on conduct_breaches (account_id, environment, applicant_id);
comment on table conduct_breaches is
  'Breaches of conduct rules by staff of a regulated firm. Each change is a version of its own, the newest stands, and all stay until the person is erased.';
comment on column conduct_breaches.rules is 'Such as icr2 or sc1, of a list in the program.';
comment on column conduct_breaches.discipline is 'The disciplinary action, as the Financial Services and Markets Act 2000 (section 64C) counts it.';
comment on column conduct_breaches.reported_by is 'How the regulator was told, such as rep008; null while it is not.';
comment on column conduct_breaches.sealed_words is
  'What was found, and what was done about it. Encrypted with the applicant''s key.';
comment on column conduct_breaches.recorded_by is 'In the form of events.actor.';

create table given_references (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  applicant_id uuid not null,
  received_on date not null,
  due_on date not null check (due_on between received_on and received_on + 42),
  sealed_asker bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  sealed_answers bytea,
  written_by text check ((written_by is null) = (sealed_answers is null)),
  written_at timestamptz check ((written_at is null) = (sealed_answers is null)),
  approved_by text check (approved_by <> written_by),
  approved_at timestamptz check ((approved_at is null) = (approved_by is null)),
  given_on date check (given_on is null or approved_at is not null),
  primary key (account_id, environment, id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade
);
create index given_references_by_person on given_references (account_id, environment, applicant_id);
comment on table given_references is
  'Regulatory references that a regulated firm was asked for by other firms, and gave. One that was given stays as it is until the person is erased.';
comment on column given_references.sealed_asker is
  'The firm that asks, its firm reference number and its address. Encrypted with the applicant''s key.';
comment on column given_references.sealed_answers is
  'By the keys of the regulated questionnaire, encrypted with the applicant''s key; null until somebody has written them.';
comment on column given_references.written_by is 'In the form of events.actor: who wrote or changed the answers last.';
comment on column given_references.approved_by is 'In the form of events.actor: another than who wrote it; null until then.';
comment on column given_references.recorded_by is 'In the form of events.actor.';

create table given_reference_updates (
  account_id uuid not null,
  environment environment not null,
  id uuid not null,
  reference_id uuid not null,
  breach_id uuid not null,
  breach_version integer not null,
  is_owed boolean not null,
  sent_on date check ((sent_on is not null) = is_owed),
  sealed_words bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, id),
  unique (account_id, environment, reference_id, breach_id, breach_version),
  foreign key (account_id, environment, reference_id) references given_references on delete cascade
);
comment on table given_reference_updates is
  'Whether a breach that was recorded after a reference was written is owed to the firm that got it, and that it was sent.';
comment on column given_reference_updates.breach_version is 'The version of the breach about which it was decided.';
comment on column given_reference_updates.sealed_words is
  'What was sent, or why nothing is owed. Encrypted with the applicant''s key.';
comment on column given_reference_updates.recorded_by is 'In the form of events.actor.';

create table person_files (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  file_id uuid not null,
  kind text not null check (kind in ('agency_confirmation', 'earlier_screening')),
  size bigint not null check (size >= 0),
  sealed_facts bytea not null,
  verdict text not null check (verdict in ('clean', 'not_scanned')),
  added_by text not null,
  added_at timestamptz not null,
  primary key (account_id, environment, applicant_id, file_id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade
);
create unique index person_files_by_file on person_files (file_id);
comment on table person_files is 'Files that a client put with a person, and with none of their orders. They are erased with the person.';
comment on column person_files.sealed_facts is 'File name and hash, encrypted with the applicant''s key, as the file is.';
comment on column person_files.verdict is 'What the virus scanner said; `not_scanned` where none is configured.';
comment on column person_files.added_by is 'An actor, written as in events.';

create table agency_confirmations (
  account_id uuid not null,
  environment environment not null,
  applicant_id uuid not null,
  confirmed_on date not null,
  kinds text[] not null,
  level text check (level in ('basic', 'standard', 'enhanced')),
  seen_on date,
  sealed_details bytea not null,
  recorded_by text not null,
  recorded_at timestamptz not null,
  primary key (account_id, environment, applicant_id),
  foreign key (account_id, environment, applicant_id) references applicants on delete cascade,
  check ((level is not null) = ('criminal_record' = any (kinds)))
);
comment on table agency_confirmations is 'What an agency confirmed in writing of somebody whom it supplies, as the client recorded it last.';
comment on column agency_confirmations.confirmed_on is 'When the client received it.';
comment on column agency_confirmations.kinds is 'Which checks it confirms, by the kinds of the record of staff.';
comment on column agency_confirmations.level is 'How much the criminal record says; null where none is confirmed.';
comment on column agency_confirmations.seen_on is 'When their identity was seen on arrival; null until that is recorded.';
comment on column agency_confirmations.sealed_details is
  'The agency, who confirmed it there, which barred list, other checks, and who saw the identity. Encrypted with the applicant''s key.';
comment on column agency_confirmations.recorded_by is 'An actor, written as in events.';

-- The length of the list and the place where each page starts are known without counting. Runs of 100 applicants, oldest
-- first, are packed into blocks with counts, and runs of 100 blocks into super-blocks. An insert changes none of this:
-- applicants newer than the last block are the tail, which is counted. Erased applicants are on no list.
create table applicant_lists (
  account_id uuid not null references accounts on delete cascade,
  environment environment not null,
  folded_seq bigint not null default 0,
  blocks integer not null default 0,
  live bigint not null default 0 check (live >= 0),
  primary key (account_id, environment)
);
comment on table applicant_lists is 'One list of applicants for each account and environment.';
comment on column applicant_lists.folded_seq is
  'Each applicant with a seq up to this is in a block, and no applicant can get such a seq later.';
comment on column applicant_lists.live is 'The number of applicants in all blocks.';

create table applicant_list_blocks (
  account_id uuid not null,
  environment environment not null,
  number integer not null,
  last_seq bigint not null,
  live integer not null check (live between 0 and 100),
  primary key (account_id, environment, number),
  unique (account_id, environment, last_seq),
  foreign key (account_id, environment) references applicant_lists on delete cascade
);
comment on table applicant_list_blocks is 'Runs of 100 applicants of a list.';
comment on column applicant_list_blocks.number is 'From 0, oldest first.';
comment on column applicant_list_blocks.live is 'The applicants of the run that were not erased or deleted since.';

create table applicant_list_super_blocks (
  account_id uuid not null,
  environment environment not null,
  number integer not null,
  live integer not null check (live between 0 and 10000),
  primary key (account_id, environment, number),
  foreign key (account_id, environment) references applicant_lists on delete cascade
);
comment on table applicant_list_super_blocks is 'Runs of 100 blocks of a list.';
comment on column applicant_list_super_blocks.number is 'The number of its blocks divided by 100.';

create function begin_applicant_lists() returns trigger language plpgsql as $$
begin
  insert into applicant_lists (account_id, environment)
  select new.id, environment from unnest(array['live', 'test']) environment;
  return null;
end
$$;
create trigger accounts_begin_their_applicant_lists
  after insert on accounts
  for each row execute function begin_applicant_lists();

create table applicant_list_horizon (
  id boolean primary key default true check (id),
  safe bigint not null default 0,
  drawn bigint not null default 0,
  writers text[] not null default '{}',
  folded bigint not null default 0
);
insert into applicant_list_horizon default values;
comment on table applicant_list_horizon is
  'How far lists may be packed. A seq is drawn before its row is visible, so a smaller one may still arrive.';
comment on column applicant_list_horizon.safe is 'Every transaction that drew a seq up to this has ended.';
comment on column applicant_list_horizon.drawn is 'This becomes `safe` when all `writers` have ended.';
comment on column applicant_list_horizon.writers is 'The transactions that were writing applicants when `drawn` was read.';
comment on column applicant_list_horizon.folded is
  'Every list was packed up to this: only lists with newer applicants need a look.';

create function advance_applicant_list_horizon() returns void language plpgsql as $$
declare
  horizon applicant_list_horizon;
  latest bigint;
  writing text[];
begin
  select * into horizon from applicant_list_horizon for update skip locked;
  if not found then
    return;
  end if;
  select case when is_called then last_value else 0 end into latest from applicants_seq_seq;
  -- The locks are read after the number: a transaction takes its lock before it draws a number and holds it until it ends.
  -- The oldest running transaction id would not do, because a number may be drawn before the transaction has an id.
  select coalesce(array_agg(distinct virtualtransaction), '{}') into writing
  from pg_locks
  where locktype = 'relation' and relation = 'applicants'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database());
  if horizon.writers && writing or latest = horizon.safe then
    return;
  end if;
  update applicant_list_horizon
  set safe = case when writing = '{}' then latest else drawn end, drawn = latest, writers = writing;
end
$$;

-- Packs at most `most_blocks` complete runs of the list and returns their number; 0 while another transaction packs the
-- list or removes from it. Both lock the row of the list, so that neither counts what the other is changing.
create function fold_applicant_list(of_account uuid, of_environment environment, most_blocks integer) returns integer
language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  list applicant_lists;
  packed_blocks integer;
begin
  select * into list from applicant_lists l
  where l.account_id = of_account and l.environment = of_environment for update skip locked;
  if not found then
    return 0;
  end if;
  with unfolded as (
    select a.seq from applicants a
    where a.account_id = of_account and a.environment = of_environment
      and a.erased_at is null and a.seq > list.folded_seq and a.seq <= (select safe from applicant_list_horizon)
    order by a.seq limit most_blocks * 100
  ), runs as (
    select seq, (row_number() over (order by seq) - 1) / 100 as run from unfolded
  ), packed as (
    insert into applicant_list_blocks (account_id, environment, number, last_seq, live)
    select of_account, of_environment, list.blocks + run, max(seq), 100 from runs group by run having count(*) = 100
    returning number, last_seq, live
  ), packed_again as (
    insert into applicant_list_super_blocks as super (account_id, environment, number, live)
    select of_account, of_environment, number / 100, sum(live) from packed group by number / 100
    on conflict (account_id, environment, number) do update set live = super.live + excluded.live
  )
  update applicant_lists l
  set folded_seq = p.last_seq, blocks = l.blocks + p.blocks, live = l.live + p.live
  from (select count(*) as blocks, max(last_seq) as last_seq, sum(live) as live from packed) p
  where l.account_id = of_account and l.environment = of_environment and p.blocks > 0
  returning p.blocks into packed_blocks;
  return coalesce(packed_blocks, 0);
end
$$;

-- Takes applicants off the counts. Triggers call it for each way to delete or erase an applicant.
create function unlist_applicants(of_account uuid, of_environment environment, seqs bigint[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  list applicant_lists;
begin
  -- Lock the list in a statement of its own, so that the next statement sees what another transaction has just packed.
  select * into list from applicant_lists l
  where l.account_id = of_account and l.environment = of_environment for update;
  with gone as (
    select block.number, count(*) as applicants
    from unnest(seqs) as gone(seq)
    cross join lateral (
      select b.number from applicant_list_blocks b
      where b.account_id = of_account and b.environment = of_environment and b.last_seq >= gone.seq
      order by b.last_seq limit 1
    ) block
    where gone.seq <= list.folded_seq
    group by block.number
  ), blocks as (
    update applicant_list_blocks b set live = b.live - gone.applicants
    from gone
    where b.account_id = of_account and b.environment = of_environment and b.number = gone.number
  ), super_blocks as (
    update applicant_list_super_blocks s set live = s.live - g.applicants
    from (select number / 100 as number, sum(applicants) as applicants from gone group by number / 100) g
    where s.account_id = of_account and s.environment = of_environment and s.number = g.number
  )
  update applicant_lists l set live = l.live - g.applicants
  from (select sum(applicants) as applicants from gone) g
  where l.account_id = of_account and l.environment = of_environment and g.applicants > 0;
end
$$;

create function unlist_deleted_applicants() returns trigger language plpgsql as $$
begin
  -- Always in the same order, so that two transactions that delete from several lists cannot deadlock.
  perform unlist_applicants(d.account_id, d.environment, d.seqs)
  from (
    select account_id, environment, array_agg(seq) as seqs from deleted where erased_at is null
    group by account_id, environment order by account_id, environment
  ) d;
  return null;
end
$$;
create trigger deleted_applicants_leave_their_list
  after delete on applicants referencing old table as deleted
  for each statement execute function unlist_deleted_applicants();

create function unlist_erased_applicant() returns trigger language plpgsql as $$
begin
  perform unlist_applicants(new.account_id, new.environment, array[new.seq]);
  return null;
end
$$;
create trigger erased_applicants_leave_their_list
  after update of erased_at on applicants
  for each row when (old.erased_at is null and new.erased_at is not null) execute function unlist_erased_applicant();

-- Returns the length of the list, and where the page after `skipped` newer applicants starts: read the index from
-- `from_seq` downwards and leave out the first `leave_out` rows (below 100, or within the tail). Beyond the end, from_seq
-- is 0. The function is stable, so it sees the snapshot of the statement that calls it: total and page belong together.
create function applicant_list_position(
  of_account uuid, of_environment environment, skipped bigint,
  out total bigint, out from_seq bigint, out leave_out bigint
) language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  list applicant_lists;
  tail bigint;
  super_number integer;
begin
  select * into list from applicant_lists l where l.account_id = of_account and l.environment = of_environment;
  select count(*) into tail from applicants a
  where a.account_id = of_account and a.environment = of_environment and a.erased_at is null
    and a.seq > coalesce(list.folded_seq, 0);
  total := coalesce(list.live, 0) + tail;
  leave_out := 0;
  if skipped >= total then
    from_seq := 0;
    return;
  end if;
  if skipped < tail then
    from_seq := 9223372036854775807;
    leave_out := skipped;
    return;
  end if;
  leave_out := skipped - tail;
  -- Add up the super-blocks from the nearer end.
  if leave_out <= list.live / 2 then
    select s.number, leave_out - s.newer into super_number, leave_out
    from (
      select number, live, sum(live) over (order by number desc rows unbounded preceding) - live as newer
      from applicant_list_super_blocks where account_id = of_account and environment = of_environment
    ) s
    where s.newer + s.live > leave_out order by s.number desc limit 1;
  else
    select s.number, leave_out - (list.live - s.up_to_here) into super_number, leave_out
    from (
      select number, sum(live) over (order by number rows unbounded preceding) as up_to_here
      from applicant_list_super_blocks where account_id = of_account and environment = of_environment
    ) s
    where s.up_to_here >= list.live - leave_out order by s.number limit 1;
  end if;
  select b.last_seq, leave_out - b.newer into from_seq, leave_out
  from (
    select number, last_seq, live, sum(live) over (order by number desc rows unbounded preceding) - live as newer
    from applicant_list_blocks
    where account_id = of_account and environment = of_environment
      and number between super_number * 100 and super_number * 100 + 99
  ) b
  where b.newer + b.live > leave_out order by b.number desc limit 1;
end
$$;
