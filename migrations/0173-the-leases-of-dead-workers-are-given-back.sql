-- The workers that deliver notifications, each known to live by an advisory lock of its own session: whose lock is free is
-- dead, and what it had leased need not wait for the lease to end.
create table delivery_workers (
  id text primary key,
  started_at timestamptz not null default now()
);

select tell_planner_of_new_tables();
