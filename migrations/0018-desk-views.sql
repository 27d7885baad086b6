create table desk_views (
  desk_user_id uuid not null references desk_users,
  name text not null check (name <> '' and length(name) <= 60),
  address text not null,
  created_at timestamptz not null,
  primary key (desk_user_id, name)
);
comment on table desk_views is 'The views of the work queue that desk users saved for themselves.';
comment on column desk_views.address is 'The query of the view''s address: its filters and its order, never a search.';
