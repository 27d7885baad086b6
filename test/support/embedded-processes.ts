// Starts and commands processes that share an embedded database, and inspects the server from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from './limited-loops.ts';

export interface Answer {
  readonly adopted?: boolean;
  readonly connection?: pg.ClientConfig;
  readonly code?: string;
  readonly message?: string;
  readonly folder?: string;
  readonly committed?: number;
  readonly failed?: string;
  readonly stoppedInMs?: number;
}

export interface EmbeddedProcess {
  readonly child: ChildProcess;
  /** Every answer so far. */
  readonly answers: readonly Answer[];
  readonly exited: Promise<number | null>;
  tell(command: 'commit' | 'stop' | 'exit'): void;
  /** The first past or future answer that fits; fails if the process ends before. */
  answer(fits: (answer: Answer) => boolean): Promise<Answer>;
  up(): Promise<Answer & { connection: pg.ClientConfig }>;
  kill(): Promise<void>;
}

const started = new Map<ChildProcess, string>();

// A failing test must leave neither process nor server. Runs before the file's own hooks, which remove the folders.
after(() => {
  for (const [child, dataDir] of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    try {
      process.kill(postmasterPid(dataDir), 'SIGQUIT');
    } catch {
      // It was not running.
    }
  }
});

const program = fileURLToPath(new URL('./embedded-process.ts', import.meta.url));

/** @param prefix a command that starts the process as another user, such as `['setpriv', '--reuid=1', …]` */
export function startProcess(
  dataDir: string,
  prefix: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): EmbeddedProcess {
  const [command = '', ...args] = [...prefix, process.execPath, program, dataDir];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_TEST_CONTEXT: '', ...env },
  });
  started.set(child, dataDir);
  const answers: Answer[] = [];
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => answers.push(JSON.parse(line) as Answer));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const answer = async (fits: (answer: Answer) => boolean): Promise<Answer> => {
    await until(() => ended || answers.some(fits));
    const found = answers.find(fits);
    if (found === undefined) throw new Error(`the process ended: ${errors} ${JSON.stringify(answers.at(-1))}`);
    return found;
  };
  return {
    child,
    answers,
    exited,
    answer,
    tell: (line) => child.stdin?.write(`${line}\n`),
    up: async () => {
      const up = await answer((given) => given.connection !== undefined);
      return { ...up, connection: up.connection! };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The postmaster's process id from its lock file. */
export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function query<Row>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
