// The page on which the candidate asks that their data are restricted, or objects to their use (UK GDPR Art. 18 and 21).

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { askRestriction } from '../../../features/restrictions/restriction-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say, sayFields } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { askedIn, candidateGrounds, refusedAsking } from '../../shared/restrictions/restriction-form.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';

export function restrictPage(pages: FormPages, ctx: Ctx): void {
  function show(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const { ground, words } = askedIn(request.body);
    return renderPage(request, reply, 'candidate/restrict/restrict.njk', {
      ...formModel(request, form, say('Ask us to restrict your data')),
      errors,
      words,
      grounds: candidateGrounds(ground),
    });
  }

  pages.get('/restrict', requireSubmitted, (request, reply, form) => show(request, reply, form));

  pages.post('/restrict', requireSubmitted, async (request, reply, form) => {
    const ask = (asked: Parameters<typeof askRestriction>[3]) =>
      askRestriction(ctx, form.caller, form.link.checkId, asked);
    const errors = await refusedAsking(request.body, ask);
    if (errors !== undefined) return show(request, reply.status(422), form, sayFields(errors));
    return reply.redirect(`${formBase(request)}/status?asked`, 303);
  });
}
