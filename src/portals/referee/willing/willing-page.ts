// The first question to a referee: whether they can give the reference, in full or by their policy.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type AnswerScope, askedSections, nextSection } from '../../../features/references/answer-rules.ts';
import { chooseScope, type OpenReference } from '../../../features/references/reference-answer-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say, sayAnswer } from '../../../messages/say.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { othersModel } from '../others/others-page.ts';
import { referenceBase, referenceModel, requireReference, subjectModel } from '../referee-request.ts';

/** The section after this one, or the first that lacks an answer; then all answers. */
export function nextPath(base: string, form: OpenReference, after?: string): string {
  const { scope, answers } = form.reference.reply;
  if (scope === undefined) return `${base}/willing`;
  const sections = askedSections(form.questionnaire, scope);
  const following = after === undefined ? undefined : sections[sections.findIndex(({ key }) => key === after) + 1];
  const open = nextSection(form.questionnaire, scope, answers);
  if (open === undefined) return `${base}/answers`;
  return `${base}/questions/${(following ?? open).key}`;
}

async function show(ctx: Ctx, request: LinkRequest, reply: FastifyReply, form: OpenReference, errors?: FieldMessages) {
  const title = say('Can you give this reference?');
  const subject = subjectModel(form);
  return renderPage(request, reply, 'referee/willing/willing.njk', {
    ...referenceModel(request, form, title),
    errors,
    ...(await othersModel(ctx, form)),
    isBegun: form.reference.reply.scope !== undefined,
    ...subject,
    placeInSentence: subject.place?.replace(/\.$/, ''),
    said: { yes: sayAnswer(title, true), no: sayAnswer(title, false) },
    asksFor: form.questionnaire.asksFor,
    mayBeLimited: form.questionnaire.mayBeLimited,
    scope: form.reference.reply.scope,
    count: form.questionnaire.sections.length,
  });
}

export function willingPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/willing', requireReference, (request, reply, form) => show(ctx, request, reply, form));

  pages.post('/willing', requireReference, async (request, reply, form) => {
    const base = referenceBase(request);
    const chosen = request.body?.willing;
    if (chosen === 'somebody_else') return reply.redirect(`${base}/somebody-else`, 303);
    if (chosen === 'no') return reply.redirect(`${base}/decline`, 303);
    const isLimited = chosen === 'factual' || chosen === 'letter';
    const isPossible = chosen === 'whole' || (isLimited && form.questionnaire.mayBeLimited);
    if (!isPossible)
      return show(ctx, request, reply.status(422), form, { willing: [say('Select whether you can give it')] });
    const scope: AnswerScope = chosen;
    await chooseScope(ctx, form, scope);
    if (scope === 'letter') return reply.redirect(`${base}/letter`, 303);
    const { reference } = form;
    const moved = { ...form, reference: { ...reference, reply: { ...reference.reply, scope } } };
    return reply.redirect(nextPath(base, moved), 303);
  });
}
