// The page on which a referee adds a letter or another file.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { removeLetter } from '../../../features/references/reference-decline-actions.ts';
import { isSentLetter, ownLetters } from '../../../features/references/reference-letter-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { attachSentFile, orderFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { referenceBase, referenceModel, requireAnswers, subjectModel } from '../referee-request.ts';

/** The files that this referee added: of a correction that they work on, without those that it takes away. */
export async function lettersOf(ctx: Ctx, request: LinkRequest, form: OpenReference) {
  const files = await orderFiles(ctx, form.caller, form.orderId, {
    base: `${referenceBase(request)}/letter`,
    description: String(request.body?.description ?? ''),
    wasAttached: request.query.attached === '1',
    onlyBy: form.caller.actor,
  });
  const { withoutLetters = [] } = form.reference.reply.correction ?? {};
  return { ...files, list: files.list.filter(({ fileToken }) => !withoutLetters.includes(fileToken)) };
}

/** Those that were sent, whatever the referee changes. */
export const sentLettersOf = async (ctx: Ctx, { caller, orderId, reference }: OpenReference) =>
  (await ownLetters(ctx, caller, orderId)).filter((letter) => isSentLetter(letter, reference.repliedAt));

async function show(ctx: Ctx, request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) {
  const { list, ...files } = await lettersOf(ctx, request, form);
  return renderPage(request, reply, 'referee/letter/letter.njk', {
    ...referenceModel(request, form, say('Add a letter')),
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

  pages.get('/letter/:key/file', requireAnswers, (request, reply, { caller, orderId }) =>
    sendOrderFile(ctx, caller, { orderId, fileToken: request.params.key ?? '', onlyBy: caller.actor }, reply),
  );

  pages.post('/letter/:key/remove', requireAnswers, async (request, reply, form) => {
    await removeLetter(ctx, form, request.params.key ?? '');
    return reply.redirect(`${referenceBase(request)}/answers?removed=1`, 303);
  });
}
