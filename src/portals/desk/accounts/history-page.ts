// The history of an account at the desk.
import type { Ctx } from '../../../context.ts';
import { usualWords } from '../../../features/accounts/subsidiary-words.ts';
import { accountHistory, sendAccountHistory } from '../../shared/account-history/account-history.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type AccountPages, inAccountFrame, type OpenedAccount } from './account-request.ts';

const historyOf = ({ account, by, path }: OpenedAccount) => ({
  ...{ by, accountId: account.id, path: `${path}/history`, isForClient: false, unit: usualWords.One },
});

export function historyPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/history', { permission: 'read_accounts' }, async (request, reply, opened) => {
    return renderPage(request, reply, 'shared/account-history/account-history.njk', {
      layout: 'desk/accounts/account-layout.njk',
      ...inAccountFrame(opened, {
        title: 'History',
        section: 'History',
        ...(await accountHistory(ctx, request, historyOf(opened))),
      }),
    });
  });
  pages.get('/history/file', { permission: 'read_accounts', stepUp: 'exports' }, async (request, reply, opened) =>
    sendAccountHistory(ctx, request, reply, historyOf(opened)),
  );
}
