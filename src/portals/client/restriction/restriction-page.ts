// The page on which a client passes on that a candidate asks for a restriction of their data (UK GDPR Art. 18 and 21).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { askRestriction } from '../../../features/restrictions/restriction-actions.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { askedIn, namedGrounds, refusedAsking } from '../../shared/restrictions/restriction-form.ts';
import type { Pages } from '../../shared/shell.ts';
import { checkPath, requestedCheck } from '../check/requested-check.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';

const permission = 'ask_restrictions';

export const clientRestrictionPath = (checkId: string): string => `/portal/checks/${checkId}/restriction`;

type RestrictionRequest = FastifyRequest<{ Params: { check_id: string }; Body: Record<string, unknown> | null }>;

export function clientRestrictionPage(pages: Pages<'client'>, ctx: Ctx): void {
  const callerOf = (user: ClientUser, { tenant }: Check) => callerFor(user, tenant.environment);

  function show(
    request: RestrictionRequest,
    reply: FastifyReply,
    user: ClientUser,
    check: Check,
    errors?: FieldMessages,
  ) {
    const { id, applicantId, order, tenant, orderId } = check;
    recordLook(ctx, callerOf(user, check), {
      type: 'applicant.read',
      resourceId: applicantId,
      applicantId,
      checkId: id,
    });
    const { ground, words } = askedIn(request.body);
    return renderPage(request, reply, 'client/restriction/restriction.njk', {
      title: 'The candidate asks not to use their data',
      environment: tenant.environment,
      back: { text: `Order VF${orderId}`, href: `/portal/checks/${id}` },
      action: clientRestrictionPath(id),
      candidateName: `${order.facts.first_name} ${order.facts.last_name}`,
      grounds: namedGrounds(ground),
      words,
      errors,
    });
  }

  pages.get(`${checkPath}/restriction`, { permission }, async (request: RestrictionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const erased = await erasedOrder(ctx, check, { text: 'Checks', href: '/portal' });
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return show(request, reply, user, check);
  });

  pages.post(`${checkPath}/restriction`, { permission }, async (request: RestrictionRequest, reply, user) => {
    const check = await requestedCheck(ctx, user, request);
    const errors = await refusedAsking(request.body, (asked) =>
      askRestriction(ctx, callerOf(user, check), check.id, { ...asked, way: 'client' }),
    );
    if (errors !== undefined) return show(request, reply.status(422), user, check, errors);
    return reply.redirect(`/portal/checks/${check.id}?done=asked`, 303);
  });
}
