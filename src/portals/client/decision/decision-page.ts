// The page on which a client decides about a candidate, beside the results of the check.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { decideOnCheck, readDecisions } from '../../../features/client-decisions/client-decision-actions.ts';
import {
  clientDecisions,
  type DecisionGiven,
  LONGEST_DECISION_REASON,
  seenBy,
} from '../../../features/client-decisions/client-decision-rules.ts';
import { storeEvents } from '../../../features/events/event-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import {
  type DecisionProblem,
  decisionProblemSentences,
  decisionWords,
} from '../../../messages/en-client-decisions.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf, checkFacts } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import type { ClientUser } from '../client-caller.ts';
import { decisionPath } from './decision-path.ts';
import { madeView } from './decision-view.ts';

const path = `${checkPath}/decision`;
const permission = 'decide_on_candidates' as const;

type DecisionRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

/** What to show of a refusal; undefined for one that is no answer to what was typed. */
function errorsOf(error: unknown): FieldMessages | undefined {
  if (!(error instanceof Refusal)) return undefined;
  if (error.reason === 'already_taken') {
    return {
      decision: ['The results or the decision changed after you opened the page. Read them again, then decide'],
    };
  }
  if (error.reason === 'state_does_not_allow') {
    return { decision: ['A result is being corrected. Decide when the check is complete again'] };
  }
  if (error.reason !== 'invalid_fields') return undefined;
  const sentence = (problem: string) => decisionProblemSentences[problem as DecisionProblem];
  return Object.fromEntries(Object.entries(error.fields).map(([field, problems]) => [field, problems.map(sentence)]));
}

export function decisionPage(pages: Pages<'client'>, ctx: Ctx): void {
  interface Shown {
    readonly user: ClientUser;
    readonly check: Check;
    readonly given: DecisionGiven;
    readonly errors?: FieldMessages;
  }

  async function show(request: FastifyRequest, reply: FastifyReply, { user, check, given, errors }: Shown) {
    const caller = callerOf(user, check);
    const facts = await checkFacts(ctx, user, check);
    const look = { type: 'check.results_read', resourceId: check.id, status: check.status } as const;
    await storeEvents(ctx, caller, [{ ...look, applicantId: check.applicantId, checkId: check.id }]);
    return renderPage(request, reply, 'client/decision/decision.njk', {
      title: 'Decide about the candidate',
      ...facts,
      page: `/portal/checks/${check.id}`,
      action: decisionPath(check.id),
      seen: seenBy(check),
      choices: clientDecisions.map((value) => ({
        value,
        text: decisionWords[value].label,
        hint: { text: decisionWords[value].hint },
        checked: value === given.decision,
      })),
      reason: given.reason,
      longest: LONGEST_DECISION_REASON,
      made: (await readDecisions(ctx, caller, check)).map(madeView),
      errors,
    });
  }

  pages.get(path, { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    if (check.status !== 'complete') return reply.redirect(`/portal/checks/${check.id}`, 303);
    return show(request, reply, { user, check, given: { decision: '', reason: '' } });
  });

  pages.post(path, { permission }, async (request: DecisionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const { decision = '', reason = '', seen = '' } = request.body ?? {};
    const given = { decision: String(decision), reason: String(reason).replaceAll('\r\n', '\n').trim() };
    try {
      await decideOnCheck(ctx, callerOf(user, check), check.id, { ...given, seen: String(seen) });
    } catch (error) {
      const errors = errorsOf(error);
      if (errors === undefined) throw error;
      // It may have changed since.
      const now = await requestedCheck(ctx, user, request);
      return show(request, reply.status(422), { user, check: now, given, errors });
    }
    return reply.redirect(`/portal/checks/${check.id}?done=decided`, 303);
  });
}
