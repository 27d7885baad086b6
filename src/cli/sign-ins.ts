// `probity sign-ins`: invites users and screeners to sign in, and ends their sessions; nobody but themselves sets their
// password.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import type { Ctx } from '../context.ts';
import { listUsers } from '../features/accounts/account-actions.ts';
import { resetSecondFactors } from '../features/accounts/second-factor-actions.ts';
import { findPersonId, signUsersOut } from '../features/accounts/session-end-actions.ts';
import { listDeskUsers } from '../features/accounts/sign-in-actions.ts';
import { inviteToSignIn } from '../features/accounts/sign-in-link-actions.ts';
import { runs, withProbity } from './command.ts';
import { printSections } from './output.ts';
import { invitationRow } from './subjects/sign-in.ts';
import { findAccountId, known, refusalOf } from './subjects/subject.ts';

interface Asked {
  readonly email: string;
  readonly json?: true;
}

async function invite(settings: Settings, { email, json }: Asked): Promise<void> {
  const link = await withProbity(settings, ({ ctx }) => inviteToSignIn(ctx, 'system', email));
  printSections(new Map([['invitations', [invitationRow(email, link)]]]), json === true);
}

async function reset(settings: Settings, { email, json }: Asked): Promise<void> {
  const link = await withProbity(settings, ({ ctx }) => resetSecondFactors(ctx, 'system', email));
  printSections(new Map([['invitations', [invitationRow(email, link)]]]), json === true);
}

interface Whose {
  readonly email?: string;
  readonly account?: string;
  readonly desk?: true;
}

async function usersNamed(ctx: Ctx, { email, account, desk }: Whose): Promise<readonly string[]> {
  if ([email, account, desk].filter((one) => one !== undefined).length !== 1)
    throw refusalOf('whose', 'must be --email, --account or --desk, and one of them only');
  if (desk === true) return (await listDeskUsers(ctx, 'system')).map(({ id }) => id);
  if (email !== undefined) return [known(await findPersonId(ctx, email), 'email')];
  return (await listUsers(ctx, 'system', await findAccountId(ctx, account))).map(({ id }) => id);
}

async function end(settings: Settings, whose: Whose): Promise<void> {
  const ended = await withProbity(settings, async ({ ctx }) =>
    signUsersOut(ctx, 'system', await usersNamed(ctx, whose)),
  );
  process.stdout.write(`${ended} ${ended === 1 ? 'session is' : 'sessions are'} ended.\n`);
}

export function describe(command: Command): void {
  command
    .command('reset-second-factors')
    .description(
      'Remove every passkey, app and recovery code of somebody who lost them, with their password, and invite them again: they prove who they are as at first. Make sure first that it is they who ask.',
    )
    .requiredOption('--email <email>', 'whose')
    .option('--json', 'print JSON')
    .action(runs(reset));
  command
    .command('end-sessions')
    .description('End the sessions of one person, of all users of an account, or of everybody at the desk, at once.')
    .option('--email <email>', 'whose')
    .option('--account <account>', 'name or id of the account')
    .option('--desk', 'everybody at the desk')
    .action(runs(end));
  command
    .command('invite')
    .description(
      'Mail a one-time link with which a user or a screener chooses a password, also if they lost theirs. Without a mail server the link is printed.',
    )
    .requiredOption('--email <email>', 'whom')
    .option('--json', 'print JSON')
    .action(runs(invite));
}
