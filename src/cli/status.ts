// `probity status`: what an operator looks at every morning, or lets a monitor run: whether the work is done.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { connect } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { missingMigrations } from '../platform/db/migrations.ts';
import { createLog } from '../platform/log.ts';
import { runs } from './command.ts';
import { checkForwarding } from './doctor-forwarding.ts';
import { checkCertificate, checkDisk } from './doctor-machine.ts';
import { explainError } from './explain-error.ts';
import { failed, type Note, printFindings, runCheck } from './finding.ts';
import { lackingDatabase } from './installation.ts';
import { checkRunning } from './status-checks.ts';

async function look(settings: Settings, note: Note): Promise<void> {
  let server: Awaited<ReturnType<typeof connect>>;
  try {
    const lacking = lackingDatabase(settings);
    if (lacking !== undefined) {
      note('database', failed(lacking));
      return;
    }
    server = await connect(settings, createLog('silent'));
  } catch (error) {
    note('database', failed(explainError(error, settings).trimEnd()));
    return;
  }
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => undefined });
  try {
    const missing = await missingMigrations(database).catch((error: unknown) => {
      note('database', failed(explainError(error, settings).trimEnd()));
      return undefined;
    });
    if (missing === undefined) return;
    if (missing.length > 0) {
      note(
        'database',
        failed(`${missing.length} migrations are missing. Start the program, or run \`probity migrate\`.`),
      );
      return;
    }
    await checkRunning(database, settings, note);
    if (settings.securityEventsTo.length > 0) {
      note('forwarding', await runCheck(settings, () => checkForwarding(database, settings)));
    }
  } finally {
    await database.close();
    await server.stop();
  }
  note('disk', await runCheck(settings, () => checkDisk(settings)));
  note('certificate', await runCheck(settings, () => checkCertificate(settings)));
}

export function describe(command: Command): void {
  command
    .description(
      'Say whether the work in the background is done: jobs, mails, notifications, the audit trail, data providers, the quarantine, sanctions lists, the last backup, the last trial of a restore, security events that wait to be sent on, the disk and the certificate; and what to do. Changes nothing. Exit code 1 if something failed. `probity doctor` checks the settings.',
    )
    .option('--json', 'print JSON')
    .action(runs((settings, { json }: { json?: true }) => printFindings(json, (note) => look(settings, note))));
}
