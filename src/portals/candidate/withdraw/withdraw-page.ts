// The page on which the candidate withdraws from the check, before or after they sent the form, after it says what happens
// then.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { withdrawConsent } from '../../../features/cases/withdrawal-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { say } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, type FormRequest, formBase, formModel, requireSession } from '../candidate-form-request.ts';

export const withdrawnTitle = 'You have withdrawn from this check';

/** Where the candidate goes on: once the form is sent, the page of its status; before, the link decides. */
const homeOf = (request: FormRequest, { isSubmitted }: OpenForm): string =>
  isSubmitted ? `${formBase(request)}/status` : formBase(request);

/** Of a check that is over, the page to which the link leads says so. */
async function requireOngoing(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenForm | undefined> {
  const form = await requireSession(ctx, request, reply);
  if (form === undefined || isOngoing(form.status)) return form;
  reply.redirect(homeOf(request, form), 303);
  return undefined;
}

export function withdrawPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/withdraw', requireOngoing, (request, reply, form) =>
    renderPage(request, reply, 'candidate/withdraw/withdraw.njk', {
      ...formModel(request, form, say('Do you want to withdraw from the check?')),
      backHref: homeOf(request, form),
      isSubmitted: form.isSubmitted,
    }),
  );

  pages.post('/withdraw', requireOngoing, async (request, reply, form) => {
    await withdrawConsent(ctx, form);
    return reply.redirect(homeOf(request, form), 303);
  });
}
