// The forms by which a second person confirms a proposed decision or sends it back, and who proposed it takes it back.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { confirmProposal, returnProposal } from '../../../features/client-decisions/decision-proposal-actions.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import type { ClientCaller } from '../client-caller.ts';
import { decisionErrors } from './decision-page.ts';
import { decisionPath } from './decision-path.ts';
import { type DecisionRequest, showDecision, typedText } from './decision-show.ts';

type Work = (caller: ClientCaller, check: Check, request: DecisionRequest) => Promise<string>;

export function proposalPages(pages: Pages<'client'>, ctx: Ctx): void {
  const post = (name: string, work: Work) =>
    pages.post(
      `${checkPath}/decision/${name}`,
      { permission: 'decide_on_candidates' },
      async (request: DecisionRequest, reply, user) => {
        const check = await requestedCheck(ctx, user, request);
        try {
          return reply.redirect(await work(callerOf(user, check), check, request), 303);
        } catch (error) {
          const errors = decisionErrors(error);
          if (errors === undefined) throw error;
          const now = await requestedCheck(ctx, user, request);
          return showDecision(ctx, request, reply.status(422), { user, check: now, errors });
        }
      },
    );
  const seenIn = ({ body }: DecisionRequest) => String(body?.seen ?? '');

  post('confirm', async (caller, { id }, request) => {
    await confirmProposal(ctx, caller, id, { seen: seenIn(request), although: request.body?.although === 'yes' });
    return `/portal/checks/${id}?done=decided`;
  });
  post('return', async (caller, { id }, request) => {
    const reason = typedText(request, 'return_reason');
    await returnProposal(ctx, caller, id, { seen: seenIn(request), reason });
    return `${decisionPath(id)}?done=returned`;
  });
}
