// The users of an account, for those who manage accounts.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { UsersPages } from '../../shared/users/opened-users.ts';
import { usersPages } from '../../shared/users/users-pages.ts';
import { trailHref } from '../trail/trail-page.ts';
import { type AccountPages, inAccountFrame } from './account-request.ts';

export function usersPage(pages: AccountPages, ctx: Ctx): void {
  const adds =
    (add: AccountPages['get']): UsersPages['get'] =>
    (path, options, handle) =>
      add(`/users${path}`, options, (request, reply, opened) =>
        handle(request, reply, {
          accountId: opened.account.id,
          subsidiaryIds: null,
          userId: opened.user.userId,
          by: opened.by,
          path: `${opened.path}/users`,
          trailOf: (id) => (mayDo(opened.user, 'read_audit') ? trailHref(id) : undefined),
          show: (template, page) =>
            renderPage(request, reply, template, {
              layout: 'desk/accounts/account-layout.njk',
              ...inAccountFrame(opened, { section: 'Users', ...page }),
            }),
        }),
      );
  usersPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'read_accounts');
}
