// Prints docs/metrics.md: the meaning of each metric, and which should raise an alarm.
import { createMetrics } from '../../../src/platform/metrics.ts';

/** The conditions that should raise an alarm; the other metrics help to find the cause. */
const alarms: Readonly<Record<string, string>> = {
  probity_http_request_seconds: 'any `5xx` over five minutes',
  probity_webhook_oldest_due_seconds: 'over 60',
  probity_webhook_leases_taken_over_total: 'more than a few in an hour: workers crash or stall',
  probity_job_seconds: 'repeated `outcome="failed"` for one job',
  probity_database_connections: '`waiting` above 0 for minutes',
  probity_event_loop_lag_seconds: '`quantile="0.99"` over 0.2 for minutes',
};

export async function metricsDocument(): Promise<string> {
  const text = await createMetrics(() => ({ busy: 0, idle: 0, waiting: 0 }), { count: () => 0 }).text();
  const metrics = [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\S+)$/gm)].map(([, name, help, type]) => ({
    name: name!,
    help: help!,
    type: type!,
  }));
  const unknown = Object.keys(alarms).filter((name) => !metrics.some((metric) => metric.name === name));
  if (unknown.length > 0) throw new Error(`an alarm for no metric: ${unknown.join(', ')}`);
  const rows = metrics.map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} | ${alarms[name] ?? ''} |`);
  return `# Metrics

\`GET /metrics\` answers these metrics in Prometheus's text format, on \`PROBITY_METRICS_PORT\` of this machine only. Printed from
the program by \`npm run docs\`; do not edit. No label contains an id or personal data. Each process reports its own metrics.

| Metric | Type | What it measures | Raise an alarm |
|---|---|---|---|
${rows.join('\n')}
`;
}
