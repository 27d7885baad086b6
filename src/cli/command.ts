// What a command is, and what all of them share: options, a context that is closed in the end, words for a refusal.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Settings } from '../config.ts';
import { type Opened, openProbity } from '../main.ts';
import { createLog } from '../platform/log.ts';

/** Returns the exit code. */
export type Command = (settings: Settings, args: readonly string[]) => Promise<number>;

/** Something about the command line itself; told with how it is used, exit code 2. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Every option may be given once unless it is `multiple`; anything unknown is a UsageError. */
export function readOptions(args: readonly string[], options: Options): Readonly<Record<string, unknown>> {
  try {
    const { values, tokens } = parseArgs({ args: [...args], options, strict: true, tokens: true });
    const given = tokens.filter((token) => token.kind === 'option').map(({ name }) => name);
    const twice = given.find((name, index) => given.indexOf(name) !== index && options[name]?.multiple !== true);
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
    return values;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

/** Runs `work` on an open program; ordinary messages of the log are left out, so that the output is the command's own. */
export async function withProbity<T>(settings: Settings, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openProbity(settings, createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Whether help was asked for; it is printed then. */
export function helpAsked(args: readonly string[], usage: string): boolean {
  const isAsked = args.includes('--help') || args.includes('-h') || args[0] === 'help';
  if (isAsked) process.stdout.write(usage);
  return isAsked;
}

/** One Ctrl-C may come twice, from the terminal and from npm: what comes this soon is no second wish. */
const sameWishMs = 1000;

/** A stop takes fifteen seconds at most, but for a database or a store that does not answer: nothing that was acknowledged is theirs to lose. */
const stopAtMostMs = 30_000;

/** Resolves at the first SIGTERM or SIGINT; a second one, once a second has passed, ends the process at once. */
export function stopSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const stop = () => {
      resolve();
      setTimeout(() => process.exit(1), stopAtMostMs).unref();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, stop);
      }, sameWishMs).unref();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** A command that is told what to do by a verb, e.g. `probity audit verify`. */
export function verbCommand(name: string, usage: string, verbs: Readonly<Record<string, Command>>): Command {
  return async (settings, [verb, ...args]) => {
    if (verb === undefined) throw new UsageError(usage);
    if (helpAsked([verb, ...args], usage)) return 0;
    const command = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (command === undefined) throw new UsageError(`There is no \`probity ${name} ${verb}\`.\n\n${usage}`);
    return command(settings, args);
  };
}
