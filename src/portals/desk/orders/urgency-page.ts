// The desk makes an order urgent for the client, or takes that back.
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import type { Permitted } from '../../../features/access/permissions.ts';
import { type OpenedOrder, openFoundOrder } from '../../../features/cases/screening-actions.ts';
import { urgencyIn, urgencyPages } from '../../shared/orders/urgency.ts';
import type { Pages } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { orderHref, orderPath } from './order-address.ts';

type UrgencyRequest = FastifyRequest<{
  Params: { check_id: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const permission = 'order_for_clients' as const;
const urgencyHref = (checkId: string) => `${orderHref(checkId)}/urgent`;

/** For the pages of the order. */
export const deskUrgency = (ctx: Ctx, user: Permitted, opened: Pick<OpenedOrder, 'check' | 'caller'>) =>
  urgencyIn(ctx, user, opened, { permission, path: urgencyHref(opened.check.id) });

export function deskUrgencyPages(pages: Pages<'desk'>, ctx: Ctx): void {
  urgencyPages(pages, `${orderPath}/urgent`, {
    ctx,
    permission,
    async open({ params }: UrgencyRequest, user) {
      const { check, caller, accountName } = await openFoundOrder(ctx, user, params.check_id, permission);
      const { id: reportId, requestedAt } = check.reports[0]!;
      const page = requestedAt === null ? pageOf({ reportId, isRequested: false }) : orderHref(check.id);
      return { check, caller, accountName, page, action: urgencyHref(check.id) };
    },
  });
}
