// The page on which the candidate withdraws from the check, before or after they sent the form, after it says what happens
// then.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { refusableReports, refuseReport, withdrawConsent } from '../../../features/cases/withdrawal-actions.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say, sayFields, sayText } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { textIn } from '../../shared/restrictions/restriction-form.ts';
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
  pages.get('/withdraw', requireOngoing, async (request, reply, form) =>
    renderPage(request, reply, 'candidate/withdraw/withdraw.njk', {
      ...formModel(request, form, say('Do you want to withdraw from the check?')),
      backHref: homeOf(request, form),
      isSubmitted: form.isSubmitted,
      hasParts: refusableReports(await showCheck(ctx, form.caller, form.link.checkId)).length > 0,
    }),
  );

  pages.post('/withdraw', requireOngoing, async (request, reply, form) => {
    await withdrawConsent(ctx, form);
    return reply.redirect(homeOf(request, form), 303);
  });

  async function showPart(request: FormRequest, reply: FastifyReply, form: OpenForm, errors?: FieldMessages) {
    const parts = refusableReports(await showCheck(ctx, form.caller, form.link.checkId));
    if (parts.length === 0) return reply.redirect(`${formBase(request)}/withdraw`, 303);
    const chosen = textIn(request.body, 'report');
    return renderPage(request, reply, 'candidate/withdraw/part.njk', {
      ...formModel(request, form, say('Refuse one part of the check')),
      errors,
      backHref: homeOf(request, form),
      why: textIn(request.body, 'why'),
      parts: parts.map(({ id, reportTypeId, name }) => ({
        ...{ value: id, checked: id === chosen },
        text: sayText(reportTypeById(reportTypeId)?.label ?? name),
      })),
    });
  }

  pages.get('/withdraw/part', requireOngoing, (request, reply, form) => showPart(request, reply, form));

  pages.post('/withdraw/part', requireOngoing, async (request, reply, form) => {
    const [reportId, why] = [textIn(request.body, 'report'), textIn(request.body, 'why').trim()];
    try {
      await refuseReport(ctx, form, { reportId, why });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return showPart(request, reply.status(422), form, sayFields(error.fields));
    }
    return reply.redirect(`${formBase(request)}/${form.isSubmitted ? 'status' : 'tasks'}?refused`, 303);
  });
}
