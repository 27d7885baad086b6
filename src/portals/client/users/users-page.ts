// The users of the client's own account, for its administrators; those of a subsidiary manage its users only.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readReviewDue } from '../../../features/access-reviews/due-review-actions.ts';
import { accessReviewPages, type ReviewPages } from '../../shared/access-review/access-review-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
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

const review = `${list}/review`;

/** What stands among what waits for an administrator; undefined if it does not wait. */
export async function waitingReview(ctx: Ctx, user: UserOf<'client'>) {
  if (user.subsidiaryIds !== null || !mayDo(user, 'manage_users')) return undefined;
  const due = await readReviewDue(ctx, callerFor(user, 'live'), user.accountId);
  return due?.waits ? { ...due, href: review } : undefined;
}

/** Whoever sees some subsidiaries only cannot say of everybody that their access was looked at. */
export function clientReviewPage(pages: Pages<'client'>, ctx: Ctx): void {
  const adds =
    (add: Pages<'client'>['get']): ReviewPages['get'] =>
    (path, options, handle) =>
      add(
        `${review}${path}`,
        { ...options, ofWholeAccount: true },
        (request: Parameters<typeof handle>[0], reply, user) =>
          handle(request, reply, {
            of: user.accountId,
            called: user.accountName,
            by: callerFor(user, 'live'),
            ...{ mayDecide: true, isForClient: true, unit: user.units.One, path: review },
            back: { text: 'All users', href: list },
            hrefOf: ({ kind, id }) => (kind === 'key' ? `/portal/keys/${id}/revoke` : `${list}/${id}`),
            show: (template, page) =>
              renderPage(request, reply, template, { layout: 'client/account-layout.njk', ...page }),
          }),
      );
  accessReviewPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'manage_users', 'manage_users');
}
