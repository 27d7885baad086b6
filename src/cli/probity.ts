// The command line: `probity COMMAND`; every command reads the same settings and reports all their problems at once.
import { readFileSync } from 'node:fs';
import { readSettings } from '../config.ts';
import type { Command } from './command.ts';
import type { LookedAfter, Subject } from './subjects/subject.ts';

interface Listed {
  readonly summary: string;
  /** Loaded when asked for: the start must not pay for what it does not use. */
  readonly load: () => Promise<Command>;
}

const subject = (
  name: string,
  summary: string,
  load: () => Promise<Subject | LookedAfter>,
): Readonly<Record<string, Listed>> => ({
  [name]: {
    summary,
    load: async () => {
      const [{ subjectCommand }, loaded] = await Promise.all([import('./subject-command.ts'), load()]);
      return subjectCommand(name, summary, loaded);
    },
  },
});

const groups: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  'Run it': {
    serve: {
      summary: 'serve the API and the portals and do the work behind them (--no-demo, --no-work)',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    worker: {
      summary: 'do the work only: jobs, mails, deliveries',
      load: async () => (await import('./worker.ts')).workerCommand,
    },
    migrate: {
      summary: 'bring the database to this version, which every start does too',
      load: async () => (await import('./migrate.ts')).migrateCommand,
    },
    config: {
      summary: 'print every setting with its value',
      load: async () => (await import('./config.ts')).configCommand,
    },
    doctor: {
      summary: 'look at everything that a start needs, and say what to do',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
  },
  'Set it up': {
    ...subject('accounts', 'clients of this service', async () => (await import('./subjects/accounts.ts')).accounts),
    ...subject(
      'subsidiaries',
      "an account's organisations",
      async () => (await import('./subjects/subsidiaries.ts')).subsidiaries,
    ),
    ...subject('users', "an account's people", async () => (await import('./subjects/users.ts')).users),
    ...subject('keys', "an account's API keys", async () => (await import('./subjects/keys.ts')).keys),
    ...subject(
      'job-roles',
      'roles agreed for standard and enhanced criminal record checks',
      async () => (await import('./subjects/job-roles.ts')).jobRoles,
    ),
    ...subject(
      'groups',
      'reports that are ordered together',
      async () => (await import('./subjects/groups.ts')).groups,
    ),
    ...subject('packages', 'the same for orders', async () => (await import('./subjects/packages.ts')).packages),
    ...subject('prices', 'what live reports cost', async () => (await import('./subjects/prices.ts')).prices),
    ...subject('desk-users', 'screeners', async () => (await import('./subjects/desk-users.ts')).deskUsers),
    'sign-ins': {
      summary: 'passwords of users and screeners',
      load: async () => (await import('./sign-ins.ts')).signInsCommand,
    },
    demo: {
      summary: 'make the demo account, which the first start on this machine does too',
      load: async () => (await import('./demo.ts')).demoCommand,
    },
  },
  'Keep it': {
    openapi: {
      summary: 'print the OpenAPI document of an interface: openapi v1|v2',
      load: async () => (await import('./openapi.ts')).openapiCommand,
    },
    ...subject(
      'deliveries',
      'notifications that were not acknowledged',
      async () => (await import('./subjects/deliveries.ts')).deliveries,
    ),
    ...subject(
      'files',
      'files that a virus scanner found harmful',
      async () => (await import('./subjects/files.ts')).files,
    ),
    audit: {
      summary: 'verify the audit trail',
      load: async () => (await import('./audit.ts')).auditCommand,
    },
    'master-keys': {
      summary: "wrap the accounts' keys anew after a change of the master key",
      load: async () => (await import('./master-keys.ts')).masterKeysCommand,
    },
  },
};

function usage(): string {
  const parts = Object.entries(groups).map(([title, commands]) => {
    const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}\n`);
    return `${title}\n${lines.join('')}`;
  });
  return `probity COMMAND …\n\n${parts.join('\n')}\nEach command says more with --help; --version prints the version.\n`;
}

function versionOf(): string {
  const described = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(described) as { version: string }).version;
}

async function run(): Promise<number> {
  const [first = 'serve', ...rest] = process.argv.slice(2);
  // `help COMMAND` is `COMMAND --help`.
  const [name = first, ...args] = first === 'help' && rest.length > 0 ? [...rest, '--help'] : [first, ...rest];
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(usage());
    return 0;
  }
  if (['version', '--version', '-v'].includes(name)) {
    process.stdout.write(`${versionOf()}\n`);
    return 0;
  }
  const command = Object.values(groups).find((commands) => Object.hasOwn(commands, name))?.[name];
  if (command === undefined) {
    process.stderr.write(`There is no command ${name}.\n\n${usage()}`);
    return 2;
  }
  const { settings, problems } = readSettings();
  if (problems !== undefined) {
    process.stderr.write(`These settings are wrong:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
    return 2;
  }
  try {
    return await (await command.load())(settings, args);
  } catch (error) {
    const [{ UsageError }, { explainError }] = await Promise.all([
      import('./command.ts'),
      import('./explain-error.ts'),
    ]);
    process.stderr.write(explainError(error, settings));
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await run();
// After a failed start something may still listen or wait; what had to be closed is closed.
if (process.exitCode !== 0) process.exit();
