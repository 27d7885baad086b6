import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobQueue } from '../../src/platform/job-store.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { startMetricsListener } from '../../src/platform/metrics-listener.ts';

const asked = {
  countConnections: () => ({ busy: 3, idle: 2, waiting: 1 }),
  alarms: { count: () => 0 },
  readQueue: async (): Promise<JobQueue | undefined> => undefined,
  freeBytes: async () => 5e9,
  lastBackupAt: () => new Date('2027-03-04T05:06:07Z'),
  readOperations: async () => ({
    ends: [{ what: 'certificate', at: new Date('2027-03-04T05:06:07Z') }],
    lists: [{ list: 'uk', importedAt: new Date('2027-03-04T05:06:07Z') }],
    pausedProviders: 1,
    failedMails: 2,
  }),
  isScannerThere: async () => false,
  lastVerificationAt: () => undefined,
};

test('counts requests by route and class of status, deliveries, jobs and connections', async () => {
  const metrics = createMetrics(asked);
  metrics.observeRequest({ method: 'GET', route: '/vftapi/v2/checks/:id', status: 200, durationMs: 3 });
  metrics.observeRequest({ method: 'GET', route: '/vftapi/v2/checks/:id', status: 201, durationMs: 300 });
  metrics.observeRequest({ method: 'PROPFIND', route: 'unmatched', status: 404, durationMs: 1 });
  metrics.observeRequest({ method: 'POST', route: 'unmatched', status: 0, durationMs: 1 });
  metrics.deliveries.attempted('retry', 0.02);
  metrics.deliveries.attempted('delivered', 0.02);
  metrics.deliveries.attempted('given_up', 0.02);
  metrics.deliveries.delivered();
  metrics.deliveries.exhausted('attempts_used');
  metrics.deliveries.exhausted('attempts_used');
  metrics.deliveries.exhausted('webhook_disabled');
  metrics.deliveries.tookOver(2);
  metrics.deliveries.waiting({ oldestDueSeconds: 1.5, openBreakers: 4 });
  metrics.observeJob('send-mail', 'failed', 0.2);
  const text = await metrics.text();
  for (const line of [
    'probity_http_request_seconds_count{method="GET",route="/vftapi/v2/checks/:id",status="2xx"} 2',
    'probity_http_request_seconds_bucket{le="0.005",method="GET",route="/vftapi/v2/checks/:id",status="2xx"} 1',
    'probity_http_request_seconds_count{method="other",route="unmatched",status="4xx"} 1',
    'probity_http_request_seconds_count{method="POST",route="unmatched",status="gone"} 1',
    'probity_webhook_attempt_seconds_count{outcome="delivered"} 1',
    'probity_webhook_deliveries_total{outcome="delivered"} 1',
    'probity_webhook_deliveries_total{outcome="exhausted",reason="attempts_used"} 2',
    'probity_webhook_deliveries_total{outcome="exhausted",reason="webhook_disabled"} 1',
    'probity_webhook_leases_taken_over_total 2',
    'probity_webhook_oldest_due_seconds 1.5',
    'probity_webhook_breakers_open 4',
    'probity_job_seconds_count{job="send-mail",outcome="failed"} 1',
    'probity_disk_free_bytes 5000000000',
    'probity_backup_timestamp_seconds 1804136767',
    'probity_ends_timestamp_seconds{what="certificate"} 1804136767',
    'probity_sanctions_list_timestamp_seconds{list="uk"} 1804136767',
    'probity_providers_paused 1',
    'probity_mails_failed 2',
    'probity_scanner_up 0',
    'probity_audit_verified_timestamp_seconds 0',
    'probity_database_connections{state="busy"} 3',
    'probity_database_connections{state="idle"} 2',
    'probity_database_connections{state="waiting"} 1',
  ]) {
    assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  }
});

test('shows the jobs that wait, as they are at the scrape, and none while the database is away', async () => {
  const sms: JobQueue = { counts: [{ job: 'send_sms', state: 'given_up', count: 9 }], oldestDueSeconds: 700 };
  const mails: JobQueue = { counts: [{ job: 'send_email', state: 'due', count: 3 }], oldestDueSeconds: 70 };
  const queues: (JobQueue | undefined)[] = [sms, mails, undefined];
  const metrics = createMetrics({ ...asked, readQueue: async () => queues.shift() });
  const shown = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith('probity_jobs'));
  assert.deepEqual(await shown(), [
    'probity_jobs_oldest_due_seconds 700',
    'probity_jobs{job="send_sms",state="given_up"} 9',
  ]);
  assert.deepEqual(await shown(), [
    'probity_jobs_oldest_due_seconds 70',
    'probity_jobs{job="send_email",state="due"} 3',
  ]);
  assert.deepEqual(await shown(), ['probity_jobs_oldest_due_seconds 70']);
});

test('measures how late the event loop runs, and starts again after each scrape', async () => {
  const metrics = createMetrics(asked);
  const latest = async () =>
    Number(/probity_event_loop_lag_seconds\{quantile="1"\} (\S+)/.exec(await metrics.text())?.[1]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const blockedUntil = performance.now() + 1000;
  while (performance.now() < blockedUntil);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.ok((await latest()) > 0.9);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.ok((await latest()) < 0.9);
});

test('is served to this machine only, at one path', async () => {
  const metrics = createMetrics(asked);
  const listener = await startMetricsListener({ port: 0, metrics: async () => metrics, log: createLog('silent') });
  const at = `http://127.0.0.1:${listener.port}`;
  const answer = await fetch(`${at}/metrics`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, metrics.contentType]);
  assert.match(await answer.text(), /^process_cpu_seconds_total [\d.]+$/m);
  assert.equal((await fetch(`${at}/`)).status, 404);
  assert.equal((await fetch(`${at}/metrics`, { method: 'POST' })).status, 404);
  await listener.stop();
  await assert.rejects(fetch(`${at}/metrics`));
});
