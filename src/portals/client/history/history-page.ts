// The history of the client's own account, for its administrators of the whole account.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { accountHistory } from '../../shared/account-history/account-history.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/portal/history';

export function historyPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = {
    permission: 'read_account_security_events',
    menu: 'History',
    menuGroup: 'management',
    ofWholeAccount: true,
  } as const;
  pages.get(path, options, async (request: FormRequest, reply, user) =>
    renderPage(request, reply, 'shared/account-history/account-history.njk', {
      title: 'History',
      layout: 'client/account-layout.njk',
      ...(await accountHistory(ctx, request, {
        by: authorityOf(user),
        accountId: user.accountId,
        path,
        isForClient: true,
        unit: user.units.One,
      })),
    }),
  );
}
