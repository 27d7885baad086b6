// The history of the client's own account, for its administrators of the whole account.
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { accountHistory, sendAccountHistory } from '../../shared/account-history/account-history.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { FormRequest } from '../../shared/sign-in/sign-in-steps.ts';

const path = '/portal/history';

const historyOf = (user: UserOf<'client'>) => ({
  ...{ by: authorityOf(user), accountId: user.accountId, path, isForClient: true, unit: user.units.One },
});

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
      ...(await accountHistory(ctx, request, historyOf(user))),
    }),
  );
  pages.get(
    `${path}/file`,
    { permission: 'read_account_security_events', ofWholeAccount: true, stepUp: 'exports' },
    async (request: FormRequest, reply, user) => sendAccountHistory(ctx, request, reply, historyOf(user)),
  );
}
