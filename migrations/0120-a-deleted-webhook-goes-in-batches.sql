-- A webhook with very many deliveries is out of sight at once; they go in batches, and then its row.
alter table webhooks
  add column deleted_at timestamptz,
  add constraint webhooks_deleted_are_disabled check (deleted_at is null or not enabled);
drop index webhooks_by_url;
create unique index webhooks_by_url on webhooks (account_id, url) where interface = 'v2' and deleted_at is null;
create index webhooks_deleted on webhooks (account_id, id) where deleted_at is not null;
