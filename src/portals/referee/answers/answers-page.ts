// The page of all answers of a referee, from which they are sent.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { answerGroups, nextSection } from '../../../features/references/answer-rules.ts';
import { type OpenReference, sendReference } from '../../../features/references/reference-answer-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import type { LinkPages, LinkRequest } from '../../shared/mailed-links/link-request.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { lettersOf } from '../letter/letter-page.ts';
import { referenceBase, referenceModel, requireAnswers, shownQuestions, subjectModel } from '../referee-request.ts';
import { nextPath } from '../willing/willing-page.ts';

/** To what a referee puts their name. */
export const declaration = 'I give it in good faith, and my answers are true as far as I know.' satisfies Sentence;

/** The reference, if every question is answered. */
async function requireAnswered(ctx: Ctx, request: LinkRequest, reply: FastifyReply) {
  const form = await requireAnswers(ctx, request, reply);
  if (form === undefined) return undefined;
  const { scope, answers } = form.reference.reply;
  if (scope === 'letter' && (await lettersOf(ctx, request, form)).list.length === 0) {
    reply.redirect(`${referenceBase(request)}/letter`, 303);
    return undefined;
  }
  if (scope !== undefined && nextSection(form.questionnaire, scope, answers) === undefined) return { form, scope };
  reply.redirect(nextPath(referenceBase(request), form), 303);
  return undefined;
}

type Answered = NonNullable<Awaited<ReturnType<typeof requireAnswered>>>;

async function show(
  ctx: Ctx,
  request: LinkRequest,
  reply: FastifyReply,
  { form, scope }: Answered,
  errors?: FieldMessages,
) {
  const { reference }: OpenReference = form;
  const base = referenceBase(request);
  const { list, wasAttached } = await lettersOf(ctx, request, form);
  return renderPage(request, reply, 'referee/answers/answers.njk', {
    ...referenceModel(request, form, say(form.isCorrecting ? 'Correct your answers' : 'Check your answers')),
    isCorrecting: form.isCorrecting,
    declaration: say(declaration),
    errors,
    ...subjectModel(form),
    groups: answerGroups(shownQuestions(form), scope, reference.reply.answers).map((group) => ({
      ...group,
      href: `${base}/questions/${group.key}`,
    })),
    isFactual: scope === 'factual',
    isByLetter: scope === 'letter',
    letters: list.map(({ fileName, fileToken }) => ({ fileName, at: `${base}/letter/${fileToken}` })),
    wasAttached,
    wasRemoved: request.query.removed === '1',
  });
}

export function answersPage(pages: LinkPages, ctx: Ctx): void {
  pages.get('/answers', requireAnswered, (request, reply, answered) => show(ctx, request, reply, answered));

  pages.post('/answers', requireAnswered, async (request, reply, answered) => {
    if (request.body?.declares !== 'yes') {
      const errors = { declares: [say('Tick the box if your answers are true, as far as you know')] };
      return show(ctx, request, reply.status(422), answered, errors);
    }
    const base = referenceBase(request);
    return reply.redirect((await sendReference(ctx, answered.form)) ? base : `${base}/answers`, 303);
  });
}
