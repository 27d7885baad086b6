// The alarms that an operator needs, once: the table in docs/metrics.md and the rules for Prometheus are printed from them.

export interface OperatorAlarm {
  readonly name: string;
  /** The metric beside which docs/metrics.md shows the condition; undefined for one about the scrape itself. */
  readonly metric?: string;
  /** For people. */
  readonly condition: string;
  /** For Prometheus. */
  readonly expression: string;
  /** How long it must hold. */
  readonly lasts: string;
  /** `page` wakes somebody, `ticket` waits until the morning. */
  readonly severity: 'page' | 'ticket';
  readonly means: string;
  /** The section of docs/operating.md that says what to do. */
  readonly section: string;
}

export const operatorAlarms: readonly OperatorAlarm[] = [
  {
    name: 'ProbityDown',
    condition: 'a process is not scraped for two minutes',
    expression: 'up{job="probity"} == 0',
    lasts: '2m',
    severity: 'page',
    means: 'A process of Probity does not answer.',
    section: 'start-stop-and-health',
  },
  {
    name: 'ProbityServerErrors',
    metric: 'probity_http_request_seconds',
    condition: 'any `5xx` over five minutes',
    expression: 'sum(rate(probity_http_request_seconds_count{status="5xx"}[5m])) > 0',
    lasts: '5m',
    severity: 'page',
    means: 'Requests end with an error of the program or of the database.',
    section: 'find-one-failed-request',
  },
  {
    name: 'ProbityJobsLate',
    metric: 'probity_jobs_oldest_due_seconds',
    condition: 'over 60 for five minutes',
    expression: 'max(probity_jobs_oldest_due_seconds) > 60',
    lasts: '5m',
    severity: 'page',
    means: 'Mails, documents and reminders wait: no process runs jobs, or all are busy.',
    section: 'jobs-that-fail',
  },
  {
    name: 'ProbityJobsGivenUp',
    metric: 'probity_jobs',
    condition: 'any `state="given_up"`',
    expression: 'max by (job) (probity_jobs{state="given_up"}) > 0',
    lasts: '1m',
    severity: 'ticket',
    means: 'A job failed at every attempt, and nobody does its work until it is retried.',
    section: 'jobs-that-fail',
  },
  {
    name: 'ProbityJobFails',
    metric: 'probity_job_seconds',
    condition: 'more than three `outcome="failed"` of one job in 15 minutes',
    expression: 'sum by (job) (increase(probity_job_seconds_count{outcome="failed"}[15m])) > 3',
    lasts: '5m',
    severity: 'ticket',
    means: 'One kind of job fails again and again.',
    section: 'jobs-that-fail',
  },
  {
    name: 'ProbityNotificationsLate',
    metric: 'probity_webhook_oldest_due_seconds',
    condition: 'over 60',
    expression: 'max(probity_webhook_oldest_due_seconds) > 60',
    lasts: '1m',
    severity: 'page',
    means: 'Notifications of clients wait although they could be sent.',
    section: 'notifications-that-fail',
  },
  {
    name: 'ProbityNotificationsGivenUp',
    metric: 'probity_webhook_deliveries_total',
    condition: 'more than ten `exhausted` in an hour',
    expression: 'sum(increase(probity_webhook_deliveries_total{outcome="exhausted"}[1h])) > 10',
    lasts: '5m',
    severity: 'ticket',
    means: 'Notifications are given up: a receiver of a client is away for hours.',
    section: 'notifications-that-fail',
  },
  {
    name: 'ProbityWorkersCrash',
    metric: 'probity_webhook_leases_taken_over_total',
    condition: 'more than a few in an hour: workers crash or stall',
    expression: 'sum(increase(probity_webhook_leases_taken_over_total[1h])) > 5',
    lasts: '5m',
    severity: 'ticket',
    means: 'Workers do not finish what they began: they crash or stall.',
    section: 'start-stop-and-health',
  },
  {
    name: 'ProbityTampering',
    metric: 'probity_alarms_total',
    condition: 'any increase: an incident',
    expression: 'sum by (kind) (increase(probity_alarms_total[15m])) > 0',
    lasts: '0m',
    severity: 'page',
    means: 'Stored data was changed behind the program, or security events form a pattern.',
    section: 'stored-data-that-somebody-changed',
  },
  {
    name: 'ProbityDatabaseBusy',
    metric: 'probity_database_connections',
    condition: '`waiting` above 0 for minutes',
    expression: 'max by (instance) (probity_database_connections{state="waiting"}) > 0',
    lasts: '5m',
    severity: 'ticket',
    means: 'Requests wait for a connection to the database.',
    section: 'find-one-failed-request',
  },
  {
    name: 'ProbityProcessBusy',
    metric: 'probity_event_loop_lag_seconds',
    condition: '`quantile="0.99"` over 0.2 for minutes',
    expression: 'max by (instance) (probity_event_loop_lag_seconds{quantile="0.99"}) > 0.2',
    lasts: '5m',
    severity: 'ticket',
    means: 'A process has more to do than one processor can: start another.',
    section: 'start-stop-and-health',
  },
  {
    name: 'ProbityDiskFull',
    metric: 'probity_disk_free_bytes',
    condition: 'under 2 GiB: twice the default of the reserve',
    expression: 'min by (instance) (probity_disk_free_bytes) < 2147483648',
    lasts: '5m',
    severity: 'page',
    means: 'The disk of the data folder is nearly full; soon no file is accepted.',
    section: 'a-full-disk',
  },
  {
    name: 'ProbityBackupOld',
    metric: 'probity_backup_timestamp_seconds',
    condition: 'older than 26 hours',
    expression: 'time() - max(probity_backup_timestamp_seconds) > 93600',
    lasts: '15m',
    severity: 'ticket',
    means: 'There was no backup for more than a day.',
    section: 'backups',
  },
  {
    name: 'ProbityEndsSoon',
    metric: 'probity_ends_timestamp_seconds',
    condition: 'less than 14 days away; less than two of `certificate` wakes somebody',
    expression: 'min by (what) (probity_ends_timestamp_seconds) - time() < 1209600',
    lasts: '15m',
    severity: 'ticket',
    means: 'A certificate or a secret ends within two weeks.',
    section: 'certificates-and-secrets-that-end',
  },
  {
    name: 'ProbityCertificateEnds',
    condition: 'the certificate of the pages ends within two days',
    expression: 'min(probity_ends_timestamp_seconds{what="certificate"}) - time() < 172800',
    lasts: '15m',
    severity: 'page',
    means: 'Soon no browser and no client opens the service.',
    section: 'certificates-and-secrets-that-end',
  },
  {
    name: 'ProbitySanctionsListOld',
    metric: 'probity_sanctions_list_timestamp_seconds',
    condition: 'older than 14 days',
    expression: 'time() - max by (list) (probity_sanctions_list_timestamp_seconds) > 1209600',
    lasts: '15m',
    severity: 'ticket',
    means: 'A sanctions list has had no new version for two weeks: fetching it fails, or nobody imports it.',
    section: 'scanner-providers-and-lists',
  },
  {
    name: 'ProbityProviderPaused',
    metric: 'probity_providers_paused',
    condition: 'above 0 for half an hour',
    expression: 'max(probity_providers_paused) > 0',
    lasts: '30m',
    severity: 'ticket',
    means: 'A data provider fails, and its reports wait.',
    section: 'scanner-providers-and-lists',
  },
  {
    name: 'ProbityMailsRefused',
    metric: 'probity_mails_failed',
    condition: 'more than ten',
    expression: 'max(probity_mails_failed) > 10',
    lasts: '5m',
    severity: 'ticket',
    means: 'Mails reach nobody: many addresses are wrong, or the mail server refuses them.',
    section: 'mails-that-fail',
  },
  {
    name: 'ProbityScannerAway',
    metric: 'probity_scanner_up',
    condition: '0 for five minutes',
    expression: 'min(probity_scanner_up) == 0',
    lasts: '5m',
    severity: 'page',
    means: 'The virus scanner does not answer, and no file is accepted.',
    section: 'scanner-providers-and-lists',
  },
  {
    name: 'ProbityAuditUnverified',
    metric: 'probity_audit_verified_timestamp_seconds',
    condition: 'older than 8 days',
    expression: 'time() - max(probity_audit_verified_timestamp_seconds) > 691200',
    lasts: '15m',
    severity: 'ticket',
    means: 'Nobody has verified the audit trail for more than a week, or it was not valid.',
    section: 'stored-data-that-somebody-changed',
  },
];

/** In the format of Prometheus's rule files. */
export function prometheusRules(): string {
  const rules = operatorAlarms.map(
    ({ name, expression, lasts, severity, means, section }) => `      - alert: ${name}
        expr: '${expression}'
        for: ${lasts}
        labels:
          severity: ${severity}
        annotations:
          summary: '${means}'
          description: 'docs/operating.md#${section}'
`,
  );
  return `# Rules for Prometheus: the alarms of docs/metrics.md. Printed from the program by \`npm run docs\`; change a copy.
# They expect a scrape job named probity with every process that serves or works:
#   scrape_configs:
#     - job_name: probity
#       static_configs:
#         - targets: ['127.0.0.1:9464']
groups:
  - name: probity
    rules:
${rules.join('')}`;
}
