// The review of who has access to the desk, for those who see all accounts.
import type { Ctx } from '../../../context.ts';
import { authorityOf, mayDo } from '../../../features/access/permissions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { accessReviewPages, type ReviewPages } from '../../shared/access-review/access-review-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { supplierHref } from '../suppliers/supplier-words.ts';
import { deskReviewPath } from './desk-review-path.ts';

export function deskReviewPage(pages: Pages<'desk'>, ctx: Ctx): void {
  const adds =
    (add: Pages<'desk'>['get']): ReviewPages['get'] =>
    (path, options, handle) =>
      add(`${deskReviewPath}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) => {
        // Somebody of the desk works for accounts that the reader does not see.
        if (user.accounts !== 'all') throw new Refusal('not_permitted');
        return handle(request, reply, {
          of: null,
          called: 'the desk',
          by: authorityOf(user),
          mayDecide: mayDo(user, 'review_access'),
          ...{ isForClient: false, unit: 'Subsidiary', path: deskReviewPath },
          back: { text: 'Who has access', href: '/desk/access' },
          hrefOf: ({ kind, id }) => {
            if (kind === 'supplier') return supplierHref(id);
            return mayDo(user, 'manage_desk_users') ? `/desk/people/${id}` : undefined;
          },
          show: (template, page) =>
            renderPage(request, reply, template, { layout: 'desk/access/review-layout.njk', ...page }),
        });
      });
  accessReviewPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'read_security_events', 'review_access');
}
