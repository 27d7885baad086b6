-- So that statements about leased rows need not say that they are due: saying it let the planner, where its statistics lag
-- behind a backlog, read all due rows instead of going by the key.
alter table webhook_deliveries add constraint webhook_deliveries_leased check (leased_by is null or status = 'due');
-- A delivery is updated at least three times, the first two without a change to any index: room for that on its own page.
alter table webhook_deliveries set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05);
