// The form on the candidate's page that answers what their client asks before it decides.

import type { Ctx } from '../../../context.ts';
import { answerHearing } from '../../../features/client-decisions/hearing-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { type HearingProblem, hearingProblemSentences } from '../../../messages/en-hearings.ts';
import { sayText } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormPages, formBase, requireSubmitted } from '../candidate-form-request.ts';
import { statusModel } from '../status/status-page.ts';

export function hearingPage(pages: FormPages, ctx: Ctx): void {
  pages.post('/hearing', requireSubmitted, async (request, reply, form) => {
    const answer = String(request.body?.answer ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    try {
      await answerHearing(ctx, form, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The page says what became of it: it was decided meanwhile.
      if (error.reason === 'state_does_not_allow') return reply.redirect(`${formBase(request)}/status`, 303);
      if (error.reason !== 'invalid_fields') throw error;
      const errors = {
        answer: error.fields.answer!.map((one) => sayText(hearingProblemSentences[one as HearingProblem])),
      };
      const model = { ...(await statusModel(ctx, request, form)), errors, answer };
      return renderPage(request, reply.status(422), 'candidate/status/status.njk', model);
    }
    return reply.redirect(`${formBase(request)}/status?answered`, 303);
  });
}
