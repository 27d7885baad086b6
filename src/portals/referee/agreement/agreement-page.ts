// The page that shows a referee that the candidate agreed to being asked about, in the words and on the day they did.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { agreementToAsk } from '../../../features/candidate-form/consent.ts';
import { openConsents } from '../../../features/candidate-form/consent-actions.ts';
import type { OpenReference } from '../../../features/references/reference-answer-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { taken } from '../../../messages/en-taken.ts';
import { say } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { referenceModel, requireAnswers, subjectModel } from '../referee-request.ts';

async function show(ctx: Ctx, request: LinkRequest, reply: FastifyReply, form: OpenReference) {
  const consents = await openConsents(ctx, form.caller, form.reference.checkId, form.key);
  const agreement = agreementToAsk(consents);
  return renderPage(request, reply, 'referee/agreement/agreement.njk', {
    ...referenceModel(request, form, say('What the candidate agreed to')),
    ...subjectModel(form),
    agreement,
    how: agreement?.how && taken.agreed({ ...agreement.how, by: 'the screening company' }, ukDateOf(agreement.givenAt)),
    paragraphs: agreement?.told.split('\n').slice(1) ?? [],
  });
}

export function agreementPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/agreement', requireAnswers, (request, reply, form) => show(ctx, request, reply, form));
}
