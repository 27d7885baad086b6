// What all commands share: reading the settings, opening and closing the program, explaining errors.
import { CommanderError } from 'commander';
import { machineUser, readSettings, type Settings } from '../config.ts';
import { type Opened, openProbity } from '../main.ts';
import { createLog } from '../platform/log.ts';
import { withCommandRunner } from '../platform/request-origin.ts';
import { runnerOf } from './command-runner.ts';
import { explainError } from './explain-error.ts';
import { requireInstallation } from './installation.ts';

/**
 * A command's action: `work` gets the settings and Commander's arguments, and may return an exit code. Exit code 2
 * means wrong settings.
 */
export function runs<Given extends readonly unknown[]>(
  work: (settings: Settings, ...given: Given) => Promise<number> | Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    const { settings, problems } = readSettings();
    if (problems !== undefined) {
      process.stderr.write(`These settings are wrong:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
      process.exitCode = 2;
      return;
    }
    try {
      const runner = runnerOf(given.at(-1), machineUser());
      const run = async () => work(settings, ...given);
      process.exitCode = (await (runner === undefined ? run() : withCommandRunner(runner, run))) ?? 0;
    } catch (error) {
      if (error instanceof CommanderError) throw error;
      process.stderr.write(explainError(error, settings));
      process.exitCode = 1;
    }
  };
}

/**
 * Runs `work` on an opened program. Only warnings and errors are logged, so that the output is the command's own. Refuses
 * without an installation, unless the command `mayMake` one.
 */
export async function withProbity<T>(
  settings: Settings,
  work: (opened: Opened) => Promise<T>,
  { mayMake = false }: { readonly mayMake?: boolean } = {},
): Promise<T> {
  if (!mayMake) await requireInstallation(settings);
  const opened = await openProbity(settings, createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** One Ctrl-C may arrive twice, from the terminal and from npm: a second signal within this time counts as the same. */
const sameSignalMs = 1000;

/**
 * A stop takes fifteen seconds at most, unless the database or the file store does not answer; acknowledged writes are
 * safe there.
 */
const stopAtMostMs = 30_000;

/** Resolves at the first SIGTERM or SIGINT; another one more than a second later ends the process at once. */
export function stopSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const stop = () => {
      resolve();
      setTimeout(() => process.exit(1), stopAtMostMs).unref();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, stop);
      }, sameSignalMs).unref();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
