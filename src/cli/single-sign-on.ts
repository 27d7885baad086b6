// `probity single-sign-on`: the OpenID provider at which the users of an account sign in.
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { redirectAddress } from '../features/accounts/single-sign-on-actions.ts';
import {
  allowPasswords,
  removeSingleSignOn,
  setSingleSignOn,
} from '../features/accounts/single-sign-on-set-up-actions.ts';
import { runs, withProbity } from './command.ts';
import { findAccountId } from './subjects/subject.ts';

interface Asked {
  readonly account: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly domain: readonly string[];
  readonly secretEnds?: string | undefined;
}

/** The first line of standard input: other users of the machine could read an argument. */
async function readSecret(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
}

async function set(
  settings: Settings,
  { account, issuer, clientId, domain: domains, secretEnds: secretEndsOn }: Asked,
): Promise<void> {
  const clientSecret = await readSecret();
  await withProbity(settings, async ({ ctx }) => {
    const accountId = await findAccountId(ctx, account);
    await setSingleSignOn(ctx, 'system', accountId, { issuer, clientId, clientSecret, domains, secretEndsOn });
  });
  process.stdout.write(`Tell the provider this redirect address: ${redirectAddress(settings)}\n`);
}

async function allow(settings: Settings, { account }: Asked): Promise<void> {
  await withProbity(settings, async ({ ctx }) => allowPasswords(ctx, 'system', await findAccountId(ctx, account)));
  process.stdout.write('Passwords let the users in again.\n');
}

async function remove(settings: Settings, { account }: Asked): Promise<void> {
  await withProbity(settings, async ({ ctx }) => removeSingleSignOn(ctx, 'system', await findAccountId(ctx, account)));
  process.stdout.write('The users sign in with their passwords now.\n');
}

export function describe(command: Command): void {
  command
    .command('set')
    .description(
      'Let the users of an account sign in at its OpenID provider. The client secret is read from standard input.',
    )
    .requiredOption('--account <account>', 'name or id')
    .requiredOption('--issuer <url>', 'the https address of the provider')
    .requiredOption('--client-id <id>', 'our client id there')
    .requiredOption('--domain <domain...>', 'domains of the email addresses that it may vouch for')
    .option('--secret-ends <day>', 'the last day on which the provider takes the secret: administrators are reminded')
    .action(runs(set));
  command
    .command('allow-passwords')
    .description('Let passwords in again, where an administrator of the client had ended them.')
    .requiredOption('--account <account>', 'name or id')
    .action(runs(allow));
  command
    .command('remove')
    .description('End the single sign-on of an account.')
    .requiredOption('--account <account>', 'name or id')
    .action(runs(remove));
}
