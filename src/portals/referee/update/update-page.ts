// The page on which the firm that gave a regulatory reference sends what it has learned since a result rests on it.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reportUpdate } from '../../../features/cases/reference-update-actions.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { referenceBase, referenceModel, requireSent, subjectModel } from '../referee-request.ts';

const show = (request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) =>
  renderPage(request, reply, 'referee/update/update.njk', {
    ...referenceModel(request, form, say('Send an update')),
    errors,
    ...subjectModel(form),
    typed: request.body?.text,
  });

/** Until a result rests on it the answers themselves are corrected. Refuses with `not_found` any other reference. */
async function requireUpdated(ctx: Ctx, request: LinkRequest, reply: FastifyReply): Promise<OpenReference | undefined> {
  const form = await requireSent(ctx, request, reply);
  if (form === undefined) return undefined;
  if (form.questionnaire.isRegulatory !== true) throw new Refusal('not_found');
  if (!form.mayCorrect) return form;
  reply.redirect(`${referenceBase(request)}/mistake`, 303);
  return undefined;
}

export function updatePage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/update', requireUpdated, (request, reply, form) => show(request, reply, form));

  pages.post('/update', requireUpdated, async (request, reply, form) => {
    const { caller, key, reference, applicantId } = form;
    const { checkId, readerId: reportId, id: referenceId } = reference;
    const text = textIn(request.body, 'text').replaceAll('\r\n', '\n');
    const errors = await refusedFieldsOf(() =>
      reportUpdate(ctx, { caller, key, checkId, reportId, referenceId, applicantId }, text),
    );
    if (errors !== undefined) return show(request, reply.status(422), form, errors);
    return reply.redirect(`${referenceBase(request)}/sent?told`, 303);
  });
}
