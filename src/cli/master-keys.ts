// `probity master-keys rewrap`: the last step but one of changing the master key.
import { rewrapAccountKeys } from '../platform/encryption/account-keys.ts';
import { type Command, readOptions, verbCommand, withProbity } from './command.ts';

const usage = `probity master-keys rewrap
  Wraps every account's key with the current master key. To change the master key:
    1. Put a new one first: PROBITY_MASTER_KEYS=NEW,OLD, or as the first line of master.key in the data folder.
       32 random bytes in base64 make one: openssl rand -base64 32
    2. Restart every process.
    3. Run this. It can be stopped and run again at any time, while everything runs.
    4. Take the old key away and restart.
`;

const rewrap: Command = async (settings, args) => {
  readOptions(args, {});
  const count = await withProbity(settings, ({ ctx, database, masterKeys }) =>
    rewrapAccountKeys({ db: database, masterKeys, now: ctx.now }),
  );
  process.stdout.write(
    count === 0 ? 'Every key is wrapped by the current master key already.\n' : `Wrapped ${count} keys anew.\n`,
  );
  return 0;
};

export const masterKeysCommand = verbCommand('master-keys', usage, { rewrap });
