// Deleting a single file of an order at the desk: the page that says what that does, and asks why.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import { type FileDeletionReason, fileDeletionReasons } from '../../../features/retention/content-kinds.ts';
import { deleteFileByHand, restingOn } from '../../../features/retention/file-deletion-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf } from '../../shared/restrictions/restriction-form.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { typeOf } from '../report/report-moves.ts';

const permission = 'erase_applicants' as const;
const path = '/desk/reports/:reportId/files/:file_token/delete';

type FileRequest = FastifyRequest<{
  Params: { reportId: string; file_token: string };
  Body: Record<string, unknown> | null;
}>;

const isReason = (text: unknown): text is FileDeletionReason =>
  typeof text === 'string' && Object.hasOwn(fileDeletionReasons, text);

async function opened(ctx: Ctx, request: FileRequest, user: UserOf<'desk'>) {
  const order = await openOrder(ctx, user, request.params.reportId, permission);
  if (order.key === undefined) throw new Refusal('not_found');
  const scope = { ...order.caller, subsidiaryIds: null };
  const token = request.params.file_token.toLowerCase();
  const file = (await listAttachments(ctx, scope, order.check.orderId)).find(({ fileToken }) => fileToken === token);
  if (file === undefined) throw new Refusal('not_found');
  return { ...order, scope, file, report: `/desk/reports/${request.params.reportId.toLowerCase()}` };
}

async function show(ctx: Ctx, request: FileRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) {
  const { check, accountName, file, report } = await opened(ctx, request, user);
  const { first_name, last_name } = check.order.facts;
  return renderPage(request, reply, 'desk/erasure/delete-file.njk', {
    title: 'Delete this file?',
    environment: check.tenant.environment,
    back: { text: 'Back', href: `${report}#evidence` },
    action: `${report}/files/${file.fileToken}/delete`,
    candidateName: fullName(first_name, last_name),
    order: orderNumber(check.orderId),
    accountName,
    fileName: file.fileName,
    resting: restingOn(check, file.reportId).map((one) => typeOf(one).label),
    reasons: Object.entries(fileDeletionReasons).map(([value, text]) => ({
      ...{ value, text },
      checked: request.body?.reason === value,
    })),
    errors,
  });
}

export function deleteFilePage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission }, (request: FileRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(path, { permission, stepUp: 'erasure' }, async (request: FileRequest, reply, user) => {
    const { reason, said } = request.body ?? {};
    const { check, scope, file, report } = await opened(ctx, request, user);
    if (!isReason(reason))
      return show(ctx, request, reply.status(422), user, { reason: ['Select why the file is deleted'] });
    const given = { checkId: check.id, fileToken: file.fileToken, reason, isSaid: said === 'yes' };
    const errors = await refusedFieldsOf(() => deleteFileByHand(ctx, scope, given));
    if (errors !== undefined) return show(ctx, request, reply.status(422), user, errors);
    return reply.redirect(`${report}?done=file_deleted#evidence`, 303);
  });
}
