// The page on which a referee adds a letter or another file.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { attachSentFile, orderFiles } from '../../shared/files/order-files.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { referenceBase, referenceModel, requireAnswers, subjectModel } from '../referee-request.ts';

/** The files that this referee added. */
export const lettersOf = (ctx: Ctx, request: LinkRequest, form: OpenReference) =>
  orderFiles(ctx, form.caller, form.orderId, {
    base: `${referenceBase(request)}/letter`,
    description: String(request.body?.description ?? ''),
    wasAttached: request.query.attached === '1',
    onlyBy: form.caller.actor,
  });

async function show(ctx: Ctx, request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) {
  const { list, ...files } = await lettersOf(ctx, request, form);
  return renderPage(request, reply, 'referee/letter/letter.njk', {
    ...referenceModel(request, form, 'Add a letter'),
    errors,
    ...subjectModel(form),
    // Without one there is nothing yet that says it all.
    saysAll: form.reference.reply.scope === 'letter' && list.length === 0,
    files: { ...files, list },
  });
}

export function letterPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/letter', requireAnswers, (request, reply, form) => show(ctx, request, reply, form));

  pages.post('/letter', requireAnswers, async (request, reply, form) => {
    const errors = await attachSentFile(ctx, form.caller, form.orderId, request, {
      reportId: form.reference.reportId,
    });
    if (errors !== undefined) return show(ctx, request, reply.status(422), form, errors);
    return reply.redirect(`${referenceBase(request)}/answers?attached=1`, 303);
  });
}
