// `probity sign-ins`: gives a user or a screener a password, which is never an argument that others could read.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createSignIn } from '../features/accounts/sign-in-actions.ts';
import { type Command, readOptions, UsageError, verbCommand, withProbity } from './command.ts';
import { printSections } from './output.ts';
import { newPassword } from './subjects/sign-in.ts';

const usage = `probity sign-ins create --email EMAIL [--generate] [--json]
  Sets the password that a user or a screener signs in with; sessions opened with an earlier one end.
  The password is asked for, or read from standard input where that is no terminal;
  --generate makes one and prints it once.
`;

const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asked for twice at a terminal, without showing it; otherwise the first line of standard input. */
async function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  const ask = async (question: string) => {
    stderr.write(question);
    // readline echoes to its output: a terminal that goes nowhere shows nothing.
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
  if ((await ask('Again: ')) !== password) throw new UsageError('The two differ; nothing was changed.');
  return password;
}

const create: Command = async (settings, args) => {
  const options = { email: { type: 'string' }, generate: { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { email, generate, json } = readOptions(args, options);
  if (email === undefined) throw new UsageError(`--email can't be blank.\n\n${usage}`);
  const password = generate === true ? newPassword() : await readPassword();
  await withProbity(settings, ({ ctx }) => createSignIn(ctx, 'system', { email: String(email), password }));
  const row = { email: String(email).toLowerCase(), ...(generate === true ? { password } : {}) };
  printSections(new Map([['signIns', [row]]]), json === true);
  return 0;
};

export const signInsCommand = verbCommand('sign-ins', usage, { create });
