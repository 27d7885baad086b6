// Runs `bin/probity COMMAND` as a process, with a database and a data folder of the test's own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mayBeWarm, runWarm } from './warm-commands.ts';

const executable = fileURLToPath(new URL('../../bin/probity', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandLine {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** One at a time; `startCommand` starts commands that run at once. @param input the text on standard input */
  run(args: readonly string[], input?: string): Promise<Ran>;
  /** Runs the command with --json and returns the parsed output; fails the test if the command fails. */
  json(...args: readonly string[]): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>;
  /** Writes a JSON file into the folder and returns its path. */
  file(name: string, content: unknown): string;
}

export function startCommand(env: NodeJS.ProcessEnv, args: readonly string[], input = '') {
  const child = spawn(executable, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  // A command that reads no input may have ended before the write.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended, said: () => ({ out, err }) };
}

/** @param settings by their names, such as `{ DATABASE_URL: … }` */
export function commandLine(settings: Readonly<Record<string, string>>): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'probity-command-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PROBITY_|DATABASE_URL$|NODE_TEST_CONTEXT$)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), PROBITY_DATA_DIR: join(folder, 'var'), ...settings };
  const run: CommandLine['run'] = (args, input) =>
    input === undefined && mayBeWarm() ? runWarm({ args, env }) : startCommand(env, args, input).ended;
  return {
    folder,
    env,
    run,
    async json(...args) {
      const { code, out, err } = await run([...args, '--json']);
      if (code !== 0) throw new Error(`probity ${args.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
  };
}
