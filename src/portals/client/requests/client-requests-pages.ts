// The API requests of the client's own account.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type ApiErrors, requestPage } from '../../shared/requests/request-page.ts';
import type { AddRequestPage } from '../../shared/requests/request-place.ts';
import { requestsPage } from '../../shared/requests/requests-page.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';

const requestsPath = '/portal/requests';

const findHref = (order: string, environment: string): string =>
  listHref('/portal', listParameters({ environment: environment === 'test' ? 'test' : undefined, order }));

export function clientRequestsPages(pages: Pages<'client'>, ctx: Ctx, errors: ApiErrors): void {
  const add: AddRequestPage = (path, options, handle) =>
    pages.get(`${requestsPath}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) => {
      const readsOrders = mayDo(user, 'read_checks');
      return handle(request, reply, {
        readerFor: (environment) => callerFor(user, environment),
        path: requestsPath,
        newKeyHref: mayDo(user, 'manage_keys') ? '/portal/keys/new' : undefined,
        checkHref: readsOrders ? (id) => `/portal/checks/${id}` : undefined,
        findHref: readsOrders ? findHref : undefined,
        show: (template, page) =>
          renderPage(request, reply, `shared/requests/${template}`, { layout: 'client/account-layout.njk', ...page }),
      });
    });
  requestsPage(add, ctx, 'API requests');
  requestPage(add, ctx, errors);
}
