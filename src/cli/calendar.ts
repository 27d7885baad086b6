// `probity calendar`: what the operator has to do by themselves within a year, and by when.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { listDuties } from '../features/housekeeping/calendar-actions.ts';
import { runs, withProbity } from './command.ts';
import { printSections } from './output.ts';

async function print(settings: Settings, { json }: { readonly json?: true }): Promise<void> {
  const duties = await withProbity(settings, ({ ctx }) => listDuties(ctx, 'system', 'all'));
  printSections(new Map([['calendar', duties.map((duty) => ({ ...duty }))]]), json === true);
}

export function describe(command: Command): void {
  command
    .description(
      'List what you have to do by yourself within a year, and by when, the first to come first: certificates and passwords that end, keys that are a year old, the review of who has access, price changes to come, the end of the bank holidays, the trial of a restore. The desk has the same list, under Controls.',
    )
    .option('--json', 'print JSON')
    .action(runs(print));
}
