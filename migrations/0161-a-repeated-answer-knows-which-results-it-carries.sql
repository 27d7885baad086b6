-- Which results the kept answer carries, by the ids of their checks and reports: who is answered it again reads them again.
-- null where it carries none.
alter table idempotency_keys add column results jsonb;
