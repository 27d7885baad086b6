// The page on which a referee complains, or asks about their own data: it stands in the register of the desk.
import type { FastifyReply } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { isOneOf } from '../../../features/data-requests/data-request.ts';
import { recordRequest } from '../../../features/data-requests/data-request-record-actions.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayAll, sayFields } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { radioItems } from '../../shared/form-fields.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { referenceBase, referenceModel, requireEntered } from '../referee-request.ts';

const choices = {
  complaint: 'To complain',
  access: 'For a copy of what you keep about me',
  correction: 'To have my own details corrected',
  erasure: 'To have my own details erased',
  objection: 'Not to be written to again',
} as const satisfies Readonly<Record<string, Sentence>>;

const show = (request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) =>
  renderPage(request, reply, 'referee/complaint/complaint.njk', {
    ...referenceModel(request, form, say('Complain, or ask about your own data')),
    wasSent: request.query.sent !== undefined,
    kinds: radioItems(sayAll<Readonly<Record<string, string>>>(choices), textIn(request.body, 'kind')),
    words: textIn(request.body, 'words'),
    errors: errors && sayFields(errors),
  });

export function complaintPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/complaint', requireEntered, (request, reply, form) => show(request, reply, form));

  pages.post('/complaint', requireEntered, async (request, reply, form) => {
    const kind = textIn(request.body, 'kind');
    const { caller, orderId, reference } = form;
    const { name, email } = reference.request.referee;
    const errors = await refusedFieldsOf(async () => {
      if (!isOneOf(choices, kind))
        throw new Refusal('invalid_fields', { kind: ['Choose what you ask for' satisfies Sentence] });
      const words = textIn(request.body, 'words');
      if (words === '') throw new Refusal('invalid_fields', { words: ['Write what it is about' satisfies Sentence] });
      await recordRequest(ctx, caller, {
        ...{ kind, way: 'own_page', identity: 'mailed_code', checkId: null, asker: 'referee' },
        ...{ words, receivedOn: todayFor(ctx, caller) },
        askedBy: { name, contact: `${email}, asked for order ${orderNumber(orderId)}` },
      });
    });
    if (errors !== undefined) return show(request, reply.status(422), form, errors);
    return reply.redirect(`${referenceBase(request)}/complaint?sent`, 303);
  });
}
