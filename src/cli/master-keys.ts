// `probity master-keys rewrap`: re-encrypts the data keys, the step before last of changing the master key.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { resealFactors } from '../features/accounts/second-factor-actions.ts';
import { rewrapAccountKeys } from '../platform/encryption/account-keys.ts';
import { rewrapIntegrityKey } from '../platform/encryption/integrity.ts';
import { runs, withProbity } from './command.ts';

const steps = `
To change the master key:
  1. Put a new one first: PROBITY_MASTER_KEYS=NEW,OLD, or as the first line of master.key in the data folder.
     32 random bytes in base64 make one: openssl rand -base64 32
  2. Restart every process.
  3. Run this. It can be stopped and run again at any time, while everything runs.
  4. Take the old key away and restart.`;

async function rewrap(settings: Settings): Promise<void> {
  const count = await withProbity(settings, async ({ ctx, database, masterKeys }) => {
    const accounts = await rewrapAccountKeys({ db: database, masterKeys, now: ctx.now });
    const factors = await resealFactors(ctx, masterKeys.currentId);
    return accounts + factors + (await rewrapIntegrityKey(database, masterKeys));
  });
  process.stdout.write(
    count === 0 ? 'Every key is already wrapped by the current master key.\n' : `Wrapped ${count} keys again.\n`,
  );
}

export function describe(command: Command): void {
  command
    .addHelpText('after', steps)
    .command('rewrap')
    .description("Wrap every account's key with the current master key.")
    .addHelpText('after', steps)
    .action(runs(rewrap));
}
