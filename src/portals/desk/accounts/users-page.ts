// The users of an account, for those who manage accounts.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { accessReviewPages, type ReviewPages } from '../../shared/access-review/access-review-pages.ts';
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

/** For a client that asks the desk for it. */
export function accountReviewPage(pages: AccountPages, ctx: Ctx): void {
  const adds =
    (add: AccountPages['get']): ReviewPages['get'] =>
    (path, options, handle) =>
      add(`/users/review${path}`, options, (request, reply, opened) => {
        const list = `${opened.path}/users`;
        return handle(request, reply, {
          of: opened.account.id,
          called: opened.account.name,
          by: opened.by,
          mayDecide: mayDo(opened.user, 'review_access'),
          ...{ isForClient: false, unit: 'Subsidiary', path: `${list}/review` },
          back: { text: 'All users', href: list },
          hrefOf: ({ kind, id }) => {
            if (kind === 'user') return `${list}/${id}`;
            return mayDo(opened.user, 'manage_keys') ? `${opened.path}/keys/${id}/revoke` : undefined;
          },
          show: (template, page) =>
            renderPage(request, reply, template, {
              layout: 'desk/accounts/account-layout.njk',
              ...inAccountFrame(opened, { section: 'Users', ...page }),
            }),
        });
      });
  accessReviewPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'read_accounts', 'review_access');
}
