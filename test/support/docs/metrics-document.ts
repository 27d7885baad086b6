// Prints docs/metrics.md: the meaning of each metric, and which should raise an alarm.
import { createMetrics } from '../../../src/platform/metrics.ts';
import { operatorAlarms } from './operator-alarms.ts';

const asked = {
  countConnections: () => ({ busy: 0, idle: 0, waiting: 0 }),
  alarms: { count: () => 0 },
  readQueue: async () => undefined,
  freeBytes: async () => 0,
  lastBackupAt: () => undefined,
  readOperations: async () => undefined,
  isScannerThere: async () => true,
  lastVerificationAt: () => undefined,
};

export async function metricsDocument(): Promise<string> {
  const text = await createMetrics(asked).text();
  const metrics = [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\S+)$/gm)].map(([, name, help, type]) => ({
    name: name!,
    help: help!,
    type: type!,
  }));
  const conditions = new Map(operatorAlarms.map(({ metric, condition }) => [metric, condition]));
  const unknown = [...conditions.keys()].filter(
    (name) => name !== undefined && !metrics.some((one) => one.name === name),
  );
  if (unknown.length > 0) throw new Error(`an alarm for no metric: ${unknown.join(', ')}`);
  const rows = metrics.map(
    ({ name, type, help }) => `| \`${name}\` | ${type} | ${help} | ${conditions.get(name) ?? ''} |`,
  );
  return `# Metrics

\`GET /metrics\` answers these metrics in Prometheus's text format, on \`PROBITY_METRICS_PORT\` of this machine only. Printed from
the program by \`npm run docs\`; do not edit. No label contains an id or personal data. Each process reports its own metrics.

\`deploy/prometheus-rules.yml\` has the alarms as rules for Prometheus, with what wakes somebody and what waits until the morning;
[operating.md](operating.md) says what to do about each. A process on another machine is scraped there, by an agent or through a tunnel.

| Metric | Type | What it measures | Raise an alarm |
|---|---|---|---|
${rows.join('\n')}
`;
}
