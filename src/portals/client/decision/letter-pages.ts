// The letters to a candidate without a page of their own: each as a PDF, the day on which it was handed over, and their answer.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { type LetterKind, letterKinds } from '../../../features/client-decisions/handed-over-queries.ts';
import { recordLetterAnswer } from '../../../features/client-decisions/hearing-actions.ts';
import { recordHandedOver, renderLetter } from '../../../features/client-decisions/letter-actions.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type HearingProblem, hearingProblemSentences } from '../../../messages/en-hearings.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { answerPath, decisionPath, handedOverPath, letterPath } from './decision-path.ts';
import { type DecisionRequest, showDecision, typedText } from './decision-show.ts';

type LetterRequest = DecisionRequest & FastifyRequest<{ Params: { check_id: string; letter: string } }>;

const permission = 'decide_on_candidates' as const;

function kindOf({ params }: LetterRequest): LetterKind {
  const kind = letterKinds.find((one) => one === params.letter);
  if (kind === undefined) throw new Refusal('not_found');
  return kind;
}

/** @param inputs the input of each field */
function errorsOf(error: unknown, inputs: Readonly<Record<string, string>>): FieldMessages {
  if (!(error instanceof Refusal && error.reason === 'invalid_fields')) throw error;
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [
      inputs[field] ?? field,
      problems.map((problem) => hearingProblemSentences[problem as HearingProblem]),
    ]),
  );
}

export function letterPages(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(letterPath(checkPath, ':letter'), { permission }, async (request: LetterRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const kind = kindOf(request);
    const content = await renderLetter(ctx, callerOf(user, check), check, kind);
    const look = { type: 'check.results_read', resourceId: check.id, status: check.status } as const;
    await storeEvents(ctx, callerOf(user, check), [{ ...look, applicantId: check.applicantId, checkId: check.id }]);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="VF${check.orderId}-letter-${kind}.pdf"`)
      .header('cache-control', 'no-store')
      .send(content);
  });

  pages.post(handedOverPath(checkPath, ':letter'), { permission }, async (request: LetterRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const kind = kindOf(request);
    const on = typedText(request, 'on');
    try {
      await recordHandedOver(ctx, callerOf(user, check), check, { kind, on });
    } catch (error) {
      const errors = errorsOf(error, { on: `on_${kind}` });
      return showDecision(ctx, request, reply.status(422), { user, check, handedOver: { kind, on }, errors });
    }
    return reply.redirect(`${decisionPath(check.id)}?done=handed#letters`, 303);
  });

  pages.post(answerPath(checkPath), { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    try {
      await recordLetterAnswer(ctx, callerOf(user, check), check.id, typedText(request, 'answer'));
    } catch (error) {
      return showDecision(ctx, request, reply.status(422), { user, check, errors: errorsOf(error, {}) });
    }
    return reply.redirect(`${decisionPath(check.id)}?done=heard`, 303);
  });
}
