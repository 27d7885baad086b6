// The exports of everything of the client's own account, for its administrators.
import type { Ctx } from '../../../context.ts';
import { type ExportPages, exportPages } from '../../shared/exports/export-pages.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerFor } from '../client-caller.ts';
import { exportsPath } from '../orders/orders-query.ts';

export function accountExportPage(pages: Pages<'client'>, ctx: Ctx): void {
  const adds =
    (add: Pages<'client'>['get']): ExportPages['get'] =>
    (path, options, handle) =>
      add(`${exportsPath}${path}`, options, (request: Parameters<typeof handle>[0], reply, user) =>
        handle(request, reply, {
          caller: callerFor(user, 'live'),
          path: exportsPath,
          show: (template, page) =>
            renderPage(request, reply, template, { layout: 'client/account-layout.njk', ...page }),
        }),
      );
  exportPages({ get: adds(pages.get), post: adds(pages.post) }, ctx, 'change_own_settings');
}
