-- What an account's administrators were last told of an endpoint, by environment: at most one mail an hour.
create table webhook_alerts (
  account_id uuid not null,
  environment environment not null,
  webhook_id uuid not null,
  told_at timestamptz not null,
  -- The start of the failures that were told of; null where only what was given up was.
  failing_since timestamptz,
  primary key (account_id, environment, webhook_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade
);
-- By environment it could not be kept there.
alter table webhook_health drop column alerted_at;
select tell_planner_of_new_tables();
