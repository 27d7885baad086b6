-- The history of interface v1 shows what was sent, whatever its webhook has become since. null: nothing was sent yet, or v2.
alter table webhook_deliveries
  add column sent_url text,
  -- Sealed for its webhook, as there; null with a url: it was sent without.
  add column sealed_sent_hash bytea;
