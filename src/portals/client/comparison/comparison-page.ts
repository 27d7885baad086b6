// The page on which a client records who compared a person with the photograph of their right to work, how and when.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOwnIdentity } from '../../../features/checks/identity-rules.ts';
import { recordComparison } from '../../../features/checks/person-comparison-actions.ts';
import {
  comparisonOf,
  comparisonWays,
  isComparisonAwaited,
  isFollowUpCompared,
  LONGEST_COMPARER,
  type TypedComparison,
  takesComparison,
} from '../../../features/checks/person-comparison-rules.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { comparisonIn } from '../../shared/comparison/comparison.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { callerOf } from '../check/check-facts.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import type { ClientUser } from '../client-caller.ts';
import { comparisonPath } from './comparison-path.ts';

const path = `${checkPath}/right-to-work`;
const permission = 'confirm_identity' as const;

type ComparisonRequest = FastifyRequest<{
  Params: { check_id: string };
  Body: Record<string, unknown> | null;
}>;

function typedIn({ body }: ComparisonRequest): TypedComparison {
  const field = (name: string) => String(body?.[name] ?? '').trim();
  return { by: field('by'), how: field('how'), on: field('on') };
}

interface Shown {
  readonly user: ClientUser;
  readonly check: Check;
  readonly typed?: TypedComparison;
  readonly errors?: FieldMessages;
}

export function comparisonPages(pages: Pages<'client'>, ctx: Ctx): void {
  async function show(request: ComparisonRequest, reply: FastifyReply, { user, check, typed, errors }: Shown) {
    const { tenant, id, applicantId, orderId, order } = check;
    const caller = callerOf(user, check);
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id });
    const start = await readWorkStart(ctx, caller, id);
    return renderPage(request, reply, 'client/comparison/comparison.njk', {
      title: 'Right to work: compare the person',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: comparisonPath(id),
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      orderId,
      isOwn: isOwnIdentity(user, order.facts),
      before: comparisonIn(check, start?.startsOn)?.made,
      isFollowUp: isFollowUpCompared(check),
      isAwaited: isComparisonAwaited(check),
      startsOn: start?.startsOn,
      ways: Object.entries(comparisonWays).map(([value, text]) => ({ value, text })),
      longestName: LONGEST_COMPARER,
      typed: typed ?? {
        by: comparisonOf(check) === undefined || isComparisonAwaited(check) ? user.name : '',
        how: '',
        on: todayFor(ctx, caller),
      },
      errors,
    });
  }

  pages.get(path, { permission }, async (request: ComparisonRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    if (!takesComparison(check)) return reply.redirect(`/portal/checks/${check.id}`, 303);
    return show(request, reply, { user, check });
  });

  pages.post(path, { permission }, async (request: ComparisonRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const typed = typedIn(request);
    try {
      await recordComparison(ctx, callerOf(user, check), check.id, typed);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), { user, check, typed, errors: error.fields });
    }
    return reply.redirect(`/portal/checks/${check.id}?done=compared`, 303);
  });
}
