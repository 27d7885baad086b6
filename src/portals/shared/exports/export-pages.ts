// The exports of everything of an account, alike for the desk and for the client's administrators: begun, listed and downloaded.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import type { Permission } from '../../../features/access/permissions.ts';
import {
  type AccountExport,
  beginExport,
  EXPORT_DAYS,
  listExports,
  openExportPart,
} from '../../../features/account-exports/account-export-actions.ts';
import { MOST_ARCHIVED } from '../../../features/lists/results-archive-actions.ts';
import { noticeIn } from '../form-fields.ts';
import { orderNumber } from '../page-filters.ts';
import type { PageModel } from '../page-renderer.ts';
import type { PageOptions } from '../shell.ts';
import type { FormRequest } from '../sign-in/sign-in-steps.ts';

interface OpenedExports {
  readonly caller: Caller;
  /** The address of the page. */
  readonly path: string;
  readonly show: (template: string, page: PageModel & Readonly<Record<string, unknown>>) => FastifyReply;
}

type Handle = (request: FormRequest, reply: FastifyReply, opened: OpenedExports) => Promise<unknown>;

export interface ExportPages {
  get(path: string, options: PageOptions, handle: Handle): void;
  post(path: string, options: PageOptions, handle: Handle): void;
}

const notices = {
  begun: 'The export is being made. Come back in a while: each part can be downloaded once it is ready.',
};

export const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`;

/** @param name of the file, without its extension */
export const sendExport = (reply: FastifyReply, name: string, content: Readable) =>
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
    .send(content);

const exportRow = (path: string, { id, begunAt, endsAt, state, parts }: AccountExport) => ({
  ...{ begunAt, endsAt, state },
  parts: parts.map((part) => ({
    orders: part.orders,
    name: `${orderNumber(part.first_order_id)} to ${orderNumber(part.last_order_id)}`,
    size: megabytes(part.size),
    href: `${path}/${id}/${part.file_id}/file`,
  })),
});

/** @param permission who may export everything */
export function exportPages(pages: ExportPages, ctx: Ctx, permission: Permission): void {
  pages.get('', { permission }, async (request, _reply, { caller, path, show }) => {
    const exports = await listExports(ctx, caller);
    return show('shared/exports/exports.njk', {
      ...{ title: 'Export everything', done: noticeIn(request, notices), action: path },
      ...{ perPart: MOST_ARCHIVED, keptDays: EXPORT_DAYS },
      exports: exports.map((one) => exportRow(path, one)),
      isRunning: exports.some(({ state }) => state === 'being_made'),
    });
  });
  pages.post('', { permission, stepUp: 'exports' }, async (_request, reply, { caller, path }) => {
    await beginExport(ctx, caller);
    return reply.redirect(`${path}?done=begun`, 303);
  });
  pages.get('/:export_id/:file_id/file', { permission, stepUp: 'exports' }, async (request, reply, { caller }) => {
    const { export_id: exportId, file_id: fileId } = request.params;
    const { part, content } = await openExportPart(ctx, caller, exportId, fileId);
    const name = `export-${orderNumber(part.first_order_id)}-${orderNumber(part.last_order_id)}`;
    return sendExport(reply, name, content);
  });
}
