// `probity worker`: runs jobs, mails and deliveries without the API, beside one or more `probity serve --no-work`.
import type { Command } from 'commander';
import { metricsPlace, type Settings } from '../config.ts';
import { openProbity } from '../main.ts';
import { findPausedSending } from '../platform/backup/paused-sending.ts';
import { createLog } from '../platform/log.ts';
import { startMetricsListener } from '../platform/metrics-listener.ts';
import { beginWork } from './begin-work.ts';
import { runs, stopSignal } from './command.ts';
import { isDemoPlace } from './demo-place.ts';
import { eraseListed, refuseWithoutMail } from './serve.ts';

async function workUntilStopped(settings: Settings): Promise<void> {
  if (!isDemoPlace(settings)) refuseWithoutMail(settings);
  const paused = findPausedSending(settings.dataDir);
  if (paused !== undefined) throw new Error(`Sending is paused. To resume, remove ${paused} and start again.`);
  const stopping = stopSignal();
  const opened = await openProbity(settings, createLog(settings.logLevel));
  try {
    await eraseListed(opened);
    const measured = await startMetricsListener({
      ...metricsPlace(settings),
      metrics: opened.metrics,
      log: opened.log,
    });
    const working = await beginWork(opened, stopping);
    process.stdout.write('working\n');
    await stopping;
    await Promise.all([working?.stop(), measured.stop(), opened.checkpoint()]);
  } finally {
    await opened.close();
  }
}

export function describe(command: Command): void {
  command
    .description(
      'Run jobs, mails, webhook deliveries and the audit trail, without the API. Any number may run on one database.',
    )
    .action(runs(workUntilStopped));
}
