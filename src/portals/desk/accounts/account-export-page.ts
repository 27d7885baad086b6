// The exports of everything of an account, for those who manage accounts.
import type { Ctx } from '../../../context.ts';
import { type ExportPages, exportPages } from '../../shared/exports/export-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type AccountPages, inAccountFrame } from './account-request.ts';

export function accountExportPage(pages: AccountPages, ctx: Ctx): void {
  const adds =
    (add: AccountPages['get']): ExportPages['get'] =>
    (path, options, handle) =>
      add(`/export${path}`, options, (request, reply, opened) =>
        handle(request, reply, {
          caller: {
            ...{ accountId: opened.account.id, environment: 'live', subsidiaryIds: null, clockOffsetSeconds: 0 },
            ...opened.by,
          },
          path: `${opened.path}/export`,
          show: (template, page) =>
            renderPage(request, reply, template, {
              layout: 'desk/accounts/account-layout.njk',
              ...inAccountFrame(opened, { section: 'Overview', ...page }),
            }),
        }),
      );
  exportPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'manage_accounts');
}
