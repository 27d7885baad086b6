// `probity deliveries` with the real program: lists and resends notifications that were not acknowledged.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Database, sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

const { connection, database } = await testDatabase();
const { run, json } = commandLine({ DATABASE_URL: urlOf(connection) });

/** An account with a webhook and three notifications. */
async function makeAccount(db: Database, name: string) {
  const { accounts } = await json('accounts', 'create', '--name', name);
  const account = String(accounts![0]!.id);
  const webhook = randomUUID();
  const url = `https://example.com/${name.replaceAll(' ', '-')}`;
  await db.run(sql`
    insert into webhooks (account_id, id, interface, url, environments, sealed_secret, created_at)
    values (${account}, ${webhook}, 'v2', ${url}, '{test}', '', now())`);
  await db.run(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, actor, occurred_at, notifies)
    select ${account}, 'test', uuidv7(), 'check.completed', 'check', n::text, 'system', now(), true
    from generate_series(1, 3) n`);
  return { account, webhook, url };
}

const giveUp = () =>
  database.run(sql`update webhook_deliveries set status = 'exhausted', reason = 'window_over', finished_at = now()`);

/** Each notification fails once and waits for its retry. */
const failOnce = () =>
  database.run(sql`
    update webhook_deliveries set status = 'due', reason = null, finished_at = null, manual = false, planned_at = null,
      attempts = 1`);

const resentOf = async (account: string) => {
  const row = await database.row<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries where status = 'due' and manual and account_id = ${account}`);
  return row!.count;
};

const care = await makeAccount(database, 'Sample Care');
const resend = ['deliveries', 'resend', '--since', '2026-01-01'];

test('lists deliveries given up, and resends them', async () => {
  await giveUp();
  const { deliveries: lost } = await json('deliveries', 'list');
  assert.equal(lost?.length, 3);
  const { id, event, dueAt, givenUpAt, ...same } = lost[0]!;
  for (const named of [id, event]) assert.match(String(named), /^[0-9a-f-]{36}$/);
  for (const time of [dueAt, givenUpAt]) assert.match(String(time), /^\d{4}-.*Z$/);
  assert.deepEqual(same, {
    type: 'check.completed',
    environment: 'test',
    nextAttemptAt: null,
    attempts: 0,
    lastAnswer: null,
    reason: 'window_over',
    webhook: care.webhook,
    url: care.url,
    account: null,
    accountId: care.account,
  });
  const { deliveries } = await json(...resend, '--exhausted');
  const { webhook, url, account: accountId } = care;
  const sent = { webhook, url, environment: 'test', account: null, accountId };
  assert.deepEqual(deliveries, [{ ...sent, resent: 3, left: 0, leftBecause: null }]);
  assert.equal(await resentOf(care.account), 3);
  assert.equal((await run(['deliveries', 'list'])).out, '(none)\n');
});

test('lists waiting deliveries with their last answer, and shows one with its attempts', async () => {
  await failOnce();
  await database.run(sql`
    insert into webhook_attempts (account_id, delivery_id, number, started_at, total_ms, status, reason, answer, environment, webhook_id)
    select account_id, id, 1, now(), 20, 503, 'not_acknowledged', 'busy', environment, webhook_id from webhook_deliveries`);
  const { deliveries: waiting } = await json('deliveries', 'list');
  assert.deepEqual(
    waiting!.map(({ attempts, lastAnswer, reason, givenUpAt }) => [attempts, lastAnswer, reason, givenUpAt]),
    Array(3).fill([1, '503', null, null]),
  );
  assert.match(String(waiting![0]!.nextAttemptAt), /^\d{4}-.*Z$/);
  const { out } = await run(['deliveries', 'show', String(waiting![0]!.id)]);
  assert.match(out, new RegExp(`^Deliveries\\nId +Event +Type.*Webhook +Url\\n${waiting![0]!.id}.* ${care.webhook} `));
  assert.match(out, /\n\nAttempts\nNumber +Started at .*\n1 .* 503 +not_acknowledged +20 +The endpoint failed\. Check/);
  assert.doesNotMatch(out, /busy/);
  const shown = await json('deliveries', 'show', '--id', String(waiting![0]!.id));
  assert.equal(shown.attempts![0]!.answer, 'busy');
  await database.run(sql`update webhooks set enabled = false`);
  assert.match((await run([...resend, '--waiting'])).out, / 0 +3 +the webhook is disabled: enable it first\n/);
  await database.run(sql`update webhooks set enabled = true`);
});

test('of two accounts the named one is used, and none if the name is wrong', async () => {
  const other = await makeAccount(database, 'Other Care');
  await giveUp();
  for (const verb of [
    ['deliveries', 'list'],
    [...resend, '--exhausted', '--waiting'],
  ]) {
    const { code, out, err } = await run([...verb, '--account', 'Nobody']);
    const heading = verb.includes('list') ? 'Refused' : 'Nothing was changed';
    assert.deepEqual([code, out, err], [1, '', `${heading}:\n  --account Nobody does not exist\n`]);
  }
  assert.equal((await resentOf(care.account)) + (await resentOf(other.account)), 0);
  const listed = await run(['deliveries', 'list', '--account', 'Other Care']);
  assert.equal(listed.out.match(/ Other Care\n/g)?.length, 3);
  assert.doesNotMatch(listed.out, /Sample Care/);
  const { deliveries } = await json(...resend, '--exhausted', '--account', other.account);
  assert.deepEqual(
    deliveries!.map(({ account, resent }) => [account, resent]),
    [['Other Care', 3]],
  );
  assert.equal(await resentOf(care.account), 0);
  const elsewhere = await run([...resend, '--exhausted', '--webhook', care.webhook, '--account', 'Other Care']);
  assert.deepEqual([elsewhere.code, elsewhere.err], [1, 'Nothing was changed:\n  --webhook does not exist\n']);
});

test('refuses unknown and missing arguments by their names on the command line', async () => {
  const refusals: readonly (readonly [args: readonly string[], said: string])[] = [
    [resend, 'Nothing was changed:\n  --exhausted or --waiting must be given, or both\n'],
    [['deliveries', 'list', '--webhook', randomUUID()], 'Refused:\n  --webhook does not exist\n'],
    [['deliveries', 'show', randomUUID()], 'Refused:\n  id is not known\n'],
    [['deliveries', 'show', '--id', 'one'], 'Refused:\n  --id is not an id\n'],
  ];
  for (const [args, said] of refusals) assert.deepEqual(await run(args), { code: 1, out: '', err: said });
});

test('the help explains the commands and where else to look', async () => {
  const { code, out } = await run(['help', 'deliveries']);
  assert.equal(code, 0);
  assert.match(out, /\n {2}resend \[options\] +send again/);
  const show = await run(['deliveries', 'show', '--help']);
  assert.match(show.out, /Usage: probity deliveries show \[options\] \[id\]\n.*--id <text> +as listed/s);
  assert.match(out, /portal under Webhooks/);
  assert.equal((await run(['deliveries', '--help'])).out, out);
  assert.equal((await run(['help', 'openapi'])).code, 0);
  assert.equal((await run(['help', 'nothing'])).code, 2);
});
