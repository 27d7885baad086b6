// Makes an order urgent, or takes that back, for clients and the desk: what its page says of it, and the page that confirms it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../../../context.ts';
import { mayDo, type Permission, type Permitted } from '../../../features/access/permissions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { changeUrgency, readUrgencyOffer, type UrgencyOffer } from '../../../features/checks/urgent-actions.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { dueText } from './order-view.ts';

type UrgencyRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Record<string, unknown> | null }>;

/** For the page of an order; undefined where it is not urgent, and the reader cannot make it so. @param path of the page that confirms */
export async function urgencyIn(
  ctx: Ctx,
  user: Permitted,
  { check, caller }: { readonly check: Check; readonly caller: Caller },
  { permission, path }: { readonly permission: Permission; readonly path: string },
) {
  const offer = mayDo(user, permission) ? await readUrgencyOffer(ctx, caller, check) : undefined;
  if (!check.isUrgent && offer === undefined) return undefined;
  return {
    isUrgent: check.isUrgent,
    text: check.isUrgent ? 'Ordered as urgent' : 'Not ordered as urgent',
    href: offer && path,
  };
}

interface Opened {
  readonly caller: Caller;
  readonly check: Check;
  /** The path of the order's page. */
  readonly page: string;
  /** The path of the page that confirms. */
  readonly action: string;
  /** At the desk. */
  readonly accountName?: string;
}

const makesText = ({ pence, percent }: UrgencyOffer): string[] => [
  `Its reports come before others at the desk${dueText(percent)}.`,
  pence === 0 ? 'Nothing is charged for it.' : `${inPounds(pence)} without VAT is charged for the order, once.`,
];

const takesBackText = ({ pence }: UrgencyOffer, { startedAt }: Check): string[] => [
  'Its reports are due as usual again, and come after urgent ones.',
  pence > 0
    ? `${inPounds(pence)} without VAT is credited: work has not begun.`
    : startedAt === null
      ? 'Nothing was charged for it.'
      : 'What was charged for it stays charged: work has begun.',
];

/** @param open finds the check of a request. */
export function urgencyPages<Kind extends 'client' | 'desk', Request extends UrgencyRequest>(
  pages: Pages<Kind>,
  path: string,
  {
    ctx,
    permission,
    open,
  }: {
    readonly ctx: Ctx;
    readonly permission: Permission;
    readonly open: (request: Request, user: UserOf<Kind>) => Promise<Opened>;
  },
): void {
  async function show(request: Request, reply: FastifyReply, opened: Opened, errors?: FieldMessages) {
    const { check, caller, page, action, accountName } = opened;
    const offer = await readUrgencyOffer(ctx, caller, check);
    if (offer === undefined) return reply.redirect(page, 303);
    const { id: checkId, applicantId, order, orderId } = check;
    recordLook(ctx, caller, { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
    return renderPage(request, reply, 'shared/orders/urgency.njk', {
      title: offer.isUrgent ? 'Make the order not urgent' : 'Make the order urgent',
      environment: check.tenant.environment,
      back: { text: `Order VF${orderId}`, href: page },
      candidateName: fullName(order.facts.first_name, order.facts.last_name),
      ...{ action, orderId, accountName, offer, errors },
      sentences: offer.isUrgent ? takesBackText(offer, check) : makesText(offer),
    });
  }

  pages.get(path, { permission }, async (request: Request, reply, user) =>
    show(request, reply, await open(request, user)),
  );

  pages.post(path, { permission }, async (request: Request, reply, user) => {
    const opened = await open(request, user);
    const confirmed = String(request.body?.pence ?? '');
    try {
      await changeUrgency(ctx, opened.caller, opened.check.id, {
        isUrgent: request.body?.urgent === '1',
        confirmedPence: /^\d{1,9}$/.test(confirmed) ? Number(confirmed) : undefined,
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), opened, {
        urgent: (error.fields.urgent ?? []).map((text) => `“Urgent” ${text}`),
      });
    }
    return reply.redirect(`${opened.page}?done=urgency`, 303);
  });
}
