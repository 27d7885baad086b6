-- When some process last found the database's clock where it was to be: a time in which others were at work has passed,
-- however a single machine that slept through it counts.
alter table delivery_clock add looked_at timestamptz not null default now();
