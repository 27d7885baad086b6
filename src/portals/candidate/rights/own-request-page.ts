// The page of one request that the candidate made: they add words to it, or take it back, while it is open.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { listRequestsOf } from '../../../features/data-requests/data-request-actions.ts';
import { isMeaningAwaited } from '../../../features/data-requests/data-request-rules.ts';
import { addOwnWords, mayChangeOwn, takeBackOwn } from '../../../features/data-requests/own-request-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSession } from '../candidate-form-request.ts';
import { requestRow } from './request-row.ts';

const idIn = (request: FormRequest) => (request.params as unknown as { readonly request: string }).request;

export function ownRequestPage(pages: FormPages, ctx: Ctx): void {
  const rights = (request: FormRequest) => `${formBase(request)}/rights`;
  const ofForm = ({ applicantId }: OpenForm, request: FormRequest) => ({ id: idIn(request), applicantId });

  async function show(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const requests = await listRequestsOf(ctx, { tenant: form.link, applicantId: form.applicantId }, form.key);
    const asked = requests.find(({ id }) => id === idIn(request));
    if (asked === undefined) throw new Refusal('not_found');
    if (!mayChangeOwn(asked)) return reply.redirect(rights(request), 303);
    return renderPage(request, reply, 'candidate/rights/own-request.njk', {
      ...formModel(request, form, say('Your request')),
      errors,
      backHref: rights(request),
      action: `${rights(request)}/${asked.id}`,
      asked: requestRow(ctx, form, asked, formBase(request)),
      isMeaningAwaited: isMeaningAwaited(asked.steps),
      words: textIn(request.body, 'words'),
    });
  }

  pages.get('/rights/:request', requireSession, (request, reply, form) => show(request, reply, form));

  pages.post('/rights/:request', requireSession, async (request, reply, form) => {
    const words = textIn(request.body, 'words').trim();
    const errors = await refusedFieldsOf(() => addOwnWords(ctx, form.caller, ofForm(form, request), words));
    if (errors !== undefined) return show(request, reply.status(422), form, sayFields(errors));
    return reply.redirect(`${rights(request)}?added`, 303);
  });

  pages.post('/rights/:request/withdraw', requireSession, async (request, reply, form) => {
    await takeBackOwn(ctx, form.caller, ofForm(form, request));
    return reply.redirect(`${rights(request)}?withdrawn`, 303);
  });
}
