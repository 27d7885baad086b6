-- An endpoint that fails is tried with what has failed before, once that is due again: found without reading through what is new.
create index webhook_deliveries_tried on webhook_deliveries (account_id, webhook_id, due_at)
  where status = 'due' and attempts > 0;
