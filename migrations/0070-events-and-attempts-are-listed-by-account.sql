-- An account reads the events that notify it in the order in which they are sealed (see the sealer): complete up to the
-- seal's watermark, and nothing is ever inserted before what was read.
create index events_that_notify on events (account_id, environment, xid, id) where notifies;

-- What a webhook was told when: its story explains why it did not get an event.
create index events_of_webhooks on events (account_id, resource_id, recorded_at) where resource_type = 'webhook';

-- The attempts of an endpoint are listed newest first, by the environment of the key that asks.
alter table webhook_attempts add column environment environment, add column webhook_id uuid;
update webhook_attempts a set environment = d.environment, webhook_id = d.webhook_id
from webhook_deliveries d
where (d.account_id, d.id) = (a.account_id, a.delivery_id);
alter table webhook_attempts alter column environment set not null, alter column webhook_id set not null;
create index webhook_attempts_newest_first
  on webhook_attempts (account_id, webhook_id, environment, started_at desc, delivery_id desc, number desc)
  include (reason);
select tell_planner_of_new_tables();
