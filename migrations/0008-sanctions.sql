-- Sanctions lists as they were imported. They are public and belong to no account.
create table sanctions_imports (
  id uuid primary key,
  list text not null check (list in ('uk', 'un', 'eu', 'ofac')),
  version text not null,
  file_hash bytea not null,
  imported_at timestamptz not null,
  people integer not null,
  names integer not null,
  in_force boolean not null
);
create unique index sanctions_lists_in_force on sanctions_imports (list) where in_force;
comment on table sanctions_imports is 'Every version of a list that was imported; the names are kept of the one in force only.';
comment on column sanctions_imports.version is 'The date or time that the file itself states.';
comment on column sanctions_imports.file_hash is 'SHA-256 of the file: the same file again imports nothing.';

create table sanctions_names (
  import_id uuid not null references sanctions_imports,
  number integer not null,
  entry text not null,
  name text not null,
  kind text not null check (kind in ('primary', 'alias', 'weak_alias')),
  birth_dates text[] not null,
  regime text not null,
  tokens text not null,
  keys tsvector not null,
  primary key (import_id, number)
);
-- The shortest list of pending entries, because each search reads it to its end.
create index sanctions_names_by_key on sanctions_names using gin (keys) with (gin_pending_list_limit = 64);
comment on table sanctions_names is 'The names of the people on the lists in force, aliases included.';
comment on column sanctions_names.entry is 'The list''s own reference of the person.';
comment on column sanctions_names.birth_dates is
  'Each a day, a month, a year, or the years from and to; empty where the list gives none.';
comment on column sanctions_names.tokens is 'The words of the name in plain Latin letters, as names are compared.';
comment on column sanctions_names.keys is
  'What the name is found by: how its words sound, begin and end, and the years of birth.';
