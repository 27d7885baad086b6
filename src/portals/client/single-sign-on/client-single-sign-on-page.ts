// The single sign-on of the client's own account, for its administrators of the whole account.

import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  SINGLE_SIGN_ON_PAGE,
  type SignOnPages,
  singleSignOnPages,
  trialPage,
} from '../../shared/single-sign-on/single-sign-on-page.ts';
import { callerFor } from '../client-caller.ts';

const options = { permission: 'change_own_settings', ofWholeAccount: true } as const;

export function clientSingleSignOnPage(pages: Pages<'client'>, ctx: Ctx): void {
  const adds =
    (add: Pages<'client'>['get']): SignOnPages['get'] =>
    (path, options, handle) =>
      add(`${SINGLE_SIGN_ON_PAGE}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) => {
        const { userId, email } = user;
        return handle(request, reply, {
          accountId: user.accountId,
          by: authorityOf(user),
          trier: { caller: callerFor(user, 'live'), userId, email },
          mayChange: true,
          path: SINGLE_SIGN_ON_PAGE,
          show: (template, page) =>
            renderPage(request, reply, template, { layout: 'client/account-layout.njk', ...page }),
        });
      });
  const own = { get: adds(pages.get), post: adds(pages.post) };
  singleSignOnPages(own, ctx, { ...options, menu: 'Single sign-on', menuGroup: 'management' }, options);
  trialPage(own, ctx, options);
}
