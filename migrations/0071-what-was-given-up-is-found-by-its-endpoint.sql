-- Few among many: what an endpoint missed, for whoever tells its owner, and whoever sends it again.
create index webhook_deliveries_exhausted on webhook_deliveries (account_id, webhook_id, finished_at)
  where status = 'exhausted';
