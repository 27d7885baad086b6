-- Counted up by the worker itself, on the connections that it claims and records by: a lock would speak of one session only.
-- A count and no time, because clocks leap.
alter table delivery_workers add column beats bigint not null default 0;
