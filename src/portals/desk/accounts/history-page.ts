// The history of an account at the desk.
import type { Ctx } from '../../../context.ts';
import { usualWords } from '../../../features/accounts/subsidiary-words.ts';
import { accountHistory } from '../../shared/account-history/account-history.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type AccountPages, inAccountFrame } from './account-request.ts';

export function historyPage(pages: AccountPages, ctx: Ctx): void {
  pages.get('/history', { permission: 'read_accounts' }, async (request, reply, opened) => {
    const { account, by, path } = opened;
    const of = { by, accountId: account.id, path: `${path}/history`, isForClient: false, unit: usualWords.One };
    return renderPage(request, reply, 'shared/account-history/account-history.njk', {
      layout: 'desk/accounts/account-layout.njk',
      ...inAccountFrame(opened, {
        title: 'History',
        section: 'History',
        ...(await accountHistory(ctx, request, of)),
      }),
    });
  });
}
