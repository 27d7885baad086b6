-- How far the database's clock has leapt in all, as its processes have noticed and corrected: each leap is corrected once,
-- by the process that is the first to add it here.
create table delivery_clock (
  single boolean primary key default true check (single),
  leapt_ms bigint not null default 0
);
insert into delivery_clock default values;
select tell_planner_of_new_tables();
