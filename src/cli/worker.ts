// `probity worker`: jobs, mails and deliveries without the API, beside one or more `probity serve --no-work`.
import { openProbity } from '../main.ts';
import { createLog } from '../platform/log.ts';
import { startMetricsListener } from '../platform/metrics.ts';
import { beginWork } from './begin-work.ts';
import { type Command, helpAsked, readOptions, stopSignal } from './command.ts';
import { isDemoPlace } from './demo-place.ts';
import { refuseWithoutMail } from './serve.ts';

const usage = `probity worker
  Does the work behind the API only: jobs, mails, webhook deliveries, the audit trail. Any number may run on one database;
  those on one machine each want a PROBITY_METRICS_PORT of their own.
`;

export const workerCommand: Command = async (settings, args) => {
  if (helpAsked(args, usage)) return 0;
  readOptions(args, {});
  if (!isDemoPlace(settings)) refuseWithoutMail(settings);
  const stopping = stopSignal();
  const opened = await openProbity(settings, createLog(settings.logLevel));
  try {
    const measured = await startMetricsListener({ port: settings.metricsPort, metrics: await opened.metrics() });
    const working = await beginWork(opened, stopping);
    process.stdout.write('working\n');
    await stopping;
    await Promise.all([working?.stop(), measured.stop(), opened.checkpoint()]);
    return 0;
  } finally {
    await opened.close();
  }
};
