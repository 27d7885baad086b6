// The desk's page of security events: those of the reader's accounts, and of the desk itself for who sees all accounts.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { listAccounts } from '../../../features/accounts/account-actions.ts';
import { securityEventsPage } from '../../shared/security-events/security-events-page.ts';
import type { Pages } from '../../shared/shell.ts';

export function deskSecurityEvents(pages: Pages<'desk'>, ctx: Ctx): void {
  securityEventsPage(pages, ctx, {
    path: '/desk/security',
    permission: 'read_security_events',
    menuGroup: 'records',
    scopeOf: (user) => ({
      by: authorityOf(user),
      accounts: user.accounts,
      isOwnAccount: false,
    }),
    leavesOut: ({ accounts }) =>
      accounts === 'all'
        ? undefined
        : 'You see those of your accounts. Events of the desk itself, such as sign-ins of screeners, are shown to people who see all accounts.',
    accountsOf: async (user) =>
      (await listAccounts(ctx, authorityOf(user))).filter(
        ({ id }) => user.accounts === 'all' || user.accounts.includes(id),
      ),
  });
}
