// The page on which a client decides about a candidate, beside the results of the check.
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { decideOnCheck } from '../../../features/client-decisions/client-decision-actions.ts';
import { ownQuestions, riskInputNames } from '../../../features/client-decisions/risk-assessment-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type DecisionProblem, decisionProblemSentences } from '../../../messages/en-client-decisions.ts';
import { type HearingProblem, hearingProblemSentences } from '../../../messages/en-hearings.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type DecisionRequest, showDecision, typedText } from './decision-show.ts';

const path = `${checkPath}/decision`;
const permission = 'decide_on_candidates' as const;

/** What to show of a refusal; undefined for one that is no answer to what was typed. */
export function decisionErrors(error: unknown): FieldMessages | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.reason === 'already_taken') {
    return {
      decision: [
        'The results or the decision changed after you opened the page, or the candidate was asked or answered. Read them again, then decide',
      ],
    };
  }
  if (error.reason === 'state_does_not_allow') {
    return { decision: ['A result is being corrected. Decide when the check is complete again'] };
  }
  if (error.reason !== 'invalid_fields') return undefined;
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [
      field,
      problems.map((problem) =>
        field === 'told'
          ? hearingProblemSentences[problem as HearingProblem]
          : decisionProblemSentences[problem as DecisionProblem],
      ),
    ]),
  );
}

export function decisionPage(pages: Pages<'client'>, ctx: Ctx): void {
  pages.get(path, { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    if (check.status !== 'complete') return reply.redirect(`/portal/checks/${check.id}`, 303);
    return showDecision(ctx, request, reply, { user, check });
  });

  pages.post(path, { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const { decision = '', seen = '', tell, although } = request.body ?? {};
    const told = tell === 'yes' ? typedText(request, 'told') : null;
    const { riskQuestions } = await readAccountSettings(ctx, user.accountId);
    const names = riskInputNames(ownQuestions(riskQuestions));
    const given = {
      decision: String(decision),
      reason: typedText(request, 'reason'),
      told,
      although: although === 'yes',
      conditionsBy: typedText(request, 'conditionsBy'),
      risk: Object.fromEntries(names.map((name) => [name, typedText(request, name)])),
    };
    let came: 'decided' | 'proposed';
    try {
      came = await decideOnCheck(ctx, callerOf(user, check), check.id, { ...given, seen: String(seen) });
    } catch (error) {
      const errors = decisionErrors(error);
      if (errors === undefined) throw error;
      // It may have changed since.
      const now = await requestedCheck(ctx, user, request);
      return showDecision(ctx, request, reply.status(422), { user, check: now, given, errors });
    }
    if (told !== null && came === 'decided' && check.type === 'express')
      return reply.redirect(`${path.replace(':check_id', check.id)}?done=letter#letters`, 303);
    const done = came === 'decided' && told !== null ? 'told' : came;
    return reply.redirect(`/portal/checks/${check.id}?done=${done}`, 303);
  });
}
