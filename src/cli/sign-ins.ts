// `probity sign-ins`: invites users and screeners to sign in; nobody but themselves sets their password.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { resetSecondFactors } from '../features/accounts/second-factor-actions.ts';
import { inviteToSignIn } from '../features/accounts/sign-in-link-actions.ts';
import { runs, withProbity } from './command.ts';
import { printSections } from './output.ts';
import { invitationRow } from './subjects/sign-in.ts';

interface Asked {
  readonly email: string;
  readonly json?: true;
}

async function invite(settings: Settings, { email, json }: Asked): Promise<void> {
  const link = await withProbity(settings, ({ ctx }) => inviteToSignIn(ctx, 'system', email));
  printSections(new Map([['invitations', [invitationRow(email, link)]]]), json === true);
}

async function reset(settings: Settings, { email }: Asked): Promise<void> {
  await withProbity(settings, ({ ctx }) => resetSecondFactors(ctx, 'system', email));
  process.stdout.write(`${email.toLowerCase()} has no second factor now, and is signed out everywhere.\n`);
}

export function describe(command: Command): void {
  command
    .command('reset-second-factors')
    .description(
      'Remove every passkey, app and recovery code of somebody who lost them. Make sure first that it is they who ask.',
    )
    .requiredOption('--email <email>', 'whose')
    .action(runs(reset));
  command
    .command('invite')
    .description(
      'Mail a one-time link with which a user or a screener chooses a password, also if they lost theirs. Without a mail server the link is printed.',
    )
    .requiredOption('--email <email>', 'whom')
    .option('--json', 'print JSON')
    .action(runs(invite));
}
