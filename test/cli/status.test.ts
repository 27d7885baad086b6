// `probity status` with the real program: each kind of work that is late, failed or missing, and what to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lasting } from '../../src/cli/status-checks.ts';
import { expiryJobs, findExpiries } from '../../src/features/housekeeping/expiry-actions.ts';
import { isToldToday } from '../../src/features/housekeeping/expiry-rules.ts';
import { outgoingCertificateJobs } from '../../src/features/housekeeping/outgoing-certificate-jobs.ts';
import { readOperations } from '../../src/main-operations.ts';
import { recordRestoreTrial } from '../../src/platform/backup/last-restore-trial.ts';
import { sql } from '../../src/platform/db/database.ts';
import { recordVerification } from '../../src/platform/last-verification.ts';
import { parseAllowList } from '../../src/platform/outgoing-http/allow-list.ts';
import { openProviders, providerUrls } from '../../src/providers/built-in.ts';
import { placeWaiting } from '../features/candidate-form/waiting-check.ts';
import { commandLine } from '../support/command-line.ts';
import { emptyDatabase } from '../support/database.ts';
import { eventually } from '../support/limited-loops.ts';
import { startProbity, urlOf } from '../support/probity.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const { ctx, account, connection, database, settings } = await startProbity();
const env = { DATABASE_URL: urlOf(connection), PROBITY_DATA_DIR: settings.dataDir };

async function status(more: Readonly<Record<string, string>> = {}) {
  const { code, out } = await commandLine({ ...env, ...more }).run(['status', '--json']);
  const rows = JSON.parse(out) as { name: string; state: string; message: string }[];
  return { code, of: new Map(rows.map(({ name, state, message }) => [name, `${state}: ${message}`])) };
}

const scheduled = (ago: string) =>
  database.run(sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('take_due_deadlines', now(), now() - ${ago}::interval)
    on conflict (identifier) do update set last_execution = excluded.last_execution`);

test('a service that does its work is sound', async () => {
  recordVerification(settings.dataDir, ctx.now());
  assert.match((await status()).of.get('restore')!, /^warning: No trial of a restore is recorded/);
  await commandLine(env).run(['restore-trial', '/backup/2026-11-23']);
  await scheduled('20 seconds');
  const { code, of } = await status();
  assert.deepEqual(
    [...of].filter(([, found]) => !found.startsWith('ok: ')),
    [],
  );
  assert.equal(code, 0);
  assert.match(of.get('work')!, /^ok: a process began scheduled jobs \d+ s ago$/);
  assert.equal(of.has('backup'), false);
  assert.match(of.get('restore')!, /^ok: the last trial was \d+ s ago, of \/backup\/2026-11-23$/);
  recordRestoreTrial(settings.dataDir, { at: '2020-01-01T12:00:00Z', source: '/backup/old' });
  assert.match((await status()).of.get('restore')!, /^warning: the last trial was \d+ days ago/);
});

test('no process that runs jobs is a failure, and so are jobs that wait for one', async () => {
  await scheduled('10 minutes');
  await database.run(sql`select graphile_worker.add_job('prune', run_at => now() - interval '5 minutes')`);
  const { code, of } = await status();
  assert.equal(code, 1);
  assert.match(of.get('work')!, /^failed: No process began scheduled jobs since \d{4}-.*probity worker/);
  assert.match(of.get('jobs')!, /^failed: The oldest waits 5 min\./);
  await database.run(sql`delete from graphile_worker._private_jobs`);
});

test('a process that has just started is not missed', async () => {
  await scheduled('10 minutes');
  await database.run(sql`insert into delivery_workers (id, started_at) values ('new', now() - interval '5 seconds')`);
  assert.match((await status()).of.get('work')!, /^ok: a process started \d+ s ago$/);
  // One that was killed long ago is still known.
  await database.run(sql`update delivery_workers set started_at = now() - interval '1 hour'`);
  assert.match((await status()).of.get('work')!, /^failed: /);
  await database.run(sql`delete from delivery_workers`);
});

test('jobs that are tried again are a warning, and those given up a failure, each by name', async () => {
  await database.run(
    sql`select graphile_worker.add_job('send_email', run_at => now() + interval '1 hour', max_attempts => 10)`,
  );
  await database.run(sql`update graphile_worker._private_jobs set attempts = 1`);
  assert.match(
    (await status()).of.get('failed jobs')!,
    /^warning: Tried again later: 1 send_email\. `probity jobs list`/,
  );
  await database.run(sql`update graphile_worker._private_jobs set attempts = 10`);
  assert.match(
    (await status()).of.get('failed jobs')!,
    /^failed: Given up: 1 send_email\. `probity jobs list --given-up`/,
  );
  await database.run(sql`delete from graphile_worker._private_jobs`);
});

test('mails that reached nobody, paused providers and the quarantine are named', async () => {
  const caller = account.caller('live');
  const { check } = await placeWaiting(ctx, caller);
  await database.run(sql`update emails set status = 'failed' where environment = 'live'`);
  await database.run(sql`
    insert into provider_health (provider, consecutive_failures, open_until) values ('companies-house', 5, now())`);
  await database.run(sql`
    insert into quarantined_files (account_id, environment, file_id, check_id, file_token, size, sealed_facts, threat, uploaded_by, created_at)
    values (${account.accountId}, 'live', uuidv7(), ${check.id}, uuidv7(), 1, '', 'Test', 'system', now())`);
  const { of } = await eventually(status, (found) => found.of.get('mails')!.startsWith('warning'));
  assert.match(of.get('mails')!, /^warning: \d+ mails? of the last 7 days reached nobody.*what to do\.$/);
  await database.run(sql`
    select graphile_worker.add_job('send_email', run_at => now() + interval '1 hour', max_attempts => 1)`);
  await database.run(sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  assert.match((await status()).of.get('mails')!, / `probity jobs retry --given-up --job send_email` sends again/);
  await database.run(sql`delete from graphile_worker._private_jobs where max_attempts = 1`);
  assert.match(of.get('providers')!, /^warning: Paused .*: companies-house\./);
  assert.equal(of.get('quarantine'), 'ok: 1 file: `probity files list`');
});

test('an event that is not sealed within a minute is a failure', async () => {
  await database.run(sql`
    update event_seal set (xid, event_id) = (select xid, id from events order by xid desc, id desc limit 1)`);
  await database.run(sql`
    insert into events (account_id, environment, id, type, resource_type, resource_id, actor, occurred_at, recorded_at, notifies)
    select ${account.accountId}, 'test', uuidv7(), 'check.completed', 'check', '1', 'system', now(), now() - interval '5 minutes', false`);
  assert.match((await status()).of.get('audit trail')!, /^failed: An event waits 5 min to be sealed\./);
});

test('a list that is fetched and was never imported is a failure', async () => {
  const { of } = await status({ PROBITY_SANCTIONS_LISTS: 'uk=https://example.com/uk.csv' });
  assert.match(of.get('sanctions lists')!, /^failed: Never imported: uk\./);
});

test('the operator hears that the certificate of a provider ends, and of a client’s webhook nothing', async () => {
  const receiver = await startWebhookReceiver({ certificate: 'ends_soon' });
  const port = new URL(receiver.url).port;
  const changed = {
    ...settings,
    yenteUrl: `https://127.0.0.1:${port}`,
    watchmanUrl: 'https://127.0.0.1:1',
    providerAllow: parseAllowList('127.0.0.0/8:*').entries!,
    alarmMail: 'operator@example.com',
  };
  const look = async (urls: readonly string[]) => {
    const { outgoing } = openProviders(changed, { allow: [], ourPorts: [] });
    await outgoingCertificateJobs(ctx, { urls, outgoing }).look_at_certificates({});
    outgoing.close();
  };
  assert.deepEqual(providerUrls(changed), [changed.yenteUrl, changed.watchmanUrl]);
  // The certificate is not trusted here, and read all the same; nothing is sent.
  await look(providerUrls(changed));
  assert.equal(receiver.requestCount(), 0);
  const day = new Date(Date.now() + 25 * 86_400_000).toISOString().slice(0, 10);
  const [found, ...others] = await findExpiries({ ...ctx, settings: changed });
  assert.deepEqual([found?.what, found?.of, others.length], ['outgoing_certificate', `127.0.0.1:${port}`, 0]);
  assert.equal(
    (await status()).of.get('ends'),
    `warning: the certificate of 127.0.0.1:${port} until ${day} (25 days). Whoever runs it renews it, most of them by themselves: ask them if the day does not change.`,
  );
  assert.deepEqual((await readOperations(ctx)).ends, [found]);
  const mailsOn = async (at: string) => {
    await database.run(sql`delete from graphile_worker._private_jobs`);
    await expiryJobs({ ...ctx, settings: changed, now: () => new Date(at) }).tell_expiries({});
    return (await database.rows(sql`select id from graphile_worker._private_jobs`)).length;
  };
  const daysBefore = (days: number) => new Date(found!.at.getTime() - days * 86_400_000).toISOString();
  assert.deepEqual([await mailsOn(daysBefore(7)), await mailsOn(daysBefore(8))], [1, 0]);
  await database.run(sql`delete from graphile_worker._private_jobs`);
  // The day stays while the address cannot be reached, and goes with its setting.
  await receiver.close();
  await look(providerUrls(changed));
  assert.equal((await findExpiries(ctx)).length, 1);
  await look([]);
  assert.deepEqual(await findExpiries(ctx), []);
});

test('mails come 30 days, 7 days and 1 day before the end of another’s certificate, and from 21 days before of one’s own', () => {
  const told = (what: 'certificate' | 'outgoing_certificate') =>
    Array.from({ length: 40 }, (_, index) => 35 - index).filter((days) => isToldToday(what, days));
  assert.deepEqual(told('outgoing_certificate'), [30, 7, 1, -1]);
  assert.deepEqual(told('certificate'), [21, 14, 7, 3, 2, 1, 0, -1]);
});

test('a database without tables, or a folder without a database, is a failure', async () => {
  const empty = await emptyDatabase();
  assert.match(
    (await status({ DATABASE_URL: urlOf(empty.connection) })).of.get('database')!,
    /^failed: \d+ migrations are/,
  );
  const { code, out } = await commandLine({}).run(['status']);
  assert.equal(code, 1);
  assert.match(out, /^failed +database +There is no database in /m);
  const away = await status({ DATABASE_URL: 'postgres://probity@127.0.0.1:1/probity' });
  assert.equal(away.code, 1);
  assert.match(away.of.get('database')!, /^failed: The database server at 127\.0\.0\.1:1 cannot be reached/);
});

test('says how long something lasts in its greatest whole unit', () => {
  const seconds = (count: number) => lasting(count * 1000);
  assert.deepEqual([0, 119, 120, 7199, 7200, 172_799, 172_800].map(seconds), [
    '0 s',
    '119 s',
    '2 min',
    '119 min',
    '2 h',
    '47 h',
    '2 days',
  ]);
});
