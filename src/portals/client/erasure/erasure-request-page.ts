// The page on which a client's administrator asks the desk to erase a person, and what the pages of the order and the person say of it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import {
  askErasure,
  LONGEST_ERASURE_REASON,
  listAskedErasures,
} from '../../../features/data-requests/client-erasure-actions.ts';
import { outcomeText } from '../../../features/data-requests/data-request.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { refusedFieldsOf, textIn } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const permission = 'ask_erasures';

type ErasureRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

/** What was asked and how it stands; with the link that asks, unless something is asked already. */
export async function erasuresIn(
  ctx: Ctx,
  user: ClientUser,
  { tenant, applicantId }: Pick<Check, 'tenant' | 'applicantId'>,
  checkId: string | undefined,
) {
  const asked = (await listAskedErasures(ctx, callerFor(user, tenant.environment), applicantId)).map(
    ({ receivedOn, dueOn, isOpen, steps }) => {
      const closing = steps.findLast(({ step }) => step === 'closed');
      const outcome = closing && outcomeText(closing.code!);
      return { receivedOn, dueOn, isOpen, closedOn: closing?.on, outcome, answer: closing?.words };
    },
  );
  const mayAsk = mayDo(user, permission) && checkId !== undefined && asked.every(({ isOpen }) => !isOpen);
  return { asked, href: mayAsk ? `/portal/checks/${checkId}/erasure` : undefined };
}

export function erasureRequestPage(pages: Pages<'client'>, ctx: Ctx): void {
  const callerOf = (user: ClientUser, { tenant }: Check) => callerFor(user, tenant.environment);

  function show(request: ErasureRequest, reply: FastifyReply, user: ClientUser, check: Check, errors?: FieldMessages) {
    const { id, applicantId, order, tenant, orderId, status } = check;
    const look = { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: id } as const;
    recordLook(ctx, callerOf(user, check), look);
    return renderPage(request, reply, 'client/erasure/erasure-request.njk', {
      title: 'Ask for the erasure of this person',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: `/portal/checks/${id}/erasure`,
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      isOngoing: isOngoing(status),
      longest: LONGEST_ERASURE_REASON,
      reason: textIn(request.body, 'reason'),
      errors,
    });
  }

  pages.get(`${checkPath}/erasure`, { permission }, async (request: ErasureRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return show(request, reply, user, check);
  });

  pages.post(`${checkPath}/erasure`, { permission }, async (request: ErasureRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const reason = textIn(request.body, 'reason');
    const errors = await refusedFieldsOf(() => askErasure(ctx, callerOf(user, check), check.id, reason));
    if (errors !== undefined) return show(request, reply.status(422), user, check, errors);
    return reply.redirect(`/portal/checks/${check.id}?done=erasure`, 303);
  });
}
