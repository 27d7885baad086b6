-- The worker goes from endpoint to endpoint and takes a share of each: however much is due to one of them, it costs one
-- step of this index to pass it by. The order over all endpoints is not needed any more.
create index webhook_deliveries_due_by_webhook on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due';
drop index webhook_deliveries_due;
