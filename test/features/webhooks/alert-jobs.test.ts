// Which alerts about failing endpoints are mailed, to whom and how often; and when the history of deliveries is pruned.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Environment } from '../../../src/context.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { changeUser, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { listEmails } from '../../../src/features/emails/email-actions.ts';
import { renderEmail } from '../../../src/features/emails/email-templates.ts';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import { alertJobs } from '../../../src/features/webhooks/alert-jobs.ts';
import { pruneDeliveries } from '../../../src/features/webhooks/history-actions.ts';
import { registerWebhook, updateWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { allowLoopback } from '../../api/v2/operation-samples.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';

const { ctx, database } = await startProbity({
  settings: { ...allowLoopback, PROBITY_MAIL_URL: 'smtp://127.0.0.1:1' },
});
const tell = () => alertJobs(ctx).alert_failing_endpoints({});

/** An account with an endpoint in both environments, and the mails sent to its users. */
async function place() {
  const account = await makeAccount(ctx);
  const { webhook } = await registerWebhook(ctx, account.caller('live'), {
    url: `https://127.0.0.1:9/${randomUUID()}?key=hidden`,
  });
  const mails = async (environment: Environment) =>
    (await listEmails(ctx, account.caller(environment), 10)).filter(({ template }) => template === 'endpoint_failing');
  return { account, webhook, mails };
}

async function event(account: Awaited<ReturnType<typeof makeAccount>>, environment: Environment): Promise<void> {
  const [checkId, applicantId] = [randomUUID(), randomUUID()];
  const about = { type: 'check.completed', resourceId: checkId, status: 'complete', checkId, applicantId } as const;
  await storeEvents(ctx, account.caller(environment), [about]);
}

const giveUp = (webhookId: string, reason = 'attempts_used') =>
  database.run(sql`
    update webhook_deliveries set status = 'exhausted', reason = ${reason}, finished_at = now()
    where webhook_id = ${webhookId} and status = 'due'`);

/** Sets the endpoint's health as workers would: so many failures, the first so long ago. */
async function fail(webhookId: string, environment: Environment, failures: number, ago: string): Promise<void> {
  await database.run(sql`
    update webhook_health set consecutive_failures = ${failures}, failing_since = now() - ${ago}::interval
    where webhook_id = ${webhookId}`);
  await database.run(sql`
    insert into webhook_attempts (account_id, environment, webhook_id, delivery_id, number, started_at, total_ms, reason)
    select account_id, environment, webhook_id, id, attempts + 1, now(), 1, 'timed_out'
    from webhook_deliveries where webhook_id = ${webhookId} and environment = ${environment} limit 1
    on conflict do nothing`);
}

async function letAnHourPass(): Promise<void> {
  const hour = sql`interval '61 minutes'`;
  await database.run(
    sql`update webhook_alerts set sent_at = sent_at - ${hour}, failing_since = failing_since - ${hour}`,
  );
  await database.run(sql`update webhook_deliveries set finished_at = finished_at - ${hour} where status <> 'due'`);
  await database.run(sql`update webhook_health set failing_since = failing_since - ${hour}`);
}

test('administrators get a mail about notifications that wait, unless the endpoint fails', async () => {
  const { account, webhook, mails } = await place();
  const dueSince = (ago: string) =>
    database.run(sql`update webhook_deliveries set due_at = now() - ${ago}::interval where webhook_id = ${webhook.id}`);
  const pause = (until: Date | null) =>
    database.run(sql`update webhook_health set open_until = ${until} where webhook_id = ${webhook.id}`);
  await event(account, 'live');
  await dueSince('4 minutes');
  await tell();
  await pause(new Date(Date.now() + 60_000));
  await dueSince('6 minutes');
  await tell();
  assert.deepEqual(await mails('live'), []);
  await pause(null);
  await tell();
  await tell();
  const [mail, ...others] = await mails('live');
  assert.deepEqual(others, []);
  assert.equal(mail!.subject, `Notifications to 127.0.0.1${new URL(webhook.url).pathname} are late`);
  assert.match(mail!.text, /One has been due since \d+ \w+ \d{4} at \d\d:\d\d \(UK time\)/);
});

test('administrators get at most one mail an hour about given-up notifications, and the next mail counts the later ones', async () => {
  const { account, webhook, mails } = await place();
  await event(account, 'live');
  await event(account, 'live');
  await giveUp(webhook.id);
  await Promise.all([tell(), tell()]);
  const [mail, ...others] = await mails('live');
  assert.deepEqual(others, []);
  assert.equal(mail!.to.address, `${account.accountId}@administrator.test`);
  assert.equal(mail!.status, 'queued');
  assert.equal(mail!.subject, `Notifications to 127.0.0.1${new URL(webhook.url).pathname} are not acknowledged`);
  assert.match(mail!.text, /2 notifications were given up/);
  assert.doesNotMatch(mail!.text, /hidden/);
  assert.match(mail!.text, new RegExp(`POST /webhooks/${webhook.id}/resend with failed=true`));
  assert.match(mail!.text, /https:\/\/localhost:\d+\/docs\/deliveries/);
  assert.match(mail!.text, new RegExp(`\nhttps://localhost:\\d+/portal/webhooks/${webhook.id}\n`));
  assert.match(mail!.text, /We never disable a webhook/);
  await event(account, 'live');
  await giveUp(webhook.id, 'window_over');
  await tell();
  assert.equal((await mails('live')).length, 1);
  await letAnHourPass();
  await tell();
  const [second] = await mails('live');
  assert.match(second!.text, /One notification was given up/);
  await letAnHourPass();
  await tell();
  assert.equal((await mails('live')).length, 2);
});

test('administrators get one mail about a series of failures, however long it lasts, and another one about the next series', async () => {
  const { account, webhook, mails } = await place();
  await event(account, 'live');
  for (const [failures, ago] of [
    [2, '1 hour'],
    [50, '1 minute'],
  ] as const) {
    await fail(webhook.id, 'live', failures, ago);
    await tell();
    assert.equal((await mails('live')).length, 0, `${failures} failures in ${ago}`);
  }
  await fail(webhook.id, 'live', 3, '10 minutes');
  await tell();
  const [mail] = await mails('live');
  assert.match(mail!.text, /The last 3 attempts failed; the first of them on \d+ \w+ \d{4} at \d\d:\d\d \(UK time\)/);
  assert.match(mail!.text, /are retried automatically/);
  await letAnHourPass();
  await tell();
  assert.equal((await mails('live')).length, 1);
  await fail(webhook.id, 'live', 4, '20 minutes');
  await tell();
  assert.equal((await mails('live')).length, 2);
  // No attempt failed in test mode, so the inbox is empty.
  assert.deepEqual(await mails('test'), []);
});

test('alerts about test notifications are kept in the inbox and not sent', async () => {
  const { account, webhook, mails } = await place();
  await event(account, 'test');
  await giveUp(webhook.id);
  await tell();
  assert.deepEqual(
    (await mails('test')).map(({ status }) => status),
    ['held'],
  );
  assert.deepEqual(await mails('live'), []);
});

test('no alert is sent about a disabled webhook, and none to users who may not manage the account', async () => {
  const { account, webhook, mails } = await place();
  const other = { name: 'Second', email: `${randomUUID()}@second.test`, role: 'administrator' } as const;
  const { id } = await createUser(ctx, 'system', account.accountId, other);
  const branch = { name: 'North', externalId: 'north' };
  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', account.accountId, branch);
  // A user of a subsidiary does not see v2 webhooks.
  const ofBranch = { ...other, email: `${randomUUID()}@north.test`, ...scopeOf(subsidiaryId) };
  await createUser(ctx, 'system', account.accountId, ofBranch);
  await event(account, 'live');
  await giveUp(webhook.id, 'webhook_disabled');
  await tell();
  assert.deepEqual(await mails('live'), []);
  await event(account, 'live');
  await giveUp(webhook.id);
  await updateWebhook(ctx, account.caller('live'), webhook.id, { enabled: false });
  await tell();
  assert.deepEqual(await mails('live'), []);
  await updateWebhook(ctx, account.caller('live'), webhook.id, { enabled: true });
  await tell();
  assert.equal((await mails('live')).length, 2);
  await changeUser(ctx, 'system', account.accountId, { id, disabled: true });
  await letAnHourPass();
  await event(account, 'live');
  await giveUp(webhook.id);
  await tell();
  assert.equal((await mails('live')).length, 3);
});

test('deliveries that finished 30 days ago are deleted with their attempts; due and more recent ones are kept', async () => {
  const { webhook } = await place();
  const cases = [
    ['delivered', 31, 31],
    ['exhausted', 40, 31],
    ['due', 60, null],
    // Resent lately: created as long ago as the others, but finished now.
    ['delivered', 60, 1],
    ['exhausted', 29, 29],
  ] as const;
  for (const [status, created, finished] of cases) {
    await database.run(sql`
      insert into webhook_deliveries (account_id, environment, id, webhook_id, kind, manual, body, status, reason,
        attempts, created_at, finished_at)
      select account_id, 'live', uuidv7(make_interval(days => -${created}::integer)), id, 'test', true, '', ${status},
        case when ${status} = 'exhausted' then 'resend_failed' end, ${created},
        now() - make_interval(days => ${created}::integer), now() - make_interval(days => ${finished}::integer)
      from webhooks where id = ${webhook.id}`);
  }
  await database.run(sql`
    insert into webhook_attempts (account_id, environment, webhook_id, delivery_id, number, started_at, total_ms)
    select account_id, environment, webhook_id, id, 1, created_at, 1 from webhook_deliveries
    where webhook_id = ${webhook.id}`);
  assert.equal(await pruneDeliveries(ctx), 2);
  const left = await database.rows<{ status: string; attempts: number; kept: number }>(sql`
    select d.status, d.attempts, (select count(*) from webhook_attempts a where a.delivery_id = d.id) as kept
    from webhook_deliveries d where webhook_id = ${webhook.id} order by id`);
  assert.deepEqual(
    left.map(({ status, attempts, kept }) => [status, attempts, kept]),
    [
      ['due', 60, 1],
      ['delivered', 60, 1],
      ['exhausted', 29, 1],
    ],
  );
  assert.equal(await pruneDeliveries(ctx), 0);
});

test('the mail links to the webhook’s page in the portal, and names API operations if the interface has them', () => {
  const values = {
    name: 'Ada',
    environment: 'live',
    interface: 'v1',
    webhookId: randomUUID(),
    url: 'https://hooks.example/orders',
    failures: 5,
    failingSince: null,
    waitingSince: null,
    docs: 'https://probity.example/docs/deliveries',
    page: 'https://probity.example/portal/webhooks/1',
  } as const;
  const textOf = (lost: number, of: 'v1' | 'v2') =>
    renderEmail(
      'endpoint_failing',
      { ...values, lost, interface: of },
      { accountName: 'Receivers', operatorName: undefined },
    ).text;
  assert.match(textOf(2, 'v1'), /resend what was given up:\s+https:\/\/probity\.example\/portal\/webhooks\/1\s/);
  assert.doesNotMatch(textOf(2, 'v1'), /\/resend/);
  assert.doesNotMatch(textOf(0, 'v1'), /given up/);
  assert.match(textOf(2, 'v2'), /\/resend/);
  assert.match(textOf(2, 'v2'), /resend what was given up:\s+https:\/\/probity\.example\/portal\/webhooks\/1\s/);
});
