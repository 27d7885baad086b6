// `probity config`: prints every setting with its value in the format of a settings file; a secret only as set or not.
import type { Command } from 'commander';
import { describeSettings, type Settings } from '../config.ts';
import { runs } from './command.ts';

async function printSettings(settings: Settings, { json }: { json?: true }): Promise<void> {
  const described = describeSettings(settings);
  const text =
    json === true
      ? `${JSON.stringify(Object.fromEntries(described.map(({ name, value }) => [name, value])), null, 2)}\n`
      : described.map(({ name, value }) => `${name}=${value}\n`).join('');
  process.stdout.write(text);
}

export function describe(command: Command): void {
  command
    .description(
      'Print every setting with its value. Settings come from the environment, or from the file in PROBITY_CONFIG; docs/configuration.md explains each.',
    )
    .option('--json', 'print JSON')
    .action(runs(printSettings));
}
