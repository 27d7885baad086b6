// `probity sign-ins`: gives a user or a screener a password, never as an argument that other processes could read.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { createSignIn } from '../features/accounts/sign-in-actions.ts';
import { runs, withProbity } from './command.ts';
import { printSections } from './output.ts';
import { newPassword } from './subjects/sign-in.ts';

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks twice at a terminal without echoing; otherwise reads the first line of standard input. */
async function readPassword(command: Command): Promise<string> {
  const { stdin, stderr } = process;
  const ask = async (question: string) => {
    stderr.write(question);
    // readline echoes to its output: a stream that discards everything shows nothing.
    const lines = createInterface({ input: stdin, output: silent(), terminal: stdin.isTTY === true });
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''));
    });
    lines.close();
    stderr.write('\n');
    return answer;
  };
  if (stdin.isTTY !== true) {
    const lines = createInterface({ input: stdin });
    for await (const line of lines) return line;
    return '';
  }
  const password = await ask('Password: ');
  if ((await ask('Again: ')) !== password) command.error('The two differ; nothing was changed.');
  return password;
}

interface Asked {
  readonly email: string;
  readonly generate?: true;
  readonly json?: true;
}

async function create(settings: Settings, { email, generate, json }: Asked, command: Command): Promise<void> {
  const password = generate === true ? newPassword() : await readPassword(command);
  await withProbity(settings, ({ ctx }) => createSignIn(ctx, 'system', { email, password }));
  const row = { email: email.toLowerCase(), ...(generate === true ? { password } : {}) };
  printSections(new Map([['signIns', [row]]]), json === true);
}

export function describe(command: Command): void {
  command
    .command('create')
    .description(
      'Set the password of a user or a screener; sessions opened with an earlier one end. The password is asked for, or read from standard input if that is not a terminal.',
    )
    .requiredOption('--email <email>', 'whose')
    .option('--generate', 'make a password and print it once')
    .option('--json', 'print JSON')
    .action(runs(create));
}
