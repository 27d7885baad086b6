// Names who runs a command, for the record of what it did: the option --by, else the user of the machine.
import { Command } from 'commander';

/** Adds the option that names who runs it to every command below this one. */
export function askRunner(command: Command): void {
  if (command.commands.length > 0) {
    for (const one of command.commands) askRunner(one);
    return;
  }
  command.option('--by <name>', 'who runs it, for the record; by default whoever is signed in to the machine');
}

/** Undefined for a command that does not ask, such as `serve`, whose work nobody at the machine does. */
export function runnerOf(command: unknown, machineUser: string | undefined): string | undefined {
  if (!(command instanceof Command) || !command.options.some(({ long }) => long === '--by')) return undefined;
  const name = (command.getOptionValue('by') as string | undefined) ?? machineUser;
  // Names of people and of machine users, and nothing that a line of a log could not hold.
  return (
    name
      ?.replace(/[^\p{L}\p{M}\p{N} .,'’@_-]/gu, '')
      .slice(0, 100)
      .trim() || undefined
  );
}
