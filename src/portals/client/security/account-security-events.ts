// The client's page of security events: those of their own account, of the users of some subsidiaries for their administrators.

import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { securityEventsPage } from '../../shared/security-events/security-events-page.ts';
import type { Pages } from '../../shared/shell.ts';

export function accountSecurityEvents(pages: Pages<'client'>, ctx: Ctx): void {
  securityEventsPage(pages, ctx, {
    path: '/portal/security',
    permission: 'read_account_security_events',
    menuGroup: 'management',
    scopeOf: ({ userId, permissions, accountId }) => ({
      by: authorityOf({ userId, permissions }),
      accounts: [accountId],
      isOwnAccount: true,
    }),
    limitOf: ({ subsidiaryIds }) => ({ subsidiaryIds }),
    accountsOf: async () => [],
  });
}
