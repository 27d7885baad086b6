// The single sign-on of an account, for those who manage accounts: it is set up for the client, and passwords are let in
// again after a lock-out.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type SignOnPages, singleSignOnPages } from '../../shared/single-sign-on/single-sign-on-page.ts';
import { type AccountPages, inAccountFrame } from './account-request.ts';

export function singleSignOnPage(pages: AccountPages, ctx: Ctx): void {
  const adds =
    (add: AccountPages['get']): SignOnPages['get'] =>
    (path, options, handle) =>
      add(`/single-sign-on${path}`, options, (request, reply, opened) =>
        handle(request, reply, {
          accountId: opened.account.id,
          by: opened.by,
          trier: undefined,
          mayChange: mayDo(opened.user, 'manage_accounts'),
          path: `${opened.path}/single-sign-on`,
          show: (template, page) =>
            renderPage(request, reply, template, {
              layout: 'desk/accounts/account-layout.njk',
              ...inAccountFrame(opened, { section: 'Single sign-on', ...page }),
            }),
        }),
      );
  const ofAccount = { get: adds(pages.get), post: adds(pages.post) };
  singleSignOnPages(ofAccount, ctx, { permission: 'read_accounts' }, { permission: 'manage_accounts' });
}
