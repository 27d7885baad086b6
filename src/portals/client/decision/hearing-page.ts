// The form on the page of the decision by which a client asks the candidate first.
import type { Ctx } from '../../../context.ts';
import { askCandidate } from '../../../features/client-decisions/hearing-actions.ts';
import { type FieldMessages, isRestrictedRefusal, Refusal } from '../../../lib/refusal.ts';
import { type HearingProblem, hearingProblemSentences } from '../../../messages/en-hearings.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { decisionPath } from './decision-path.ts';
import { type DecisionRequest, showDecision, typedText } from './decision-show.ts';

/** What to show of a refusal; undefined for one that is no answer to what was typed. */
function errorsOf(error: unknown): FieldMessages | undefined {
  if (isRestrictedRefusal(error) || !(error instanceof Refusal)) return undefined;
  if (error.reason === 'already_taken' || error.reason === 'state_does_not_allow') {
    return {
      words: [
        'The results or the decision changed after you opened the page, or the candidate was asked or answered. Read them again first',
      ],
    };
  }
  if (error.reason !== 'invalid_fields') return undefined;
  const sentence = (problem: string) => hearingProblemSentences[problem as HearingProblem];
  return Object.fromEntries(Object.entries(error.fields).map(([field, problems]) => [field, problems.map(sentence)]));
}

export function hearingPage(pages: Pages<'client'>, ctx: Ctx): void {
  const permission = 'decide_on_candidates' as const;
  pages.post(`${checkPath}/hearing`, { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const hearing = { words: typedText(request, 'words'), answerBy: typedText(request, 'answer_by') };
    const seen = String(request.body?.seen ?? '');
    try {
      await askCandidate(ctx, callerOf(user, check), check.id, { ...hearing, seen });
    } catch (error) {
      const errors = errorsOf(error);
      if (errors === undefined) throw error;
      const now = await requestedCheck(ctx, user, request);
      return showDecision(ctx, request, reply.status(422), { user, check: now, hearing, errors });
    }
    return reply.redirect(`${decisionPath(check.id)}?done=${check.type === 'express' ? 'letter' : 'asked'}`, 303);
  });
}
