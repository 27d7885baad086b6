// The metrics of a running process: few, named after what they count, without ids or personal data in labels.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Alarms, alarmKinds } from './alarms.ts';
import type { ConnectionCounts } from './db/connection-pool.ts';
import type { JobQueue } from './job-store.ts';
import { type AskedOperations, addOperationGauges } from './operation-metrics.ts';

export interface RequestFigures {
  readonly method: string;
  /** The route's pattern, never a path: labels must stay few. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

/** The outcome of one attempt to deliver. */
export type DeliveryOutcome = 'delivered' | 'retry' | 'given_up';

/** Metrics of webhook deliveries: reported by the worker, or read from the database at intervals. */
export interface DeliveryMetrics {
  readonly attempted: (outcome: DeliveryOutcome, seconds: number) => void;
  readonly delivered: () => void;
  /** A delivery was given up, after an attempt or without one. */
  readonly exhausted: (reason: string) => void;
  /** Leases of workers that did not finish in time were taken over. */
  readonly tookOver: (count: number) => void;
  readonly waiting: (figures: { readonly oldestDueSeconds: number; readonly openBreakers: number }) => void;
}

/** What is asked at each scrape. */
export interface Asked extends AskedOperations {
  readonly countConnections: () => ConnectionCounts;
  readonly alarms: Pick<Alarms, 'count'>;
  /** Undefined while the database does not answer. */
  readonly readQueue: () => Promise<JobQueue | undefined>;
  readonly freeBytes: () => Promise<number>;
  /** Undefined where the database is an operator's own, which `probity backup` does not copy. */
  readonly lastBackupAt?: (() => Date | undefined) | undefined;
}

export interface Metrics {
  readonly observeRequest: (request: RequestFigures) => void;
  readonly deliveries: DeliveryMetrics;
  readonly observeJob: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
  /** In Prometheus's text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const NANOSECONDS = 1e9;
const EVENT_LOOP_RESOLUTION_MS = 10;

function addProcessGauges(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS });
  delay.enable();
  new Gauge({
    name: 'probity_event_loop_lag_seconds',
    help: 'How late timers fired since the last scrape, beyond the resolution of the measurement.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const lag = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - EVENT_LOOP_RESOLUTION_MS / 1000);
      this.set({ quantile: '0.5' }, lag(delay.percentile(50)));
      this.set({ quantile: '0.99' }, lag(delay.percentile(99)));
      this.set({ quantile: '1' }, lag(delay.max));
      delay.reset();
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used, user and system.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

function addConnectionGauge(registry: Registry, count: () => ConnectionCounts): void {
  new Gauge({
    name: 'probity_database_connections',
    help: 'Connections to the database by use, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, connections] of Object.entries(count())) this.set({ state }, connections);
    },
  });
}

function addAlarmCounter(registry: Registry, alarms: Pick<Alarms, 'count'>): void {
  new Counter({
    name: 'probity_alarms_total',
    help: 'Stored data that somebody changed behind the program: an event, an outcome, or a key, credential or grant. Each is an incident.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of alarmKinds) this.inc({ kind }, alarms.count(kind));
    },
  });
}

function addDataFolderGauges(registry: Registry, { freeBytes, lastBackupAt }: Asked): void {
  const registers = [registry];
  new Gauge({
    name: 'probity_disk_free_bytes',
    help: 'Free space on the disk of the data folder. Below `PROBITY_DISK_RESERVE_BYTES` no file is accepted.',
    registers,
    async collect() {
      this.set(await freeBytes());
    },
  });
  if (lastBackupAt === undefined) return;
  new Gauge({
    name: 'probity_backup_timestamp_seconds',
    help: 'Up to when everything is in the last backup of the embedded database; 0 if there was none.',
    registers,
    collect() {
      this.set((lastBackupAt()?.getTime() ?? 0) / 1000);
    },
  });
}

/**
 * Also where no jobs are run: if no process runs them, the others show that they wait. While the database is away, the
 * age stays as it was, and no job is shown.
 */
function addJobQueueGauges(registry: Registry, readQueue: Asked['readQueue']): void {
  let reading: ReturnType<typeof readQueue> | undefined;
  // One look for both, which a scrape collects at once.
  const read = () => {
    reading ??= readQueue().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  new Gauge({
    name: 'probity_jobs_oldest_due_seconds',
    help: 'How long the oldest job that could be run has been waiting.',
    registers: [registry],
    async collect() {
      const queue = await read();
      if (queue !== undefined) this.set(queue.oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'probity_jobs',
    help: 'Jobs in the database by name and state; `retrying`: failed and tried again, `given_up`: failed at every attempt, as listed by `probity jobs list`.',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      const queue = await read();
      this.reset();
      for (const { job, state, count } of queue?.counts ?? []) this.set({ job, state }, count);
    },
  });
}

function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Histogram({
    name: 'probity_webhook_attempt_seconds',
    help: 'Attempts to deliver a notification by outcome, without tests.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 1, 5, 10],
    registers,
  });
  const finished = new Counter({
    name: 'probity_webhook_deliveries_total',
    help: 'Finished deliveries by outcome, without tests; `exhausted`: given up, by reason, as listed by `probity deliveries list`.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const takenOver = new Counter({
    name: 'probity_webhook_leases_taken_over_total',
    help: 'Deliveries whose worker did not finish in time, claimed by another worker.',
    registers,
  });
  const oldest = new Gauge({
    name: 'probity_webhook_oldest_due_seconds',
    help: 'How long the oldest delivery that could be sent has been waiting, measured every 15 s.',
    registers,
  });
  const open = new Gauge({
    name: 'probity_webhook_breakers_open',
    help: 'Endpoints whose circuit breaker is open.',
    registers,
  });
  return {
    attempted: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    delivered: () => finished.inc({ outcome: 'delivered' }),
    exhausted: (reason) => finished.inc({ outcome: 'exhausted', reason }),
    tookOver: (count) => takenOver.inc(count),
    waiting({ oldestDueSeconds, openBreakers }) {
      oldest.set(oldestDueSeconds);
      open.set(openBreakers);
    },
  };
}

export function createMetrics(asked: Asked): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'probity_http_request_seconds',
    help: 'Requests by method, route pattern and class of status; `gone`: the client left before the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'probity_job_seconds',
    help: 'Jobs by name and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 30],
    registers: [registry],
  });
  addConnectionGauge(registry, asked.countConnections);
  addAlarmCounter(registry, asked.alarms);
  addJobQueueGauges(registry, asked.readQueue);
  addDataFolderGauges(registry, asked);
  addOperationGauges(registry, asked);
  addProcessGauges(registry);
  return {
    observeRequest({ method, route, status, durationMs }) {
      const labels = {
        method: METHODS.has(method) ? method : 'other',
        route,
        status: status === 0 ? 'gone' : `${Math.trunc(status / 100)}xx`,
      };
      requests.observe(labels, durationMs / 1000);
    },
    deliveries: deliveryMetrics(registry),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
