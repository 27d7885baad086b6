// Lists the commands of the command line, and loads and runs the requested one.
import { Command, CommanderError } from 'commander';
import { programVersion } from '../platform/program-version.ts';
import { askRunner } from './command-runner.ts';

/**
 * A command's summary, and the module with its options and action, which is loaded when the command is used, to keep
 * the start fast.
 */
type Listed = readonly [summary: string, load: () => Promise<{ readonly describe: (command: Command) => void }>];

/** What these do is the program's own work, and nobody's at the machine. */
const runsIt = 'Run it:';

const groups: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  [runsIt]: {
    serve: ['serve the API and the portals, and run jobs and deliveries; the default', () => import('./serve.ts')],
    worker: ['run jobs, mails and deliveries only', () => import('./worker.ts')],
    migrate: ['migrate the database to this version, which every start does too', () => import('./migrate.ts')],
    config: ['print every setting with its value', () => import('./config.ts')],
    status: ['say whether the work in the background is done, and what to do', () => import('./status.ts')],
    calendar: ['list what you have to do within a year, and by when', () => import('./calendar.ts')],
    doctor: ['check everything that a start needs, and say what to do', () => import('./doctor.ts')],
  },
  'Set it up:': {
    accounts: ['clients of this service', () => import('./subjects/accounts.ts')],
    subsidiaries: ["an account's subsidiaries", () => import('./subjects/subsidiaries.ts')],
    users: ["an account's users", () => import('./subjects/users.ts')],
    keys: ["an account's API keys", () => import('./subjects/keys.ts')],
    'job-roles': ['roles for standard and enhanced criminal record checks', () => import('./subjects/job-roles.ts')],
    groups: ['reports that are ordered together', () => import('./subjects/groups.ts')],
    packages: ['reports that orders name as a package', () => import('./subjects/packages.ts')],
    'report-types': ['what an account may order, at what price', () => import('./subjects/report-types.ts')],
    charges: ['what the live reports of a month cost', () => import('./subjects/charges.ts')],
    'earlier-cases': ['complete cases of an earlier system', () => import('./subjects/earlier-cases.ts')],
    'open-cases': ['cases that are open in another system', () => import('./subjects/open-cases.ts')],
    invoices: ['invoices and credit notes of a month', () => import('./subjects/invoices.ts')],
    providers: ['who answers live reports, and what they are told', () => import('./subjects/providers.ts')],
    suppliers: ['outside sources to which work is sent out', () => import('./subjects/suppliers.ts')],
    'working-days': [
      'days on which the company is closed, besides bank holidays',
      () => import('./subjects/working-days.ts'),
    ],
    maintenance: ['notices of planned maintenance on every page', () => import('./subjects/maintenance.ts')],
    'desk-users': ['screeners', () => import('./subjects/desk-users.ts')],
    'sign-ins': ['invitations of users and screeners to sign in', () => import('./sign-ins.ts')],
    'single-sign-on': ["an account's own sign-in by OpenID", () => import('./single-sign-on.ts')],
    demo: ['make the demo account, which the first start on this machine does too', () => import('./demo.ts')],
  },
  'Keep it:': {
    backup: ['back up the data folder while the service runs', () => import('./backup.ts')],
    restore: ['restore a backup into an empty data folder', () => import('./restore.ts')],
    'restore-trial': ['record that you tried a restore', () => import('./restore-trial.ts')],
    'copy-database': [
      'copy everything to a PostgreSQL of your own, or back to the embedded database',
      () => import('./copy-database.ts'),
    ],
    openapi: ['print the OpenAPI document of an interface', () => import('./openapi.ts')],
    applicants: ['copy what is held about people, and erase them', () => import('./subjects/applicants.ts')],
    jobs: ['mails, documents and other work in the background that failed', () => import('./subjects/jobs.ts')],
    mails: ['what became of one mail, or of every mail of an order', () => import('./subjects/mails.ts')],
    deliveries: ['notifications that were not acknowledged', () => import('./subjects/deliveries.ts')],
    sanctions: ['sanctions lists for searching people', () => import('./subjects/sanctions.ts')],
    files: ['files in which a virus scanner found something', () => import('./subjects/files.ts')],
    'security-events': [
      'sign-ins, refusals, wrong codes and changes of authority',
      () => import('./subjects/security-events.ts'),
    ],
    evidence: ['verify evidence bundles', () => import('./evidence.ts')],
    audit: ['verify the audit trail', () => import('./audit.ts')],
    'master-keys': ["wrap the accounts' keys again after a change of the master key", () => import('./master-keys.ts')],
  },
};

async function describeProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('probity').version(programVersion(), '-v, --version').exitOverride().showHelpAfterError();
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, [summary, load]] of Object.entries(commands)) {
      const command = program.command(name).summary(summary).description(summary);
      // `help COMMAND` means `COMMAND --help`.
      if (args[0] !== name && (args[0] !== 'help' || args[1] !== name)) continue;
      (await load()).describe(command);
      if (heading !== runsIt && name !== 'demo') askRunner(command);
    }
  }
  return program;
}

/** Returns the exit code: 2 if the command line is invalid. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await (await describeProgram(args)).parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}
