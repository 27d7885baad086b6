// What the programs of an account asked of the API, for the desk that is asked why a request was refused.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listHref, listParameters } from '../../shared/list-search.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type ApiErrors, requestPage } from '../../shared/requests/request-page.ts';
import type { AddRequestPage, RequestOfPage } from '../../shared/requests/request-place.ts';
import { requestsPage } from '../../shared/requests/requests-page.ts';
import { orderHref } from '../orders/order-address.ts';
import { type AccountPages, type FormRequest, inAccountFrame, sectionPath } from './account-request.ts';

export const accountRequestsPages =
  (errors: ApiErrors) =>
  (pages: AccountPages, ctx: Ctx): void => {
    const add: AddRequestPage = (path, options, handle) =>
      pages.get(
        `${sectionPath('API requests')}${path}`,
        options,
        (request: FormRequest & RequestOfPage, reply, opened) => {
          const { account, user, by } = opened;
          return handle(request, reply, {
            readerFor: (environment) => ({ ...by, accountId: account.id, environment, subsidiaryIds: null }),
            path: `${opened.path}${sectionPath('API requests')}`,
            newKeyHref: mayDo(user, 'manage_keys') ? `${opened.path}/keys/new` : undefined,
            checkHref: mayDo(user, 'read_reports') ? orderHref : undefined,
            findHref: mayDo(user, 'read_reports')
              ? (order) => listHref('/desk/search', listParameters({ order: `VF${order}` }))
              : undefined,
            show: (template, page) =>
              renderPage(request, reply, `shared/requests/${template}`, {
                layout: 'desk/accounts/account-layout.njk',
                ...inAccountFrame(opened, { section: 'API requests', ...page }),
              }),
          });
        },
      );
    requestsPage(add, ctx);
    requestPage(add, ctx, errors);
  };
