// The page on which a referee says that they made a mistake: they send a newer version until an outcome rests on the first,
// and then tell the desk.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { reportMistake } from '../../../features/cases/candidate-message-actions.ts';
import { isOneOf } from '../../../features/data-requests/data-request.ts';
import {
  beginCorrection,
  endCorrection,
  type OpenReference,
} from '../../../features/references/reference-answer-actions.ts';
import { retractReference } from '../../../features/references/reference-decline-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayAll, sayFields } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { radioItems } from '../../shared/form-fields.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { retractReasons } from '../decline/decline-words.ts';
import { referenceBase, referenceModel, requireSent, subjectModel } from '../referee-request.ts';

const show = (request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) =>
  renderPage(request, reply, 'referee/mistake/mistake.njk', {
    ...referenceModel(request, form, say('I made a mistake')),
    errors: errors && sayFields(errors),
    ...subjectModel(form),
    mayCorrect: form.mayCorrect,
    typed: request.body?.text,
    reasons: radioItems(sayAll<Readonly<Record<string, string>>>(retractReasons), textIn(request.body, 'reason')),
    details: textIn(request.body, 'details'),
  });

export function mistakePage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/mistake', requireSent, (request, reply, form) => show(request, reply, form));

  pages.post('/mistake', requireSent, async (request, reply, form) => {
    const base = referenceBase(request);
    if (form.mayCorrect) {
      await beginCorrection(ctx, form);
      return reply.redirect(`${base}/answers`, 303);
    }
    const { caller, key, reference } = form;
    const text = String(request.body?.text ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    try {
      await reportMistake(ctx, { caller, key, checkId: reference.checkId, reportId: reference.reportId }, text);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), form, error.fields);
    }
    return reply.redirect(`${base}/sent?told`, 303);
  });

  pages.post('/mistake/withdraw', requireSent, async (request, reply, form) => {
    const [chosen, details] = [textIn(request.body, 'reason'), textIn(request.body, 'details')];
    const errors = await refusedFieldsOf(async () => {
      if (!isOneOf(retractReasons, chosen))
        throw new Refusal('invalid_fields', { reason: ['Choose why you withdraw it' satisfies Sentence] });
      await retractReference(ctx, form, [retractReasons[chosen], details].filter((part) => part !== '').join(': '));
    });
    if (errors !== undefined) return show(request, reply.status(422), form, errors);
    return reply.redirect(referenceBase(request), 303);
  });

  pages.post('/mistake/stop', requireSent, async (request, reply, form) => {
    if (form.isCorrecting) await endCorrection(ctx, form);
    return reply.redirect(`${referenceBase(request)}/sent`, 303);
  });
}
