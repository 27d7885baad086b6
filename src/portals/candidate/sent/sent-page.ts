// What the candidate sent, to read and to keep as a PDF.

import type { Ctx } from '../../../context.ts';
import { say } from '../../../messages/say.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { readSentAnswers } from '../../shared/sent-copy/sent-answers.ts';
import { replyWithCopy } from '../../shared/sent-copy/sent-copy.ts';
import { type FormPages, formBase, formModel, requireSubmitted } from '../candidate-form-request.ts';

export function sentPage(pages: FormPages, ctx: Ctx): void {
  pages.get('/sent', requireSubmitted, async (request, reply, form) => {
    return renderPage(request, reply, 'candidate/sent/sent.njk', {
      ...formModel(request, form, say('What you sent')),
      ...(await readSentAnswers(ctx, form, formBase(request))),
    });
  });

  pages.get('/sent/file', requireSubmitted, async (request, reply, form) => {
    const sent = await readSentAnswers(ctx, form, formBase(request));
    return replyWithCopy(ctx, reply, 'what-you-sent', { ...sent, title: say('What you sent') });
  });
}
