// The users of the client's own account, for its administrators; those of a subsidiary manage its users only.
import type { Ctx } from '../../../context.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import type { UsersPages } from '../../shared/users/opened-users.ts';
import { usersPages } from '../../shared/users/users-pages.ts';
import { awayPath } from '../away/away-path.ts';
import { callerFor } from '../client-caller.ts';

const list = '/portal/users';

export function usersPage(pages: Pages<'client'>, ctx: Ctx): void {
  const adds =
    (add: Pages<'client'>['get']): UsersPages['get'] =>
    (path, options, handle) =>
      add(`${list}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) =>
        handle(request, reply, {
          accountId: user.accountId,
          subsidiaryIds: user.subsidiaryIds,
          userId: user.userId,
          by: callerFor(user, 'live'),
          path: list,
          awayHref: awayPath,
          show: (template, page) =>
            renderPage(request, reply, template, {
              layout: 'client/account-layout.njk',
              may: { manage_users: true },
              ...page,
            }),
        }),
      );
  usersPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'manage_users', 'Users');
}
