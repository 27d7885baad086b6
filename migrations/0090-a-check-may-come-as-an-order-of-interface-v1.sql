alter table checks
  -- The client's own key of the order: what makes submitting it repeatable. null where interface v2 placed the check.
  add column unique_key uuid,
  -- Of the body that came with the key, by the account's key: the same again is answered with the same order.
  add column body_mac bytea,
  -- The subsidiary organisation that the order is for.
  add column subsidiary_id uuid,
  add column identity_confirmed_at timestamptz,
  add constraint checks_unique_key_has_body check ((unique_key is null) = (body_mac is null)),
  add constraint checks_of_a_subsidiary foreign key (account_id, subsidiary_id) references subsidiaries;
create unique index checks_by_unique_key on checks (account_id, environment, unique_key) where unique_key is not null;
